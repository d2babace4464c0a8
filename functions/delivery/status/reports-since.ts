/**
 * The log of all that was due or requested since a date. Keys sort by date, so an archive of years is never listed whole.
 * Test runs are left out.
 */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import { together } from '../../base/together.ts';
import { readOpenReports } from '../reconcile/open-dispatch.ts';
import {
  allRequests,
  dispatchIdOfManifest,
  dispatchIdOfRequest,
  savedRequestOfKey,
  scheduledDispatches,
} from '../store/dispatch-keys.ts';
import { readManifests } from '../store/dispatch-manifest.ts';
import type { DueReport } from '../store/due-reports.ts';
import type { DispatchId } from '../store/run-id.ts';
import { RunStoreError } from '../store/stored-object.ts';
import { type Origin, type ReportLog, readReportLog } from './report-log.ts';

export type LogQuery = {
  /** Local date in each project's time zone. */
  readonly since: Temporal.PlainDate;
  readonly projects: readonly string[];
  readonly reports: readonly string[];
};

export type LogSince = {
  readonly reports: readonly ReportLog[];
  readonly unreadable: readonly string[];
  /** Keys that were due since then, even if not asked for. */
  readonly known: { readonly projects: ReadonlySet<string>; readonly reports: ReadonlySet<string> };
};

const readAtOnce = 32;

export async function logSince(
  store: ObjectStore,
  query: LogQuery,
  now: Temporal.Instant,
): Promise<LogSince> {
  const reports: ReportLog[] = [];
  const unreadable: string[] = [];
  const known = { projects: new Set<string>(), reports: new Set<string>() };
  for (const [dispatchId, origin] of await dispatchesSince(store, query.since)) {
    try {
      const onDamaged = (error: RunStoreError) => void unreadable.push(error.message);
      const manifests = await readManifests(store, dispatchId, { onDamaged });
      const due = (manifests?.due ?? []).filter((report) => isSince(report, query));
      for (const { project, report } of due) {
        known.projects.add(project);
        known.reports.add(report);
      }
      const open = await readOpenReports(
        store,
        dispatchId,
        due.filter((report) => isAskedFor(report, query)),
      );
      const logs = await together(open, readAtOnce, (report) =>
        readReportLog(store, { report, origin }, now).catch(unreadableText),
      );
      for (const log of logs) {
        if (typeof log === 'string') unreadable.push(log);
        else reports.push(log);
      }
    } catch (error) {
      unreadable.push(unreadableText(error));
    }
  }
  return { reports: reports.sort(byDue), unreadable, known };
}

function unreadableText(error: unknown): string {
  if (error instanceof RunStoreError) return error.message;
  throw error;
}

function isSince({ due, timeZone }: DueReport, { since }: LogQuery): boolean {
  return Temporal.PlainDate.compare(due.toZonedDateTimeISO(timeZone).toPlainDate(), since) >= 0;
}

function isAskedFor({ project, report }: DueReport, { projects, reports }: LogQuery): boolean {
  const isIn = (key: string, keys: readonly string[]) => keys.length === 0 || keys.includes(key);
  return isIn(project, projects) && isIn(report, reports);
}

/** Includes a day more, because UTC dates are behind local ones in the east. */
async function dispatchesSince(
  store: ObjectStore,
  since: Temporal.PlainDate,
): Promise<ReadonlyMap<DispatchId, Origin>> {
  const from = since.subtract({ days: 1 }).toString();
  const scheduled = await store.list(scheduledDispatches, { after: `dispatches/${from}` });
  const requested = await store.list(allRequests, { after: `${allRequests}${from}` });
  const origins = new Map<DispatchId, Origin>();
  for (const id of scheduled.flatMap((key) => dispatchIdOfManifest(key) ?? [])) origins.set(id, 'schedule');
  // Reconcile checks a program's request even if a person repeated it.
  for (const key of requested) {
    const id = dispatchIdOfRequest(key);
    if (id === undefined || origins.get(id) === 'request') continue;
    origins.set(id, savedRequestOfKey(key) ? 'request' : 'by hand');
  }
  return origins;
}

export async function latestDate(store: ObjectStore): Promise<string | undefined> {
  const keys = [...(await store.list(scheduledDispatches)), ...(await store.list(allRequests))];
  return keys
    .flatMap((key) => /^[a-z]+\/(\d{4}-\d\d-\d\d)/.exec(key)?.[1] ?? [])
    .sort()
    .at(-1);
}

function byDue(left: ReportLog, right: ReportLog): number {
  const of = ({ project, report }: ReportLog) => `${project} ${report}`;
  return Temporal.Instant.compare(left.due, right.due) || (of(left) < of(right) ? -1 : 1);
}
