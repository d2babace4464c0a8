import stringWidth from 'string-width';
import { Temporal } from 'temporal-polyfill';
import { clockTimeOf, type Day, dayFromPlainDate, isoWeekOf, localDayOf } from '#base/day.ts';
import { shortListText } from '#base/text/one-line.ts';
import { dayAndYearText, dayText, isSameYear } from '#lookahead/dates/day-text.ts';
import { weeksText } from '#lookahead/dates/window.ts';
import { dataSourceText } from '#lookahead/report-words.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import {
  isArrivalUnconfirmed,
  type MessageHistoryEntry,
  type RecipientHistoryEntry,
  type ReportHistoryEntry,
  type ReportOutcome,
} from '#watch/report-history.ts';

export type StatusTextOptions = {
  readonly since: Temporal.PlainDate;
  readonly only: 'late' | 'all';
  /** Whether recipients who got their message are listed too. */
  readonly detail: 'in full' | 'what went wrong';
  readonly width: number;
};

/** The label of each outcome in the counts of reports, in this order. */
const countLabels: Readonly<Record<ReportOutcome, string>> = {
  delivered: 'sent',
  'partly delivered': 'sent to some only',
  'written to files': 'written to files',
  waiting: 'waiting',
  late: 'late',
  'not delivered': 'not delivered',
  skipped: 'skipped',
};
const isPerhapsSent = ({ state }: RecipientHistoryEntry) => state === 'perhaps sent';
/** The groups of recipients that the summary names, with their text. */
const recipientGroups: readonly (readonly [
  text: string,
  is: (recipient: RecipientHistoryEntry) => boolean,
])[] = [
  ['Did not arrive', (recipient) => isArrivalUnconfirmed(recipient) && !isPerhapsSent(recipient)],
  ['May have arrived', isPerhapsSent],
  ['Marked as spam', ({ state }) => state === 'complained'],
];
const [dayIndent, recipientIndent] = ['  ', '         '];
const maxAddressWidth = 44;
const stateWidth = 12;
const maxNamed = 10;

export function formatStatusLines(
  reports: readonly ReportHistoryEntry[],
  view: StatusTextOptions,
): readonly string[] {
  const from = dateText(view.since);
  if (reports.length === 0) {
    return [
      view.only === 'late'
        ? `Nothing that was due since ${from} is late or missing.`
        : `Nothing was due since ${from}.`,
    ];
  }
  const byDay = Map.groupBy(reports, ({ due, timeZone }) =>
    dateText(due.toZonedDateTimeISO(timeZone).toPlainDate()),
  );
  const columns = {
    name: widest(reports.map(reportName)),
    issue: widest(reports.map(issueText)),
    address: Math.min(maxAddressWidth, widest(reports.flatMap(recipientLines).map(addressText))),
  };
  const days = [...byDay].flatMap(([day, own]) => [
    day,
    ...own.flatMap((report) => reportLines(report, { ...view, ...columns })),
    '',
  ]);
  return [...days, ...summary(reports, `since ${from}`, view.width)];
}

type Columns = StatusTextOptions & {
  readonly name: number;
  readonly issue: number;
  readonly address: number;
};

function reportLines(report: ReportHistoryEntry, view: Columns): readonly string[] {
  const { due, timeZone } = report;
  const time = clockTimeOf(due, timeZone);
  const start = `${dayIndent}${time}  ${pad(reportName(report), view.name)}  ${pad(issueText(report), view.issue)}  `;
  return [
    `${start}${outcomeText(report)}`.trimEnd(),
    ...(report.source && view.detail === 'in full'
      ? [shortenTo(`${recipientIndent}${dataSourceText(report.source, dueDay(report))}`, view.width)]
      : []),
    ...wrapped(report.reason, view.width - recipientIndent.length).map((line) => `${recipientIndent}${line}`),
    ...report.messages.flatMap((message) => messageLines(message, report, view)),
  ];
}

function messageLines(
  message: MessageHistoryEntry,
  report: ReportHistoryEntry,
  view: Columns,
): readonly string[] {
  const shown = view.detail === 'in full' ? message.recipients : message.recipients.filter(isNotable);
  if (shown.length === 0) return [];
  const audienceLine =
    message.audience === 'everyone'
      ? []
      : [shortenTo(`${recipientIndent}for ${message.audience}`, view.width)];
  return [...audienceLine, ...shown.map((recipient) => recipientLine(recipient, report, view))];
}

