/** Finds which facts about reports hold at a check. */

import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import { shortDigest } from '#base/digest.ts';
import { dayAndYearText } from '#lookahead/dates/day-text.ts';
import { weeksText } from '#lookahead/dates/window.ts';
import { reportScopeLine } from '#lookahead/report-words.ts';
import { itemLine } from '#mail/notice-layout.ts';
import { isLastAttempt, maxJobMinutesOnMachine } from '#queue/deadline.ts';
import type { DueReport } from '#queue/due-reports.ts';
import { serviceDownReason } from '#queue/outage.ts';
import { type DispatchId, idOfReportInDispatch } from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import type { SendAgainCommandFormatter } from '#watch/send-again-command.ts';
import {
  type FactKind,
  type FactText,
  isNotified,
  localTimeText,
  type MailOutcomesByFactId,
  type NotifiableFact,
} from './facts.ts';

/**
 * A report that was not sent this many minutes after it was due is late, and its contact is notified.
 * @tunable
 */
export const minutesUntilLate = 60;

/**
 * Minutes until a report is late while the queue has a backlog: thousands of reports take more than an hour.
 * @tunable
 */
const minutesUntilLateInBacklog = 120;

export type ReportState = DueReport & {
  readonly dispatchId: DispatchId;
  /**
   * - 'waiting': no attempt has failed yet.
   * - 'failing': the last attempt failed; another one follows, unless the report is given up.
   * - 'stopped': the function crashed each time, or was ended before it could answer a request; no further attempt
   *   follows.
   */
  readonly state: 'done' | 'waiting' | 'failing' | 'stopped';
  readonly failure: Pick<objects.FailedAttempt, 'kind' | 'message'> | undefined;
  readonly failedMessages: readonly objects.FailedMessage[];
  readonly dataProblem?: objects.DataProblem | undefined;
  readonly request?: object | undefined;
  /** Whether it is waiting for a planning service that is down. */
  readonly isServiceDown?: boolean;
  /** Whether a send of a message has no answer on record. */
  readonly mayHaveBeenSent?: boolean;
  /**
   * Whether its dispatch was made in the last `minutesUntilLateAfterStop` minutes: the report is then not late yet,
   * even if the time for which it was scheduled is long past.
   */
  readonly isNewlyDue?: boolean;
};

export type ReportFactContext = {
  readonly store: ObjectStore;
  readonly at: Temporal.Instant;
  readonly isDraining: boolean;
  /** Whether mail is stopped, or was until just now, which explains why reports are late. */
  readonly isHeldByStop: boolean;
  /** Whether the next check may find more undelivered reports: it then reports all of them in one mail. */
  readonly isGathering?: boolean | undefined;
  /** When the archive was restored from a backup: reports that were due earlier may have been delivered. */
  readonly restoredAt?: Temporal.Instant | undefined;
  readonly sendAgain: SendAgainCommandFormatter;
};

