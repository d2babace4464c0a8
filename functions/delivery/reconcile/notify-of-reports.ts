/** Notifies contacts of reports: continues stored notices that are still pending, and sends those that are due now. */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import { shortDigest } from '#base/digest.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import { isWithinLast } from '#base/recent.ts';
import { together } from '#base/together.ts';
import { readStop } from '#delivery/messages/stoppable-mailer.ts';
import {
  type DueNotice,
  dueNotices,
  isStillTrue,
  type Moment,
  type NoticeRecord,
  type ReportState,
  type StoredNotice,
} from '#delivery/notify/due-notices.ts';
import {
  continueNotice,
  type NoticeResult,
  type NoticeState,
  notifyContact,
  readNotices,
  recordOf,
  type StoredText,
} from '#delivery/notify/notify-contact.ts';
import { isDown, serviceId, waitsForService } from '#delivery/queue/outage.ts';
import { type Attempts, attemptsOf, readAllAttempts } from '#delivery/store/attempts.ts';
import { type DispatchId, reportInDispatch } from '#delivery/store/names.ts';
import * as objects from '#delivery/store/objects.ts';
import {
  dispatchesAtOnce,
  isolated,
  type Left,
  type Notifying,
  type OpenDispatch,
  type Unreadable,
  whileTimeLasts,
} from './open-dispatch.ts';

/** Seconds for which a check takes a dispatch's reports to be as it last listed them; a notice may be untrue for so long. */
const secondsUntilRelisted = 30;
/** Minutes that held-back reports have to go out after mail is resumed, before any counts as late. */
const minutesUntilResumed = 30;

type HeldMoment = Moment & {
  readonly isHeld: boolean;
};

export type CheckedNotice = NoticeResult &
  Pick<StoredNotice, 'dispatchId' | 'kind'> & {
    readonly isNew: boolean;
    readonly reports: number;
    /** The commands that send undelivered reports; they never contain addresses of requests. */
    readonly commands: readonly string[];
  };

/** Whether a stop, or one that has just ended, explains why reports are late; contacts are not notified of that. */
export async function isHeldByStop(at: Temporal.Instant, store: ObjectStore): Promise<boolean> {
  // If that cannot be read, nothing is mailed anyway.
  const stop = await readStop(store).catch(() => undefined);
  if (stop?.became !== 'resumed') return stop !== undefined;
  // `at` of the stop is by another machine's clock, which may be ahead.
  return Math.abs(at.since(stop.at).total('minutes')) < minutesUntilResumed;
}

export async function readAllNotices(
  keys: readonly string[],
  store: ObjectStore,
): Promise<{ readonly stored: readonly NoticeState[]; readonly unreadable: readonly Unreadable[] }> {
  const stored: NoticeState[] = [];
  const unreadable: Unreadable[] = [];
  for (const dispatchId of new Set(objects.notice.in(keys).map((notice) => notice.dispatchId))) {
    const below = keys.filter((key) => key.startsWith(objects.notice.under({ dispatchId })));
    const notices = await isolated(dispatchId, () => readNotices(store, dispatchId, below));
    if ('unreadable' in notices) unreadable.push(notices);
    else stored.push(...notices);
  }
  return { stored, unreadable };
}

/** Dispatches that share their notices: all that schedules made due, or one request. */
export type Group = { readonly dispatches: readonly OpenDispatch[]; readonly stored: readonly NoticeState[] };

export type Notified = {
  readonly notices: readonly (CheckedNotice | Unreadable | Left)[];
  readonly stored: readonly StoredNotice[];
  readonly waiting: readonly DueNotice[];
};

