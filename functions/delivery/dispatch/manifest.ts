/**
 * What is due on one occasion, written down before any of it is begun: absence is the failure that nobody sees.
 * What is still to do is what is due without what is done, however often and wherever that is asked.
 */
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { Window } from '../../lookahead/dates/window.ts';
import { isFailureTold } from '../notify/failure-notice.ts';
import { issueSchema } from '../store/issue.ts';
import { issueKey, manifestKey, type RunAddress, runPrefix, skippedKey, type Trial } from '../store/keys.ts';
import { hasFailed, isSettled } from '../store/run-state.ts';
import { RegisterError } from '../store/run-store-error.ts';
import { instantText, textOfWindow, windowOf, windowText } from '../store/stored-dates.ts';
import { missing, readObject, version, writeObject } from '../store/stored-object.ts';
import { type Occasion, occasionSchema } from './dispatch-id.ts';
import { occurrenceSchema } from './run-id.ts';

const manifestSchema = z.object({
  version,
  occasion: occasionSchema,
  at: instantText,
  asked: z.optional(z.string()),
  due: z.array(
    z.object({
      project: z.string(),
      report: z.string(),
      window: windowText,
      occurrence: occurrenceSchema,
    }),
  ),
});

/** One occasion's reports. Those of one schedule share the occasion's name as their occurrence. */
export type Manifest = {
  readonly occasion: Occasion;
  /** Whose runs are trials; a trial of a name and an issue's run of that name are two. */
  readonly trial?: Trial | undefined;
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

/** What is looked after together: an occasion's reports, wherever they are known from. */
export type Due = Pick<Manifest, 'occasion' | 'due'>;

/**
 * Writes an occasion's manifest, unless it stands already.
 * @returns what stands: the first one, when a schedule fires twice or dispatch begins again
 * @throws RegisterError when the one that stands cannot be read
 */
export async function keepManifest(store: ObjectStore, manifest: Manifest): Promise<Manifest> {
  const { occasion, trial, at, asked } = manifest;
  const due = manifest.due.map(({ project, report, window, occurrence }) => ({
    project,
    report,
    window: textOfWindow(window),
    occurrence,
  }));
  const key = manifestKey(occasion, trial);
  await writeObject(store, key, { version: 1, occasion, at, asked, due });
  const standing = await readManifest(store, occasion, trial);
  if (standing === undefined) throw missing(key);
  return standing;
}

/** @throws RegisterError when it cannot be read */
export async function readManifest(
  store: ObjectStore,
  occasion: Occasion,
  trial?: Trial | undefined,
): Promise<Manifest | undefined> {
  const found = await readObject(store, manifestKey(occasion, trial), manifestSchema);
  const kind = trial === undefined ? {} : { trial };
  return (
    found && {
      occasion: found.occasion,
      ...kind,
      at: found.at,
      ...(found.asked === undefined ? {} : { asked: found.asked }),
      due: found.due.map((run) => ({ ...run, window: windowOf(run.window), ...kind })),
    }
  );
}

/** What the register holds of one due report. */
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

/** Reads what the register holds of everything that is due. */
export async function readDue(store: ObjectStore, manifest: Due): Promise<readonly DueState[]> {
  const states: DueState[] = [];
  for (let start = 0; start < manifest.due.length; start += readTogether) {
    const runs = manifest.due.slice(start, start + readTogether);
    states.push(...(await Promise.all(runs.map((run) => readOneDue(store, manifest.occasion, run)))));
  }
  return states;
}

async function readOneDue(store: ObjectStore, occasion: Occasion, run: RunAddress): Promise<DueState> {
  const prefix = runPrefix(run);
  const keys = new Set(await store.list(prefix));
  const key = issueKey(prefix);
  // One that cannot be read is not done: whoever goes on with it meets the error, and its contact hears of it.
  const issue = keys.has(key) ? await unlessUnreadable(readObject(store, key, issueMessages)) : undefined;
  const messages = issue?.messages.map(({ id }) => id);
  const failed = messages?.filter((id) => hasFailed(keys, prefix, id)) ?? [];
  const told = failed.length === 0 || (await isFailureTold(store, { ...run, occasion }, failed));
  return { run, keys, messages, told };
}

async function unlessUnreadable<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof RegisterError) return undefined;
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
