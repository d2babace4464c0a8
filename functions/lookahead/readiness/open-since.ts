/** Since which issue each task has not been ready: it travels from snapshot to snapshot, as the dates first planned do. */
import type { TaskId } from '../../planning/contract/resources.ts';
import type { IssueReference } from '../compare/earlier-issue.ts';

/** The first of the issues, without a gap, that said the task was not ready. */
export type OpenSince = ReadonlyMap<TaskId, IssueReference>;

/**
 * As of a new issue: the tasks that the one before it said were not ready. Those that it was the first to name are open
 * since it.
 */
export function carryOpenSince(
  previous: { readonly reference: IssueReference; readonly notReady: readonly TaskId[] },
  earlier: OpenSince,
): OpenSince {
  return new Map(previous.notReady.map((id) => [id, earlier.get(id) ?? previous.reference]));
}
