/** What the run store holds of one message. */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { MessageState } from '../run/next-step.ts';
import { failedKey, intentKey, latestIntent, refusedKey, sentKey } from '../store/keys.ts';
import { readObject } from '../store/stored-object.ts';
import { type Failed, failedSchema, intentSchema, type Sent, sentSchema } from './message-log.ts';

export type FoundMessage = {
  readonly sent: Sent | undefined;
  readonly failed: Failed | undefined;
  /** The latest intent; not looked for where the message is settled. */
  readonly latest: MessageState['latest'];
};

/**
 * @param at the prefix of the message's keys
 * @throws RunStoreError when one of its objects cannot be read
 */
export async function readMessage(store: ObjectStore, at: string): Promise<FoundMessage> {
  const keys = await store.list(at);
  const [sent, failed] = [sentKey(at), failedKey(at)];
  const isSettled = keys.includes(sent) || keys.includes(failed);
  return {
    sent: keys.includes(sent) ? await readObject(store, sent, sentSchema) : undefined,
    failed: keys.includes(failed) ? await readObject(store, failed, failedSchema) : undefined,
    latest: isSettled ? undefined : await readLatestIntent(store, at, keys),
  };
}

async function readLatestIntent(
  store: ObjectStore,
  at: string,
  keys: readonly string[],
): Promise<MessageState['latest']> {
  const intent = latestIntent(at, keys);
  const written = intent === 0 ? undefined : await readObject(store, intentKey(at, intent), intentSchema);
  return (
    written && {
      intent,
      owner: written.owner,
      leaseUntil: Temporal.Instant.from(written.leaseUntil),
      marked: written.marked,
      refused: keys.includes(refusedKey(at, intent)),
    }
  );
}
