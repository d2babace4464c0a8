/**
 * Compares what is due with what was done: adds what was configured late,
 * queues lost jobs again, sends the notices that are due, and settles what is finished.
 */
import type { Temporal } from 'temporal-polyfill';
import { LookaheadError } from '#base/lookahead-error.ts';
import { together } from '#base/together.ts';
import { checkTimeFor } from '#delivery/attempt.ts';
import { isDraining, isRecent, namesIn } from '#delivery/notify/due-notices.ts';
import { type NoticeResult, readNotices } from '#delivery/notify/notify-contact.ts';
import { type Fields, type Log, withoutAddresses } from '#delivery/step-log.ts';
import { type DispatchId, reportInDispatch, timeOfDispatch } from '#delivery/store/names.ts';
import type { LoggedReconcileWorld } from '#delivery/world.ts';
import { readLookBack, saveLooked } from './look-back.ts';
import { type CheckedKeys, notifyOfAnswers, notifyOfRecipients } from './notices-of-keys.ts';
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
import { openDispatches, openRequests } from './open-dispatches.ts';

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

/** Seconds reserved for what a check does after its last notice: it settles dispatches, and counts. */
const secondsAfterNotices = 20;

class ReconcileError extends LookaheadError {
  override readonly name = 'ReconcileError';
}

/**
 * Compares what is due with what was done, and logs and counts the result.
 * @param by.queueIsNew the first check of a process whose queue began empty
 * @param by.timeLeft milliseconds until the process is ended: in time before, no further notice is begun
 * @throws ReconcileError for what cannot be read, once the rest has been checked; what the store and the queue throw
 */
export async function checkAndLog(
  world: LoggedReconcileWorld,
  by: { readonly queueIsNew?: boolean; readonly timeLeft?: () => number } = {},
) {
  const { log } = world;
  const { queueIsNew, timeLeft = () => Number.POSITIVE_INFINITY } = by;
  // The clock, not the schedule's time: a check that starts late includes what is late by then.
  const { dispatches, notices, queuedAgain, ofKeys } = await reconcileDue(world.clock.now(), {
    ...world,
    queueIsNew,
    owner: world.chance.id(),
    checkTime: (step) => checkTimeFor(step, timeLeft() - secondsAfterNotices * 1_000),
  });
  log.count('ManifestMissing', 0);
  const unreadable: string[] = [];
  let stoppedEarly: true | undefined;
  const read = <Checked extends object>(checked: Checked | Unreadable | Left): readonly Checked[] => {
    if ('left' in checked) {
      stoppedEarly = true;
      return [];
    }
    if (!('unreadable' in checked)) return [checked];
    unreadable.push(checked.unreadable);
    log.error('unreadable', { of: checked.of, reason: withoutAddresses(checked.unreadable) });
    return [];
  };
  for (const checked of dispatches.flatMap(read)) {
    logCheck(checked, log);
    checked.damaged.flatMap((problem) => read({ of: checked.dispatchId, unreadable: problem }));
  }
  for (const checked of notices.flatMap(read)) logNotice(checked, log);
  for (const checked of ofKeys.flatMap(read)) logKeys(checked, log);
  const say = queuedAgain > 0 ? log.warn : log.info;
  say('checked', { dispatches: dispatches.length, queuedAgain, stoppedEarly });
  const [first] = unreadable;
  if (first !== undefined) {
    const what = unreadable.length === 1 ? 'dispatch or request' : 'dispatches or requests';
    throw new ReconcileError(`${unreadable.length} ${what} could not be checked`, {
      kind: 'curable',
      remedy: first,
    });
  }
  return { dispatches, notices };
}

function logKeys(checked: CheckedKeys, log: Log): void {
  const { dispatchId, kind, keys } = checked;
  const told = `the contact was notified: ${kind}`;
  if (checked.outcome !== 'sent') logNotSent(checked, { dispatchId }, log);
  else if (kind === 'recipients') log.warn(told, { dispatchId, recipients: keys });
  else log.info(told, { dispatchId, reports: keys });
}

function logNotSent({ outcome, reason }: NoticeResult, of: Fields, log: Log): void {
  const because = { ...of, reason: withoutAddresses(reason) };
  if (outcome === 'pending') log.error('the contact could not be notified yet', because);
  else if (outcome === 'refused') {
    log.count('ActionNeeded', 1);
    log.error('a notice did not reach its contact', because);
  } else log.info('a notice was dropped', because);
}

function logCheck(checked: CheckedDispatch, log: Log): void {
  const { dispatchId, schedule, added, arrived, open } = checked;
  const fields = { dispatchId, cron: schedule?.cron, timeZone: schedule?.timeZone, open };
  if (checked.manifestMissing) {
    log.count('ManifestMissing', 1);
    log.error('the manifest was missing, and has been written', { ...fields, added });
  } else if (added > 0) {
    log.count('DueAdded', added);
    log.error('reports were missing in the manifest, and have been added', { ...fields, added });
  }
  if (arrived > 0) {
    log.count('ReportsDue', arrived);
    log.info('a version of the programme has arrived', { ...fields, due: arrived });
  }
  if (checked.settled) log.info('settled', fields);
}

function logNotice(checked: CheckedNotice, log: Log): void {
  const { dispatchId, kind, isNew, reports, file } = checked;
  if (isNew) {
    if (kind === 'not-delivered' || kind === 'not-sent') log.count('ReportsFailed', reports);
    if (kind === 'action') log.count('ActionNeeded', reports);
  }
  if (checked.outcome === 'sent') {
    const say = kind === 'delivered' ? log.info : log.error;
    if (file === undefined) say(`the contact was notified: ${kind}`, { dispatchId, reports });
    else say(`a notice was written to a file: ${kind}`, { dispatchId, reports, file });
  } else logNotSent(checked, { dispatchId, notice: kind, reports }, log);
  for (const command of checked.commands) {
    log.error('not delivered; the command sends what is missing', { dispatchId, command });
  }
}
