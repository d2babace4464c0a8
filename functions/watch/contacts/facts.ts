/**
 * The kinds of facts that a contact is told. Each is a row: its place in the mail, when it is told, and its text.
 * A new kind is a row here, a line that makes such facts in `…-facts.ts`, and one in the table of `docs/operate.md`.
 */

import type { Temporal } from 'temporal-polyfill';
import { clockTimeOf, localDayOf } from '#base/day.ts';
import { dayAndYearText } from '#lookahead/dates/day-text.ts';
import type { NoticeLine } from '#mail/notice-layout.ts';
import { minutesBetweenCurableAttempts } from '#queue/next-attempt.ts';

/**
 * - `pending`: not accepted yet, or unknown.
 * - `failed`: it will never be accepted.
 * - `replaced`: not sent. `perhaps-sent`: the same, but the answer to an earlier try was lost.
 */
export type MailOutcome = 'pending' | 'sent' | 'failed' | 'replaced' | 'perhaps-sent';

/** Whether a fact need not be told again, if that became of its mail. */
export function isNotified(outcome: MailOutcome | undefined): boolean {
  return outcome === 'sent' || outcome === 'failed' || outcome === 'pending';
}

/** The outcome of the mails that contain a fact, by the fact's id; for `act`, also by its id without the cause. */
export type NotifiedFacts = ReadonlyMap<string, MailOutcome>;

/** A fact is told once: the log of its contact lists its id. */
export type Fact = {
  readonly kind: FactKind;
  /**
   * `late:<report in its dispatch>`; `act:<report in its dispatch>:<digest of its cause>`. Kinds of which one is told
   * in place of the other have ids of one form, which may begin with either.
   */
  readonly id: string;
  /** The address of the contact; of a reader, for a reminder. */
  readonly to: string;
  readonly replyTo?: readonly string[];
  /** Whether it holds after what was told; always by default. */
  readonly holds?: (told: NotifiedFacts) => boolean;
  readonly text: FactText;
  /** When it began; of a report, the time due. */
  readonly since: Temporal.Instant;
  /** For the log of the engineer. */
  readonly command?: string | undefined;
  /** Records that it was told, outside the log of the contact. @param wasSent false if its address is refused for good */
  readonly markNotified?: (wasSent: boolean) => Promise<unknown>;
};

export type FactText = {
  /** A line of the list; in the subject, if it is the only one of its kind. What is said of the same is said together. */
  readonly what: string;
  readonly details?: readonly string[];
  /** In place of the line. */
  readonly lines?: readonly NoticeLine[];
  /** Said once, above all that have it in common. */
  readonly why?: string | undefined;
  readonly until?: LocalTime;
  /** At the end. */
  readonly commands?: readonly NoticeLine[];
};

export type LocalTime = { readonly at: Temporal.Instant; readonly timeZone: string };

type FactRow = {
  /** Before `what` in the subject, and the heading; empty if `what` is a whole subject. */
  readonly label: string;
  /** In the subject before how many, where `label` is empty. */
  readonly several?: string;
  /** What is counted; a report by default. With a noun and a label, facts with the same `what` are one line of the mail. */
  readonly noun?: string;
  /** Told at once, unless a mail of the last hour said the same; by default not within an hour of the last mail. */
  readonly isUrgent?: true;
  /** Minutes from `since` of the fact in which no mail is written for its sake alone. */
  readonly gatherMinutes?: number;
  /** What counts it for the alarms. */
  readonly counts?: 'ActionNeeded' | 'ReportsFailed';
  /** Of the line in the log; 'error' by default. */
  readonly level?: 'info';
  /** Its mail says nothing else. */
  readonly isAlone?: true;
  /** What to do first. In these texts, `{until}` is the first and the last time. */
  readonly todo?: string;
  readonly says?: string;
  /** After the list. */
  readonly ends?: string;
  /** Why those get the mail who are not contacts. */
  readonly reason?: string;
};

