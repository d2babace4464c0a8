import type {
  ActivityDuration,
  ActivityLink,
  Assignment,
  ProblemList,
  ProgrammeCalendar,
} from '#programme/programme.ts';
import { roundedToHundredths } from '#programme/readers/local-date-time.ts';
import { workingMinutes } from '#programme/readers/working-time.ts';
import { type SummaryTasksByUid, taskUidAndNameText } from './outline.ts';
import {
  type AssignmentRecord,
  durationKind,
  type ResourceRecord,
  type TaskRecord,
  type WorkPeriod,
} from './record-shapes.ts';
import { workingTimeShare } from './task-times.ts';

const resourceTypes = ['material', 'work', 'cost'] as const;

/** Converts work that is written in days, and was read as 24 hours a day, to working hours. */
export function convertWorkToHours(written: AssignmentRecord, hoursPerDay: number): AssignmentRecord {
  if (!written.isInDays) return written;
  const inHours = (hours: number | undefined) => hours && (hours / 24) * hoursPerDay;
  return {
    ...written,
    hours: inHours(written.hours),
    remaining: inHours(written.remaining),
    periods: written.periods.map((period) => ({ ...period, hours: inHours(period.hours) ?? 0 })),
  };
}

type TaskAssignment = AssignmentRecord & {
  readonly record: ResourceRecord | undefined;
  readonly calendar: ProgrammeCalendar | undefined;
};

/** @param keyOf makes the key of a resource from its `UID` */
export function assignmentsOf(
  assignments: readonly TaskAssignment[],
  calendar: ProgrammeCalendar | undefined,
  keyOf: (uid: string) => string,
): readonly Assignment[] {
  return assignments.flatMap((assignment): Assignment[] => {
    const { record, resource, hours, remaining, units, isContoured, periods } = assignment;
    if (record === undefined) return [];
    const type = resourceTypeOf(record);
    const most = () => (isContoured ? highestRate(periods, assignment.calendar ?? calendar) : units);
    return [
      {
        resourceKey: keyOf(resource),
        name: record.Name ?? `Resource ${resource}`,
        resourceType: type,
        quantity: type === 'cost' ? undefined : hours,
        remaining,
        countAtOnce: type === 'work' ? most() : undefined,
        unit: record.MaterialLabel,
      },
    ];
  });
}

function highestRate(periods: readonly WorkPeriod[], calendar: ProgrammeCalendar | undefined) {
  const remaining = periods.filter(({ isDone }) => !isDone);
  const rates = (remaining.length > 0 ? remaining : periods).map(({ hours, from, to }) => {
    const minutes = calendar === undefined ? to - from : workingMinutes({ from, to }, calendar);
    return minutes === 0 ? 0 : (hours * 60) / minutes;
  });
  return rates.reduce((most, rate) => Math.max(most, rate), 0) || undefined;
}

/**
 * Reports assignments and predecessors of summary tasks. They are left out, because the planning service does not list
 * summary tasks.
 */
export function reportSummaryTaskProblems(
  summaries: SummaryTasksByUid,
  assignments: readonly AssignmentRecord[],
  resources: ReadonlyMap<string | undefined, ResourceRecord>,
  report: ProblemList,
): void {
  for (const { line, task, resource } of assignments) {
    const summary = summaries.get(task);
    const known = resources.get(resource);
    if (summary === undefined || known === undefined) continue;
    const example = `${taskUidAndNameText(summary)}, ${known.Name ?? `resource ${resource}`}`;
    report.changed(line, 'Assignments to summary tasks are left out', example);
  }
  for (const record of summaries.values()) {
    if (record.PredecessorLink.length === 0) continue;
    report.changed(
      record.line,
      'Predecessors of summary tasks are left out; link their tasks instead',
      taskUidAndNameText(record),
    );
  }
}

export function resourceTypeOf(resource: ResourceRecord | undefined): (typeof resourceTypes)[number] {
  if (resource?.IsCostResource) return 'cost';
  return resourceTypes[resource?.Type ?? 1] ?? 'work';
}

const linkTypes: readonly ActivityLink['type'][] = [
  'finish-finish',
  'finish-start',
  'start-finish',
  'start-start',
];
const tenthsOfMinutesPerHour = 600;

type PredecessorTask = ActivityDuration & {
  readonly key: string;
  readonly calendar: ProgrammeCalendar | undefined;
};

/**
 * The predecessors of a task. Links from tasks of other programmes, summary tasks, tasks that are not imported and the
 * task itself are left out and reported.
 * @param tasks by `UID`
 */
export function predecessorLinksOf(
  record: TaskRecord,
  tasks: ReadonlyMap<string, PredecessorTask>,
  summaries: SummaryTasksByUid,
  report: ProblemList,
): readonly ActivityLink[] {
  return record.PredecessorLink.flatMap((link): ActivityLink[] => {
    const { line, PredecessorUID: uid, Type: number = 1 } = link;
    if (uid === undefined) return [];
    const predecessor = tasks.get(uid);
    const reason = link.CrossProject
      ? 'a task of another programme'
      : uid === record.UID
        ? 'the task itself'
        : summaries.has(uid)
          ? 'a summary task'
          : predecessor === undefined && 'a task that is not imported';
    if (reason || predecessor === undefined) {
      report.changed(
        line,
        `Links from ${reason} are left out`,
        `task ${uid} to ${taskUidAndNameText(record)}`,
      );
      return [];
    }
    const type = linkTypes[number];
    if (type === undefined) {
      report.changed(
        line,
        'Unknown link types are read as finish to start',
        `type ${number} of ${taskUidAndNameText(record)}`,
      );
    }
    return [
      {
        predecessorKey: predecessor.key,
        type: type ?? 'finish-start',
        lagHours: lagHours(link, predecessor),
      },
    ];
  });
}

function lagHours(
  { LinkLag: lag = 0, LagFormat: format }: TaskRecord['PredecessorLink'][number],
  { calendar, durationHours = 0 }: PredecessorTask,
): number {
  switch (durationKind(format)) {
    case 'working':
      return roundedToHundredths(lag / tenthsOfMinutesPerHour);
    case 'elapsed':
      return roundedToHundredths(workingTimeShare(calendar) * (lag / tenthsOfMinutesPerHour));
    case 'percent':
      return roundedToHundredths((lag / 100) * durationHours);
  }
}
