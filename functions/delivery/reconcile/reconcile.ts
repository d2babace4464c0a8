/**
 * Compares what is due with what was done, every few minutes: what was configured late is added, what no message carries
 * is queued again, contacts get the notices that are due, and what is finished is not looked at any more.
 */
import type { Temporal } from 'temporal-polyfill';
import type { Sender } from '../attempt.ts';
import type { QueueDepth } from '../dispatch/job-queue.ts';
import { isDown, serviceId, waitsForService } from '../jobs/outage.ts';
import {
  type DueNotice,
  dueNotices,
  isDraining,
  isTrueOf,
  type NoticeKind,
  type StoredNotice,
} from '../notify/due-notices.ts';
import {
  continueNotice,
  type NoticeResult,
  type Notifier,
  notifyContact,
  readNotices,
} from '../notify/notify-contact.ts';
import { attemptsOf, readAllAttempts } from '../store/attempts.ts';
import { reportName } from '../store/dispatch-keys.ts';
import { type DispatchId, timeOfDispatch } from '../store/run-id.ts';
import type { World } from '../world.ts';
import { notifyOfRecipients, type RecipientsChecked } from './failed-recipients.ts';
import { readLookBack, saveLooked } from './look-back.ts';
import {
  isOpen,
  isolated,
  lostJobs,
  type OpenDispatch,
  type Unreadable,
  unqueuedJobs,
} from './open-dispatch.ts';
import { openDispatches } from './open-dispatches.ts';
import { openRequests } from './open-requests.ts';
import { firstToTell } from './stale-programmes.ts';

type Reconciler = Sender &
  Pick<World, 'configuration' | 'programmes' | 'queue' | 'sendAgain' | 'awsRegion' | 'schedules'> & {
    /** Set for the first check of a process whose queue began empty. */
    readonly queueIsNew?: boolean | undefined;
  };

/** The result of checking one dispatch or request. */
export type CheckedDispatch = Pick<
  OpenDispatch,
  'dispatchId' | 'schedule' | 'added' | 'arrived' | 'manifestMissing'
> & {
  /** Reports that are still to be tried. */
  readonly open: number;
  /** Notices that this check stored: their kinds, and of how many reports. */
  readonly notices: readonly { readonly kind: NoticeKind; readonly reports: number }[];
  /** The outcomes of these notices, and of those that could not be sent before. */
  readonly results: readonly (NoticeResult & Pick<StoredNotice, 'kind'> & { readonly reports: number })[];
  readonly settled: boolean;
  /** The commands that send the reports which this check found not delivered; addresses of requests are in none. */
  readonly commands: readonly string[];
};

export type Reconciliation = {
  readonly dispatches: readonly (CheckedDispatch | Unreadable)[];
  /** Jobs that were lost and queued again. */
  readonly queuedAgain: number;
  /** Dispatches with recipients whom a message did not reach. */
  readonly recipients: readonly (RecipientsChecked | Unreadable)[];
};

/** @throws what the store and the queue throw */
export async function reconcileDue(at: Temporal.Instant, parts: Reconciler): Promise<Reconciliation> {
  const lookBack = await readLookBack(parts.store, at);
  const found = [
    ...(await openDispatches(at, lookBack, parts)).found,
    ...(await openRequests(at, lookBack, parts)),
  ];
  const readable = found.filter((one) => 'reports' in one);
  const reports = readable.flatMap((one) => one.reports);
  const isAnyOpen = reports.some((report) => isOpen(report, at));
  const depth = isAnyOpen ? await parts.queue.depth() : nothing;
  const lost = parts.queueIsNew ? unqueuedJobs(reports, at) : lostJobs(reports, depth, at);
  if (lost.length > 0) await parts.queue.send(lost);
  const dispatches: (CheckedDispatch | Unreadable)[] = [];
  for (const one of found) {
    dispatches.push(
      'reports' in one ? await isolated(one.dispatchId, () => finish(one, { at, depth }, parts)) : one,
    );
  }
  const { recipients, since } = await notifyOfRecipients(at, lookBack, parts);
  const settled = new Set(
    dispatches.flatMap((one) => ('settled' in one && one.settled ? one.dispatchId : [])),
  );
  const open = readable.filter(({ dispatchId }) => !settled.has(dispatchId)).map((one) => one.since);
  await saveLooked(parts.store, at, { ...lookBack, open: [...open, ...since] });
  return { dispatches, queuedAgain: lost.length, recipients };
}

const nothing: QueueDepth = { all: 0, delayed: 0 };

