/**
 * Notices of recipients whom a message did not reach: which are due, and their words. An address is explained in full the
 * first time, and listed after that.
 */

import { Temporal } from 'temporal-polyfill';
import { localDayOf } from '#base/day.ts';
import { inShell } from '#base/text/shell.ts';
import { shortList } from '#base/text/short-list.ts';
import type { ReportConfiguration } from '#config/configuration.ts';
import { maxDescribed } from '#delivery/limits.ts';
import type { FailedRecipient, FailedRecipientAt } from '#delivery/recipients/failed-recipients.ts';
import type { DueReport } from '#delivery/store/due-reports.ts';
import { dayAndYearText } from '#lookahead/dates/day-text.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import type { NoticeLine } from '#mail/notice-layout.ts';
import { isTooSoon } from './due-notices.ts';
import { firstLines, itemLine, type NoticeText, textLine } from './notice-text.ts';
import type { NoticeState } from './notify-contact.ts';

/** Minutes to wait after the first refusal, so that one notice covers most of them. */
const minutesUntilRecipientNotice = 30;
/** Hours between notices of the recipients of one dispatch: few servers refuse hours or days later. */
const hoursBetweenRecipientNotices = 24;

type AddressOfReport = Pick<FailedRecipient, 'address' | 'report' | 'audience'>;

type Reports = { readonly reports: readonly ReportConfiguration[] };

export function recipientNoticeText(
  failures: readonly RecipientFailure[],
  {
    configuration,
    awsRegion = '<AWS region>',
  }: { readonly configuration: Reports; readonly awsRegion?: string | undefined },
): NoticeText {
  const byAddress = [...Map.groupBy(failures, ({ address }) => address.toLowerCase()).values()];
  const known = byAddress.filter((own) => own.every(({ since }) => since !== undefined));
  const fresh = byAddress.filter((own) => !known.includes(own));
  const [first] = failures;
  const addresses =
    byAddress.length === 1 ? (first?.address ?? '') : countText(byAddress.length, 'address', 'addresses');
  const verb = failures.every(({ event }) => event === 'complained')
    ? 'Marked as spam by'
    : known.length === byAddress.length
      ? 'Still not received by'
      : 'Not received by';
  const reports = [...new Set(failures.map(reportAndCutName))];
  const which = reports.length === 1 ? reports[0] : countText(reports.length, 'report');
  return {
    title: `${verb} ${addresses}: ${which}`,
    lines: [
      ...(fresh.length > 0
        ? [
            textLine(
              failures.every(({ event }) => event === 'undelivered')
                ? 'What to do first: see what is said below of each address.'
                : 'What to do first: correct or remove the addresses that are named below.',
            ),
            textLine(`${whatHappened(failures)} All others got theirs.`),
          ]
        : []),
      ...firstLines(fresh, (own) => explainFailure(own, configuration), otherAddresses),
      ...fresh
        .slice(0, maxDescribed)
        .flatMap(([first]) => (first?.suppressed ? suppressed(first, awsRegion) : [])),
      ...(known.length > 0 ? [textLine('These addresses still fail, as you were told:')] : []),
      ...firstLines(known, stillFailing, otherAddresses),
    ],
    reason:
      'You get this mail because lookahead.yaml names you as the contact. An address is explained once; while it still fails, it is listed after each report.',
  };
}

function otherAddresses(left: number): string {
  return `And ${countText(left, 'other address', 'other addresses')}: lookahead status lists them.`;
}

function explainFailure(failures: readonly RecipientFailure[], configuration: Reports): NoticeLine {
  const [first] = failures;
  if (!first) return textLine('');
  const places = new Set(failures.map((failure) => whereConfigured(failure, configuration)));
  const reports = [...new Set(failures.map(reportAndCutName))];
  return itemLine(`${first.address}: ${happened[first.cause ?? first.event]}`, [
    `Reason given: ${first.reason}`,
    `In: ${shortList(reports, 5, '; ')}`,
    ...[...places].map((place) => remedy(first, place)),
  ]);
}

function whatHappened(failures: readonly RecipientFailure[]): string {
  const without = failures.filter(({ event }) => event === 'no address').length;
  if (without === 0) return 'The mail servers of these recipients reported a problem.';
  return without === failures.length
    ? 'Nothing was sent to these people.'
    : 'The report did not reach these people.';
}

const happened: Readonly<Record<RecipientFailure['event'] | Cause, string>> = {
  bounced: 'its mail server refused the message for good',
  complained: 'the reader marked the message as spam',
  rejected: 'the mail service refused to send the message',
  'no address': 'the planning service has this in the place of an e-mail address',
  undelivered: 'the message could not be delivered, for a reason that may pass by itself',
  'not in time': 'its mail server did not accept the message within an hour, or by the last attempt',
  'mailbox full': 'its mailbox is full',
  'too large': 'its mail server does not take a message of this size',
  'content refused': 'its mail server refused the message because of its content or attachments',
};

