/** Which notices are due for a contact: a pure function of the reports' states, the stored notices and time. */
import { Temporal } from 'temporal-polyfill';
import { shortDigest } from '#base/digest.ts';
import { isWithinLast } from '#base/recent.ts';
import { minutesOfJobOnMachine, minutesUntilLate } from '#delivery/limits.ts';
import type { QueueDepth } from '#delivery/queue/job-queue.ts';
import { isLastAttempt } from '#delivery/queue/next-attempt.ts';
import type { DueReport } from '#delivery/store/due-reports.ts';
import { contactNotice, type DispatchId, reportInDispatch } from '#delivery/store/names.ts';
import {
  type DataProblem,
  type FailedAttempt,
  type FailedMessage,
  noticeKinds,
} from '#delivery/store/objects.ts';

/** The same while the queue drains: thousands of reports take more than an hour. */
const minutesUntilLateInBacklog = 120;
/** Minutes between two notices to a contact of one kind and cause. */
const minutesBetweenNotices = 60;

export type NoticeKind = (typeof noticeKinds)[number];

export type DueNotice = {
  readonly kind: NoticeKind;
  /** The latest dispatch of its reports; the notice is stored there. */
  readonly dispatchId: DispatchId;
  readonly name: string;
  readonly contact: string;
  readonly reports: readonly ReportState[];
  /** Whether it must wait: the contact gets at most one of a kind in an hour. */
  readonly isTooSoon: boolean;
  /** An earlier notice that said the same was dropped, but may have gone out. */
  readonly resent: boolean;
};

/**
 * - `pending`: not accepted yet, or unknown.
 * - `refused`: it will never be accepted.
 * - `dropped`: not sent, because it was no longer true.
 * - `perhaps sent`: dropped, but the answer to an earlier try was lost.
 */
export type NoticeOutcome = 'pending' | 'sent' | 'refused' | 'dropped' | 'perhaps sent';

/** `kind` is 'recipients' for a notice of `recipient-notices.ts`, and 'answers' for one of `closing-text.ts`. */
export type NoticeRecord = {
  readonly kind: NoticeKind | 'recipients' | 'answers';
  readonly dispatchId: DispatchId;
  readonly name: string;
  readonly contact: string;
  readonly reports: readonly string[];
  readonly causes: readonly string[];
};

export type StoredNotice = NoticeRecord & {
  readonly outcome: NoticeOutcome;
  readonly sentAt?: Temporal.Instant | undefined;
};

export type Moment = { readonly now: Temporal.Instant; readonly isDraining: boolean };

/**
 * Whether most jobs are with a worker or ready for one. A job is delayed if its attempt failed or its planning service is
 * down.
 */
export function isDraining({ all, delayed }: QueueDepth): boolean {
  return all - delayed > delayed;
}

/**
 * Whether a notice of the kind is still true.
 * @param report undefined if it is no longer checked: its caller got an answer
 */
export function isStillTrue(
  report: ReportState | undefined,
  kind: StoredNotice['kind'],
  now: Temporal.Instant,
): boolean {
  switch (kind) {
    case 'action':
      return isTried(report, now) && report?.failure?.kind === 'curable';
    case 'late':
      return isTried(report, now);
    case 'not-delivered':
      return report !== undefined && report.state !== 'done';
    case 'delivered':
    case 'not-sent':
    case 'recipients':
    case 'answers':
    case 'import':
      return true;
  }
}

/** Once the last attempt begins, nothing more may be tried; the next notice says how it ended. */
function isTried(report: ReportState | undefined, now: Temporal.Instant): boolean {
  if (report?.state !== 'waiting' && report?.state !== 'failing') return false;
  return !isLastAttempt(report, now);
}

/** The reports that any of the notices lists. */
export function namesIn(notices: readonly StoredNotice[]): Set<string> {
  return new Set(notices.flatMap(({ reports }) => reports));
}

function isDropped({ outcome }: StoredNotice): boolean {
  return outcome === 'dropped' || outcome === 'perhaps sent';
}

