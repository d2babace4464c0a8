/** Which notices a contact is due: a pure function of how far the reports of a dispatch have come, and of time. */
import { Temporal } from 'temporal-polyfill';
import { shortDigest } from '../../base/digest.ts';
import { isWithinLast } from '../../base/recent.ts';
import { minutesOfJobOnMachine } from '../limits.ts';
import type { QueueDepth } from '../queue/job-queue.ts';
import { lastAttemptAt } from '../queue/next-attempt.ts';
import type { FailedAttempt, FailedMessage, StaleProgramme } from '../store/attempts.ts';
import { contactNotice, reportInDispatch } from '../store/dispatch-keys.ts';
import type { DueReport } from '../store/due-reports.ts';
import type { DispatchId } from '../store/run-id.ts';

/**
 * - `action`: a person has to act; sent at once, with what to do.
 * - `late`: an hour after the time due: which reports, why, until when they are tried. Two hours, while the queue
 *   drains.
 * - `delivered`: what `action` or `late` named has been delivered after all.
 * - `not-delivered`: the deadline has passed and the last attempt is over, or the function crashed on the report each
 *   time.
 * - `not-sent`: the report went out, but single messages of it will never be accepted.
 * - `import`: the report went out, but is of a programme that is old, of which another version is to be imported.
 */
export const noticeKinds = ['action', 'late', 'delivered', 'not-delivered', 'not-sent', 'import'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export type DueNotice = {
  readonly kind: NoticeKind;
  /** The latest dispatch of its reports: the notice is stored with it. */
  readonly dispatchId: DispatchId;
  /** Unique in the dispatch: a notice of a name is sent once. */
  readonly name: string;
  readonly contact: string;
  /** They may belong to several dispatches. */
  readonly reports: readonly ReportState[];
  /** Whether it has to wait, because the contact gets one of the kind in an hour at most. */
  readonly isTooSoon: boolean;
  /** An earlier notice that said the same may have gone out before it was dropped. */
  readonly resent: boolean;
};

/**
 * - `pending`: not accepted yet, or not known to be.
 * - `refused`: it will never be accepted.
 * - `dropped`: it was not sent, as it was no longer true.
 * - `perhaps sent`: dropped too, but the answer to an earlier try was lost.
 */
export type NoticeOutcome = 'pending' | 'sent' | 'refused' | 'dropped' | 'perhaps sent';

/** A notice that is stored already. `recipients` is that of `recipient-notices.ts`. */
export type StoredNotice = {
  readonly kind: NoticeKind | 'recipients';
  /** The dispatch that it is stored with. */
  readonly dispatchId: DispatchId;
  readonly name: string;
  readonly contact: string;
  /** As of `reportInDispatch`. */
  readonly reports: readonly string[];
  /** Digests of the causes that a person has to cure. */
  readonly causes: readonly string[];
  readonly outcome: NoticeOutcome;
  /** When it was sent. */
  readonly sentAt?: Temporal.Instant | undefined;
};

/** A contact gets so many minutes apart at least what is about one cause, however many dispatches have it. */
const minutesBetweenNotices = 60;

/** A report that was not delivered so many minutes after it was due is late. */
export const minutesUntilLate = 60;
/** The same while the queue drains: thousands of reports take more than an hour, and nothing stops them. */
export const minutesUntilLateInBacklog = 120;

/** Decides, with its own state, whether a report is late. */
type Moment = { readonly now: Temporal.Instant; readonly isDraining: boolean };

/**
 * Whether most jobs are with a worker or ready for one. What stops a report delays its job: an attempt that failed, or
 * a planning service that is not asked while it is down.
 */
export function isDraining({ all, delayed }: QueueDepth): boolean {
  return all - delayed > delayed;
}

/**
 * Whether what a notice of the kind says of a report is true.
 * @param report undefined where it is no longer looked at, as its caller was told of it
 */
export function isTrueOf(
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
    case 'import':
      return true;
  }
}

/** Later than its last attempt begins, nothing more may be tried, and the next notice says how it ended. */
function isTried(report: ReportState | undefined, now: Temporal.Instant): boolean {
  if (report?.state !== 'waiting' && report?.state !== 'failing') return false;
  return Temporal.Instant.compare(now, lastAttemptAt(report.deliverBy)) < 0;
}

function isDropped({ outcome }: StoredNotice): boolean {
  return outcome === 'dropped' || outcome === 'perhaps sent';
}

/**
 * The notices that are due now: one for each contact and kind, whatever the number of reports and dispatches.
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
      toTell(some, { stored: earlier, ...moment }),
    );
    return Array.from(
      Map.groupBy(said, ({ kind }) => kind),
      ([kind, some]): DueNotice => {
        const listed = some
          .map(({ report }) => report)
          .sort((one, other) => Temporal.Instant.compare(one.due, other.due));
        const same = earlier.filter((notice) => notice.kind === kind);
        const names = new Set(listed.map(reportInDispatch));
        const dispatchId = latestOf(listed.map((report) => report.dispatchId));
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

/** The ids of scheduled dispatches begin with their time. */
function latestOf(dispatches: readonly DispatchId[]): DispatchId {
  return dispatches.reduce((latest, one) => (one > latest ? one : latest));
}

