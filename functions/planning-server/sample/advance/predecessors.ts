/** How the tasks of a project depend on each other, read from their relations. */
import type { RelationType, SampleTask } from '../model/sample-project.ts';
import { addWorkingDays, type DayRange, workingDayFrom } from '../model/working-days.ts';
import type { Constraints, Outcome, WorkState } from './week-outcome.ts';

type Predecessor = { readonly id: string; readonly type: RelationType; readonly lag: number };

function predecessorsOf(task: SampleTask): Predecessor[] {
  return (task.relatedTasks ?? []).filter(({ relation }) => relation === 'predecessor');
}

/** Every task after all its predecessors; otherwise in the order given. Links never form a cycle. */
export function inOrderOfWork(tasks: readonly SampleTask[]): SampleTask[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const waitingFor = new Map(
    tasks.map((task) => [task.id, predecessorsOf(task).filter(({ id }) => byId.has(id)).length]),
  );
  const ordered = tasks.filter(({ id }) => waitingFor.get(id) === 0);
  // The list grows while it is read: a task joins it once the last of its predecessors has been read.
  for (const { relatedTasks = [] } of ordered) {
    for (const { id, relation } of relatedTasks) {
      const successor = byId.get(id);
      if (relation !== 'successor' || !successor) continue;
      const left = (waitingFor.get(id) ?? 0) - 1;
      waitingFor.set(id, left);
      if (left === 0) ordered.push(successor);
    }
  }
  return ordered;
}

/** @param worked the tasks that the week has been worked out for already, by id: all predecessors among them */
export function constraintsOn(
  task: SampleTask,
  state: WorkState,
  worked: ReadonlyMap<string, { readonly before: WorkState; readonly after: Outcome }>,
): Constraints {
  let mayStart = true;
  let from: number | undefined;
  for (const link of predecessorsOf(task)) {
    const predecessor = worked.get(link.id);
    if (!predecessor) continue;
    const { status } = predecessor.after;
    const done = status === 'complete' || status === 'cancelled';
    if (!done && !(status === 'started' && link.type === 'start-start')) mayStart = false;
    const heldBefore = earliestStart(link, predecessor.before, state) <= state.start;
    const earliest = earliestStart(link, predecessor.after, state);
    // A link that the plan broke already stays broken: the planner chose to, or has not noticed.
    if (heldBefore && earliest > state.start) from = Math.max(from ?? earliest, earliest);
  }
  return { mayStart, from };
}

/** The earliest start that a link allows. */
function earliestStart(
  { type, lag }: Predecessor,
  predecessor: DayRange,
  { calendar, days }: WorkState,
): number {
  const after = (day: number) => addWorkingDays(workingDayFrom(day, calendar), lag, calendar);
  const startFor = (finish: number) => addWorkingDays(finish, 1 - Math.max(1, days), calendar);
  switch (type) {
    case 'finish-start':
      return after(predecessor.finish + 1);
    case 'start-start':
      return after(predecessor.start);
    case 'finish-finish':
      return startFor(after(predecessor.finish));
    case 'start-finish':
      return startFor(after(predecessor.start));
  }
}