/**
 * The notices that are due now: one per contact and kind, for all reports and dispatches.
 * @param stored all notices of the dispatches
 */
export function dueNotices(
  reports: readonly ReportState[],
  stored: readonly StoredNotice[],
  moment: Moment,
): readonly DueNotice[] {
  return [...Map.groupBy(reports, ({ contact }) => contact)].flatMap(([contact, own]) => {
    const earlier = stored.filter((notice) => notice.contact === contact);
    const said = [...Map.groupBy(own, ({ dispatchId }) => dispatchId).values()].flatMap((some) =>
      noticesToAdd(some, { stored: earlier, ...moment }),
    );
    return Array.from(
      Map.groupBy(said, ({ kind }) => kind),
      ([kind, some]): DueNotice => {
        const listed = some
          .map(({ report }) => report)
          .sort((one, other) => Temporal.Instant.compare(one.due, other.due));
        const same = earlier.filter((notice) => notice.kind === kind);
        const names = new Set(listed.map(reportInDispatch));
        const dispatchId = latestDispatch(listed.map((report) => report.dispatchId));
        return {
          kind,
          dispatchId,
          name: newName({ kind, contact, dispatchId }, earlier),
          contact,
          reports: listed,
          resent: same.some(
            (one) => one.outcome === 'perhaps sent' && one.reports.some((name) => names.has(name)),
          ),
          isTooSoon: isTooSoon(same, causesOf(kind, listed), moment.now),
        };
      },
    );
  });
}

/** Relies on scheduled dispatches' ids beginning with their time. */
function latestDispatch(dispatches: readonly DispatchId[]): DispatchId {
  return dispatches.reduce((latest, one) => (one > latest ? one : latest));
}

export function newName(
  { kind, contact, dispatchId }: NoticeAddress,
  stored: readonly StoredNotice[],
): string {
  const taken = stored.filter((notice) => notice.dispatchId === dispatchId).map(({ name }) => name);
  for (let number = 1; ; number += 1) {
    const name = contactNotice(kind, contact, number === 1 ? '' : String(number));
    if (!taken.includes(name)) return name;
  }
}

/** Digests of what a person has to fix: another cause is told at once. */
export function causesOf(kind: StoredNotice['kind'], reports: readonly ReportState[]): readonly string[] {
  if (kind !== 'action') return [];
  return [...new Set(reports.map(({ failure }) => shortDigest(failure?.message ?? '')))];
}

/** Whether it waits for the mail service, or was sent less than `minutesBetweenNotices` ago. */
export function isRecent({ outcome, sentAt }: StoredNotice, now: Temporal.Instant): boolean {
  return outcome === 'pending' || isWithinLast(minutesBetweenNotices * 60, sentAt, now);
}

export function isTooSoon(
  same: readonly StoredNotice[],
  causes: readonly string[],
  now: Temporal.Instant,
): boolean {
  const recent = same.filter((notice) => notice.reports.length > 0 && isRecent(notice, now));
  const told = new Set(recent.flatMap((notice) => notice.causes));
  return recent.length > 0 && causes.every((cause) => told.has(cause));
}

