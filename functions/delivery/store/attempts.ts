/**
 * The attempts at a report that did not finish it: why each failed, which jobs became dead letters, and that nothing is
 * left to do. Two chains of retries for one report meet here: of two jobs with the same attempt number, the one that
 * records its failure first goes on.
 */
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import {
  attemptKey,
  attemptOfKey,
  attemptsPrefix,
  type ReportKeys,
  type ReportOfDispatch,
  reportAttemptsPrefix,
  reportName,
} from './dispatch-keys.ts';
import type { DispatchId } from './run-id.ts';
import { instantText, readExisting, readObject, someText, writeObject } from './stored-object.ts';

type Failure = Pick<FailedAttempt, 'kind' | 'error' | 'message'>;

const failedSchema = z.object({
  at: instantText,
  /** Id of the queue's message, or of the request, that made the attempt. */
  by: z.string(),
  kind: z.enum(['retryable', 'curable', 'poison']),
  error: z.string(),
  message: z.string(),
  /** When the next attempt begins; absent if that would be past the deadline, or if the caller decides. */
  next: z.optional(instantText),
});
export type FailedAttempt = z.infer<typeof failedSchema>;

const failedMessagesSchema = z.object({
  messages: z.array(
    z.object({
      subject: z.string(),
      to: z.array(z.string()),
      cause: z.enum(['rejected', 'not composed', 'held']),
      reason: z.string(),
    }),
  ),
});
export type FailedMessage = z.infer<typeof failedMessagesSchema>['messages'][number];

const dataProblemSchema = z.object({ name: someText, text: z.string(), isUnread: z.boolean() });
/**
 * A problem of a delivered report that its contact is notified of: an old programme, or tasks that could not be read.
 * `name`: a digest that tells it from others.
 */
export type DataProblem = z.infer<typeof dataProblemSchema>;

/** Read from the keys alone. */
export type Attempts = {
  readonly done: boolean;
  readonly failedMessages: boolean;
  readonly dataProblem: boolean;
  /** Number of the last failed attempt; 0 if none. */
  readonly failed: number;
  /** Number of the last dead letter; 0 if none. */
  readonly deadLetters: number;
};

const none: Attempts = {
  done: false,
  failedMessages: false,
  dataProblem: false,
  failed: 0,
  deadLetters: 0,
};

export async function readAttempts(store: ObjectStore, of: ReportOfDispatch): Promise<Attempts> {
  return attemptsOf(collect(await store.list(reportAttemptsPrefix(of))), of);
}

export async function readAllAttempts(
  store: ObjectStore,
  dispatchId: DispatchId,
): Promise<ReadonlyMap<string, Attempts>> {
  return collect(await store.list(attemptsPrefix(dispatchId)));
}

export function attemptsOf(all: ReadonlyMap<string, Attempts>, of: ReportKeys): Attempts {
  return all.get(reportName(of)) ?? none;
}

function collect(keys: readonly string[]): Map<string, Attempts> {
  const byReport = new Map<string, Attempts>();
  for (const found of keys.flatMap((key) => attemptOfKey(key) ?? [])) {
    const { kind, number } = found;
    const known = attemptsOf(byReport, found);
    byReport.set(reportName(found), {
      done: known.done || kind === 'done',
      failedMessages: known.failedMessages || kind === 'failed-messages',
      dataProblem: known.dataProblem || kind === 'data-problem',
      failed: Math.max(known.failed, kind === 'failed' ? number : 0),
      deadLetters: Math.max(known.deadLetters, kind === 'dead-letter' ? number : 0),
    });
  }
  return byReport;
}

/**
 * Records why an attempt failed, unless another job has recorded one with that number.
 * @returns the record that is stored
 */
export async function saveFailedAttempt(
  store: ObjectStore,
  of: ReportOfDispatch & { readonly attempt: number },
  failed: {
    readonly failure: Failure;
    readonly by: string;
    readonly at: Temporal.Instant;
    readonly next: Temporal.Instant | undefined;
  },
): Promise<FailedAttempt> {
  const { kind, error, message } = failed.failure;
  const { by, at, next } = failed;
  const own: FailedAttempt = { at: at.toString(), by, kind, error, message, next: next?.toString() };
  const key = attemptKey(of, `failed-${of.attempt}`);
  if ((await writeObject(store, key, own)) === 'created') return own;
  return readExisting(store, key, failedSchema);
}

/** Records why a request failed, under the next free number. Its caller decides about another attempt. */
export async function saveAnswer(
  store: ObjectStore,
  of: ReportOfDispatch,
  failed: { readonly failure: Failure; readonly by: string; readonly at: Temporal.Instant },
): Promise<void> {
  for (let attempt = (await readAttempts(store, of)).failed + 1; ; attempt += 1) {
    const stored = await saveFailedAttempt(store, { ...of, attempt }, { ...failed, next: undefined });
    if (stored.by === failed.by) return;
  }
}

export function readFailedAttempt(
  store: ObjectStore,
  of: ReportOfDispatch,
  attempt: number,
): Promise<FailedAttempt | undefined> {
  return readObject(store, attemptKey(of, `failed-${attempt}`), failedSchema);
}

export async function saveDone(
  store: ObjectStore,
  of: ReportOfDispatch,
  done: {
    readonly at: Temporal.Instant;
    readonly failed: readonly FailedMessage[];
    readonly dataProblem?: DataProblem | undefined;
  },
): Promise<void> {
  const { failed: messages, dataProblem } = done;
  if (messages.length > 0) await writeObject(store, attemptKey(of, 'failed-messages'), { messages });
  if (dataProblem) await writeObject(store, attemptKey(of, 'data-problem'), dataProblem);
  await writeObject(store, attemptKey(of, 'done'), { at: done.at.toString() });
}

export async function readFailedMessages(
  store: ObjectStore,
  of: ReportOfDispatch,
): Promise<readonly FailedMessage[]> {
  return (await readObject(store, attemptKey(of, 'failed-messages'), failedMessagesSchema))?.messages ?? [];
}

export function readDataProblem(store: ObjectStore, of: ReportOfDispatch): Promise<DataProblem | undefined> {
  return readObject(store, attemptKey(of, 'data-problem'), dataProblemSchema);
}

export async function saveDeadLetter(
  store: ObjectStore,
  of: ReportOfDispatch,
  { number, at }: { readonly number: number; readonly at: Temporal.Instant },
): Promise<void> {
  await writeObject(store, attemptKey(of, `dead-letter-${number}`), { at: at.toString() });
}
