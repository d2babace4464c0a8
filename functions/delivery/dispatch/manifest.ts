/**
 * The manifest of a dispatch: the reports it makes due, written down before any of them begins, so that a report that
 * never ran is noticed. What is outstanding is computed from what is due and what the run store holds.
 */

import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { type DispatchId, dispatchIdSchema } from '../store/dispatch-id.ts';
import { manifestKey, type RunAddress, type TestRun } from '../store/keys.ts';
import { runIdSchema } from '../store/run-id.ts';
import {
  instantText,
  missing,
  readObject,
  textOfWindow,
  version,
  windowOf,
  windowText,
  writeObject,
} from '../store/stored-object.ts';

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

/** One dispatch's reports. */
export type Manifest = {
  readonly dispatchId: DispatchId;
  /** Set where its runs are test runs: a test run and a delivery with the same run id are two runs. */
  readonly testRun?: TestRun | undefined;
  /** When it was written: ISO 8601 instant. */
  readonly at: string;
  /** What a request asked for besides the reports, as one text; undefined for a schedule's dispatch. */
  readonly asked?: string | undefined;
  readonly due: readonly RunAddress[];
};

/**
 * Writes a dispatch's manifest, unless there is one.
 * @returns the stored one: the first, where a schedule fires twice or a dispatch begins again
 * @throws RunStoreError where the stored one cannot be read
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
  const stored = await readManifest(store, dispatchId, testRun);
  if (stored === undefined) throw missing(key);
  return stored;
}

/** @throws RunStoreError where it cannot be read */
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
