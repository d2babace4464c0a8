/**
 * What is due on one dispatch, written down before any of it is begun: absence is the failure that nobody sees.
 * What is still to do is what is due without what is done, however often and wherever that is asked.
 */

import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { Window } from '../../lookahead/dates/window.ts';
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
