/**
 * The manifests of a dispatch: the reports it makes due, written before any of them begins, so that a report that never
 * ran is noticed. The first has what was configured when the schedule fired; later ones add reports that were configured
 * later and can still be delivered in time.
 */

import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import { manifestKey, reportName, type TestRun } from './dispatch-keys.ts';
import { dueReportSchema } from './due-reports.ts';
import { type DispatchId, dispatchIdSchema } from './run-id.ts';
import { instantText, RunStoreError, readExisting, readObject, writeObject } from './stored-object.ts';

const manifestSchema = z.object({
  dispatchId: dispatchIdSchema,
  at: instantText,
  /** The options of a request, as one text; absent for a schedule's dispatch. */
  asked: z.optional(z.string()),
  due: z.readonly(z.array(dueReportSchema).check(z.minLength(1))),
});

export type Manifest = z.output<typeof manifestSchema>;

export type Manifests = Pick<Manifest, 'dispatchId' | 'asked' | 'due'>;

/**
 * Writes a manifest of a dispatch, unless there is one with that number.
 * @param of.number 1 for the first
 * @param of.testRun set for test runs: a test and a delivery with the same run id are two runs
 * @returns the stored one, which is the first if a schedule fires twice or a dispatch begins again
 * @throws RunStoreError if the stored one cannot be read, RangeError for a manifest without reports
 */
export async function saveManifest(
  store: ObjectStore,
  manifest: Manifest,
  { number = 1, testRun }: { readonly number?: number; readonly testRun?: TestRun | undefined } = {},
): Promise<Manifest> {
  const key = manifestKey(manifest.dispatchId, number, testRun);
  if (manifest.due.length === 0) throw new RangeError('A manifest lists at least one report.');
  const written = z.encode(manifestSchema, manifest);
  if ((await writeObject(store, key, written)) === 'created') return manifest;
  return readExisting(store, key, manifestSchema);
}

/**
 * All reports of a dispatch.
 * @param by.onDamaged called for each damaged manifest, which is skipped; without it, that is an error
 * @returns undefined if there is no manifest; `next` is the number of the next one
 * @throws RunStoreError
 */
export async function readManifests(
  store: ObjectStore,
  dispatchId: DispatchId,
  {
    testRun,
    onDamaged,
  }: {
    readonly testRun?: TestRun | undefined;
    readonly onDamaged?: (error: RunStoreError) => void;
  } = {},
): Promise<(Manifests & { readonly next: number }) | undefined> {
  let whole: Manifests | undefined;
  for (let number = 1; ; number += 1) {
    try {
      const found = await readObject(store, manifestKey(dispatchId, number, testRun), manifestSchema);
      if (found === undefined) return whole && { ...whole, next: number };
      const known = new Set(whole?.due.map(reportName));
      const added = found.due.filter((report) => !known.has(reportName(report)));
      whole = whole ? { ...whole, due: [...whole.due, ...added] } : found;
    } catch (error) {
      if (!onDamaged || !(error instanceof RunStoreError) || !error.isDamaged) throw error;
      onDamaged(error);
      whole ??= { dispatchId, due: [] };
    }
  }
}
