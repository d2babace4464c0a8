/** The tasks that are not ready, by consequence. */
import { overlaps } from '../dates/window.ts';
import { readyWord } from '../grid/grid-text.ts';
import type { Lookahead } from '../lookahead.ts';
import type { PlannedTask } from '../tasks/planned-task.ts';

/** Key tasks first, then those of this window, the soonest, the most people. */
export function unreadyTasks({ tasks, window }: Pick<Lookahead, 'tasks' | 'window'>): readonly PlannedTask[] {
  const rank = ({ key, dates }: PlannedTask) =>
    (key ? 0 : 2) + (dates && overlaps(window, dates.start, dates.finish) ? 0 : 1);
  const start = ({ dates }: PlannedTask) => dates?.start ?? Number.MAX_SAFE_INTEGER;
  return tasks
    .filter((task) => readyWord(task) === 'no')
    .sort((a, b) => rank(a) - rank(b) || start(a) - start(b) || b.people - a.people);
}

/** Gives a function that says whom to ask about what a task misses: a person or company; empty where the data names nobody. */
export function askerFor({ readiness }: Pick<Lookahead, 'readiness'>): (task: PlannedTask) => string {
  const asks = new Map<PlannedTask['id'], string>();
  for (const { task, ask } of readiness.findings) {
    if (ask !== '' && !asks.has(task.id)) asks.set(task.id, ask);
  }
  return ({ id }) => asks.get(id) ?? '';
}