type Cause = NonNullable<RecipientFailure['cause']>;

const advice: Readonly<Record<Cause, string>> = {
  'not in time': 'Forward the report, and ask the reader why the mail server put it off',
  'mailbox full': 'Forward the report, and ask the reader to make room',
  'too large': 'Make the report smaller, or ask the reader for a higher limit',
  'content refused': 'Ask whoever runs that mail server to let these messages through',
};

function remedy({ event, cause }: RecipientFailure, place: string | undefined): string {
  if (event === 'rejected')
    return 'Look into the workbook and the message for what the mail service may object to.';
  if (place === undefined) {
    return 'The address is no longer configured, or it was given in a request. Nothing has to be changed for the next report.';
  }
  if (event === 'undelivered') {
    const first = cause ? advice[cause] : 'Forward the report, and ask the reader whether other mail arrives';
    return `${first}. If the address is wrong, correct or remove it: ${place}.`;
  }
  return event === 'complained'
    ? `Ask the reader, or remove the address: ${place}. Of too many complaints, the mail service stops all mail.`
    : `Correct or remove the address: ${place}.`;
}

function suppressed({ address }: RecipientFailure, awsRegion: string): readonly NoticeLine[] {
  return [
    textLine(
      `The mail service does not try ${address} any more, because it is on the account's suppression list. If it is right, take it off:`,
    ),
    {
      kind: 'command',
      text: `aws sesv2 delete-suppressed-destination --region ${awsRegion} --email-address ${inShell(address)}`,
    },
  ];
}

function stillFailing([first]: readonly RecipientFailure[]): NoticeLine {
  const since = first?.since;
  const day = first && since ? dayAndYearText(localDayOf(since, first.timeZone)) : '';
  return itemLine(`${first?.address ?? ''}: still failing since ${day}`);
}

/** `Riverside Tower, Weekly lookahead`; for a cut, `Riverside Tower, Weekly lookahead, only night shift · Pile Co`. */
function reportAndCutName({ projectName, reportName, limits = [], audience }: RecipientFailure): string {
  const parts = [...limits, ...(audience.kind === 'everyone' ? [] : [audience.name])];
  return `${projectName}, ${reportName}${parts.length === 0 ? '' : `, only ${parts.join(' · ')}`}`;
}

/**
 * `reports[2].to in lookahead.yaml`; the planning service, if the address is from there; undefined if it was corrected
 * meanwhile, or a request named it.
 */
export function whereConfigured(
  { address, report: key, audience }: AddressOfReport,
  { reports }: Reports,
): string | undefined {
  const index = reports.findIndex((report) => report.key === key);
  const report = reports[index];
  if (report === undefined) return undefined;
  const isIt = (other: string) => other.toLowerCase() === address.toLowerCase();
  const inFile = (path: string) => `reports[${index}].${path} in lookahead.yaml`;
  if (audience.kind === 'everyone') {
    const field = (['to', 'cc'] as const).find((name) => report[name].some(isIt));
    return field && inFile(field);
  }
  for (const [position, { each, to = {} }] of report.audiences.entries()) {
    if (each !== audience.kind) continue;
    const entry = Object.entries(to).find(([, addresses]) => addresses.some(isIt));
    if (entry) return inFile(`audiences[${position}].to (${entry[0]})`);
  }
  return `the planning service (${audience.kind} ${audience.name})`;
}

type ReportNames = Pick<DueReport, 'contact' | 'projectName' | 'reportName' | 'limits' | 'timeZone'>;

export type RecipientFailure = FailedRecipient &
  FailedRecipientAt &
  ReportNames & {
    /** When the address first failed; undefined if the contact has not been notified of it. */
    readonly since: Temporal.Instant | undefined;
  };

/**
 * One notice per contact, at least `minutesBetweenNotices` apart, and at most one a day for a dispatch.
 * @param failures only those that no stored notice lists
 */
export function dueRecipientNotices(
  failures: readonly RecipientFailure[],
  stored: readonly NoticeState[],
  now: Temporal.Instant,
): readonly { readonly contact: string; readonly failures: readonly RecipientFailure[] }[] {
  const byContact = Map.groupBy(failures, ({ contact }) => contact);
  return Array.from(byContact, ([contact, own]) => {
    const earlier = stored.filter((notice) => notice.kind === 'recipients' && notice.contact === contact);
    const ofToday = new Set(
      earlier
        .filter(({ at }) => now.since(at).total('hours') < hoursBetweenRecipientNotices)
        .flatMap(({ reports }) => reports.map((report) => report.split('/')[0])),
    );
    const pending = own.filter(({ dispatchId }) => !ofToday.has(dispatchId));
    const isDue = pending.some(
      ({ at }) => now.since(Temporal.Instant.from(at)).total('minutes') >= minutesUntilRecipientNotice,
    );
    return isDue && !isTooSoon(earlier, [], now) ? [{ contact, failures: pending }] : [];
  }).flat();
}
