/** One task in the shape of the contract, from one activity. */
import type { StoredItem } from '../../planning-server/stores/store.ts';
import type { Activity, LocalDateTime } from '../programme.ts';
import { dateOf } from '../readers/local-date-time.ts';
import type { MappedCalendar } from './calendars.ts';
import { listedItems } from './columns/listed-values.ts';
import { noDate, writtenDate } from './columns/written-date.ts';
import { writtenDuration } from './columns/written-duration.ts';
import type { FolderItem } from './folders.ts';
import type { ReportBuilder } from './import-report.ts';
import type { Mapping, ValueRule } from './mapping.ts';
import type { NamedItem, NamedItems } from './named-items.ts';
import type { RelatedTask } from './related-tasks.ts';
import { resolveValue } from './resolve-value.ts';
import { shiftOfActivity } from './shift-of-activity.ts';
import { ownDays, pausedDays, type TaskDays, taskDays, taskHours, workIn } from './task-days.ts';
import { rounded, taskResources } from './task-resources.ts';

/** What tasks refer to; the named items are collected while tasks are made. */
export type Lists = {
  readonly calendars: ReadonlyMap<string, MappedCalendar>;
  /** Of tasks without a calendar. */
  readonly hoursPerDay: number;
  readonly folders: ReadonlyMap<string, FolderItem>;
  readonly namedFolders: NamedItems;
  readonly subcontractors: NamedItems;
  readonly locations: NamedItems;
  readonly packages: NamedItems;
  readonly users: NamedItems;
  readonly related: ReadonlyMap<string, readonly RelatedTask[]>;
};

type Context = { readonly mapping: Mapping; readonly lists: Lists; readonly report: ReportBuilder };

export function taskOf(
  {
    id,
    name,
    activity,
  }: { readonly id: string; readonly name: string | undefined; readonly activity: Activity },
  context: Context,
): StoredItem {
  const { mapping, lists, report } = context;
  const calendar = lists.calendars.get(activity.calendarKey ?? '');
  const { shift } = answerShift(activity, calendar, context);
  const times = timesOf(id, activity, context);
  const days = taskDays({ ...activity, ...times }, { night: shift === 'night', calendar: calendar?.source });
  const unusual = unusualDates(days, { ...times, milestone: activity.milestone });
  if (unusual !== undefined) report.problem(activity.line, 'changed', `Activity ${id}: ${unusual}`);
  const hours = taskHours(times, days);
  const paused = pausedDays(days, activity.pauses ?? [], calendar);
  const work = workIn(days, calendar?.worksOn, paused);
  const named = (property: string, rule: ValueRule | undefined, items: NamedItems) =>
    nameItem(activity, { property, rule, items }, report);
  const owner = named('owner', mapping.owner, lists.users);
  const related = lists.related.get(activity.key) ?? [];
  const resources = taskResources(activity, { kinds: mapping.resources, workingHours: work.hours }, (value) =>
    report.unknownValue({ property: 'resources', rule: 'resource type', value, line: activity.line }),
  );
  const listed = (rules: Mapping['labour'], needsQuantity = false) =>
    listedItems(activity, rules, {
      needsQuantity,
      unclear: (problem) => report.problem(activity.line, 'changed', `Activity ${id}: ${problem}`),
    });
  const own = calendar && ownDays(days, calendar.worksOn, calendar.typeWorks);
  // Undefined properties are left out of the JSON. One literal, because there are tens of thousands of tasks.
  return {
    id,
    externalId: activity.code === id ? undefined : activity.code,
    name: name ?? id,
    notes: activity.notes ?? resolveValue(activity, mapping.notes)?.value,
    start: days.start,
    finish: days.finish,
    duration: durationOf(activity, { ...context, workingDays: work.days, calendar }),
    keyTask: false,
    shift,
    status: activity.status ?? resolveValue(activity, mapping.status)?.value,
    owner: owner && { id: owner.id, displayName: owner.name },
    calendar: calendar?.item,
    folder: folderOf(activity, context),
    package: named('package', mapping.package, lists.packages),
    subcontractor: named('subcontractor', mapping.subcontractor, lists.subcontractors),
    location: named('location', mapping.location, lists.locations),
    labour: resources.labour ?? listed(mapping.labour),
    plant: resources.plant ?? listed(mapping.plant),
    materials: resources.materials ?? listed(mapping.materials, true),
    relatedTasks: related.length === 0 ? undefined : related,
    nonWorkingDays: own?.nonWorkingDays,
    extraWorkingDays: own?.extraWorkingDays,
    daysWithoutWork: paused.size === 0 ? undefined : [...paused].map(dateOf),
    startTime: hours.startTime,
    finishTime: hours.finishTime,
  };
}

