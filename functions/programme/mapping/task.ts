import { formatDay } from '#base/day.ts';
import { oneLine } from '#base/text/one-line.ts';
import { conceptOfConfiguredWord } from '#planning/contract/known-words.ts';
import type { StoredItem } from '#planning-server/versions/version.ts';
import type { LocalDateTime } from '#programme/programme.ts';
import { isNotKnownYet } from '#programme/recognise/values.ts';
import type { MappedCalendars } from './calendars.ts';
import type { ActivityToImport, MappingReportBuilder } from './import-report.ts';
import { readListedAssignments } from './listed-values.ts';
import { type FolderItem, type NamedItem, type NamedItemCollection, parsePerson } from './named-items.ts';
import { findTaskShift, resolveValue } from './resolve-value.ts';
import type { TableContext } from './table-dates.ts';
import { readTaskTimes } from './table-times.ts';
import {
  clockTimeOnDay,
  countTaskWorkingDays,
  findDaysUnlikeCalendarType,
  findTaskDaySpan,
  mergedPauses,
  pausedDays,
  type TaskDateTimes,
  type TaskDaySpan,
  workingHoursBetween,
} from './task-days.ts';
import { type RelatedTask, taskResources } from './task-resources.ts';

type NamedProperty = 'owner' | 'folder' | 'package' | 'subcontractor' | 'location';

export type TaskContext = TableContext & {
  readonly calendars: MappedCalendars;
  readonly hoursPerDay: number;
  readonly folders: ReadonlyMap<string | undefined, FolderItem>;
  readonly named: Readonly<Record<NamedProperty, NamedItemCollection>>;
  readonly related: ReadonlyMap<string, readonly RelatedTask[]>;
  readonly dataDate: LocalDateTime | undefined;
};

export function mapActivityToTask(row: ActivityToImport, context: TaskContext): StoredItem {
  const { id, name, activity } = row;
  const { mapping, report } = context;
  const calendar = context.calendars.of(activity);
  const source = calendar?.source;
  const shift = findTaskShift(activity, source, mapping, report);
  const worksOn =
    calendar && ((day: number) => calendar.worksOn(day) || activity.extraDays?.has(day) === true);
  const { duration, status, pauses, ...times } = readTaskTimes(row, {
    ...context,
    hoursPerDay: source?.hoursPerDay ?? context.hoursPerDay,
    daysPerWeek: source?.workingDays.length ?? 5,
    worksOn,
    shift,
  });
  // In the file of a planning tool, only the type makes an activity a milestone.
  const milestone = activity.milestone || (activity.durationHours === undefined && duration === 0);
  const by = { night: shift === 'night', calendar: source };
  const days = findTaskDaySpan({ ...times, milestone }, by);
  reportUnusualDates(row, { ...times, milestone }, days, report);
  const spans = mergedPauses(pauses);
  const paused = pausedDays(days, milestone ? [] : spans, by);
  const workingDays = countTaskWorkingDays(days, worksOn, paused);
  const people = itemsByRule(row, 'owner', context).map((person) => ({
    id: person.id,
    displayName: person.name,
  }));
  const hoursFrom = (start: LocalDateTime | undefined) =>
    workingHoursBetween({ start, finish: times.finish }, source, spans);
  const assignments = [...activity.assignments, ...readListedAssignments(row, context)];
  const resources = taskResources({ ...activity, assignments }, mapping.resources, hoursFrom, (value) =>
    report.unknownValue('resources', { rule: 'resource type', value }, activity.line),
  );
  const unusualDays = calendar && worksOn && findDaysUnlikeCalendarType(days, worksOn, calendar.typeDays);
  // Undefined properties are left out of the JSON. One object literal is fastest, and there are tens of thousands of
  // tasks.
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
    package: itemByRule(row, 'package', context),
    subcontractor: itemByRule(row, 'subcontractor', context),
    location: itemByRule(row, 'location', context),
    labour: resources.labour,
    plant: resources.plant,
    materials: resources.materials,
    relatedTasks: context.related.get(activity.key),
    nonWorkingDays: unusualDays?.nonWorkingDays,
    extraWorkingDays: unusualDays?.extraWorkingDays,
    daysWithoutWork: paused.size === 0 ? undefined : [...paused].map(formatDay),
    startTime: clockTimeOnDay(days.start, times.start),
    finishTime: clockTimeOnDay(days.finish, times.finish),
  };
}

function itemByRule(
  row: ActivityToImport,
  property: NamedProperty,
  context: TaskContext,
): NamedItem | undefined {
  return itemsByRule(row, property, context)[0];
}

function itemsByRule(
  row: ActivityToImport,
  property: NamedProperty,
  { mapping, named, report }: TaskContext,
): readonly NamedItem[] {
  const rule = mapping[property];
  if (typeof rule !== 'object') return [];
  const found = resolveValue(row.activity, rule);
  const items = named[property];
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
    if (isNotKnownYet(name) || conceptOfConfiguredWord(mapping.words, ['unknown'], name)) {
      const problem = 'means that it is not known yet, and is left out';
      report.changedValue(row, `${property} (${found.rule})`, name, problem);
      return [];
    }
    const { name: person, email } = property === 'owner' ? parsePerson(name) : { name, email: undefined };
    // Names in cells may have a line break or two blanks within them.
    return [items.add(oneLine(value), oneLine(person), email)];
  });
  report.countRuleAnswer(property, known.length === 0 ? undefined : found?.rule);
  return known;
}

function folderOfTask(row: ActivityToImport, context: TaskContext): StoredItem | undefined {
  const { mapping, folders, report } = context;
  if (mapping.folder !== 'wbs') {
    const found = itemByRule(row, 'folder', context);
    return found && { ...found, path: found.name };
  }
  const folder = folders.get(row.activity.folderKey);
  report.countRuleAnswer('folder', folder && 'wbs');
  return folder;
}

function reportUnusualDates(
  row: ActivityToImport,
  times: TaskDateTimes,
  { start, finish }: TaskDaySpan,
  report: MappingReportBuilder,
): void {
  const add = report.changedActivity.bind(report, row);
  if (start === undefined || finish === undefined) {
    const [has, lacks] = start === undefined ? ['finish', 'start'] : ['start', 'finish'];
    const isUndated = start === undefined && finish === undefined;
    add(
      isUndated
        ? 'it has no dates, and gets no bar'
        : `it has a ${has} and no ${lacks}, and gets a bar of one day`,
    );
    return;
  }
  const { start: from = start, finish: to = finish, milestone } = times;
  const hasBoth = times.start !== undefined && times.finish !== undefined;
  if (milestone && hasBoth && to.slice(0, 10) !== from.slice(0, 10))
    add('it is a milestone: its start counts, not its finish');
  const reversedHours = from.includes('T') && to.includes('T') && to < from;
  if (finish > start || (finish === start && (milestone || !reversedHours))) return;
  const [shownFrom, shownTo] = [from, to].map((time) => time.replace('T', ' '));
  add(
    `its finish ${shownTo} is before its start ${shownFrom}`,
    'Activities that finish before they start',
    `${row.id} ${shownFrom} to ${shownTo}`,
  );
}
