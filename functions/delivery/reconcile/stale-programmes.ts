/** Notifies a contact of each old programme version once, for all dispatches. */
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { DueNotice, ReportState } from '../notify/due-notices.ts';
import { toldOfProgrammeKey } from '../store/dispatch-keys.ts';
import { dispatchIdSchema } from '../store/run-id.ts';
import { instantText, readObject, writeObject } from '../store/stored-object.ts';

const toldSchema = z.object({ dispatchId: dispatchIdSchema, at: instantText });

/**
 * Removes the reports of old programmes that another dispatch has notified the contact of. A dispatch claims a version
 * before it stores its notice, so that it finds its own claim if it was killed in between.
 * @throws what the store throws, and RunStoreError for a claim that cannot be read
 */
export async function claimStaleProgrammes(
  notices: readonly DueNotice[],
  { store, at }: { readonly store: ObjectStore; readonly at: Temporal.Instant },
): Promise<readonly DueNotice[]> {
  const left: DueNotice[] = [];
  for (const notice of notices) {
    const reports: ReportState[] = [];
    for (const report of notice.reports) {
      if (notice.kind !== 'import' || (await claim(report, { store, at }))) reports.push(report);
    }
    if (reports.length > 0) left.push({ ...notice, reports });
  }
  return left;
}

async function claim(
  { dispatchId, project, contact, staleProgramme }: ReportState,
  { store, at }: { readonly store: ObjectStore; readonly at: Temporal.Instant },
): Promise<boolean> {
  if (staleProgramme === undefined) return false;
  const key = toldOfProgrammeKey({ project, contact, name: staleProgramme.name });
  const own: z.infer<typeof toldSchema> = { dispatchId, at: at.toString() };
  if ((await writeObject(store, key, own)) === 'created') return true;
  return (await readObject(store, key, toldSchema))?.dispatchId === dispatchId;
}