/** Sends the notices that are due, and settles a dispatch once nothing is left of it. */
async function finish(
  dispatch: OpenDispatch,
  { at, depth }: { readonly at: Temporal.Instant; readonly depth: QueueDepth },
  parts: Reconciler,
): Promise<CheckedDispatch> {
  const { dispatchId, schedule, reports, added, arrived, manifestMissing } = dispatch;
  const results: CheckedDispatch['results'][number][] = [];
  const own = { ...parts, isTrue: truthOf(dispatch, parts) };
  const stored: StoredNotice[] = [];
  for (const notice of await readNotices(parts, dispatchId)) {
    if (notice.outcome !== 'pending') stored.push(notice);
    else {
      const { kind, name } = notice;
      const result = await continueNotice(dispatchId, name, own);
      results.push({ kind, reports: notice.reports.length, ...result });
      stored.push({ ...notice, outcome: result.outcome });
    }
  }
  // A report that was added just now is not late before the next check.
  const due =
    added + arrived > 0
      ? []
      : await firstToTell(
          dispatchId,
          dueNotices(reports, stored, { now: at, isDraining: isDraining(depth) }),
          { store: parts.store, at },
        );
  for (const notice of due) {
    const { kind, name } = notice;
    const names = notice.reports.map(reportName);
    const result = await notifyContact(dispatchId, await withCauses(notice, at, parts), own);
    results.push({ kind, reports: names.length, ...result });
    stored.push({ kind, name, reports: names, outcome: result.outcome });
  }
  const open = reports.filter((report) => isOpen(report, at)).length;
  const mayStillGrow = schedule !== undefined && mayGrow(dispatchId, at, parts);
  const told = new Set(
    stored.flatMap(({ kind, reports: names, outcome }) =>
      kind === 'not-delivered' && outcome !== 'dropped' ? names : [],
    ),
  );
  const isOver = reports.every((report) => report.state === 'done' || told.has(reportName(report)));
  const isPending = stored.some(({ outcome }) => outcome === 'pending');
  const settled = isOver && !mayStillGrow && !isPending && dispatch.awaitsAnswer !== true;
  if (settled) await dispatch.settle();
  return {
    dispatchId,
    schedule,
    added,
    arrived,
    manifestMissing,
    open,
    results,
    settled,
    notices: due.map(({ kind, reports: listed }) => ({ kind, reports: listed.length })),
    commands: due
      .flatMap(({ kind, reports: listed }) => (kind === 'not-delivered' ? listed : []))
      .filter(({ request }) => request === undefined)
      .map(parts.sendAgain),
  };
}

/** Names the service that is down to the contact of reports without an attempt: the brake keeps their jobs from asking. */
async function withCauses(
  notice: DueNotice,
  at: Temporal.Instant,
  { store, configuration }: Reconciler,
): Promise<DueNotice> {
  const waiting = notice.reports.filter(({ state }) => state === 'waiting').map(({ project }) => project);
  const down = new Set<string>();
  for (const project of configuration.projects) {
    if (!waiting.includes(project.key)) continue;
    // A notice goes out also where the archive does not say it.
    if (await isDown(serviceId(project), { store, at }).catch(() => false)) down.add(project.key);
  }
  const failure = { kind: 'retryable', message: waitsForService } as const;
  const reports = notice.reports.map((report) =>
    report.state === 'waiting' && down.has(report.project) ? { ...report, failure } : report,
  );
  return { ...notice, reports };
}

/** A report may have been delivered since this check began, which waits for the mail service at times. */
function truthOf({ dispatchId, reports }: OpenDispatch, parts: Reconciler): NonNullable<Notifier['isTrue']> {
  const byName = new Map(reports.map((report) => [reportName(report), report]));
  return async ({ kind, reports: names }) => {
    const attempts = await readAllAttempts(parts.store, dispatchId);
    return names.every((name) => {
      const report = byName.get(name);
      const isDone = report !== undefined && attemptsOf(attempts, report).done;
      return isTrueOf(isDone ? { ...report, state: 'done' } : report, kind, parts.clock.now());
    });
  };
}

/**
 * Until when a report may be configured that the schedule made due and the dispatch lacks: its deadline may be later
 * than those of all others.
 */
function mayGrow(dispatchId: DispatchId, at: Temporal.Instant, { configuration }: Reconciler): boolean {
  const hours = Math.max(...configuration.reports.map(({ deliverWithin }) => deliverWithin));
  const due = timeOfDispatch(dispatchId);
  return due !== undefined && at.epochMilliseconds < due.add({ hours }).epochMilliseconds;
}
