/** Who and what works on the tasks of an MS Project file and when, and how its tasks are linked. */
import { getOrInsert } from '../../../base/get-or-insert.ts';
import type { Assignment, Link, ProgrammeCalendar, ReportProblem } from '../../programme.ts';
import { rounded } from '../local-date-time.ts';
import type { XmlRecord } from '../xml-records.ts';
import { type Outline, shownTask } from './outline.ts';
import { highestRate, joinedPeriods, type WorkPeriod, workPeriods } from './pauses.ts';
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
  readonly remaining: number | undefined;
  /** People or pieces at a time. */
  readonly units: number | undefined;
  /** Whether the people differ from day to day, so that only the hours by day say how many are needed. */
  readonly isContoured: boolean;
  /** In order; joined, unless the hours of each day matter. */
  readonly periods: readonly WorkPeriod[];
};

/** `WorkContour` of work that is spread evenly. */
const flat = '0';

export function writtenAssignment(record: XmlRecord): WrittenAssignment {
  const units = record.number('Units') ?? 0;
  const [hours, done] = ['Work', 'ActualWork'].map((name) => hoursOf(record.text(name)));
  const periods = workPeriods(record.all('TimephasedData'));
  const isContoured = periods.length > 0 && (record.text('WorkContour') ?? flat) !== flat;
  return {
    line: record.line,
    task: record.text('TaskUID') ?? '',
    resource: record.text('ResourceUID'),
    // An hour of Work stands for one unit of a material.
    hours,
    remaining:
      hoursOf(record.text('RemainingWork')) ??
      (hours === undefined || done === undefined ? undefined : Math.max(0, hours - done)),
    units: units > 0 ? units : undefined,
    isContoured,
    periods: isContoured ? periods : joinedPeriods(periods),
  };
}

/**
 * Who and what works on each task, by the task's `UID`.
 * @param calendarOf the calendar by which an assignment is worked
 */
export function mspdiAssignments(
  {
    resources,
    assignments,
    calendarOf,
  }: {
    readonly resources: readonly XmlRecord[];
    readonly assignments: readonly WrittenAssignment[];
    readonly calendarOf: (assignment: WrittenAssignment) => ProgrammeCalendar | undefined;
  },
  outline: Outline,
  report: ReportProblem,
): ReadonlyMap<string, readonly Assignment[]> {
  const byUid = new Map(resources.map((resource) => [resource.text('UID') ?? '', resource]));
  const found = new Map<string, Assignment[]>();
  for (const assignment of assignments) {
    const { line, task, resource: resourceKey, hours, remaining, units, isContoured, periods } = assignment;
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
      remaining,
      atOnce:
        type !== 'work' ? undefined : isContoured ? highestRate(periods, calendarOf(assignment)) : units,
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
  readonly calendarOf: (uid: string) => ProgrammeCalendar | undefined;
  readonly hoursOf: (uid: string) => number | undefined;
};

/** Names the summary tasks with predecessors: the planning service lists no summary, and their tasks lack these links. */
export function reportLinksOfSummaries({ summaries }: Outline, report: ReportProblem): void {
  for (const record of summaries.values()) {
    if (record.first('PredecessorLink') === undefined) continue;
    const problem = 'a summary task; its predecessors are left out: link its tasks instead';
    const like = { group: `Tasks: each is ${problem}`, example: shownTask(record) };
    report(record.line, 'changed', `${shownTask(record)} is ${problem}.`, like);
  }
}

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
    if (predecessorKey === undefined) return [];
    const leftOut = (reason: string) => {
      report(
        link.line,
        'changed',
        `${shownTask(record)}: the link from task ${predecessorKey} is left out: ${reason}.`,
      );
      return [];
    };
    if (link.flag('CrossProject')) return leftOut('it is a task of another programme');
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

function lagHours(link: XmlRecord, calendar: ProgrammeCalendar | undefined, predecessorHours = 0): number {
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
export function workingShare(calendar: ProgrammeCalendar | undefined): number {
  const { hoursPerDay, workingDays } = calendar ?? { hoursPerDay: 8, workingDays: [1, 2, 3, 4, 5] };
  return (hoursPerDay * workingDays.length) / (7 * 24);
}
