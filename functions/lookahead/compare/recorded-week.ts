import type { Day, StartAndFinish } from '#base/day.ts';
import { coversWeek, overlaps, type Window } from '#lookahead/dates/window.ts';
import { type Folders, foldersOf } from '#lookahead/tasks/folders.ts';
import { type NamedReference, namedPersonOf, namedReferenceOf } from '#lookahead/tasks/read-task.ts';
import {
  type Audience,
  createAudiencePredicate,
  createFilterPredicate,
  type SelectionRules,
} from '#lookahead/tasks/select-tasks.ts';
import type { IssueReference } from './earlier-issue.ts';
import type { PlanRecord, RecordedTask } from './plan-record.ts';

export type RecordedIssue = { readonly reference: IssueReference; readonly record: PlanRecord };

export type WeekTask = {
  readonly task: RecordedTask;
  readonly dates: StartAndFinish;
  /** Planned days in the week; empty if the task is only due in it. */
  readonly days: readonly Day[];
  readonly subcontractor: NamedReference | undefined;
  readonly owner: NamedReference | undefined;
};

/** One week of an issue's record. */
export type RecordedWeek = {
  readonly reference: IssueReference;
  readonly week: Window;
  readonly byId: ReadonlyMap<string, RecordedTask>;
  readonly folders: Folders;
  /** Tasks of the report and the audience whose dates touch the week, sorted by reference. */
  readonly ownTasks: (audience: Audience) => readonly WeekTask[];
};

/** @returns undefined if the record does not cover the week */
export function selectRecordedWeek(
  { reference, record }: RecordedIssue,
  week: Window,
  rules: SelectionRules,
): RecordedWeek | undefined {
  if (!coversWeek(record.range, week)) return undefined;
  const folders = foldersOf(record.tasks.map(({ selectedBy }) => selectedBy));
  const isShown = createFilterPredicate(rules.filters, folders);
  const tasks = record.tasks.flatMap((task): WeekTask[] => {
    const { dates, shift, selectedBy } = task;
    if (dates === undefined || !overlaps(week, dates)) return [];
    if (!rules.shifts.includes(shift) || !isShown(selectedBy)) return [];
    const days = task.days.filter((day) => day >= week.first && day <= week.last);
    return [
      {
        task,
        dates,
        days,
        subcontractor: namedReferenceOf(selectedBy.subcontractor),
        owner: namedPersonOf(selectedBy.owner),
      },
    ];
  });
  return {
    reference,
    week,
    folders,
    byId: new Map<string, RecordedTask>(record.tasks.map((task) => [task.id, task])),
    ownTasks: (audience) => {
      const isTheirs = createAudiencePredicate(audience, folders);
      return tasks.filter(({ task }) => isTheirs(task.selectedBy));
    },
  };
}