function answerShift(activity: Activity, calendar: MappedCalendar | undefined, { mapping, report }: Context) {
  const answer = shiftOfActivity(activity, calendar?.source, mapping.shift);
  report.answered('shift', answer.rule);
  for (const { rule, value } of answer.unknown) {
    report.unknownValue({ property: 'shift', rule, value, line: activity.line });
  }
  return answer;
}

function nameItem(
  activity: Activity,
  { property, rule, items }: { property: string; rule: ValueRule | undefined; items: NamedItems },
  report: ReportBuilder,
): NamedItem | undefined {
  if (rule === undefined) return undefined;
  const found = resolveValue(activity, rule);
  report.answered(property, found?.rule);
  return found && items.add(found.value, found.name);
}

function folderOf(activity: Activity, { mapping, lists, report }: Context): StoredItem | undefined {
  if (mapping.folder === 'none') return undefined;
  if (mapping.folder !== 'wbs') {
    const found = nameItem(
      activity,
      { property: 'folder', rule: mapping.folder, items: lists.namedFolders },
      report,
    );
    return found && { ...found, path: found.name };
  }
  const folder = lists.folders.get(activity.folderKey ?? '');
  report.answered('folder', folder && 'wbs');
  return folder;
}

/** The activity's own times, or those of the table's columns. */
function timesOf(
  id: string,
  activity: Activity,
  { mapping: { dates }, report }: Context,
): { readonly start: LocalDateTime | undefined; readonly finish: LocalDateTime | undefined } {
  if (dates === 'current') return { start: activity.start, finish: activity.finish };
  const read = (column: string) => {
    const written = activity.fields.get(column);
    if (written === undefined || written === noDate) return undefined;
    const date = writtenDate(written, dates.format);
    if (date === undefined) {
      const format = dates.format ?? 'YYYY-MM-DD; name another one under dates: format';
      report.problem(
        activity.line,
        'changed',
        `Activity ${id}: ${column} ${JSON.stringify(written)} is not a date as ${format}.`,
      );
    }
    return date;
  };
  return { start: read(dates.start), finish: read(dates.finish) };
}

/** What the report says of dates that are no start and finish. */
function unusualDates(
  { start, finish }: TaskDays,
  { milestone, ...times }: Pick<Activity, 'start' | 'finish' | 'milestone'>,
): string | undefined {
  if (start === undefined && finish === undefined) return 'it has no dates, and gets no bar.';
  if (finish === undefined) return 'it has a start and no finish, and gets a bar of one day.';
  if (start === undefined) return 'it has a finish and no start, and gets a bar of one day.';
  const [from, to] = [times.start ?? start, times.finish ?? finish];
  const reversedHours = from.includes('T') && to.includes('T') && to < from;
  if (finish > start || (finish === start && (milestone || !reversedHours))) return undefined;
  const shown = (time: string) => time.replace('T', ' ');
  return `its finish ${shown(to)} is before its start ${shown(from)}; its bar is from the one to the other.`;
}

/**
 * Working days: as the file says, else those of the calendar from start to finish.
 * @returns undefined where neither says; 0 would be a milestone
 */
function durationOf(
  activity: Activity,
  {
    workingDays,
    calendar,
    mapping,
    lists,
    report,
  }: Context & {
    readonly workingDays: number;
    readonly calendar: MappedCalendar | undefined;
  },
): number | undefined {
  const { milestone, durationHours, durationKind } = activity;
  const hoursPerDay = calendar?.source.hoursPerDay ?? lists.hoursPerDay;
  if (milestone) return 0;
  if (durationKind !== undefined) report.answered('duration', `${durationKind} duration`);
  if (durationHours !== undefined) return rounded(durationHours / hoursPerDay);
  const written = resolveValue(activity, mapping.duration)?.value;
  const daysPerWeek = calendar?.source.workingDays.length ?? 5;
  const days = written === undefined ? undefined : writtenDuration(written, { hoursPerDay, daysPerWeek });
  if (days !== undefined) return rounded(days);
  return workingDays === 0 ? undefined : workingDays;
}
