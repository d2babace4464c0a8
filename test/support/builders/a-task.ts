import type * as z from 'zod/mini';
import { type Task, taskSchema } from '#planning/contract/resources.ts';
import type { Shift } from '#planning/contract/tasks-query.ts';

export type TaskProperties = Partial<z.input<typeof taskSchema>>;

/** A task as the service sends it, parsed by the production schema. Every property can be given, null too. */
export function aTask(properties: TaskProperties = {}): Task {
  return taskSchema.parse({ id: 'task-1', name: 'Pour slab', ...properties });
}

/** A ready task in the week of Mon 23 Nov 2026, so that a test can take away one thing at a time. */
export function aReadyTask(properties: TaskProperties = {}): Task {
  return aTask({
    start: '2026-11-24',
    finish: '2026-11-26',
    status: 'planned',
    shift: 'day',
    calendar: { id: 'five', name: 'Five day', type: 'five-day' },
    owner: { id: 'u1', displayName: 'Ana Silva', email: 'ana@example.com' },
    subcontractor: { id: 's1', name: 'Deepcrete' },
    location: { id: 'l1', name: 'Level 1' },
    labour: [{ id: 'r1', name: 'Operatives', quantity: 8 }],
    ...properties,
  });
}

/** A task as pulled, returned by the day shift's query unless other shifts are given. */
export function pulled(task: Task, ...answeredBy: readonly Shift[]) {
  return { task, answeredBy: answeredBy.length === 0 ? (['day'] as const) : answeredBy };
}

/** A task that only the query without a shift returned. */
export function pulledByNoShift(task: Task) {
  return { task, answeredBy: [] };
}