/** @param own all reports of one contact in one dispatch */
export function findReportFacts(
  own: readonly ReportState[],
  moment: ReportFactContext,
): readonly NotifiableFact[] {
  const { store, at: now, isDraining, isHeldByStop, isGathering, restoredAt, sendAgain } = moment;
  const minutesSince = (time: Temporal.Instant) => now.since(time).total('minutes');
  const isOpen = ({ state }: ReportState) => state === 'waiting' || state === 'failing';
  // An attempt that began before the deadline ends within `maxJobMinutesOnMachine`, on a machine and in the cloud.
  const isOver = ({ deliverBy }: ReportState) => minutesSince(deliverBy) >= maxJobMinutesOnMachine;
  const isFinished = own.every((report) => !isOpen(report) || isOver(report));

  return own.flatMap((report) => {
    const { projectName, contact, state, due, failure, request, failedMessages, dataProblem } = report;
    const name = idOfReportInDispatch(report);
    const isDone = state === 'done';
    // The last attempt may be running: another fact will report how it ends.
    const isTried = isOpen(report) && !isLastAttempt(report, now);
    const needsPerson = isTried && failure?.kind === 'curable';
    // The queue hides a crashed job for half an hour, as if a worker had it.
    const isInBacklog = isDraining && failure?.kind !== 'poison';
    const isLate = (minutes: number) => minutesSince(due) >= minutes;
    const isRestored = restoredAt !== undefined && Temporal.Instant.compare(due, restoredAt) <= 0;
    const mayHaveGone = isRestored || report.mayHaveBeenSent === true;
    const noFailure = report.isServiceDown ? serviceDownReason : isTried ? waitingReason : notTriedReason;
    const cause = failure?.message ?? noFailure;
    // This mail goes out, so the stop has ended.
    const causeNow = cause.replace(/; `[^`]*` ends the stop\./, ', and has been resumed since.');
    const text: FactText = {
      ...reportFactText(report),
      why: isDone
        ? undefined
        : isRestored
          ? restoredArchiveReason
          : mayHaveGone
            ? unansweredSendReason
            : causeNow,
      commands: isTried || isDone ? [] : [{ kind: 'command', text: sendAgain(report) }],
    };
    const problem = dataProblemKeyValues(report);
    const candidates: readonly [isTrue: boolean, kind: FactKind, more?: Partial<NotifiableFact>][] = [
      [needsPerson, 'act', { id: `act:${name}:${causeDigest(failure?.message)}` }],
      [
        // Not for a request: its caller has already been answered.
        isTried &&
          isLate(minutesUntilLate) &&
          report.isNewlyDue !== true &&
          !needsPerson &&
          !isHeldByStop &&
          request === undefined,
        'late',
        {
          // A report that a mail called late stays late, even while the queue is draining.
          holds: (told) =>
            !isNotified(told.get(`act:${name}`)) &&
            (!isInBacklog || isLate(minutesUntilLateInBacklog) || told.has(`late:${name}`)),
        },
      ],
      [
        (state === 'stopped' || (isOpen(report) && isOver(report))) &&
          !(isGathering && request === undefined),
        mayHaveGone ? 'perhaps' : 'over',
        { id: `over:${name}`, command: request === undefined ? sendAgain(report) : undefined },
      ],
      [
        isDone && failedMessages.length > 0,
        failedMessages.some(({ cause }) => cause === 'held') ? 'held' : 'unsent',
        { id: `unsent:${name}`, text: unsentMessagesText(report) },
      ],
      [
        isDone && dataProblem !== undefined,
        dataProblem?.isUnread ? 'unread' : 'old',
        {
          id: `programme:${dataProblemId(report)}`,
          text: { what: projectName, details: [dataProblem?.text ?? ''] },
          markNotified: () => objects.dataProblemNotified.create(store, problem, { at: now }),
        },
      ],
      [
        isDone && isFinished && failedMessages.length === 0,
        'delivered',
        { holds: (told) => wasNotifiedOfDelay(told, name) },
      ],
    ];
    return candidates.flatMap(([isTrue, kind, more]) =>
      isTrue ? [{ kind, id: `${kind}:${name}`, to: contact, since: due, text, ...more }] : [],
    );
  });
}

/** The id under which a problem is reported once for all reports and weeks; undefined if there is none. */
export function dataProblemId({ project, dataProblem }: ReportState): string | undefined {
  return dataProblem && `${project}/${dataProblem.name}`;
}

export function dataProblemKeyValues({ project, contact, dataProblem }: ReportState) {
  return { project, name: dataProblem?.name ?? '', digest: shortDigest(contact.toLowerCase()) };
}

/** Whether the contact may have read that the report is late or needs a person. */
function wasNotifiedOfDelay(told: MailOutcomesByFactId, name: string): boolean {
  return ['act', 'late'].some((kind) => told.get(`${kind}:${name}`)?.endsWith('sent'));
}

function unsentMessagesText(report: ReportState): FactText {
  const lines = report.failedMessages.map(({ subject, to, cause, reason }) =>
    itemLine(`${report.projectName}: "${subject}" to ${to.join(', ')}`, [
      `${reason} ${failedMessageRemedies[cause]}`,
    ]),
  );
  return { ...reportFactText(report), lines };
}

/** Ignores numbers and quotations, so that messages with the same cause have the same digest. */
function causeDigest(message = ''): string {
  return shortDigest(message.replaceAll(/"[^"]*"|\d+/g, ''));
}

function reportFactText({
  projectName,
  reportName,
  window,
  limits = [],
  due,
  deliverBy,
  timeZone,
}: ReportState): FactText {
  const dates = `For ${weeksText(window)} from ${dayAndYearText(window.first)}`;
  return {
    what: `${projectName}, ${reportName}, due ${localTimeText({ at: due, timeZone })}`,
    // Includes the filters of the report, so that nobody mistakes it for a report on all tasks.
    details: [dates, reportScopeLine({ limits }) ?? []].flat(),
    until: { at: deliverBy, timeZone },
  };
}

const restoredArchiveReason =
  'The archive was restored from a backup, which has no record of what was sent since.';
const unansweredSendReason =
  'The sending of a message began but has no answer on record, so it may have arrived.';
const waitingReason = 'No attempt has failed; it is still waiting for its turn.';
const notTriedReason =
  'No attempt was made in time, so none has failed: Lookahead did not run, could not use its archive, or was not allowed to send.';

const failedMessageRemedies: Readonly<Record<objects.FailedMessage['cause'], string>> = {
  rejected:
    'Once the address is corrected, in the configuration or in the planning service, request the report again, which makes another revision; or forward this one by hand.',
  'not composed':
    'Correct the address in the configuration or in the planning service, or forward the report by hand.',
  held: 'Ask a recipient whether it has arrived; if it has not, forward the report by hand.',
};