const reportsGoOutText =
  'The reports go out all the same, and say this at the top. You are told of each problem once.';

/** In the order of the mail, worst first. */
const factRows = {
  act: {
    label: 'Needs you:',
    isUrgent: true,
    counts: 'ActionNeeded',
    todo: 'fix the cause named below.',
    says: 'Not delivered because of it:',
    ends: `Tried again every ${minutesBetweenCurableAttempts} minutes until {until}. Once the cause is fixed, you need do nothing else.`,
  },
  over: {
    label: 'Not delivered:',
    isUrgent: true,
    counts: 'ReportsFailed',
    todo: 'fix the cause named below, if it is still there. Then run what stands at the end.',
    says: 'Not delivered, or not to everybody, and no further attempt is made.',
    ends: 'Each command sends what is missing of a report, and no message twice:',
  },
  perhaps: {
    label: 'Perhaps not delivered:',
    isUrgent: true,
    counts: 'ReportsFailed',
    todo: 'ask a recipient of each report whether it has arrived. If it has not, run what stands at the end.',
    says: 'No further attempt is made.',
    ends: 'Each command sends a report again, marked "(resent)":',
  },
  late: {
    label: 'Late:',
    says: 'Nothing has to be done, unless you can fix the cause named below.',
    ends: 'Tried again until {until}. You get another mail once all is delivered, or if it cannot be.',
  },
  held: {
    label: 'Perhaps not sent:',
    gatherMinutes: 30,
    counts: 'ReportsFailed',
    todo: 'ask a recipient of each message whether it has arrived.',
    says: 'The workbooks are stored. These are not tried again:',
  },
  unsent: {
    label: 'Messages not sent:',
    gatherMinutes: 30,
    counts: 'ReportsFailed',
    todo: 'correct the addresses that are named below, or forward the report by hand.',
    says: 'The workbooks are stored, and all other messages have gone out. These are not tried again:',
  },
  address: {
    label: 'Not received by',
    noun: 'recipient',
    gatherMinutes: 30,
    todo: 'see what is said of each address. All others got the report.',
    ends: 'An address is explained once; while it still fails, it is listed after each report.',
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
    todo: 'restore what is named below. What is configured now is due in its place.',
  },
  unread: {
    label: 'Tasks could not be read:',
    noun: 'project',
    gatherMinutes: 30,
    todo: 'have the planning service correct the data that is named below; of an old programme, import the newest.',
    ends: reportsGoOutText,
  },
  old: {
    label: 'Old programme:',
    noun: 'project',
    gatherMinutes: 30,
    todo: 'import the newest programme of each project. From how many days on it counts as old: staleAfter in lookahead.yaml.',
    ends: reportsGoOutText,
  },
  still: {
    label: 'Still not received by',
    noun: 'recipient',
    // A day: for its sake alone, no mail is written sooner.
    gatherMinutes: 1_440,
    says: 'These addresses still fail, as you were told:',
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

export function factRowOf(kind: FactKind): FactRow {
  return factRows[kind];
}

/** What a fact is about, from its id: a report in its dispatch, or an object. */
export function factSubject(id: string): string {
  return id.split(':')[1] ?? '';
}

/** What is not told at once again within an hour: the cause that a person has to fix, or that reports were not delivered. */
export function factUrgencyKey(id: string): string {
  const [kind = '', subject = '', cause = ''] = id.split(':');
  return kind === 'act' ? cause : kind === 'over' ? kind : subject;
}

/** Which facts share a mail. */
export function factMailGroup(id = ''): string {
  return factKinds.find((kind) => factRowOf(kind).isAlone && id.startsWith(kind)) ?? '';
}

export function localTimeText({ at, timeZone }: LocalTime): string {
  return `${dayAndYearText(localDayOf(at, timeZone))}, ${clockTimeOf(at, timeZone)} (${timeZone})`;
}