function recipientLine(recipient: RecipientHistoryEntry, report: ReportHistoryEntry, view: Columns): string {
  const address = pad(shortenTo(addressText(recipient), view.address), view.address);
  const at = recipient.at === undefined ? '' : timeText(Temporal.Instant.from(recipient.at), report);
  // The reason of the report is already printed above, in full.
  const reason = report.reason.includes(recipient.reason) ? '' : recipient.reason;
  const line = `${recipientIndent}${address}  ${pad(recipient.state, stateWidth)}  ${at}  ${reason}`;
  return shortenTo(line.trimEnd(), view.width);
}

function addressText({ address, field }: RecipientHistoryEntry): string {
  return field === 'cc' ? `${address} (cc)` : address;
}

function reportName({ project, report }: ReportHistoryEntry): string {
  return `${project} ${report}`;
}

function issueText(report: ReportHistoryEntry): string {
  const { issue, window } = report;
  const year = isSameYear(window.first, dueDay(report)) ? '' : ` of ${isoWeekOf(window.first).year}`;
  return `${weeksText(window)}${year}${issue === undefined ? '' : `, revision ${issue}`}`;
}

function outcomeText(report: ReportHistoryEntry): string {
  const { state, sentAt, until } = report;
  const of = recipientLines(report);
  const missing = of.filter(isArrivalUnconfirmed).length;
  switch (state) {
    case 'delivered':
    case 'partly delivered':
    case 'written to files': {
      const but = missing === 0 ? '' : `, but not to ${missing} of ${countText(of.length, 'recipient')}`;
      return `${state === 'written to files' ? state : 'sent'} ${sentAt ? timeText(sentAt, report) : ''}${but}`;
    }
    case 'skipped':
      return state;
    default:
      return `${state.toUpperCase()}${until ? `, tried until ${timeText(until, report)}` : ''}`;
  }
}

/** `14:01`, with the day if it differs from the day on which the report was due. */
function timeText(at: Temporal.Instant, report: ReportHistoryEntry): string {
  const { timeZone } = report;
  const time = clockTimeOf(at, timeZone);
  const [day, dayDue] = [localDayOf(at, timeZone), dueDay(report)];
  return day === dayDue ? time : `${dayText(day, dayDue)} ${time}`;
}

function dueDay({ due, timeZone }: ReportHistoryEntry): Day {
  return localDayOf(due, timeZone);
}

function dateText(date: Temporal.PlainDate): string {
  return dayAndYearText(dayFromPlainDate(date));
}

function summary(reports: readonly ReportHistoryEntry[], since: string, width: number): readonly string[] {
  const perState = Object.entries(countLabels).flatMap(([state, text]) => {
    const count = reports.filter((report) => report.state === state).length;
    return count === 0 ? [] : `${count} ${text}`;
  });
  const all = reports.flatMap((report) =>
    recipientLines(report).map((recipient) => ({ ...recipient, name: reportName(report) })),
  );
  const delivered = all.filter(({ state }) => state === 'delivered').length;
  return [
    `${countText(reports.length, 'report')} ${since}: ${perState.join(', ')}.`,
    ...(delivered > 0 ? [`Delivered to ${delivered} of ${countText(all.length, 'recipient')}.`] : []),
    ...recipientGroups.flatMap(([text, is]) => {
      const those = all.filter(is).map(({ address, name, state }) => `${address} (${name}: ${state})`);
      return those.length === 0 ? [] : `${text}: ${shortListText(those, maxNamed)}.`;
    }),
  ].flatMap((line) => wrapped(line, width));
}

function isNotable(recipient: RecipientHistoryEntry): boolean {
  return isArrivalUnconfirmed(recipient) || recipient.state === 'complained';
}

function recipientLines({ messages }: ReportHistoryEntry): readonly RecipientHistoryEntry[] {
  return messages.flatMap(({ recipients }) => recipients);
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => stringWidth(text)));
}

function pad(text: string, width: number): string {
  return `${text}${' '.repeat(Math.max(0, width - stringWidth(text)))}`;
}

function shortenTo(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let start = '';
  for (const character of text) {
    if (stringWidth(start + character) > width - 1) break;
    start += character;
  }
  return `${start.trimEnd()}…`;
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter((one) => one !== '')) {
    const last = lines.at(-1);
    if (last === undefined || stringWidth(`${last} ${word}`) > width) lines.push(shortenTo(word, width));
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
