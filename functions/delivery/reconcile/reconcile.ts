/**
 * Compares what is due with what was done: adds what was configured late,
 * queues lost jobs again, sends the notices that are due, and settles what is finished.
 */
import type { Temporal } from 'temporal-polyfill';
import { together } from '#base/together.ts';
import { isDraining, isRecent, namesIn } from '#delivery/notify/due-notices.ts';
import { readNotices } from '#delivery/notify/notify-contact.ts';
import { reportInDispatch } from '#delivery/store/dispatch-keys.ts';
import { type DispatchId, timeOfDispatch } from '#delivery/store/run-id.ts';
import { readLookBack, saveLooked } from './look-back.ts';
import { notifyOfAnswers } from './notify-of-answers.ts';
import { notifyOfRecipients } from './notify-of-recipients.ts';
import {
  type CheckedNotice,
  type Group,
  isHeldByStop,
  type Notified,
  notifyOfReports,
  readAllNotices,
} from './notify-of-reports.ts';
import {
  dispatchesAtOnce,
  isOpen,
  isolated,
  type Left,
  lostJobs,
  type Notifying,
  type OpenDispatch,
  type Unreadable,
  unqueuedJobs,
} from './open-dispatch.ts';
import { openDispatches } from './open-dispatches.ts';
import { openRequests } from './open-requests.ts';

export type Reconciler = Notifying & {
  /** The first check of a process whose queue began empty. */
  readonly queueIsNew?: boolean | undefined;
};

export type CheckedDispatch = Pick<
  OpenDispatch,
  'dispatchId' | 'schedule' | 'added' | 'arrived' | 'manifestMissing' | 'damaged'
> & { readonly open: number; readonly settled: boolean };

export async function reconcileDue(at: Temporal.Instant, parts: Reconciler) {
  const lookBack = await readLookBack(parts.store, at);
  const { found, keys } = await openDispatches(at, lookBack, parts);
  const requests = await openRequests(at, lookBack, parts);
  const all = [...found, ...requests];
  const reports = all.flatMap((one) => ('reports' in one ? one.reports : []));
  const isAnyOpen = reports.some((report) => isOpen(report, at));
  const depth = isAnyOpen ? await parts.queue.depth() : { all: 0, delayed: 0 };
  const lost = parts.queueIsNew ? unqueuedJobs(reports, at) : lostJobs(reports, depth, at);
  if (lost.length > 0) await parts.queue.send(lost);

  const { stored, unreadable } = await readAllNotices(keys, parts.store);
  const dispatches: (CheckedDispatch | Unreadable)[] = all.filter((one) => 'unreadable' in one);
  const notices: (CheckedNotice | Unreadable | Left)[] = [...unreadable];
  const isHeld = await isHeldByStop(at, parts.store);
  const moment = { now: at, isDraining: isDraining(depth), isHeld };
  const damaged = new Set(unreadable.map(({ of }) => of));
  const scheduled = found.filter((one) => 'reports' in one).filter((one) => !damaged.has(one.dispatchId));
  const groups: Group[] = [{ dispatches: scheduled, stored }];
  for (const one of requests) {
    if ('unreadable' in one) continue;
    const own = await isolated(one.dispatchId, () => readNotices(parts.store, one.dispatchId));
    if ('unreadable' in own) notices.push(own);
    else groups.push({ dispatches: [one], stored: own });
  }
  const open: Temporal.Instant[] = [];
  for (const group of groups) {
    const notified = await notifyOfReports(group, moment, parts);
    notices.push(...notified.notices);
    const checked = await together(group.dispatches, dispatchesAtOnce, async (one) => {
      const finished = await settleIfFinished(one, { at, ...notified }, parts);
      if (!finished.settled) open.push(one.since);
      return finished;
    });
    dispatches.push(...checked);
    const recent = notified.stored.filter((notice) => isRecent(notice, at));
    open.push(...recent.flatMap((notice) => timeOfDispatch(notice.dispatchId) ?? []));
  }
  const failed = await notifyOfRecipients(at, { ...lookBack, stored }, parts);
  const closed = await notifyOfAnswers(at, { ...lookBack, stored }, parts);
  await saveLooked(parts.store, at, { ...lookBack, open: [...open, ...failed.since, ...closed.since] });
  const ofKeys = [...failed.checked, ...closed.checked];
  return { dispatches, notices, queuedAgain: lost.length, ofKeys };
}

async function settleIfFinished(
  dispatch: OpenDispatch,
  { at, stored, waiting }: Notified & { readonly at: Temporal.Instant },
  parts: Reconciler,
): Promise<CheckedDispatch> {
  const { dispatchId, schedule, reports, added, arrived, manifestMissing, damaged } = dispatch;
  const open = reports.filter((report) => isOpen(report, at)).length;
  const mayStillGrow = schedule !== undefined && mayGrow(dispatchId, at, parts);
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
 * Whether the schedule may still have a report that the dispatch lacks: its deadline may be later than those of the others.
 */
function mayGrow(dispatchId: DispatchId, at: Temporal.Instant, { configuration }: Reconciler): boolean {
  const hours = Math.max(...configuration.reports.map(({ deliverWithin }) => deliverWithin));
  const due = timeOfDispatch(dispatchId);
  return due !== undefined && at.epochMilliseconds < due.add({ hours }).epochMilliseconds;
}
