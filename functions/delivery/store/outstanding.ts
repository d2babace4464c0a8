/** Which of the reports that are due have not been delivered: what is due without what is done. */
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { DispatchId } from './dispatch-id.ts';
import { issueSchema } from './issue.ts';
import {
  failureNotice,
  issueKey,
  messagePrefix,
  noticeMessage,
  noticePrefix,
  type RunAddress,
  runPrefix,
  skippedKey,
} from './keys.ts';
import { hasFailed, isSettled } from './run-state.ts';
import { RunStoreError, readObject } from './stored-object.ts';

/** The reports of one dispatch, wherever they are known from. */
export type Due = { readonly dispatchId: DispatchId; readonly due: readonly RunAddress[] };

/** Two thousand reports are read this many at a time. */
const readTogether = 32;
const issueMessages = z.pick(issueSchema, { version: true, messages: true });

/**
 * The reports that are due and not done. Done is one that was skipped, or whose every message was sent, or failed
 * permanently with its contact notified.
 */
export async function outstandingRuns(
  store: ObjectStore,
  { dispatchId, due }: Due,
): Promise<readonly RunAddress[]> {
  const outstanding: RunAddress[] = [];
  for (let start = 0; start < due.length; start += readTogether) {
    const runs = due.slice(start, start + readTogether);
    const done = await Promise.all(runs.map((run) => isDone(store, dispatchId, run)));
    outstanding.push(...runs.filter((_, index) => !done[index]));
  }
  return outstanding;
}

async function isDone(store: ObjectStore, dispatchId: DispatchId, run: RunAddress): Promise<boolean> {
  const prefix = runPrefix(run);
  const keys = new Set(await store.list(prefix));
  if (keys.has(skippedKey(prefix))) return true;
  const messages = keys.has(issueKey(prefix)) ? await messagesOf(store, prefix) : undefined;
  if (!messages?.every((id) => isSettled(keys, prefix, id))) return false;
  const failed = messages.filter((id) => hasFailed(keys, prefix, id));
  return failed.length === 0 || isFailureNotified(store, { ...run, dispatchId }, failed);
}

/** Undefined for an issue that cannot be read: the next attempt then meets the error, and its contact is notified. */
async function messagesOf(store: ObjectStore, prefix: string): Promise<readonly string[] | undefined> {
  try {
    const issue = await readObject(store, issueKey(prefix), issueMessages);
    return issue?.messages.map(({ id }) => id);
  } catch (error) {
    if (error instanceof RunStoreError) return undefined;
    throw error;
  }
}

/** Whether the notice of these failed messages was sent, or can never be. */
async function isFailureNotified(
  store: ObjectStore,
  run: RunAddress & { readonly dispatchId: DispatchId },
  failed: readonly string[],
): Promise<boolean> {
  const prefix = noticePrefix(run.dispatchId, failureNotice(run, failed));
  const keys = new Set(await store.list(messagePrefix(prefix, noticeMessage)));
  return isSettled(keys, prefix, noticeMessage);
}
