/**
 * The kinds of facts that a contact is notified of. A row has the place in the mail, when it is sent, and the text.
 * To add a kind, add a row here, code that finds its facts in a file of this folder, and a row in `docs/operate.md`.
 */

import type { Temporal } from 'temporal-polyfill';
import { clockTimeOf, localDayOf } from '#base/day.ts';
import { dayAndYearText } from '#lookahead/dates/day-text.ts';
import type { NoticeLine } from '#mail/notice-layout.ts';
import { minutesBetweenAttemptsUntilFixed } from '#queue/next-attempt.ts';

/**
 * - `pending`: not accepted yet, or unknown.
 * - `failed`: it will never be accepted.
 * - `replaced`: not sent; a later mail reports its facts.
 * - `perhaps-sent`: replaced, but may have arrived, because the answer to a try was lost.
 */
export type ContactMailOutcome = 'pending' | 'sent' | 'failed' | 'replaced' | 'perhaps-sent';

/** Whether a mail with this outcome counts: its facts are not reported again. */
export function isNotified(outcome: ContactMailOutcome | undefined): boolean {
  return outcome === 'sent' || outcome === 'failed' || outcome === 'pending';
}

/** The outcome of the mails that contain a fact, by the fact's id; for `act`, also by its id without the cause. */
export type MailOutcomesByFactId = ReadonlyMap<string, ContactMailOutcome>;

/** Something that a contact is notified of once: each mail to the contact records the ids of its facts. */
export type NotifiableFact = {
  readonly kind: FactKind;
  /**
   * `late:<report in its dispatch>`; `act:<report in its dispatch>:<digest of its cause>`. It may begin with another
   * kind: facts that replace each other share an id, for example `over:…` for the kinds `over` and `perhaps`.
   */
  readonly id: string;
  /** The address of the contact; for a reminder, of the reader. */
  readonly to: string;
  readonly replyTo?: readonly string[];
  /** Whether it still holds, given what was reported before; by default, it always does. */
  readonly holds?: (told: MailOutcomesByFactId) => boolean;
  readonly text: FactText;
  /** When it began; for a report, when it was due. */
  readonly since: Temporal.Instant;
  /** For the engineer, in the log. */
  readonly command?: string | undefined;
  /** Stores elsewhere that the fact was reported. @param wasSent false if the mail to the contact failed for good */
  readonly markNotified?: (wasSent: boolean) => Promise<unknown>;
};

export type FactText = {
  /** A line of the list of facts; also in the subject if it is the only line of its kind. */
  readonly what: string;
  readonly details?: readonly string[];
  /** Shown instead of `details`, and instead of `what` if the kind has a label or `what` is the title. */
  readonly lines?: readonly NoticeLine[];
  /** The cause: a line above all facts that share it. */
  readonly why?: string | undefined;
  readonly until?: InstantInTimeZone;
  /** Shown at the end. */
  readonly commands?: readonly NoticeLine[];
};

export type InstantInTimeZone = { readonly at: Temporal.Instant; readonly timeZone: string };

type FactRow = {
  /** Precedes `what` in the subject, and is the heading; empty if `what` is a whole subject. */
  readonly label: string;
  /** Precedes the count in the subject if `label` is empty. */
  readonly several?: string;
  /**
   * The noun to count in the subject; 'report' by default. With a noun and a label, facts with the same `what` are one
   * line.
   */
  readonly noun?: string;
  /**
   * Sent immediately, unless a mail of the last hour reported a fact with the same `factUrgencyKey`; by default, an
   * hour after the last mail.
   */
  readonly isUrgent?: true;
  /** Minutes after the fact's `since` before it causes a mail of its own. */
  readonly gatherMinutes?: number;
  /** The metric that counts it for the alarms. */
  readonly counts?: 'ActionNeeded' | 'ReportsFailed';
  /** Level of the log line; 'error' by default. */
  readonly level?: 'info';
  /** Not combined with other kinds in a mail. */
  readonly isAlone?: true;
  /** The first thing to do. In `todo`, `says` and `ends`, `{until}` is replaced by the first and last deadline. */
  readonly todo?: string;
  readonly says?: string;
  /** Text after the list. */
  readonly ends?: string;
  /** Why a recipient who is not a contact gets the mail. */
  readonly reason?: string;
};

const reportsGoOutText =
  'The reports are sent anyway, and say this at the top. You are notified of each problem once.';

