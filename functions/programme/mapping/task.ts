import { formatDay } from '../../base/day.ts';
import { oneLine } from '../../base/text/one-line.ts';
import { ownConcept } from '../../planning/contract/known-words.ts';
import type { StoredItem } from '../../planning-server/stores/store.ts';
import type { LocalDateTime } from '../programme.ts';
import { rounded } from '../readers/local-date-time.ts';
import { isUnknown } from '../recognise/values.ts';
import type { MappedCalendar } from './calendars.ts';
import { listedResources } from './columns/listed-values.ts';
import { tableStatus } from './columns/status-and-percent-complete.ts';
import { type TableContext, type TableDates, tableDates, withDuration } from './columns/table-dates.ts';
import { pausesBeforeRest, withFinishDay } from './columns/table-rest.ts';
import type { ChosenActivity, ReportBuilder } from './import-report.ts';
import { type FolderItem, type NamedItem, type NamedItems, personOf } from './named-items.ts';
import { resolveValue, shiftOf } from './resolve-value.ts';
import {
  countWorkingDays,
  hoursBetween,
  ownDays,
  pausedDays,
  pausedSpans,
  type TaskDays,
  type Times,
  taskDays,
  taskHours,
  type WorksOn,
} from './task-days.ts';
import { type RelatedTask, taskResources } from './task-resources.ts';

type NamedProperty = 'owner' | 'folder' | 'package' | 'subcontractor' | 'location';

export type Lists = {
  readonly calendars: ReadonlyMap<string, MappedCalendar>;
  readonly hoursPerDay: number;
  readonly folders: ReadonlyMap<string, FolderItem>;
  readonly named: Readonly<Record<NamedProperty, NamedItems>>;
  readonly related: ReadonlyMap<string, readonly RelatedTask[]>;
};

type Context = TableContext & { readonly lists: Lists; readonly dataDate: LocalDateTime | undefined };

export function taskOf(row: ChosenActivity, context: Context): StoredItem {
  const { id, name, activity } = row;
  const { mapping, lists, style, report } = context;
  const calendar = lists.calendars.get(activity.calendarKey ?? '');
  const shift = shiftOf(activity, calendar?.source, mapping, report);
  const written = tableDates(row, context);
  const time = {
    hoursPerDay: calendar?.source.hoursPerDay ?? lists.hoursPerDay,
    daysPerWeek: calendar?.source.workingDays.length ?? 5,
  };
  const worksOn: WorksOn | undefined =
    calendar && ((day) => calendar.worksOn(day) || activity.extraDays?.has(day) === true);
  const { dates: whole, duration } = withWrittenDays(row, written, { ...context, time, worksOn });
  const isTable = mapping.dates !== 'current';
  const times = isTable ? withFinishDay(whole, { duration, worksOn, shift }) : whole;
  const status = activity.status ?? tableStatus(row, { ...context, dates: times });
  // In a planning tool's file, only the type makes an activity a milestone.
  const milestone = activity.milestone || (activity.durationHours === undefined && duration === 0);
  const by = { night: shift === 'night', calendar: calendar?.source };
  const dates = { ...times, milestone };
  const days = taskDays(dates, by);
  reportUnusualDates(row, dates, days, report);
  const hours = taskHours(times, days);
  const rest = { ...context, time, dates: times, status, duration, worksOn };
  const beforeRest = isTable ? pausesBeforeRest(row, rest) : [];
  const pauses = pausedSpans([...beforeRest, ...(activity.pauses ?? [])]);
  const paused = pausedDays(days, milestone ? [] : pauses, by);
  const workingDays = countWorkingDays(days, worksOn, paused);
  const people = nameItems(row, 'owner', context).map(({ id: person, name: displayName }) => ({
    id: person,
    displayName,
  }));
  const related = lists.related.get(activity.key) ?? [];
  const hoursFrom = (start: LocalDateTime | undefined) =>
    hoursBetween({ start, finish: times.finish }, calendar?.source, pauses);
  const resources = taskResources(activity, { kinds: mapping.resources, hoursFrom }, (value) =>
    report.unknownValue({ property: 'resources', rule: 'resource type', value, line: activity.line }),
  );
  const listed = listedResources(activity, mapping, {
    decimalOf: style.decimalOf,
    unclear: (column, value, problem) => report.changedValue(row, { name: column, value, problem }),
  });
  const own = calendar && worksOn && ownDays(days, worksOn, calendar.typeWorks);
  // Undefined properties are left out of the JSON. One literal, because there are tens of thousands of tasks.
  return {
    id,
    externalId: activity.code === id ? undefined : activity.code,
    name: name ?? id,
    notes: activity.notes ?? resolveValue(activity, mapping.notes)?.value,
    start: days.start,
    finish: days.finish,
    // Left out if the task has no working day; 0 would be a milestone.
    duration: milestone ? 0 : (duration ?? (workingDays === 0 ? undefined : workingDays)),
    keyTask: false,
    shift,
    status,
    owner: people[0],
    assignedTo: people.length > 1 ? people : undefined,
    calendar: calendar?.item,
    folder: folderOfTask(row, context),
    package: nameItem(row, 'package', context),
    subcontractor: nameItem(row, 'subcontractor', context),
    location: nameItem(row, 'location', context),
    labour: resources.labour ?? listed.labour,
    plant: resources.plant ?? listed.plant,
    materials: resources.materials ?? listed.materials,
    relatedTasks: related.length === 0 ? undefined : related,
    nonWorkingDays: own?.nonWorkingDays,
    extraWorkingDays: own?.extraWorkingDays,
    daysWithoutWork: paused.size === 0 ? undefined : [...paused].map(formatDay),
    startTime: hours.startTime,
    finishTime: hours.finishTime,
  };
}

