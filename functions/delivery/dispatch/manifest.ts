/**
 * What is due on one dispatch, written down before any of it is begun: absence is the failure that nobody sees.
 * What is still to do is what is due without what is done, however often and wherever that is asked.
 */

import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { Window } from '../../lookahead/dates/window.ts';
import { isFailureNotified } from '../notify/failure-notice.ts';
import { issueSchema } from '../store/issue.ts';
import {
  issueKey,
  manifestKey,
  type RunAddress,
  runPrefix,
  skippedKey,
  type TestRun,
} from '../store/keys.ts';
import { hasFailed, isSettled } from '../store/run-state.ts';
import { RunStoreError } from '../store/run-store-error.ts';
import { instantText, textOfWindow, windowOf, windowText } from '../store/stored-dates.ts';
import { missing, readObject, version, writeObject } from '../store/stored-object.ts';
import { type DispatchId, dispatchIdSchema } from './dispatch-id.ts';
import { runIdSchema } from './run-id.ts';

const manifestSchema = z.object({
  version,
  dispatchId: dispatchIdSchema,
  at: instantText,
  asked: z.optional(z.string()),
  due: z.array(
    z.object({
      project: z.string(),
      report: z.string(),
      window: windowText,
      runId: runIdSchema,
    }),
  ),
});

/** One dispatch's reports. Those of one schedule share the dispatch's id as their run id. */
export type Manifest = {
  readonly dispatchId: DispatchId;
  /** Whose runs are trials; a testRun of a name and an issue's run of that name are two. */
  readonly testRun?: TestRun | undefined;
  /** When it was written: ISO 8601 instant. */
  readonly at: string;
  /** What a request asked for besides the reports, as one text: the same name means the same request. */
  readonly asked?: string | undefined;
  readonly due: readonly RunAddress[];
};

/** The window that a run of a manifest was begun with; undefined where the manifest does not name it. */
export function windowIn(
  manifest: Pick<Manifest, 'due'> | undefined,
  of: Pick<RunAddress, 'project' | 'report'>,
): Window | undefined {
  return manifest?.due.find(({ project, report }) => project === of.project && report === of.report)?.window;
}

/** What a run was begun for or with, and what it is asked for now, in words. */
type Difference = { readonly of: 'reports' | 'options'; readonly begun: string; readonly asked: string };

/**
 * One name is one run: something else asked for under it would be taken for done, or made as the first was asked
 * for, and nobody would be told. Fewer of its reports are no other thing.
 * @returns how `own` differs from what stands under its name; undefined where it does not
 */
export function differenceFrom(
  standing: Manifest,
  own: Pick<Manifest, 'due'> & { readonly asked: string },
): Difference | undefined {
  const stranger = own.due.find((run) => windowIn(standing, run) === undefined);
  if (stranger) {
    const begun = [...new Set(standing.due.map(nameOfReport))].slice(0, 5).join(', ');
    return { of: 'reports', begun, asked: nameOfReport(stranger) };
  }
  if (standing.asked === undefined || standing.asked === own.asked) return undefined;
  return { of: 'options', begun: standing.asked, asked: own.asked };
}

function nameOfReport({ project, report }: RunAddress): string {
  return `${project} ${report}`;
}

/** What is looked after together: an dispatch's reports, wherever they are known from. */
export type Due = Pick<Manifest, 'dispatchId' | 'due'>;

/**
 * Writes an dispatch's manifest, unless it stands already.
 * @returns what stands: the first one, when a schedule fires twice or dispatch begins again
 * @throws RunStoreError when the one that stands cannot be read
 */
export async function saveManifest(store: ObjectStore, manifest: Manifest): Promise<Manifest> {
  const { dispatchId, testRun, at, asked } = manifest;
  const due = manifest.due.map(({ project, report, window, runId }) => ({
    project,
    report,
    window: textOfWindow(window),
    runId,
  }));
  const key = manifestKey(dispatchId, testRun);
  await writeObject(store, key, { version: 1, dispatchId, at, asked, due });
  const standing = await readManifest(store, dispatchId, testRun);
  if (standing === undefined) throw missing(key);
  return standing;
}

/** @throws RunStoreError when it cannot be read */
export async function readManifest(
  store: ObjectStore,
  dispatchId: DispatchId,
  testRun?: TestRun | undefined,
): Promise<Manifest | undefined> {
  const found = await readObject(store, manifestKey(dispatchId, testRun), manifestSchema);
  const kind = testRun === undefined ? {} : { testRun };
  return (
    found && {
      dispatchId: found.dispatchId,
      ...kind,
      at: found.at,
      ...(found.asked === undefined ? {} : { asked: found.asked }),
      due: found.due.map((run) => ({ ...run, window: windowOf(run.window), ...kind })),
    }
  );
}

/** What the run store holds of one due report. */
export type DueState = {
  readonly run: RunAddress;
  readonly keys: ReadonlySet<string>;
  /** The ids of the issue's messages; undefined where there is no issue. */
  readonly messages: readonly string[] | undefined;
  /** Nobody is left to tell of messages that failed. */
  readonly told: boolean;
};

/** Two thousand reports are read this many at a time. */
const readTogether = 32;
const issueMessages = z.pick(issueSchema, { messages: true });

/** Reads what the run store holds of everything that is due. */
export async function readDue(store: ObjectStore, manifest: Due): Promise<readonly DueState[]> {
  const states: DueState[] = [];
  for (let start = 0; start < manifest.due.length; start += readTogether) {
    const runs = manifest.due.slice(start, start + readTogether);
    states.push(...(await Promise.all(runs.map((run) => readOneDue(store, manifest.dispatchId, run)))));
  }
  return states;
}

async function readOneDue(store: ObjectStore, dispatchId: DispatchId, run: RunAddress): Promise<DueState> {
  const prefix = runPrefix(run);
  const keys = new Set(await store.list(prefix));
  const key = issueKey(prefix);
  // One that cannot be read is not done: whoever goes on with it meets the error, and its contact hears of it.
  const issue = keys.has(key) ? await unlessUnreadable(readObject(store, key, issueMessages)) : undefined;
  const messages = issue?.messages.map(({ id }) => id);
  const failed = messages?.filter((id) => hasFailed(keys, prefix, id)) ?? [];
  const told = failed.length === 0 || (await isFailureNotified(store, { ...run, dispatchId }, failed));
  return { run, keys, messages, told };
}

async function unlessUnreadable<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof RunStoreError) return undefined;
    throw error;
  }
}

/** Due minus done. Done is: skipped, or an issue whose every message has been sent, or has failed for good and a person knows. */
export function outstanding(due: readonly DueState[]): readonly RunAddress[] {
  return due.filter((state) => !isDone(state)).map(({ run }) => run);
}

function isDone({ run, keys, messages, told }: DueState): boolean {
  const prefix = runPrefix(run);
  if (keys.has(skippedKey(prefix))) return true;
  return told && (messages?.every((id) => isSettled(keys, prefix, id)) ?? false);
}
