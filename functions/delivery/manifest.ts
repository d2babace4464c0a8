/**
 * What is due on one occasion, written down before any of it is begun: absence is the failure that nobody sees.
 * What is still to do is what is due without what is done, however often and wherever that is asked.
 */
import { z } from 'zod';
import type { ObjectStore } from '../archive/object-store.ts';
import { type Issue, issueSchema } from './issue.ts';
import { issueKey, manifestKey, type RunAddress, runPrefix, skippedKey } from './keys.ts';
import { type Occurrence, occurrenceSchema } from './occurrence.ts';
import { missing } from './register.ts';
import { instantText, textOfWindow, windowOf, windowText } from './register-dates.ts';
import { readObject, version, writeObject } from './register-object.ts';
import { isSettled } from './run-state.ts';

const manifestSchema = z.object({
  version,
  occasion: occurrenceSchema,
  at: instantText,
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
  readonly occasion: Occurrence;
  /** When it was written: ISO 8601 instant. */
  readonly at: string;
  readonly due: readonly RunAddress[];
};

/**
 * Writes an occasion's manifest, unless it stands already.
 * @returns what stands: the first one, when a schedule fires twice or dispatch begins again
 * @throws RegisterError when the one that stands cannot be read
 */
export async function keepManifest(store: ObjectStore, manifest: Manifest): Promise<Manifest> {
  const { occasion, at } = manifest;
  const due = manifest.due.map((run) => ({ ...run, window: textOfWindow(run.window) }));
  await writeObject(store, manifestKey(occasion), { version: 1, occasion, at, due });
  const standing = await readManifest(store, occasion);
  if (standing === undefined) throw missing(manifestKey(occasion));
  return standing;
}

/** @throws RegisterError when it cannot be read */
export async function readManifest(store: ObjectStore, occasion: Occurrence): Promise<Manifest | undefined> {
  const found = await readObject(store, manifestKey(occasion), manifestSchema);
  return (
    found && {
      occasion: found.occasion,
      at: found.at,
      due: found.due.map((run) => ({ ...run, window: windowOf(run.window) })),
    }
  );
}

/** What the register holds of one due report. */
export type DueState = {
  readonly run: RunAddress;
  readonly keys: ReadonlySet<string>;
  readonly issue: Pick<Issue, 'messages'> | undefined;
};

/** Reads what the register holds of everything that is due. */
export function readDue(store: ObjectStore, manifest: Manifest): Promise<readonly DueState[]> {
  return Promise.all(
    manifest.due.map(async (run) => {
      const keys = new Set(await store.list(runPrefix(run)));
      const key = issueKey(runPrefix(run));
      return { run, keys, issue: keys.has(key) ? await readObject(store, key, issueSchema) : undefined };
    }),
  );
}

/** Due minus done. Done is: skipped, or an issue whose every message has been sent or has failed for good. */
export function outstanding(due: readonly DueState[]): readonly RunAddress[] {
  return due.filter((state) => !isDone(state)).map(({ run }) => run);
}

function isDone({ run, keys, issue }: DueState): boolean {
  const prefix = runPrefix(run);
  if (keys.has(skippedKey(prefix))) return true;
  return issue?.messages.every(({ id }) => isSettled(keys, prefix, id)) ?? false;
}