function nameItem(row: ChosenActivity, property: NamedProperty, context: Context): NamedItem | undefined {
  return nameItems(row, property, context)[0];
}

function nameItems(
  row: ChosenActivity,
  property: NamedProperty,
  { mapping, lists, report }: Context,
): readonly NamedItem[] {
  const rule = mapping[property];
  if (typeof rule !== 'object') return [];
  const found = resolveValue(row.activity, rule);
  const items = lists.named[property];
  const separator = 'separator' in rule ? rule.separator : undefined;
  // ClickUp writes persons as `[Ida Brook,Tom Reed]`.
  const whole = property === 'owner' ? found?.name.replace(/^\[(.*)\]$/, '$1') : found?.name;
  const names = separator === undefined ? [whole] : (whole?.split(separator) ?? []);
  const known = names.flatMap((written): NamedItem[] => {
    const name = written?.trim();
    if (found === undefined || !name) return [];
    const value = separator === undefined ? found.value : name;
    const item = items.get(value);
    if (item !== undefined) return [item];
    if (isUnknown(name) || ownConcept(mapping.words, ['unknown'], name)) {
      const problem = 'says that it is not known yet, and is left out';
      report.changedValue(row, { name: `${property} (${found.rule})`, value: name, problem });
      return [];
    }
    const { name: person, email } = property === 'owner' ? personOf(name) : { name, email: undefined };
    // A cell may have a line break or two blanks within a name.
    return [items.add(oneLine(value), oneLine(person), email)];
  });
  report.answered(property, known.length === 0 ? undefined : found?.rule);
  return known;
}

function folderOfTask(row: ChosenActivity, context: Context): StoredItem | undefined {
  const { mapping, lists, report } = context;
  if (mapping.folder !== 'wbs') {
    const found = nameItem(row, 'folder', context);
    return found && { ...found, path: found.name };
  }
  const folder = lists.folders.get(row.activity.folderKey ?? '');
  report.answered('folder', folder && 'wbs');
  return folder;
}

function reportUnusualDates(
  { id, activity }: ChosenActivity,
  times: Times,
  { start, finish }: TaskDays,
  report: ReportBuilder,
): void {
  const add = (problem: string, like = { group: `Activities of which each says: ${problem}`, example: id }) =>
    report.changed(activity.line, `Activity ${id}: ${problem}.`, like);
  if (start === undefined && finish === undefined) add('it has no dates, and gets no bar');
  else if (finish === undefined) add('it has a start and no finish, and gets a bar of one day');
  else if (start === undefined) add('it has a finish and no start, and gets a bar of one day');
  else {
    const [from, to] = [times.start ?? start, times.finish ?? finish];
    const hasBoth = times.start !== undefined && times.finish !== undefined;
    if (times.milestone && hasBoth && to.slice(0, 10) !== from.slice(0, 10))
      add('it is a milestone whose finish is not its start, and counts on its start alone');
    const reversedHours = from.includes('T') && to.includes('T') && to < from;
    if (finish > start || (finish === start && (times.milestone || !reversedHours))) return;
    const shown = (time: string) => time.replace('T', ' ');
    add(`its finish ${shown(to)} is before its start ${shown(from)}; its bar is from the one to the other`, {
      group: 'Activities that finish before they start; the bar is from the one to the other',
      example: `${id} ${shown(from)} to ${shown(to)}`,
    });
  }
}

function withWrittenDays(
  row: ChosenActivity,
  dates: TableDates,
  context: Parameters<typeof withDuration>[2],
): ReturnType<typeof withDuration> {
  const { milestone, durationHours, durationKind } = row.activity;
  const { mapping, time, report } = context;
  if (milestone) {
    const value = resolveValue(row.activity, mapping.duration)?.value ?? `${durationHours ?? 0} h`;
    const problem = 'is left out: a milestone has none';
    if (!/^0(?!\S*[1-9])/.test(value)) report.changedValue(row, { name: 'the duration', value, problem });
    return { dates, duration: 0 };
  }
  if (durationKind !== undefined) report.answered('duration', `${durationKind} duration`);
  if (durationHours !== undefined) return { dates, duration: rounded(durationHours / time.hoursPerDay) };
  const found = withDuration(row, dates, context);
  return { ...found, duration: found.duration && rounded(found.duration) };
}
