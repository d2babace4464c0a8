/**
 * For the command `answers`: the answers to the last two weeks of each report that asks, and where the plan disagrees.
 */
import type { ObjectStore } from '#archive/object-store.ts';
import { lastReportedDay } from '#lookahead/dates/report-dates.ts';
import { reportPrefix } from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import { readRestoreGaps } from '#runs/store/restored-archive.ts';
import { reportDatesOf } from '#runs/store/stored-object.ts';
import {
  type AnswersToIssue,
  type AskedTask,
  type ClosingOfIssue,
  readAnswersToIssue,
  readClosing,
} from './answers-to-issue.ts';

export type TaskOfAnsweredWeek = AskedTask & {
  /** Whether the task was answered as done but is not complete in the plan, or the other way round. */
  readonly disagrees: boolean;
};
export type AnsweredWeek = Omit<AnswersToIssue, 'tasks'> & { readonly tasks: readonly TaskOfAnsweredWeek[] };

/** The week that people promise, and the week before, for which they confirm what was done. */
const weeksShown = 2;

/** @returns the latest weeks first @throws RunStoreError, ArchiveError */
export async function readAnsweredWeeks(store: ObjectStore): Promise<readonly AnsweredWeek[]> {
  const closings = await objects.answersClosing.list(store, {});
  const byReport = Map.groupBy(closings, ({ project, report }) => `${project} ${report}`);
  const weeks: AnsweredWeek[] = [];
  const gaps = await readRestoreGaps(store);
  for (const own of byReport.values()) {
    const saysOtherwise = await disagreementWithPlan(store, own[0]);
    const shown = new Map<number, ClosingOfIssue>();
    for (const at of own.toReversed()) {
      const closing = await readClosing(store, at);
      if (closing === undefined) continue;
      const { first } = closing.window;
      if (!shown.has(first) && shown.size === weeksShown) break;
      const other = shown.get(first);
      if (other === undefined || other.revision < closing.revision) shown.set(first, closing);
    }
    for (const closing of shown.values()) {
      const answers = await readAnswersToIssue(store, closing, gaps);
      if (answers === undefined) continue;
      const { last } = answers.counts.week;
      const tasks = answers.tasks.map((task) => ({ ...task, disagrees: saysOtherwise(task, last) }));
      weeks.push({ ...answers, tasks });
    }
  }
  return weeks;
}

/**
 * Reads the plan of the report's latest issue. The result says whether the answer to a task disagrees with it: *not
 * done* for a task that is complete in the plan, or *done* for one that is not, although the plan's data already covers
 * the day of the answer, or the last day of the week (`last`) if that is earlier.
 */
async function disagreementWithPlan(
  store: ObjectStore,
  of: Pick<ClosingOfIssue, 'project' | 'report'> | undefined,
): Promise<(task: AskedTask, last: number) => boolean> {
  const keys = of ? await store.list(reportPrefix(of)) : [];
  const at = objects.issue.in(keys).at(-1);
  const issue = at && (await objects.issue.read(store, at));
  const record = issue && (await objects.planRecord.read(store, at));
  if (issue === undefined || record === undefined) return () => false;
  const known = lastReportedDay(reportDatesOf(issue));
  const { tasks } = record;
  const isComplete = new Map(tasks.map(({ id, progress }) => [String(id), progress === 'complete']));
  return ({ id, done }, last) => {
    const complete = isComplete.get(id);
    if (done === undefined || complete === undefined) return false;
    const { says, day } = done.answer;
    return says === 'done' ? !complete && Math.min(day, last) <= known : complete;
  };
}
