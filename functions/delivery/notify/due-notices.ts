/** Which notices a contact is due: a pure function of how far the reports of a dispatch have come, and of time. */
import { Temporal } from 'temporal-polyfill';
import type { DueReport } from '../dispatch/due-reports.ts';
import type { QueueDepth } from '../dispatch/job-queue.ts';
import { lastAttemptAt } from '../jobs/next-attempt.ts';
import { minutesOfJobOnMachine } from '../limits.ts';
import type { FailedAttempt, FailedMessage, StaleProgramme } from '../store/attempts.ts';
import { contactNotice, reportName } from '../store/dispatch-keys.ts';
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
export type NoticeKind = 'action' | 'late' | 'delivered' | 'not-delivered' | 'not-sent' | 'import';

export type DueNotice = {
  readonly kind: NoticeKind;
  /** Unique in the dispatch: a notice of a name is sent once. */
  readonly name: string;
  readonly contact: string;
  readonly reports: readonly ReportState[];
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

/** A notice that is stored already: the names of its reports. `recipients` is that of `recipient-notices.ts`. */
export type StoredNotice = {
  readonly kind: NoticeKind | 'recipients';
  readonly name: string;
  readonly reports: readonly string[];
  readonly outcome: NoticeOutcome;
};

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

/** One that was dropped is followed by another of the kind, which says what is still true. */
function nextNotice(
  kind: NoticeKind,
  { contact, until = '' }: { readonly contact: string; readonly until?: string | undefined },
  stored: readonly StoredNotice[],
): Pick<DueNotice, 'name' | 'resent'> {
  let resent = false;
  for (let number = 1; ; number += 1) {
    const name = contactNotice(kind, contact, number === 1 ? until : `${until} ${number}`);
    const found = stored.find((one) => one.name === name);
    if (!found || !isDropped(found)) return { name, resent };
    resent ||= found.outcome === 'perhaps sent';
  }
}

/** One mail a contact, dispatch and kind, whatever the number of reports; `not-delivered` one a deadline. */
export function dueNotices(
  reports: readonly ReportState[],
  stored: readonly StoredNotice[],
  moment: Moment,
): readonly DueNotice[] {
  const byContact = Map.groupBy(reports, ({ contact }) => contact);
  const names = new Set(stored.map(({ name }) => name));
  return Array.from(byContact, ([contact, own]) => noticesOf(contact, own, { stored, ...moment }))
    .flat()
    .filter(({ name, reports: listed }) => listed.length > 0 && !names.has(name));
}

function noticesOf(
  contact: string,
  reports: readonly ReportState[],
  { stored, now, isDraining }: Moment & { readonly stored: readonly StoredNotice[] },
): readonly DueNotice[] {
  const notice = (kind: NoticeKind, listed: readonly ReportState[], until?: string): DueNotice => ({
    kind,
    ...nextNotice(kind, { contact, until }, stored),
    contact,
    reports: listed,
  });
  const isStored = (kind: NoticeKind, until?: string) =>
    stored.some(({ name }) => name === nextNotice(kind, { contact, until }, stored).name);
  const own = new Set(reports.map(reportName));
  const told = (...kinds: readonly StoredNotice['kind'][]) =>
    new Set(
      stored.filter((one) => kinds.includes(one.kind) && !isDropped(one)).flatMap((one) => one.reports),
    );
  const open = reports.filter(({ state }) => state === 'waiting' || state === 'failing');
  // So long after the deadline, an attempt that began before it is over, in the cloud too.
  const isOver = ({ deliverBy }: ReportState) =>
    now.since(deliverBy).total('minutes') >= minutesOfJobOnMachine;
  const finished = open.every(isOver);

  const action = reports.filter((report) => isTrueOf(report, 'action', now));
  const toldToAct = isStored('action') ? told('action') : new Set(action.map(reportName));
  // Whatever the queue does meanwhile, what a dropped notice named is late.
  const named = new Set(
    stored.filter((one) => one.kind === 'late' && isDropped(one)).flatMap((one) => one.reports),
  );
  const isLate = (report: ReportState) => {
    if (named.has(reportName(report))) return true;
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
      !toldToAct.has(reportName(report)),
  );
  const announcements = stored.filter(
    (one) => (one.kind === 'action' || one.kind === 'late') && one.reports.some((name) => own.has(name)),
  );
  const announced = new Set(
    announcements
      .filter(({ outcome }) => outcome === 'sent' || outcome === 'perhaps sent')
      .flatMap((one) => one.reports),
  );
  const listed = reports.filter((report) => announced.has(reportName(report)));
  // Not before the rest is through: by then it may have been late too, and this closes both. Nor before it is known
  // whether the contact was told.
  const isKnown = announcements.every(({ outcome }) => outcome !== 'pending');
  const delivered = finished && isKnown ? listed.filter(({ state }) => state === 'done') : [];

  // A report that is given up after such a notice was sent is named in the one at its deadline.
  const toldNotDelivered = told('not-delivered');
  const stopped = reports.filter(
    (report) => report.state === 'stopped' && !toldNotDelivered.has(reportName(report)),
  );
  const over = (isStored('not-delivered', 'stopped') ? [...open, ...stopped] : open).filter(
    (report) => isOver(report) && !toldNotDelivered.has(reportName(report)),
  );

  const toldNotSent = told('not-sent');
  const notSent = reports.filter(
    (report) => report.failedMessages.length > 0 && !toldNotSent.has(reportName(report)),
  );
  const toldOld = told('import');
  const old = reports.filter(
    (report) => report.staleProgramme !== undefined && !toldOld.has(reportName(report)),
  );
  const hourOver = reports.some(({ due }) => now.since(due).total('minutes') >= minutesUntilLate);

  return [
    notice('action', action),
    notice('late', late),
    notice('delivered', delivered),
    notice('not-delivered', stopped, 'stopped'),
    ...Array.from(
      Map.groupBy(over, ({ deliverBy }) => deliverBy.toString()),
      ([until, some]) => notice('not-delivered', some, until),
    ),
    // Once all reports are through, or after an hour what has failed by then, and the rest at the end.
    ...(finished || hourOver
      ? [
          notice('not-sent', notSent, finished ? 'all' : 'hour'),
          notice('import', old, finished ? 'all' : 'hour'),
        ]
      : []),
  ];
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
  /** The request that asked for it; undefined where a schedule made it due. */
  readonly request?: object | undefined;
};