/** In the order of the mail, worst first. */
const factRows = {
  act: {
    label: 'Needs you:',
    isUrgent: true,
    counts: 'ActionNeeded',
    todo: 'fix the cause named below.',
    says: 'Not delivered because of this:',
    ends: `Retried every ${minutesBetweenAttemptsUntilFixed} minutes until {until}. Once the cause is fixed, nothing else is needed.`,
  },
  over: {
    label: 'Not delivered:',
    isUrgent: true,
    counts: 'ReportsFailed',
    todo: 'fix the cause named below, if it still exists. Then run each command at the end.',
    says: 'Not delivered, or not to everybody, and no further attempt is made.',
    ends: 'Each command sends the missing messages of a report, and none twice:',
  },
  perhaps: {
    label: 'Perhaps not delivered:',
    isUrgent: true,
    counts: 'ReportsFailed',
    todo: 'ask a recipient of each report whether it has arrived. If it has not, run its command at the end.',
    says: 'No further attempt is made.',
    ends: 'Each command sends a report again, marked "(resent)":',
  },
  late: {
    label: 'Late:',
    says: 'Nothing has to be done, unless you can fix the cause named below.',
    ends: 'Retried until {until}. You get another mail once all of them are delivered, or if they cannot be.',
  },
  held: {
    label: 'Perhaps not sent:',
    gatherMinutes: 30,
    counts: 'ReportsFailed',
    todo: 'ask a recipient of each message whether it has arrived.',
    says: 'The workbooks are stored. These are not retried:',
  },
  unsent: {
    label: 'Messages not sent:',
    gatherMinutes: 30,
    counts: 'ReportsFailed',
    todo: 'correct the addresses that are named below, or forward the report by hand.',
    says: 'The workbooks are stored, and all other messages have gone out. These are not retried:',
  },
  address: {
    label: 'Not received by',
    noun: 'recipient',
    gatherMinutes: 30,
    todo: 'see the advice on each address. All others got the report.',
    ends: 'An address is explained once. While it keeps failing, it is listed after each report.',
  },
  spam: {
    label: 'Marked as spam by',
    noun: 'recipient',
    gatherMinutes: 30,
    todo: 'ask these readers whether they want the report.',
  },
  damaged: {
    label: 'Damaged:',
    noun: 'object',
    todo: 'restore the objects named below. The reports configured now are due in their place.',
  },
  unread: {
    label: 'Tasks could not be read:',
    noun: 'project',
    gatherMinutes: 30,
    todo: 'have the data named below corrected in the planning service. If the programme is old, import the newest.',
    ends: reportsGoOutText,
  },
  old: {
    label: 'Old programme:',
    noun: 'project',
    gatherMinutes: 30,
    todo: 'import the newest programme of each project. staleAfter in lookahead.yaml sets after how many days it is old.',
    ends: reportsGoOutText,
  },
  still: {
    label: 'Still not received by',
    noun: 'recipient',
    // A day.
    gatherMinutes: 1_440,
    says: 'These addresses still fail, as reported before:',
  },
  inbox: { label: '', several: 'Inbox:', noun: 'file', isUrgent: true, level: 'info' },
  delivered: {
    label: 'Delivered after all:',
    level: 'info',
    says: 'Nothing is left to do.',
  },
  answers: { label: '', several: 'Answers of', isUrgent: true, level: 'info', isAlone: true },
  remind: {
    label: '',
    several: 'No answer yet:',
    noun: 'request',
    isUrgent: true,
    level: 'info',
    isAlone: true,
    reason: 'You get this mail because you were asked to answer for these tasks. A reply goes to a person.',
  },
} as const satisfies Readonly<Record<string, FactRow>>;

export type FactKind = keyof typeof factRows;
export const factKinds = Object.keys(factRows).filter((name): name is FactKind => name in factRows);

export function factKindSettings(kind: FactKind): FactRow {
  return factRows[kind];
}

/** The id of what a fact is about: a report in its dispatch, or an object. */
export function factTopicId(id: string): string {
  return id.split(':')[1] ?? '';
}

/** Urgent facts with the same key cause one mail an hour: for `act` the cause, for `over` all reports. */
export function factUrgencyKey(id: string): string {
  const [kind = '', subject = '', cause = ''] = id.split(':');
  return kind === 'act' ? cause : kind === 'over' ? kind : subject;
}

/** Facts of the same group share a mail. */
export function factMailGroup(id = ''): string {
  return factKinds.find((kind) => factKindSettings(kind).isAlone && id.startsWith(kind)) ?? '';
}

export function localTimeText({ at, timeZone }: InstantInTimeZone): string {
  return `${dayAndYearText(localDayOf(at, timeZone))}, ${clockTimeOf(at, timeZone)} (${timeZone})`;
}
