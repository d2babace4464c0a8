import type { ActivityDuration, Assignment, Link, ProblemList, ProgrammeCalendar } from '../../programme.ts';
import { rounded } from '../local-date-time.ts';
import type { XmlRecord } from '../xml-records.ts';
import { type Summaries, shownTask } from './outline.ts';
import { type AssignedWork, highestRate, joinedPeriods, type Work, workPeriods } from './pauses.ts';
import { durationKind, hoursOf, isInDays } from './shape.ts';

const resourceTypes = ['material', 'work', 'cost'] as const;
/** The `ResourceUID` of work without a resource. */
export const nobody = '-65535';

export type WrittenAssignment = Work & {
  readonly line: number;
  readonly task: string;
  readonly resource: string;
  readonly remaining: number | undefined;
  /** Whether its work is in days, which are counted as 24 hours each until the calendar of its task is known. */
  readonly isInDays: boolean;
  /** Whether the people vary by day, so that only the hours by day say how many are needed. */
  readonly isContoured: boolean;
};

const flat = '0';

export function writtenAssignment(record: XmlRecord): WrittenAssignment {
  const units = record.number('Units') ?? 0;
  const resource = record.text('ResourceUID') ?? nobody;
  const [hours, done] = ['Work', 'ActualWork'].map((name) => hoursOf(record.text(name)));
  const periods = workPeriods(record.all('TimephasedData'));
  const isContoured = periods.length > 0 && (record.text('WorkContour') ?? flat) !== flat;
  return {
    line: record.line,
    task: record.text('TaskUID') ?? '',
    resource,
    hours,
    remaining:
      hoursOf(record.text('RemainingWork')) ??
      (hours === undefined || done === undefined ? undefined : Math.max(0, hours - done)),
    units: units > 0 ? units : undefined,
    isInDays: isInDays(record.text('Work')),
    isContoured,
    periods: isContoured ? periods : joinedPeriods(periods),
  };
}

/** Work that is written in days, in hours. */
export function workInHours(written: WrittenAssignment, hoursPerDay: number): WrittenAssignment {
  if (!written.isInDays) return written;
  const inHours = (hours: number | undefined) => hours && (hours / 24) * hoursPerDay;
  return {
    ...written,
    hours: inHours(written.hours),
    remaining: inHours(written.remaining),
    periods: written.periods.map((period) => ({ ...period, hours: inHours(period.hours) ?? 0 })),
  };
}

type TaskAssignment = WrittenAssignment &
  AssignedWork & {
    readonly record: XmlRecord | undefined;
  };

export function assignmentsOf(
  assignments: readonly TaskAssignment[],
  calendar: ProgrammeCalendar | undefined,
): readonly Assignment[] {
  return assignments.flatMap((assignment): Assignment[] => {
    const { record, resource, hours, remaining, units, isContoured, periods } = assignment;
    if (record === undefined) return [];
    const type = typeOf(record);
    const most = () => (isContoured ? highestRate(periods, assignment.calendar ?? calendar) : units);
    return [
      {
        resourceKey: resource,
        name: record.text('Name') ?? `Resource ${resource}`,
        resourceType: type,
        quantity: type === 'cost' ? undefined : hours,
        remaining,
        atOnce: type === 'work' ? most() : undefined,
        unit: record.text('MaterialLabel'),
      },
    ];
  });
}

/** Reports work and predecessors of summary tasks, which the planning service does not list. */
export function reportSummaries(
  summaries: Summaries,
  assignments: readonly WrittenAssignment[],
  resources: ReadonlyMap<string, XmlRecord>,
  report: ProblemList,
): void {
  for (const { line, task, resource } of assignments) {
    const summary = summaries.get(task);
    const known = resources.get(resource);
    if (summary === undefined || known === undefined) continue;
    const who = known.text('Name') ?? `resource ${resource}`;
    report.changed(line, `${shownTask(summary)} is a summary task; its work by ${who} is left out.`);
  }
  for (const record of summaries.values()) {
    if (record.first('PredecessorLink') === undefined) continue;
    const problem = 'is a summary task; its predecessors are left out: link its tasks instead';
    const like = { group: `Tasks: each ${problem}`, example: shownTask(record) };
    report.changed(record.line, `${shownTask(record)} ${problem}.`, like);
  }
}

export function typeOf(resource: XmlRecord | undefined): (typeof resourceTypes)[number] {
  if (resource?.flag('IsCostResource')) return 'cost';
  return resourceTypes[resource?.number('Type') ?? 1] ?? 'work';
}

const linkTypes: readonly Link['type'][] = ['finish-finish', 'finish-start', 'start-finish', 'start-start'];
const tenthsOfMinutesPerHour = 600;

type PredecessorTask = ActivityDuration & { readonly calendar: ProgrammeCalendar | undefined };

/** Links to tasks of other programmes, and to summary tasks, are left out and reported. */
export function linksOf(
  record: XmlRecord,
  tasks: ReadonlyMap<string, PredecessorTask>,
  summaries: Summaries,
  report: ProblemList,
): readonly Link[] {
  return record.all('PredecessorLink').flatMap((link): Link[] => {
    const predecessorKey = link.text('PredecessorUID');
    if (predecessorKey === undefined) return [];
    const leftOut = (reason: string) => {
      const text = `${shownTask(record)}: the link from task ${predecessorKey} is left out: ${reason}.`;
      const example = `of ${shownTask(record)} from task ${predecessorKey}`;
      report.changed(link.line, text, { group: `Links that are left out: ${reason}`, example });
      return [];
    };
    if (link.flag('CrossProject')) return leftOut('it is a task of another programme');
    if (predecessorKey === record.text('UID')) return leftOut('it is the task itself');
    if (summaries.has(predecessorKey)) return leftOut('that is a summary task');
    const predecessor = tasks.get(predecessorKey);
    if (predecessor === undefined) return leftOut('no such task is imported');
    const number = link.number('Type') ?? 1;
    const type = linkTypes[number];
    if (type === undefined) {
      report.changed(
        link.line,
        `${shownTask(record)}: the link type ${number} is not known; it is read as finish to start.`,
      );
    }
    return [{ predecessorKey, type: type ?? 'finish-start', lagHours: lagHours(link, predecessor) }];
  });
}

function lagHours(link: XmlRecord, { calendar, durationHours = 0 }: PredecessorTask): number {
  const lag = link.number('LinkLag') ?? 0;
  switch (durationKind(link.number('LagFormat'))) {
    case 'working':
      return rounded(lag / tenthsOfMinutesPerHour);
    case 'elapsed':
      return rounded(workingShare(calendar) * (lag / tenthsOfMinutesPerHour));
    case 'percent':
      return rounded((lag / 100) * durationHours);
  }
}

/** The share of all time that is working time: 40 of 168 hours for five days of eight. */
export function workingShare(calendar: ProgrammeCalendar | undefined): number {
  const { hoursPerDay, workingDays } = calendar ?? { hoursPerDay: 8, workingDays: [1, 2, 3, 4, 5] };
  return (hoursPerDay * workingDays.length) / (7 * 24);
}
