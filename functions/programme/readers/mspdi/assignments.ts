import type { Assignment, Link, ReportProblem } from '../../programme.ts';
import type { XmlRecord } from '../xml-records.ts';
import type { HourCalendar } from './calendars.ts';
import { type Outline, shownTask } from './outline.ts';
import { type WorkRun, workRuns } from './pauses.ts';
import { durationKind, hoursOf, rounded } from './shape.ts';

const resourceTypes = ['material', 'work', 'cost'] as const;
/** The `ResourceUID` of work that nobody is assigned to. */
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
    const assignment: Assignment = {
      resourceKey,
      name: resource?.text('Name') ?? `Resource ${resourceKey}`,
      resourceType: type,
      quantity: type === 'cost' ? undefined : hours,
      unit: resource?.text('MaterialLabel'),
    };
    const its = found.get(task);
    if (its) its.push(assignment);
    else found.set(task, [assignment]);
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
    // Both are percent of the predecessor's duration, and its working hours stand for the same time as its elapsed ones.
    case 'percent':
    case 'elapsed percent':
      return rounded((lag / 100) * predecessorHours);
  }
}

/** How much of all time a calendar works: 40 of 168 hours for five days of eight. */
export function workingShare(calendar: HourCalendar | undefined): number {
  const { hoursPerDay, workingDays } = calendar ?? { hoursPerDay: 8, workingDays: [1, 2, 3, 4, 5] };
  return (hoursPerDay * workingDays.length) / (7 * 24);
}
