/**
 * Compares what is due with what was done, every few minutes: what was configured late is added, what no message carries
 * is queued again, contacts get the notices that are due, and what is finished is not looked at any more.
 */
import type { Temporal } from 'temporal-polyfill';
import { together } from '../../base/together.ts';
import type { Sender } from '../attempt.ts';
import { isDraining, isRecent, type StoredNotice } from '../notify/due-notices.ts';
import { readNotices } from '../notify/notify-contact.ts';
import type { QueueDepth } from '../queue/job-queue.ts';
import { reportInDispatch } from '../store/dispatch-keys.ts';
import { type DispatchId, timeOfDispatch } from '../store/run-id.ts';
import type { World } from '../world.ts';
import { notifyOfRecipients } from './failed-recipients.ts';
import { readLookBack, saveLooked } from './look-back.ts';
import {
  atOnce,
  isOpen,
  isolated,
  lostJobs,
  type OpenDispatch,
  type Unreadable,
  unqueuedJobs,
} from './open-dispatch.ts';
import { openDispatches } from './open-dispatches.ts';
import { openRequests } from './open-requests.ts';
import { type CheckedNotice, type Group, isHeld, readAllNotices, type Told, tell } from './tell-contacts.ts';

export type Reconciler = Sender &
  Pick<World, 'configuration' | 'programmes' | 'queue' | 'sendAgain' | 'awsRegion' | 'schedules'> & {
    /** Set for the first check of a process whose queue began empty. */
    readonly queueIsNew?: boolean | undefined;
  };

/** The result of checking one dispatch or request. */
export type CheckedDispatch = Pick<
  OpenDispatch,
  'dispatchId' | 'schedule' | 'added' | 'arrived' | 'manifestMissing' | 'damaged'
> & {
  /** Reports that are still to be tried. */
  readonly open: number;
  readonly settled: boolean;
};

/**
 * @returns the result for each dispatch and notice, those of recipients whom a message did not reach apart, and the number
 *   of jobs that were lost and queued again
 * @throws what the store and the queue throw
 */
export async function reconcileDue(at: Temporal.Instant, parts: Reconciler) {
  const lookBack = await readLookBack(parts.store, at);
  const { found, keys } = await openDispatches(at, lookBack, parts);
  const requests = await openRequests(at, lookBack, parts);
  const all = [...found, ...requests];
  const reports = all.flatMap((one) => ('reports' in one ? one.reports : []));
  const isAnyOpen = reports.some((report) => isOpen(report, at));
  const depth = isAnyOpen ? await parts.queue.depth() : nothing;
  const lost = parts.queueIsNew ? unqueuedJobs(reports, at) : lostJobs(reports, depth, at);
  if (lost.length > 0) await parts.queue.send(lost);

  const { stored, unreadable } = await readAllNotices(keys, parts);
  const dispatches: (CheckedDispatch | Unreadable)[] = all.filter((one) => 'unreadable' in one);
  const notices: (CheckedNotice | Unreadable)[] = [...unreadable];
  const moment = { now: at, isDraining: isDraining(depth), isHeld: await isHeld(at, parts) };
  const damaged = new Set(unreadable.map(({ of }) => of));
  const scheduled = found.filter((one) => 'reports' in one).filter((one) => !damaged.has(one.dispatchId));
  const groups: Group[] = [{ dispatches: scheduled, stored }];
  for (const one of requests) {
    if ('unreadable' in one) continue;
    const own = await isolated(one.dispatchId, () => readNotices(parts, one.dispatchId));
    if ('unreadable' in own) notices.push(own);
    else groups.push({ dispatches: [one], stored: own });
  }
  const open: Temporal.Instant[] = [];
  for (const group of groups) {
    const told = await tell(group, moment, parts);
    notices.push(...told.notices);
    const checked = await together(group.dispatches, atOnce, async (one) => {
      const finished = await finish(one, { at, ...told }, parts);
      if (!finished.settled) open.push(one.since);
      return finished;
    });
    dispatches.push(...checked);
    const recent = told.stored.filter((notice) => isRecent(notice, at));
    open.push(...recent.flatMap((notice) => timeOfDispatch(notice.dispatchId) ?? []));
  }
  const { recipients, since } = await notifyOfRecipients(at, { ...lookBack, stored }, parts);
  await saveLooked(parts.store, at, { ...lookBack, open: [...open, ...since] });
  return { dispatches, notices, queuedAgain: lost.length, recipients };
}

const nothing: QueueDepth = { all: 0, delayed: 0 };
/** Settles a dispatch once nothing is left of it. */
async function finish(
  dispatch: OpenDispatch,
  { at, stored, waiting }: Pick<Told, 'stored' | 'waiting'> & { readonly at: Temporal.Instant },
  parts: Reconciler,
): Promise<CheckedDispatch> {
  const { dispatchId, schedule, reports, added, arrived, manifestMissing, damaged } = dispatch;
  const open = reports.filter((report) => isOpen(report, at)).length;
  const mayStillGrow = schedule !== undefined && mayGrow(dispatchId, at, parts);
  const namesIn = (of: readonly StoredNotice[]) => new Set(of.flatMap((notice) => notice.reports));
  const told = namesIn(
    stored.filter(({ kind, outcome }) => kind === 'not-delivered' && outcome !== 'dropped'),
  );
  const pending = namesIn(stored.filter(({ outcome }) => outcome === 'pending'));
  for (const one of waiting.flatMap((notice) => notice.reports)) pending.add(reportInDispatch(one));
  const isOver = reports.every((report) => {
    const name = reportInDispatch(report);
    return (report.state === 'done' || told.has(name)) && !pending.has(name);
  });
  const settled = isOver && !mayStillGrow && dispatch.awaitsAnswer !== true;
  if (settled) await dispatch.settle();
  return { dispatchId, schedule, added, arrived, manifestMissing, damaged, open, settled };
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
