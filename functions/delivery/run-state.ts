/** Reads what the register holds of a run, as far as the next step depends on it. */
import { readNumbers } from './issue-number.ts';
import { failedKey, issueKey, messagePrefix, sentKey, skippedKey, snapshotKey } from './keys.ts';
import type { RunState } from './next-step.ts';
import type { Register } from './register.ts';

/**
 * @param isEmpty whether the snapshot's window has no task and such a report is not sent; asked only where it matters
 * @throws RegisterError for an object that cannot be read
 */
export async function readRunState(register: Register, isEmpty: () => Promise<boolean>): Promise<RunState> {
  const { prefix } = register;
  const keys = await register.keys();
  const issue = keys.has(issueKey(prefix));
  const skipped = keys.has(skippedKey(prefix));
  const snapshot = keys.has(snapshotKey(prefix));
  const undecided = snapshot && !issue && !skipped;
  const number = undecided ? (await readNumbers(register.store, register.address)).held : undefined;
  return {
    snapshot,
    skipped,
    issue,
    number,
    nothingToSend: undecided && number === undefined && (await isEmpty()),
    unsettled: issue ? await unsettledMessages(register, keys) : [],
  };
}

async function unsettledMessages(register: Register, keys: ReadonlySet<string>): Promise<readonly string[]> {
  const { messages } = await register.issue();
  return messages.map(({ id }) => id).filter((id) => !isSettled(keys, register.prefix, id));
}

export function isSettled(keys: ReadonlySet<string>, prefix: string, message: string): boolean {
  const at = messagePrefix(prefix, message);
  return keys.has(sentKey(at)) || keys.has(failedKey(at));
}
