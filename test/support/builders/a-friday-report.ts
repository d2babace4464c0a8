import type { Lookahead } from '#lookahead/lookahead.ts';
import type { Task } from '#planning/contract/resources.ts';
import type { ResolvedReport } from '#runs/look-up-report.ts';
import type { TasksReader } from '#runs/pull-tasks.ts';
import type { MemoryStore } from '../memory-store.ts';
import {
  aClock,
  anAttempt,
  aResolvedReport,
  deliverResolved,
  runId,
  tasksReader,
  windowAfter,
} from './a-delivery.ts';

/** Four Fridays in a row. On each, the report of the coming week is due. */
export const fridays = ['2026-11-06', '2026-11-13', '2026-11-20', '2026-11-27'] as const;

/**
 * Delivers the report of a Friday from the tasks of that day. @returns the lookaheads from which its workbooks are made
 */
export async function deliverOn(
  store: MemoryStore,
  friday: string,
  tasks: readonly Task[],
  changes: Partial<ResolvedReport> = {},
  planning: TasksReader = tasksReader(tasks),
): Promise<readonly Lookahead[]> {
  const { now } = aClock(`${friday}T14:00:05Z`);
  const rendered: Lookahead[] = [];
  const { renderer } = anAttempt();
  await deliverResolved(
    aResolvedReport({ runId: runId(`${friday}T14:00:00Z`), window: windowAfter(friday), ...changes }),
    anAttempt({
      store,
      now,
      planning,
      render: async (lookahead, options) => {
        rendered.push(lookahead);
        const render = await renderer.forProject(aResolvedReport().project);
        return render(lookahead, options);
      },
    }),
  );
  return rendered;
}
