/**
 * Compares what is due with what was done: adds reports that were configured late, queues lost jobs again, notifies
 * contacts, and settles finished dispatches.
 */

import type { Temporal } from 'temporal-polyfill';
import { type Log, withoutAddresses } from '#base/log.ts';
import { LookaheadError } from '#base/lookahead-error.ts';
import { mapConcurrently } from '#base/map-concurrently.ts';
import { maxDescribedItems } from '#mail/notice-layout.ts';
import type { QueueDepth } from '#queue/job-queue.ts';
import { type DispatchId, idOfReportInDispatch, timeOfDispatch } from '#runs/store/names.ts';
import { checkTimeForStep } from '#runs/time-left.ts';
import { factKindSettings, factTopicId } from './contacts/facts.ts';
import { dataProblemId } from './contacts/late-and-failed-reports.ts';
import {
  type AttemptedContactMail,
  type NotifyContactsResult,
  type NotifyWorld,
  notifyContacts,
} from './contacts/notify-contacts.ts';
import { readLookBackPeriod, saveDailyCheck } from './look-back.ts';
import { findLostJobs, unqueuedJobs } from './lost-jobs.ts';
import { findOpenRequests, recoverAndFindOpenDispatches } from './open-dispatches.ts';
import { isOpenReport, maxConcurrentDispatchReads, type OpenDispatch } from './open-reports.ts';
import type { CheckWorld } from './world.ts';

export type ReconcileWorld = NotifyWorld & {
  /** Whether this is the first check of a process whose queue was empty at its start. */
  readonly queueIsNew?: boolean | undefined;
};

export type CheckedDispatch = Pick<
  OpenDispatch,
  'dispatchId' | 'schedule' | 'added' | 'arrived' | 'manifestMissing' | 'damaged'
> & { readonly open: number; readonly settled: boolean };

export async function reconcileDue(at: Temporal.Instant, parts: ReconcileWorld) {
  const lookBack = await readLookBackPeriod(parts.store, at);
  const found = [
    ...(await recoverAndFindOpenDispatches(at, lookBack, parts)),
    ...(await findOpenRequests(at, lookBack, parts)),
  ];
  const dispatches = found.filter((one) => 'reports' in one);
  const reports = dispatches.flatMap((one) => one.reports);
  const isAnyOpen = reports.some((report) => isOpenReport(report, at));
  const depth = isAnyOpen ? await parts.queue.depth() : { all: 0, delayed: 0 };
  const lost = parts.queueIsNew ? unqueuedJobs(reports, at) : findLostJobs(reports, depth, at);
  if (lost.length > 0) await parts.queue.send(lost);

  const contacts = await notifyContacts(
    {
      at,
      from: lookBack.from,
      isDraining: areMostJobsActive(depth),
      isGathering: dispatches.some(({ added }) => added > 0),
      // Reports that this check added are not late before the next check.
      reports: dispatches.filter((one) => one.added + one.arrived === 0).flatMap((one) => one.reports),
      damaged: dispatches.flatMap((one) =>
        one.damaged.map((sentence) => ({ sentence, reports: one.reports })),
      ),
    },
    parts,
  );
  const checked = await mapConcurrently(dispatches, maxConcurrentDispatchReads, (one) =>
    settleIfFinished(one, { at, ...contacts }, parts),
  );
  const unsettled = dispatches.filter((_, index) => !checked[index]?.settled);
  const open = [...unsettled.map(({ since }) => since), ...contacts.since];
  await saveDailyCheck(parts.store, at, { ...lookBack, open });
  const unreadable = [
    ...found.filter((one) => 'unreadable' in one),
    ...dispatches.flatMap(({ dispatchId, damaged }) =>
      damaged.map((problem) => ({ of: dispatchId, unreadable: problem })),
    ),
    ...contacts.unreadable,
  ];
  return { dispatches: checked, ...contacts, unreadable, queuedAgain: lost.length };
}

/** Whether most jobs are running or ready. A job is delayed if its attempt failed or its service is down. */
export function areMostJobsActive({ all, delayed }: QueueDepth): boolean {
  return all - delayed > delayed;
}

async function settleIfFinished(
  dispatch: OpenDispatch,
  { at, told, open }: Pick<NotifyContactsResult, 'told' | 'open'> & { readonly at: Temporal.Instant },
  parts: ReconcileWorld,
): Promise<CheckedDispatch> {
  const { dispatchId, schedule, reports, added, arrived, manifestMissing, damaged } = dispatch;
  const mayStillGrow = schedule !== undefined && mayGetMoreReports(dispatchId, at, parts);
  const isOver = reports.every((report) => {
    const name = idOfReportInDispatch(report);
    const isEnded = report.state === 'done' || told.has(`over:${name}`);
    return isEnded && !open.has(name) && !open.has(dataProblemId(report) ?? '');
  });
  const settled = isOver && !mayStillGrow && dispatch.awaitsAnswer !== true;
  if (settled) await dispatch.settle();
  const { length } = reports.filter((report) => isOpenReport(report, at));
  return { dispatchId, schedule, added, arrived, manifestMissing, damaged, open: length, settled };
}

