/** Who and what works on the tasks of an MS Project file and when, and how its tasks are linked. */
import { getOrInsert } from '../../../base/get-or-insert.ts';
import type { Assignment, Link, Pause, ReportProblem } from '../../programme.ts';
import { dayNumber, localDateTime, rounded } from '../local-date-time.ts';
import type { XmlRecord } from '../xml-records.ts';
import { atMinute, type HourCalendar, workWithin } from './calendars.ts';
import { type Outline, shownTask } from './outline.ts';
import { durationKind, hoursOf } from './shape.ts';

const resourceTypes = ['material', 'work', 'cost'] as const;
/** The `ResourceUID` of work without a resource. */
const nobody = '-65535';

/** An assignment with only the values that are used: a file has several for each task. */
export type WrittenAssignment = {
  readonly line: number;
  readonly task: string;
  readonly resource: string | undefined;
  readonly hours: number | undefined;
  readonly runs: readonly WorkRun[];
};

export function writtenAssignment(record: XmlRecord): WrittenAssignment {
  return {
    line: record.line,
    task: record.text('TaskUID') ?? '',
    resource: record.text('ResourceUID'),
    // An hour of Work stands for one unit of a material.
    hours: hoursOf(record.text('Work')),
    runs: workRuns(record.all('TimephasedData')),
  };
}

/** Who and what works on each task, by the task's `UID`. */
export function mspdiAssignments(
  {
    resources,
    assignments,
  }: { readonly resources: readonly XmlRecord[]; readonly assignments: readonly WrittenAssignment[] },
  outline: Outline,
  report: ReportProblem,
): ReadonlyMap<string, readonly Assignment[]> {
  const byUid = new Map(resources.map((resource) => [resource.text('UID') ?? '', resource]));
  const found = new Map<string, Assignment[]>();
  for (const { line, task, resource: resourceKey, hours } of assignments) {
    if (resourceKey === undefined || resourceKey === nobody) continue;
    const summary = outline.summaries.get(task);
    const resource = byUid.get(resourceKey);
    if (summary !== undefined) {
      const who = resource?.text('Name') ?? `resource ${resourceKey}`;
      report(line, 'changed', `${shownTask(summary)} is a summary task; its work by ${who} is left out.`);
    }
    if (!outline.tasks.has(task)) continue;
    const type = typeOf(resource);
    getOrInsert(found, task, () => []).push({
      resourceKey,
      name: resource?.text('Name') ?? `Resource ${resourceKey}`,
      resourceType: type,
      quantity: type === 'cost' ? undefined : hours,
      unit: resource?.text('MaterialLabel'),
    });
  }
  return found;
}

function typeOf(resource: XmlRecord | undefined): (typeof resourceTypes)[number] {
  if (resource?.flag('IsCostResource')) return 'cost';
  return resourceTypes[resource?.number('Type') ?? 1] ?? 'work';
}

const linkTypes: readonly Link['type'][] = ['finish-finish', 'finish-start', 'start-finish', 'start-start'];
const tenthsOfMinutesPerHour = 600;

export type LinkedTask = {
  readonly record: XmlRecord;
  /** The calendar and the working hours of a predecessor, by which its lag counts. */
  readonly calendarOf: (uid: string) => HourCalendar | undefined;
  readonly hoursOf: (uid: string) => number | undefined;
};

/**
 * The predecessors of a task. Links to tasks of other programmes are left out; so are links to summary tasks, which
 * the planning service does not list.
 */
export function linksOf(
  { record, calendarOf, hoursOf }: LinkedTask,
  outline: Outline,
  report: ReportProblem,
): readonly Link[] {
  return record.all('PredecessorLink').flatMap((link): Link[] => {
    const predecessorKey = link.text('PredecessorUID');
    if (predecessorKey === undefined || link.flag('CrossProject')) return [];
    const leftOut = (reason: string) => {
      report(
        link.line,
        'changed',
        `${shownTask(record)}: the link from task ${predecessorKey} is left out: ${reason}.`,
      );
      return [];
    };
    if (predecessorKey === record.text('UID')) return leftOut('it is the task itself');
    if (outline.summaries.has(predecessorKey)) return leftOut('that is a summary task');
    if (!outline.tasks.has(predecessorKey)) return leftOut('no such task is imported');
    const number = link.number('Type') ?? 1;
    const type = linkTypes[number];
    if (type === undefined) {
      report(
        link.line,
        'changed',
        `${shownTask(record)}: the link type ${number} is not known; it is read as finish to start.`,
      );
    }
    return [
      {
        predecessorKey,
        type: type ?? 'finish-start',
        lagHours: lagHours(link, calendarOf(predecessorKey), hoursOf(predecessorKey)),
      },
    ];
  });
}

