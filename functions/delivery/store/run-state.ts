/** What the run store holds of a run, as far as its next step depends on it. */
import { type NumberState, readNumbers } from './issue-number.ts';
import { failedKey, issueKey, messagePrefix, sentKey, skippedKey, snapshotKey } from './keys.ts';
import type { RunStore } from './run-store.ts';

export type RunState = {
  readonly snapshot: boolean;
  readonly skipped: boolean;
  readonly issue: boolean;
  /** Why the report is not sent; undefined where it is. */
  readonly reasonToSkip: string | undefined;
  /** The issue number that this run holds. */
  readonly number: number | undefined;
  /** The numbers of the window, where they had to be read. */
  readonly numbers: NumberState | undefined;
  /** The issue's messages without `sent` or `failed`. */
  readonly unsettled: readonly string[];
};

/**
 * @param ask `reasonToSkip` is why the report of the snapshot is not sent, if it is not; asked only where
 *   it matters. `held` is the number that this attempt knows its run to hold
 * @throws RunStoreError for an object that cannot be read
 */
export async function readRunState(
  runStore: RunStore,
  ask: { readonly reasonToSkip: () => Promise<string | undefined>; readonly held?: number | undefined },
): Promise<RunState> {
  const { prefix } = runStore;
  const keys = await runStore.seen();
  const issue = keys.has(issueKey(prefix));
  const skipped = keys.has(skippedKey(prefix));
  const snapshot = keys.has(snapshotKey(prefix));
  const undecided = snapshot && !issue && !skipped;
  const numbers =
    undecided && ask.held === undefined ? await readNumbers(runStore.store, runStore.address) : undefined;
  const number = undecided ? (ask.held ?? numbers?.held) : undefined;
  return {
    snapshot,
    skipped,
    issue,
    number,
    numbers,
    reasonToSkip: undecided && number === undefined ? await ask.reasonToSkip() : undefined,
    unsettled: issue ? await unsettledMessages(runStore, keys) : [],
  };
}

async function unsettledMessages(runStore: RunStore, keys: ReadonlySet<string>): Promise<readonly string[]> {
  const { messages } = await runStore.issue();
  return messages.map(({ id }) => id).filter((id) => !isSettled(keys, runStore.prefix, id));
}

/** Sent, or failed permanently. */
function isSettled(keys: ReadonlySet<string>, prefix: string, message: string): boolean {
  const at = messagePrefix(prefix, message);
  return keys.has(sentKey(at)) || keys.has(failedKey(at));
}
