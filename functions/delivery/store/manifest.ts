/**
 * The manifests of a dispatch: the reports it makes due, written down before any of them begins, so that a report that
 * never ran is noticed. The first has what was configured when the schedule fired; each further one has reports that
 * were configured later and can still be delivered in time.
 */

import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { manifestKey, reportName, type TestRun } from './dispatch-keys.ts';
import { dueReportSchema } from './due-reports.ts';
import { type DispatchId, dispatchIdSchema } from './run-id.ts';
import { instantText, missing, RunStoreError, readObject, writeObject } from './stored-object.ts';

const manifestSchema = z.object({
  dispatchId: dispatchIdSchema,
  /** When it was written. */
  at: instantText,
  /** The wishes of a request besides its reports, as one text; absent for a schedule's dispatch. */
  asked: z.optional(z.string()),
  due: z.readonly(z.array(dueReportSchema).check(z.minLength(1))),
});

/** One dispatch's reports. */
export type Manifest = z.output<typeof manifestSchema>;

/** All manifests of a dispatch. */
export type Manifests = Omit<Manifest, 'at'>;

/**
 * Writes a manifest of a dispatch, unless there is one of that number.
 * @param of.number 1 for what is due at first
 * @param of.testRun set for test runs: one of them and a delivery with the same run id are two runs
 * @returns the stored one: the first, where a schedule fires twice or a dispatch begins again
 * @throws RunStoreError where the stored one cannot be read, RangeError for a manifest without reports
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
  const stored = await readManifest(store, key);
  if (stored === undefined) throw missing(key);
  return stored;
}

/**
 * All reports of a dispatch: those of its first manifest, and those that were added.
 * @param by.onDamaged hears of a manifest whose content is lost, which is passed over; without it, that is an error
 * @returns also the number that the next manifest would have; undefined where there is no manifest
 * @throws RunStoreError where one cannot be read
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
      const found = await readManifest(store, manifestKey(dispatchId, number, testRun));
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

function readManifest(store: ObjectStore, key: string): Promise<Manifest | undefined> {
  return readObject(store, key, manifestSchema);
}
