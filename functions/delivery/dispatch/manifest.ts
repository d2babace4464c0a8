/**
 * The manifests of a dispatch: the reports it makes due, written down before any of them begins, so that a report that
 * never ran is noticed. The first has what was configured when the schedule fired; each further one has reports that
 * were configured later and can still be delivered in time.
 */

import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { manifestKey, reportName, type TestRun } from '../store/dispatch-keys.ts';
import { type DispatchId, dispatchIdSchema, runIdSchema } from '../store/run-id.ts';
import {
  day,
  instant,
  instantText,
  missing,
  RunStoreError,
  readObject,
  someText,
  version2,
  window,
  writeObject,
} from '../store/stored-object.ts';
import type { DueReport } from './due-reports.ts';

/** A due report as JSON, in manifests and in queued jobs. */
export const dueReportSchema = z.object({
  project: someText,
  report: someText,
  runId: runIdSchema,
  projectName: z.string(),
  reportName: z.string(),
  contact: z.string(),
  timeZone: z.string(),
  limits: z.optional(z.readonly(z.array(z.string()))),
  window,
  reportDay: day,
  due: instant,
  deliverBy: instant,
});

const manifestSchema = z.object({
  version: version2,
  dispatchId: dispatchIdSchema,
  at: instantText,
  asked: z.optional(z.string()),
  due: z.array(dueReportSchema).check(z.minLength(1)),
});

/** One dispatch's reports. */
export type Manifest = {
  readonly dispatchId: DispatchId;
  /** Set where its runs are test runs: a test run and a delivery with the same run id are two runs. */
  readonly testRun?: TestRun | undefined;
  /** When it was written: ISO 8601 instant. */
  readonly at: string;
  /** The wishes of a request besides its reports, as one text; undefined for a schedule's dispatch. */
  readonly asked?: string | undefined;
  /** At least one. */
  readonly due: readonly DueReport[];
};

/** All manifests of a dispatch. */
export type Manifests = Omit<Manifest, 'at'>;

/**
 * Writes a manifest of a dispatch, unless there is one of that number.
 * @param number 1 for what is due at first
 * @returns the stored one: the first, where a schedule fires twice or a dispatch begins again
 * @throws RunStoreError where the stored one cannot be read, RangeError for a manifest without reports
 */
export async function saveManifest(store: ObjectStore, manifest: Manifest, number = 1): Promise<Manifest> {
  const { dispatchId, testRun, at, asked } = manifest;
  const key = manifestKey(dispatchId, number, testRun);
  if (manifest.due.length === 0) throw new RangeError('A manifest lists at least one report.');
  const written: z.output<typeof manifestSchema> = {
    version: 2,
    dispatchId,
    at,
    asked,
    due: [...manifest.due],
  };
  const made = await writeObject(store, key, z.encode(manifestSchema, written));
  if (made === 'created') return manifestOf(written, testRun);
  const stored = await readManifest(store, { dispatchId, testRun }, number);
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
      const found = await readManifest(store, { dispatchId, testRun }, number);
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

async function readManifest(
  store: ObjectStore,
  { dispatchId, testRun }: Pick<Manifest, 'dispatchId' | 'testRun'>,
  number: number,
): Promise<Manifest | undefined> {
  const found = await readObject(store, manifestKey(dispatchId, number, testRun), manifestSchema);
  return found && manifestOf(found, testRun);
}

function manifestOf(stored: z.output<typeof manifestSchema>, testRun: TestRun | undefined): Manifest {
  const { dispatchId, at, asked } = stored;
  const kind = testRun === undefined ? {} : { testRun };
  return {
    dispatchId,
    ...kind,
    at,
    ...(asked === undefined ? {} : { asked }),
    due: stored.due.map((due) => ({ ...due, ...kind })),
  };
}