export async function notifyOfReports(
  { dispatches, stored: before }: Group,
  moment: HeldMoment,
  notifying: Notifying,
): Promise<Notified> {
  // A report that was added just now cannot be late before the next check.
  const reports = dispatches.filter((one) => one.added + one.arrived === 0).flatMap((one) => one.reports);
  const isTrueNow = createTruthCheck(dispatches, notifying);
  const withCauses = createCauses(moment.now, notifying);
  const stored: StoredNotice[] = [];
  const notices: (CheckedNotice | Unreadable | Left)[] = [];
  const record = (
    notice: NoticeRecord,
    result: NoticeResult | Unreadable | Left,
    made: { readonly isNew: boolean; readonly commands: readonly string[] },
  ) => {
    const { dispatchId, kind, reports: names } = notice;
    const isLeft = 'of' in result;
    notices.push(isLeft ? result : { dispatchId, kind, reports: names.length, ...made, ...result });
    const outcome = isLeft ? 'pending' : result.outcome;
    stored.push({ ...notice, outcome, sentAt: outcome === 'sent' ? moment.now : undefined });
  };
  const isPending = ({ kind, outcome }: NoticeState) =>
    outcome === 'pending' && kind !== 'recipients' && kind !== 'answers';
  // The notices that are due if the pending ones are ignored: a pending notice that one of them covers is dropped.
  const dueOtherwise = before.some(isPending)
    ? dueNotices(
        reports,
        before.map((notice) => (isPending(notice) ? { ...notice, outcome: 'dropped' } : notice)),
        moment,
      )
    : [];
  for (const notice of before) {
    if (!isPending(notice)) {
      stored.push(notice);
      continue;
    }
    const covering = dueOtherwise.find(
      ({ kind, contact }) => kind === notice.kind && contact === notice.contact,
    );
    // A notice about a file in the inbox names no report, and no other notice says the same.
    const isPart =
      notice.reports.length > 0 &&
      covering?.reports.some((report) => !notice.reports.includes(reportInDispatch(report)));
    const isTrue = isPart || (moment.isHeld && notice.kind === 'late') ? async () => false : isTrueNow;
    const { dispatchId, name } = notice;
    const result = await whileTimeLasts(dispatchId, notifying, () =>
      continueNotice(dispatchId, name, { ...notifying, isTrue }),
    );
    record(notice, result, { isNew: false, commands: [] });
  }
  const due = dueNotices(reports, stored, moment);
  // The next check may find more lost reports; one mail then covers them all.
  const isGathering = dispatches.some(({ added }) => added > 0);
  const mustWait = ({ kind, isTooSoon }: DueNotice) =>
    isTooSoon || (isGathering && kind === 'not-delivered') || (moment.isHeld && kind === 'late');
  const now = due.filter((notice) => !mustWait(notice));
  for (const notice of await claimDataProblems(now, { store: notifying.store, at: moment.now })) {
    const { kind, reports: listed } = notice;
    const result = await whileTimeLasts(notice.dispatchId, notifying, async () =>
      notifyContact(await withCauses(notice), { ...notifying, isTrue: isTrueNow }),
    );
    const scheduled = kind === 'not-delivered' ? listed.filter(({ request }) => request === undefined) : [];
    record(recordOf(notice), result, { isNew: true, commands: scheduled.map(notifying.sendAgain) });
  }
  return { notices, stored, waiting: due.filter(mustWait) };
}

/** Reports without an attempt have no failure: this names the planning service that is down as their cause. */
function createCauses(at: Temporal.Instant, { store, configuration, restoredAt }: Notifying) {
  const services = new Map(configuration.projects.map((project) => [project.key, serviceId(project)]));
  const known = new Map<string, Promise<boolean>>();
  // If the archive does not say, the notice goes out without the cause.
  const isDownNow = (service: string) =>
    getOrInsert(known, service, () => isDown(service, { store, at }).catch(() => false));
  const failure = { kind: 'retryable', message: waitsForService } as const;
  return async (notice: DueNotice): Promise<DueNotice> => {
    const reports: ReportState[] = [];
    for (const report of notice.reports) {
      const service = services.get(report.project);
      const isWaiting = report.state === 'waiting' && service !== undefined && (await isDownNow(service));
      const mayHaveGone = restoredAt !== undefined && Temporal.Instant.compare(report.due, restoredAt) <= 0;
      reports.push({ ...report, ...(isWaiting ? { failure } : {}), mayHaveGone });
    }
    return { ...notice, reports };
  };
}

/**
 * Reads the attempts again right before a send: a report may have been delivered since this check began. Not for each
 * notice, as hundreds of contacts may have reports in the same dispatches.
 */
function createTruthCheck(dispatches: readonly OpenDispatch[], { store, clock }: Notifying) {
  const byName = new Map(
    dispatches.flatMap(({ reports }) => reports.map((report) => [reportInDispatch(report), report])),
  );
  const listed = new Map<
    DispatchId,
    { readonly at: Temporal.Instant; readonly attempts: ReadonlyMap<string, Attempts> }
  >();
  const relist = async (id: DispatchId) => {
    const at = clock.now();
    if (isWithinLast(secondsUntilRelisted, listed.get(id)?.at, at)) return;
    listed.set(id, { at, attempts: await readAllAttempts(store, id) });
  };
  return async ({ kind, reports: names }: StoredText) => {
    const ids = new Set(names.flatMap((name) => byName.get(name)?.dispatchId ?? []));
    await together(ids, dispatchesAtOnce, relist);
    return names.every((name) => {
      const report = byName.get(name);
      const own = report && listed.get(report.dispatchId);
      const isDone = report && own && attemptsOf(own.attempts, report).done;
      return isStillTrue(isDone ? { ...report, state: 'done' } : report, kind, clock.now());
    });
  };
}

/**
 * Removes the reports whose data problem another dispatch has notified the contact of: once for each version of a
 * programme, and for each kind of what could not be read. A dispatch claims a problem before it stores its notice, so that
 * it finds its own claim if it was killed in between.
 * @throws what the store throws, and RunStoreError for a claim that cannot be read
 */
export async function claimDataProblems(
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
  { dispatchId, project, contact, dataProblem }: ReportState,
  { store, at }: { readonly store: ObjectStore; readonly at: Temporal.Instant },
): Promise<boolean> {
  if (dataProblem === undefined) return false;
  const of = { project, name: dataProblem.name, digest: shortDigest(contact.toLowerCase()) };
  const told = await objects.dataProblemTold.createOrRead(store, of, { dispatchId, at });
  return told.dispatchId === dispatchId;
}
