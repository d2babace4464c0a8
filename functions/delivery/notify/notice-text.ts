import type { Temporal } from 'temporal-polyfill';
import { clockTimeOf } from '#base/day.ts';
import { maxDescribed, minutesBetweenCurableAttempts } from '#delivery/limits.ts';
import type { SendAgain } from '#delivery/send-again-command.ts';
import type { FailedMessage } from '#delivery/store/objects.ts';
import { dayAndYearText } from '#lookahead/dates/day-text.ts';
import { weeksText } from '#lookahead/dates/window.ts';
import { onlyText } from '#lookahead/report-words.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import type { NoticeItem, NoticeLine } from '#mail/notice-layout.ts';
import type { NoticeKind, ReportState } from './due-notices.ts';

type NoticeContent = { readonly kind: NoticeKind; readonly reports: readonly ReportState[] };

export type NoticeText = {
  readonly title: string;
  readonly lines: readonly NoticeLine[];
  readonly reason: string;
};

const reason =
  'You get this mail because lookahead.yaml names you as the contact. The readers of the reports do not get it.';

export function noticeText(notice: NoticeContent, sendAgain: SendAgain): NoticeText {
  const { title, lines } = titleAndLines(notice, sendAgain);
  // The remedy is first, because mail programs show it after the subject.
  return { title, lines: lines.toSpliced(1, 0, ...limitsOfOne(notice.reports)), reason };
}

function titleAndLines({ kind, reports }: NoticeContent, sendAgain: SendAgain): TitleAndLines {
  const [first] = reports;
  const which = first && reports.length === 1 ? reportTitle(first) : countText(reports.length, 'report');
  const it = reports.length === 1 ? 'It is' : 'They are';
  switch (kind) {
    case 'action':
      return {
        title: `Needs you: ${which}`,
        lines: [
          textLine('What to do first: fix the cause named below.'),
          textLine(
            `${reportsHave(reports)} not been delivered, because something has to be put right first.`,
          ),
          ...causeLines(reports),
          textLine(
            `${it} tried again every ${minutesBetweenCurableAttempts} minutes until ${deadline(reports)}. Once the cause is fixed, you need do nothing else.`,
          ),
        ],
      };
    case 'late':
      return {
        title: `Late: ${which}`,
        lines: [
          textLine('Nothing has to be done yet, unless you can fix the cause named below.'),
          textLine(
            `${reportsHave(reports)} not been delivered yet. Due: ${times(reports, ({ due }) => due)}.`,
          ),
          ...causeLines(reports),
          textLine(
            `${it} tried again until ${deadline(reports)}. You get another mail once all of this has been delivered, or if it cannot be.`,
          ),
        ],
      };
    case 'delivered':
      return {
        title: `Delivered after all: ${which}`,
        lines: [
          textLine(`${reportsHave(reports)} been delivered after all. Nothing is left to do.`),
          ...(reports.length === 1 ? [] : reportItems(reports)),
        ],
      };
    case 'not-delivered': {
      const command = reports.length === 1 ? 'command' : 'commands';
      const due = `Due: ${times(reports, (report) => report.due)}.`;
      if (reports.some(({ mayHaveGone }) => mayHaveGone)) {
        return {
          title: `Perhaps not delivered: ${which}`,
          lines: [
            textLine(
              `What to do first: ask a recipient of each report whether it has arrived. If it has not, run the ${command} at the end.`,
            ),
            textLine(
              `The archive was restored from a backup, which does not know what was sent since. No further attempt is made. ${due}`,
            ),
            ...(reports.length === 1 ? [] : reportItems(reports, true)),
            ...commands(reports, sendAgain),
          ],
        };
      }
      return {
        title: `Not delivered: ${which}`,
        lines: [
          textLine(`What to do first: fix the cause named below. Then run the ${command} at the end.`),
          textLine(
            `${reportsHave(reports)} not been delivered, or not to everybody, and no further attempt is made. ${due}`,
          ),
          ...causeLines(
            reports,
            'No attempt was made in time, so none has failed: Lookahead did not run, could not use its archive, or was not allowed to send.',
          ),
          ...commands(reports, sendAgain),
        ],
      };
    }
    case 'import':
      return dataProblems(reports);
    case 'not-sent':
      return {
        title: `Messages not sent: ${which}`,
        lines: [
          textLine(
            'What to do first: correct the addresses that are named below, or forward the report by hand.',
          ),
          textLine(
            'The workbooks are stored, and all other messages have gone out. These were not sent and are not tried again:',
          ),
          ...firstLines(
            reports,
            (report) => report.failedMessages.map((one) => failedLine(report, one)),
            otherReports,
          ),
        ],
      };
  }
}

function dataProblems(reports: readonly ReportState[]): TitleAndLines {
  const names = [...new Set(reports.map(({ projectName }) => projectName))];
  const isUnread = reports.some(({ dataProblem }) => dataProblem?.isUnread);
  const said = new Set(reports.map(({ projectName, dataProblem }) => `${projectName}: ${dataProblem?.text}`));
  return {
    title: `${isUnread ? 'Tasks could not be read' : 'Old programme'}: ${names.length === 1 ? names[0] : countText(names.length, 'project')}`,
    lines: [
      textLine(
        `What to do first: ${isUnread ? 'have the planning service correct the data that is named below; of an old programme, import the newest.' : 'import the newest programme of each project that is named below.'}`,
      ),
      ...firstLines(
        [...said],
        (one) => itemLine(one),
        (left) => `And ${countText(left, 'other project')}.`,
      ),
      textLine(
        'The reports go out all the same, and say this at the top. You are told of each problem once; staleAfter of a project in lookahead.yaml says from how many days on its programme counts as old.',
      ),
    ],
  };
}