function noticesToAdd(
  reports: readonly ReportState[],
  { stored, now, isDraining }: Moment & { readonly stored: readonly StoredNotice[] },
) {
  const own = new Set(reports.map(reportInDispatch));
  const about = stored.filter((notice) => notice.reports.some((name) => own.has(name)));
  const standing = about.filter((notice) => !isDropped(notice));
  const isStored = (kind: NoticeKind) => standing.some((notice) => notice.kind === kind);
  const toldBy = (kind: NoticeKind) => {
    const names = namesIn(standing.filter((one) => one.kind === kind));
    return (report: ReportState) => names.has(reportInDispatch(report));
  };
  const open = reports.filter(({ state }) => state === 'waiting' || state === 'failing');
  // By then an attempt that began before the deadline has ended, in the cloud too.
  const isOver = ({ deliverBy }: ReportState) =>
    now.since(deliverBy).total('minutes') >= minutesOfJobOnMachine;
  const finished = open.every(isOver);

  const isActionNeeded = (report: ReportState) => isStillTrue(report, 'action', now);
  const isToldToAct = isStored('action') ? toldBy('action') : isActionNeeded;
  // A report that a dropped notice named stays late, even while the queue drains.
  const named = namesIn(about.filter((one) => one.kind === 'late' && isDropped(one)));
  const isLate = (report: ReportState) => {
    if (named.has(reportInDispatch(report))) return true;
    const { due, failure } = report;
    // The queue hides a crashed job for half an hour, as if a worker had it.
    const isInBacklog = isDraining && failure?.kind !== 'poison';
    return now.since(due).total('minutes') >= (isInBacklog ? minutesUntilLateInBacklog : minutesUntilLate);
  };
  const late = reports.filter(
    (report) =>
      isStillTrue(report, 'late', now) &&
      // The caller of a request has had the answer.
      report.request === undefined &&
      isLate(report) &&
      !isToldToAct(report),
  );
  const announcements = about.filter(({ kind }) => kind === 'action' || kind === 'late');
  const announced = namesIn(
    announcements.filter(({ outcome }) => outcome === 'sent' || outcome === 'perhaps sent'),
  );
  // Wait for the other reports, one mail then covers them all; and until it is known whether the contact was notified.
  const isKnown = announcements.every(({ outcome }) => outcome !== 'pending');
  const isTold = { delivered: toldBy('delivered'), notDelivered: toldBy('not-delivered') };
  const delivered = reports.filter(
    (report) =>
      report.state === 'done' && announced.has(reportInDispatch(report)) && !isTold.delivered(report),
  );

  // A report that is given up after such a notice was sent is named in the one at its deadline.
  const stopped = reports.filter(({ state }) => state === 'stopped');
  const over = isStored('not-delivered')
    ? [...open, ...stopped].filter(isOver)
    : [...stopped, ...open.filter(isOver)];

  const hourOver = reports.some(({ due }) => now.since(due).total('minutes') >= minutesUntilLate);
  // Once all reports are finished; or, after an hour, what has failed by then and the rest at the end.
  const atTheEnd = (kind: 'not-sent' | 'import', concerned: (report: ReportState) => boolean) =>
    finished || (hourOver && !isStored(kind))
      ? reports.filter((report) => concerned(report) && !toldBy(kind)(report))
      : [];

  const listed: Readonly<Record<NoticeKind, readonly ReportState[]>> = {
    action: isStored('action') ? [] : reports.filter(isActionNeeded),
    late: isStored('late') ? [] : late,
    delivered: finished && isKnown ? delivered : [],
    'not-delivered': over.filter((report) => !isTold.notDelivered(report)),
    'not-sent': atTheEnd('not-sent', ({ failedMessages }) => failedMessages.length > 0),
    import: atTheEnd('import', ({ dataProblem }) => dataProblem !== undefined),
  };
  return noticeKinds.flatMap((kind) => listed[kind].map((report) => ({ kind, report })));
}

type NoticeAddress = Pick<NoticeRecord, 'kind' | 'contact' | 'dispatchId'>;

export type ReportState = DueReport & {
  readonly dispatchId: DispatchId;
  /**
   * 'waiting': no attempt has failed yet. 'failing': the last one did, and another follows. 'stopped': the function
   * crashed on it each time; no other attempt follows.
   */
  readonly state: 'done' | 'waiting' | 'failing' | 'stopped';
  readonly failure: Pick<FailedAttempt, 'kind' | 'message'> | undefined;
  readonly failedMessages: readonly FailedMessage[];
  readonly dataProblem?: DataProblem | undefined;
  /** It was due before the archive was restored from a backup, so it may have been delivered. */
  readonly mayHaveGone?: boolean | undefined;
  readonly request?: object | undefined;
};
