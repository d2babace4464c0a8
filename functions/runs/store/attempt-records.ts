/**
 * The records of attempts at a report: why each failed, which jobs became dead letters, and that nothing is left to do.
 * If two jobs for one report have the same attempt number, the one that records its failure first continues.
 */
import type { Temporal } from 'temporal-polyfill';
import { appendNumberedObject } from '#archive/numbered.ts';
import type { ObjectStore } from '#archive/object-store.ts';
import {
  type DispatchId,
  type ReportConfigurationKeys,
  type ReportOfDispatch,
  reportNameInKeys,
} from './names.ts';
import * as objects from './objects.ts';

export async function readAttemptSummary(store: ObjectStore, of: ReportOfDispatch): Promise<AttemptSummary> {
  const { dispatchId } = of;
  return summarizeAttempts(
    await store.list(objects.attemptRecordKeyTemplate.under({ dispatchId, name: reportNameInKeys(of) })),
  );
}

/** Summaries of a dispatch's attempts, by the result of `reportNameInKeys`. */
export async function readAttemptSummaries(
  store: ObjectStore,
  dispatchId: DispatchId,
): Promise<ReadonlyMap<string, AttemptSummary>> {
  const keys = await store.list(objects.attemptRecordKeyTemplate.under({ dispatchId }));
  const byReport = Map.groupBy(keys, (key) => objects.attemptRecordKeyTemplate.of(key)?.name ?? '');
  return new Map(Array.from(byReport, ([name, own]) => [name, summarizeAttempts(own)]));
}

export function attemptSummaryOf(
  all: ReadonlyMap<string, AttemptSummary>,
  of: ReportConfigurationKeys,
): AttemptSummary {
  return all.get(reportNameInKeys(of)) ?? summarizeAttempts([]);
}

/** The state of the attempts at a report, read from the keys alone. */
export type AttemptSummary = ReturnType<typeof summarizeAttempts>;

function summarizeAttempts(keys: readonly string[]) {
  /** The highest number of this kind; 0 if there is none. */
  const last = (kind: typeof objects.failedAttempt | typeof objects.deadLetter) =>
    Math.max(0, ...kind.in(keys).map(({ n }) => n));
  return {
    done: objects.reportDone.in(keys).length > 0,
    failedMessages: objects.failedMessages.in(keys).length > 0,
    dataProblem: objects.dataProblem.in(keys).length > 0,
    failed: last(objects.failedAttempt),
    deadLetters: last(objects.deadLetter),
  };
}

type FailedRequestAttempt = {
  readonly failure: Pick<objects.FailedAttempt, 'kind' | 'error' | 'message'>;
  readonly by: string;
  readonly at: Temporal.Instant;
};

/** Records why a request failed, under the next free number. The caller of the request decides whether to try again. */
export async function saveRequestFailure(
  store: ObjectStore,
  { dispatchId, project, report }: ReportOfDispatch,
  { failure: { kind, error, message }, by, at }: FailedRequestAttempt,
): Promise<void> {
  const of = { dispatchId, project, report };
  await appendNumberedObject(objects.failedAttempt, store, of, async (n) => {
    const latest = n > 0 ? await objects.failedAttempt.read(store, { ...of, n }) : undefined;
    return latest?.by === by ? undefined : { at, by, kind, error, message };
  });
}

/**
 * Records that nothing is left to do. Before that, it stores the failed messages and the data problem of which the
 * contact is notified.
 */
export async function saveReportDone(
  store: ObjectStore,
  of: ReportOfDispatch,
  {
    at,
    failed: messages,
    dataProblem,
  }: {
    readonly at: Temporal.Instant;
    readonly failed: readonly objects.FailedMessage[];
    readonly dataProblem?: objects.DataProblem | undefined;
  },
): Promise<void> {
  if (messages.length > 0) await objects.failedMessages.create(store, of, { messages: [...messages] });
  if (dataProblem) await objects.dataProblem.create(store, of, dataProblem);
  await objects.reportDone.create(store, of, { at });
}