function lagHours(link: XmlRecord, calendar: HourCalendar | undefined, predecessorHours = 0): number {
  const lag = link.number('LinkLag') ?? 0;
  switch (durationKind(link.number('LagFormat'))) {
    case 'working':
      return rounded(lag / tenthsOfMinutesPerHour);
    case 'elapsed':
      return rounded(workingShare(calendar) * (lag / tenthsOfMinutesPerHour));
    // Both are percent of the predecessor's duration; its working hours and its elapsed hours span the same time.
    case 'percent':
    case 'elapsed percent':
      return rounded((lag / 100) * predecessorHours);
  }
}

/** The share of all time that is working time: 40 of 168 hours for five days of eight. */
export function workingShare(calendar: HourCalendar | undefined): number {
  const { hoursPerDay, workingDays } = calendar ?? { hoursPerDay: 8, workingDays: [1, 2, 3, 4, 5] };
  return (hoursPerDay * workingDays.length) / (7 * 24);
}

/** Minutes since 1970, local; several periods without a gap between them are one run. */
type WorkRun = { readonly from: number; to: number; hours: number };

/** `Type` of `TimephasedData`; the others are overtime, costs and baselines. */
const remainingWork = '1';
const actualWork = '2';

/** Whether a `TimephasedData` says that there is work; a period without any has no hours. */
export function isWork(period: XmlRecord): boolean {
  const type = period.text('Type');
  return (type === remainingWork || type === actualWork) && (hoursOf(period.text('Value')) ?? 0) > 0;
}

/** @param periods those of `isWork` */
function workRuns(periods: readonly XmlRecord[]): readonly WorkRun[] {
  const found = periods
    .map((period) => ({
      from: minuteOf(period.text('Start')),
      to: minuteOf(period.text('Finish')),
      hours: hoursOf(period.text('Value')) ?? 0,
    }))
    .filter(({ from, to }) => from < to)
    .sort((left, right) => left.from - right.from);
  return merged(found);
}

function merged(sorted: readonly WorkRun[]): WorkRun[] {
  const runs: WorkRun[] = [];
  for (const run of sorted) {
    const last = runs.at(-1);
    if (last === undefined || run.from > last.to) runs.push({ ...run });
    else {
      last.to = Math.max(last.to, run.to);
      last.hours += run.hours;
    }
  }
  return runs;
}

export type AssignedWork = {
  /** The hours of the whole assignment. */
  readonly hours: number | undefined;
  readonly runs: readonly WorkRun[];
  /** The calendar of its resource; undefined where that of the task counts. */
  readonly calendar: HourCalendar | undefined;
};

/**
 * The times within a task at which its calendar works and none of its assignments does; without hours by day, those
 * between its stop and its resumption.
 * @returns undefined where the periods of an assignment do not add up to its hours, so that work may be missing
 */
export function pausesOf(
  task: {
    readonly start: string | undefined;
    readonly finish: string | undefined;
    /** Where the work done ends, and what remains begins. */
    readonly stop: string | undefined;
    readonly resume: string | undefined;
  },
  calendar: HourCalendar | undefined,
  assignments: readonly AssignedWork[],
): readonly Pause[] | undefined {
  const worked = assignments.flatMap(({ runs, calendar: own = calendar }) =>
    runs.map((run) => ({ ...run, ...(own && workWithin(run, own)) })),
  );
  if (worked.length > 0 && assignments.some(isIncomplete)) return undefined;
  const pauses: Pause[] = [];
  const add = (from: number, to: number) => {
    const open = to - from >= minutesPerDay && (calendar === undefined || workWithin({ from, to }, calendar));
    if (open) pauses.push({ from: atMinute(from), to: atMinute(to) });
  };
  if (worked.length === 0) {
    add(minuteOf(task.stop), minuteOf(task.resume));
    return pauses;
  }
  let until = Math.floor(minuteOf(task.start) / minutesPerDay) * minutesPerDay;
  for (const { from, to } of merged(worked.sort((left, right) => left.from - right.from))) {
    add(until, from);
    until = Number.isNaN(until) ? to : Math.max(until, to);
  }
  // The first day and the last are part of a pause from their beginning and to their end.
  add(until, Math.ceil(minuteOf(task.finish) / minutesPerDay) * minutesPerDay);
  return pauses;
}

/** MS Project rounds the hours of a period. */
const tolerance = 0.99;

function isIncomplete({ hours = 0, runs }: AssignedWork): boolean {
  return runs.reduce((sum, run) => sum + run.hours, 0) < hours * tolerance;
}

const minutesPerDay = 24 * 60;

/** NaN for none. */
function minuteOf(text: string | undefined): number {
  const [date = '', time = '00:00'] = localDateTime(text ?? '')?.split('T') ?? [];
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return dayNumber(date) * minutesPerDay + hour * 60 + minute;
}
