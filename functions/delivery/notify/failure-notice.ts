/** What the contact is told of messages that failed for good is told under a name of its own: once for each set of them. */
import { createHash } from 'node:crypto';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { DispatchId } from '../dispatch/dispatch-id.ts';
import { messagePrefix, noticePrefix } from '../store/keys.ts';
import { isSettled } from '../store/run-state.ts';

/** The id of the one message of a notice. */
export const noticeMessage = 'contact';

type OfRun = { readonly project: string; readonly report: string; readonly runId: string };

export function failureNotice({ project, report, runId }: OfRun, failed: readonly string[]): string {
  const messages = shortDigest(JSON.stringify([runId, ...[...failed].sort()]));
  return `failed_${project}_${report}_${messages}`;
}

/** Whether nobody is left to tell that these messages of a run failed. */
export async function isFailureNotified(
  store: ObjectStore,
  run: OfRun & { readonly dispatchId: DispatchId },
  failed: readonly string[],
): Promise<boolean> {
  const prefix = noticePrefix(run.dispatchId, failureNotice(run, failed));
  const keys = new Set(await store.list(messagePrefix(prefix, noticeMessage)));
  return isSettled(keys, prefix, noticeMessage);
}

/** Eight hex digits for what must not stand in a key, such as an address. */
export function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