/**
 * Whether a report may still be added to the dispatch: the longest configured `deliverWithin` has not passed.
 */
function mayGetMoreReports(
  dispatchId: DispatchId,
  at: Temporal.Instant,
  { configuration }: ReconcileWorld,
): boolean {
  const hours = Math.max(...configuration.reports.map(({ deliverWithin }) => deliverWithin));
  const due = timeOfDispatch(dispatchId);
  return due !== undefined && at.epochMilliseconds < due.add({ hours }).epochMilliseconds;
}

/** Seconds reserved for the end of a check, after its last mail: it settles dispatches and logs. */
const secondsAfterMails = 20;

class ReconcileError extends LookaheadError {
  override readonly name = 'ReconcileError';
}

/**
 * Compares what is due with what was done, and logs and counts the result.
 * If Friday's report is an hour late, returns `{ dispatches: [{ open: 1, settled: false, … }], mails: [{ facts:
 * ['late:2026-11-20T14-00-00Z-b1b00417/riverside_weekly'], outcome: 'sent' }] }`.
 * @param by.queueIsNew whether this is the first check of a process whose queue was empty at its start
 * @param by.timeLeft milliseconds until the process is killed; shortly before, no further mail is begun
 * @throws ReconcileError if an object cannot be read, once the rest has been checked; errors of the store and the queue
 */
export async function reconcileAndLog(
  world: CheckWorld,
  by: { readonly queueIsNew?: boolean; readonly timeLeft?: () => number } = {},
) {
  const { log } = world;
  const { queueIsNew, timeLeft = () => Number.POSITIVE_INFINITY } = by;
  const { pace, ...rest } = world;
  const timeForMail = () => timeLeft() - secondsAfterMails * 1_000;
  // The current time, not the schedule's: a check that starts late includes reports that are late by then.
  const checked = await reconcileDue(world.clock.now(), {
    ...rest,
    queueIsNew,
    owner: world.chance.id(),
    pace: async (recipients) => pace?.(recipients, timeForMail()),
    checkTime: (step) => checkTimeForStep(step, timeForMail()),
  });
  log.count('ManifestMissing', 0);
  const { dispatches, tried, queuedAgain, left } = checked;
  for (const one of dispatches) logCheck(one, log);
  for (const { of, unreadable } of checked.unreadable) {
    log.error('unreadable', { of, reason: withoutAddresses(unreadable) });
  }
  for (const one of tried) logMail(one, log);
  const say = queuedAgain > 0 ? log.warn : log.info;
  say('checked', { dispatches: dispatches.length, queuedAgain, stoppedEarly: left > 0 || undefined });
  const [first, ...others] = checked.unreadable;
  if (first !== undefined) {
    const what = others.length === 0 ? 'dispatch or request' : 'dispatches or requests';
    throw new ReconcileError(`${others.length + 1} ${what} could not be checked`, {
      kind: 'curable',
      remedy: first.unreadable,
    });
  }
  return {
    dispatches,
    mails: tried.map(({ facts, outcome }) => ({ facts: facts.map(({ id }) => id), outcome })),
  };
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

function logMail({ facts, outcome, reason = '', file }: AttemptedContactMail, log: Log): void {
  const kinds = [...new Set(facts.map(({ kind }) => kind))];
  for (const { id, command, kind } of facts.filter((fact) => fact.outcome === undefined)) {
    const { counts } = factKindSettings(kind);
    if (counts) log.count(counts, 1);
    if (command !== undefined) {
      log.error('not delivered; the command sends what is missing', { report: factTopicId(id), command });
    }
  }
  const ids = facts.slice(0, maxDescribedItems).map(({ id }) => id);
  const isNews = outcome === 'sent' && kinds.every((kind) => factKindSettings(kind).level === 'info');
  const what: Partial<Record<typeof outcome, string>> = {
    sent: 'the contact was notified',
    pending: 'the contact could not be notified yet',
    failed: 'a mail did not reach its contact',
  };
  log[isNews ? 'info' : 'error'](`${what[outcome] ?? 'another check replaced a mail'}: ${kinds.join(', ')}`, {
    told: ids.join(' '),
    facts: facts.length,
    reason: withoutAddresses(reason) || undefined,
    file,
  });
  // Not for reminders: a reader who cannot be reached is reported with the report.
  if (outcome === 'failed' && !kinds.includes('remind')) log.count('ActionNeeded', 1);
}