type TitleAndLines = { readonly title: string; readonly lines: readonly NoticeLine[] };

export function textLine(line: string): NoticeLine {
  return { kind: 'text', text: line };
}

export function itemLine(text: string, details: readonly string[] = []): NoticeItem {
  return { kind: 'item', text, details };
}

/**
 * Lines of the first items.
 * @param others says that there are more, and how many
 */
export function firstLines<Item>(
  items: readonly Item[],
  lines: (item: Item) => NoticeLine | readonly NoticeLine[],
  others: (left: number) => string,
): readonly NoticeLine[] {
  const left = items.length - maxDescribed;
  return [...items.slice(0, maxDescribed).flatMap(lines), ...(left > 0 ? [textLine(others(left))] : [])];
}

function reportTitle({ projectName, reportName, window }: ReportState): string {
  return `${projectName}, ${reportName}, ${weeksText(window)} from ${dayAndYearText(window.first)}`;
}

function reportsHave(reports: readonly ReportState[]): string {
  return reports.length === 1 ? 'This report has' : `These ${reports.length} reports have`;
}

function reportItems(reports: readonly ReportState[], isDueShown = false): readonly NoticeLine[] {
  const item = (report: ReportState) => {
    const due = isDueShown ? [`Due ${localTime(report.due, report.timeZone)}`] : [];
    return itemLine(reportTitle(report), [due, limitsText(report) ?? []].flat());
  };
  return firstLines(reports, item, otherReports);
}

/** `Only: Stonebridge Frame · night shift`, so that nobody takes a part for the whole report. */
function limitsText({ limits = [] }: ReportState): string | undefined {
  return onlyText({ limits });
}

/** The title names a single report without its limits. */
function limitsOfOne(reports: readonly ReportState[]): readonly NoticeLine[] {
  const [first] = reports;
  const only = first && reports.length === 1 ? limitsText(first) : undefined;
  return only === undefined ? [] : [textLine(only)];
}

function otherReports(left: number): string {
  return `And ${countText(left, 'other report')}.`;
}

function causeLines(reports: readonly ReportState[], noCause = isWaiting): readonly NoticeLine[] {
  const byCause = Map.groupBy(reports, ({ failure }) => failure?.message ?? noCause);
  // The title names a single report.
  const isDueShown = reports.some(({ due }) => !due.equals(reports[0]?.due ?? due));
  const list =
    reports.length === 1 ? () => [] : (own: readonly ReportState[]) => reportItems(own, isDueShown);
  return Array.from(byCause, ([cause, own]) => [textLine(cause), ...list(own)]).flat();
}

const isWaiting = 'No attempt has failed; it is still waiting for its turn.';

function deadline(reports: readonly ReportState[]): string {
  return times(reports, ({ deliverBy }) => deliverBy);
}

/** Each distinct time in its project's zone; of more than two, the first and the last. */
function times(reports: readonly ReportState[], of: (report: ReportState) => Temporal.Instant): string {
  const sorted = reports.toSorted((left, right) => of(left).epochMilliseconds - of(right).epochMilliseconds);
  // Formatting one takes 0.1 ms, and thousands of reports have a few times in common.
  const different = new Map(
    sorted.map((report) => [`${of(report).epochMilliseconds} ${report.timeZone}`, report]),
  );
  const distinct = [
    ...new Set(Array.from(different.values(), (report) => localTime(of(report), report.timeZone))),
  ];
  const [first = '', ...others] = distinct;
  const last = others.at(-1);
  if (last === undefined) return first;
  return others.length === 1 ? `${first} and ${last}` : `${first} to ${last}`;
}

function localTime(at: Temporal.Instant, timeZone: string): string {
  const local = at.toZonedDateTimeISO(timeZone);
  const day = local.toLocaleString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  return `${day.replaceAll(',', '')}, ${clockTimeOf(at, timeZone)} (${timeZone})`;
}

function commands(reports: readonly ReportState[], sendAgain: SendAgain): readonly NoticeLine[] {
  const isOne = reports.length === 1;
  const mayHaveGone = reports.some((report) => report.mayHaveGone);
  const since = reports[0]?.due.toZonedDateTimeISO(reports[0].timeZone).toPlainDate();
  return [
    textLine(
      mayHaveGone
        ? `${isOne ? 'The command makes and sends the report' : 'Each command makes and sends a report'}, marked "(resent)":`
        : `Once the cause is fixed, ${isOne ? 'a command sends what is missing. It goes' : 'these commands send what is missing. They go'} on where the last attempt stopped, and ${isOne ? 'sends' : 'send'} no message twice:`,
    ),
    ...firstLines(
      reports,
      (report) => ({ kind: 'command', text: sendAgain(report) }),
      (left) =>
        `The command status with --late --since ${since} prints those of the ${countText(left, 'other report')} too.`,
    ),
  ];
}

function failedLine(
  { projectName }: ReportState,
  { subject: of, to, cause, reason }: FailedMessage,
): NoticeLine {
  return itemLine(`${projectName}: "${of}" to ${to.join(', ')}`, [`${reason} ${remedies[cause]}`]);
}

const remedies: Readonly<Record<FailedMessage['cause'], string>> = {
  rejected:
    'Once the address is corrected, in the configuration or in the planning service, request the report again, which makes another revision; or forward this one by hand.',
  'not composed':
    'Correct the address in the configuration or in the planning service, or forward the report by hand.',
  held: 'Ask a recipient whether it has arrived; if it has not, forward the report by hand.',
};
