import { type Day, dayFromNumber } from '../../base/day.ts';
import type { TaskId } from '../../planning/contract/resources.ts';
import { overlaps, type Window } from '../dates/window.ts';
import { foldersOf } from '../tasks/folders.ts';
import { type Audience, belongsTo, passes, type SelectionRules } from '../tasks/select.ts';
import type { IssueReference } from './earlier-issue.ts';
import type { PlanRecord, RecordedTask } from './plan-record.ts';

export type RecordedIssue = { readonly reference: IssueReference; readonly record: PlanRecord };

/** A week of an issue's record: the tasks of the report with a day in it or due in it, however far they were. */
export type RecordedWeek = RecordedIssue & {
  readonly week: Window;
  readonly byId: ReadonlyMap<TaskId, RecordedTask>;
  readonly tasks: readonly { readonly task: RecordedTask; readonly days: readonly Day[] }[];
  readonly theirs: (audience: Audience) => (task: RecordedTask) => boolean;
};

/** @returns undefined if the record does not cover the week */
export function readWeek(
  { reference, record }: RecordedIssue,
  week: Window,
  rules: SelectionRules,
): RecordedWeek | undefined {
  const { range, cuts } = record;
  if (range.start > week.first || range.finish < week.last) return undefined;
  const folders = foldersOf(cuts);
  const isShown = cuts.map(passes(rules.filters, folders));
  const shifts = new Set(rules.shifts);
  const daysOf = ({ days }: RecordedTask) => {
    const found: Day[] = [];
    for (let day = week.first; day <= week.last; day = dayFromNumber(day + 1)) {
      if (days[day - range.start] === '1') found.push(day);
    }
    return found;
  };
  return {
    reference,
    record,
    week,
    byId: new Map(record.tasks.map((task) => [task.id, task])),
    tasks: record.tasks
      .filter(({ dates, shift, cut }) => {
        const isInWeek = dates !== undefined && overlaps(week, dates.start, dates.finish);
        return isInWeek && shifts.has(shift) && isShown[cut] === true;
      })
      .map((task) => ({ task, days: daysOf(task) })),
    theirs: (audience) => {
      const isTheirs = cuts.map(belongsTo(audience, folders));
      return ({ cut }) => isTheirs[cut] === true;
    },
  };
}