/** A name that no stored notice of the dispatch has. */
export function newName(
  { kind, contact, dispatchId }: Pick<StoredNotice, 'kind' | 'contact' | 'dispatchId'>,
  stored: readonly StoredNotice[],
): string {
  const taken = stored.filter((notice) => notice.dispatchId === dispatchId).map(({ name }) => name);
  for (let number = 1; ; number += 1) {
    const name = contactNotice(kind, contact, number === 1 ? '' : String(number));
    if (!taken.includes(name)) return name;
  }
}

/** What a person has to cure, as digests: another cause is told at once. */
export function causesOf(kind: StoredNotice['kind'], reports: readonly ReportState[]): readonly string[] {
  if (kind !== 'action') return [];
  return [...new Set(reports.map(({ failure }) => shortDigest(failure?.message ?? '')))];
}

/** Whether it waits for the mail service, or was sent in the last hour. */
export function isRecent(
  { outcome, sentAt }: Pick<StoredNotice, 'outcome' | 'sentAt'>,
  now: Temporal.Instant,
): boolean {
  return outcome === 'pending' || isWithinLast(minutesBetweenNotices * 60, sentAt, now);
}

/** @param same the notices of the kind to the contact */
export function isTooSoon(
  same: readonly StoredNotice[],
  causes: readonly string[],
  now: Temporal.Instant,
): boolean {
  const recent = same.filter((notice) => notice.reports.length > 0 && isRecent(notice, now));
  const told = new Set(recent.flatMap((notice) => notice.causes));
  return recent.length > 0 && causes.every((cause) => told.has(cause));
}

/** The reports of one dispatch and contact of which there is something to tell. */
function toTell(
  reports: readonly ReportState[],
  { stored, now, isDraining }: Moment & { readonly stored: readonly StoredNotice[] },
): readonly { readonly kind: NoticeKind; readonly report: ReportState }[] {
  const own = new Set(reports.map(reportInDispatch));
  const about = stored.filter((notice) => notice.reports.some((name) => own.has(name)));
  const standing = about.filter((notice) => !isDropped(notice));
  const isStored = (kind: NoticeKind) => standing.some((notice) => notice.kind === kind);
  const toldBy = (kind: NoticeKind) => {
    const names = new Set(standing.filter((one) => one.kind === kind).flatMap((one) => one.reports));
    return (report: ReportState) => names.has(reportInDispatch(report));
  };
  const open = reports.filter(({ state }) => state === 'waiting' || state === 'failing');
  // So long after the deadline, an attempt that began before it is over, in the cloud too.
  const isOver = ({ deliverBy }: ReportState) =>
    now.since(deliverBy).total('minutes') >= minutesOfJobOnMachine;
  const finished = open.every(isOver);

  const isActionNeeded = (report: ReportState) => isTrueOf(report, 'action', now);
  const isToldToAct = isStored('action') ? toldBy('action') : isActionNeeded;
  // Whatever the queue does meanwhile, what a dropped notice named is late.
  const named = new Set(
    about.filter((one) => one.kind === 'late' && isDropped(one)).flatMap((one) => one.reports),
  );
  const isLate = (report: ReportState) => {
    if (named.has(reportInDispatch(report))) return true;
    const { due, failure } = report;
    // The queue holds on to the job of a crash for half an hour, as if a worker had it.
    const isInBacklog = isDraining && failure?.kind !== 'poison';
    return now.since(due).total('minutes') >= (isInBacklog ? minutesUntilLateInBacklog : minutesUntilLate);
  };
  const late = reports.filter(
    (report) =>
      isTrueOf(report, 'late', now) &&
      // For a request, the caller has had the answer.
      report.request === undefined &&
      isLate(report) &&
      !isToldToAct(report),
  );
  const announcements = about.filter(({ kind }) => kind === 'action' || kind === 'late');
  const announced = new Set(
    announcements
      .filter(({ outcome }) => outcome === 'sent' || outcome === 'perhaps sent')
      .flatMap((one) => one.reports),
  );
  // Not before the rest is through: by then it may have been late too, and this closes both. Nor before it is known
  // whether the contact was told.
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
  // Once all reports are through, or after an hour what has failed by then, and the rest at the end.
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
    import: atTheEnd('import', ({ staleProgramme }) => staleProgramme !== undefined),
  };
  return noticeKinds.flatMap((kind) => listed[kind].map((report) => ({ kind, report })));
}

export type ReportState = DueReport & {
  readonly dispatchId: DispatchId;
  /**
   * 'waiting': no attempt has failed yet. 'failing': the last one did, and another one is made. 'stopped': the function
   * crashed on it each time, and no other attempt is made.
   */
  readonly state: 'done' | 'waiting' | 'failing' | 'stopped';
  /** Why the last attempt failed, where one did. */
  readonly failure: Pick<FailedAttempt, 'kind' | 'message'> | undefined;
  /** Only where it is done: its messages that will never be accepted. */
  readonly failedMessages: readonly FailedMessage[];
  /** The old version of the programme that a finished report was made from; undefined for one that is not old. */
  readonly staleProgramme?: StaleProgramme | undefined;
  /** It was due before the archive was restored from a backup, so it may have been delivered. */
  readonly mayHaveGone?: boolean | undefined;
  /** The request that asked for it; undefined where a schedule made it due. */
  readonly request?: object | undefined;
};
