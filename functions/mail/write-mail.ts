import { addDays } from '#base/day.ts';
import { plainText } from '#display/plain-text.ts';
import { pageLinkLifetimeDays } from '#display/signed-link.ts';
import { personToAskMailSubject } from '#display/task-words.ts';
import { dayText } from '#lookahead/dates/day-text.ts';
import { weeksText } from '#lookahead/dates/window.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { showsDayByDay } from '#lookahead/report-reader.ts';
import {
  dataSourceText,
  noTaskPlannedText,
  reportScopeLine,
  revisionLabel,
  tasksOutsideWindowText,
  windowAndHolidaysText,
} from '#lookahead/report-words.ts';
import { countText, groupedNumberText } from '#lookahead/text/quantity-text.ts';
import { htmlBody } from './blocks/html-body.ts';
import type { MailBlock, MailBody } from './blocks/mail-body.ts';
import {
  changedTasksById,
  newsBlocks,
  newsText,
  readyShareBlocks,
  unreadyBlocks,
} from './blocks/news-and-unready-blocks.ts';
import { ownDaysBlocks } from './blocks/own-days-blocks.ts';
import { peopleBlocks } from './blocks/people-blocks.ts';
import { ownPromiseBlocks, ppcBlocks } from './blocks/ppc-blocks.ts';
import { textBody } from './blocks/text-body.ts';
import { reportSubject } from './subject.ts';

export type MailContext = {
  readonly workbookFileName: string;
  /** False if the workbook is too large to attach; `link` then opens it. */
  readonly attached: boolean;
  readonly link?: string | undefined;
  /** Link to the week page, if there is one. */
  readonly page?: string | undefined;
  /** Undefined if the audience is not asked. */
  readonly answer?: AnswerPageLink | undefined;
  readonly contact: string;
};

export type AnswerPageLink = {
  readonly link: string;
  /** Tasks to promise; 0 if only last week is asked about. */
  readonly tasks: number;
  /** `Mon 23 Nov, 07:00` */
  readonly closes: string;
};

export type ComposedMail = { readonly subject: string; readonly text: string; readonly html: string };

/** For an empty week, `subject` is `Riverside Tower W48: no task is planned (Weekly lookahead rev 1)`. */
export function composeReportMail(lookahead: Lookahead, context: MailContext): ComposedMail {
  const subject = reportSubject(lookahead);
  const body: MailBody = {
    title: subject,
    preview: previewOf(lookahead),
    blocks: [
      masthead(lookahead),
      ...staleNotice(lookahead),
      ...noTaskNotice(lookahead),
      ...answerBlocks(context),
      ...pageBlocks(lookahead, context),
      ...(showsDayByDay(lookahead) ? ownBlocks(lookahead, context) : blocksForAll(lookahead)),
      ...workbookBlocks(context),
      ...warningNotices(lookahead),
      footer(lookahead, context),
    ],
  };
  return { subject, text: textBody(body), html: htmlBody(body) };
}

function blocksForAll(lookahead: Lookahead): readonly MailBlock[] {
  const unready = unreadyBlocks(lookahead, changedTasksById(lookahead));
  return [
    ...newsBlocks(lookahead, unready, 'under Not ready'),
    ...unready.blocks,
    ...peopleBlocks(lookahead),
    ...ppcBlocks(lookahead),
  ];
}

/**
 * The blocks of a mail that goes day by day. It leaves out people per day and the PPC of tasks, for which a phone has
 * no room; the workbook has them.
 */
function ownBlocks(lookahead: Lookahead, { page }: MailContext): readonly MailBlock[] {
  const rest = page === undefined ? 'in the workbook' : 'on the page';
  const own = ownDaysBlocks(lookahead, { changes: changedTasksById(lookahead), rest });
  return [
    ...own.blocks,
    ...readyShareBlocks(lookahead),
    ...ownPromiseBlocks(lookahead),
    ...newsBlocks(lookahead, own, 'above'),
  ];
}

/**
 * The text that mail programs show beside the subject. It begins with the filters, which a shortened subject may lose.
 */
function previewOf(lookahead: Lookahead): string {
  const { tasks, readiness } = lookahead;
  const limited = reportScopeLine(lookahead);
  const only = limited === undefined ? '' : `${plainText(limited)}. `;
  if (tasks.length === 0) return `${only}${noTaskPlannedText(lookahead)}.`;
  const keys = groupedNumberText(tasks.filter(({ key }) => key).length);
  const unready = groupedNumberText(readiness.notReady);
  const figures = lookahead.detail === 'full' ? `, ${keys} key, ${unready} not ready` : '';
  return `${only}${countText(tasks.length, 'task')}${figures}. ${newsText(lookahead)}`;
}

function masthead(lookahead: Lookahead): MailBlock {
  const { project, reportDay } = lookahead;
  const only = reportScopeLine(lookahead);
  return {
    kind: 'masthead',
    title: plainText(project.name),
    lines: [
      plainText(revisionLabel(lookahead)),
      `${windowAndHolidaysText(lookahead)}, ${plainText(dataSourceText(lookahead, reportDay))}`,
    ],
    strong: only === undefined ? undefined : plainText(only),
  };
}

function staleNotice({ stale }: Lookahead): readonly MailBlock[] {
  if (stale === undefined) return [];
  return [{ kind: 'notice', tone: 'alarm', lines: [plainText(stale)] }];
}

function noTaskNotice(lookahead: Lookahead): readonly MailBlock[] {
  if (lookahead.tasks.length > 0) return [];
  const lines = [
    `${noTaskPlannedText(lookahead)} for ${weeksText(lookahead.window)}${tasksOutsideWindowText(lookahead)}.`,
  ];
  return [{ kind: 'notice', tone: 'attention', lines }];
}

function pageBlocks({ window, reportDay }: Lookahead, { page }: MailContext): readonly MailBlock[] {
  if (page === undefined) return [];
  const until = dayText(addDays(window.last, pageLinkLifetimeDays), reportDay);
  return [
    { kind: 'button', text: `Open ${weeksText(window)}, day by day`, url: page },
    { kind: 'note', text: `For a phone or to print. Anyone with this link can open it until ${until}.` },
  ];
}

function answerBlocks({ answer }: MailContext): readonly MailBlock[] {
  if (answer === undefined) return [];
  const { link, tasks, closes } = answer;
  const text = tasks === 0 ? 'Report what was done last week' : `Answer for your ${countText(tasks, 'task')}`;
  return [
    { kind: 'button', text, url: link },
    { kind: 'note', text: `Please answer by ${closes}. Works on a phone; no account needed.` },
  ];
}

function workbookBlocks({ workbookFileName, attached, link }: MailContext): readonly MailBlock[] {
  const name = plainText(workbookFileName);
  if (attached) return [{ kind: 'note', text: `The workbook is attached: ${name}` }];
  const tooLarge = `The workbook is too large to attach: ${name}`;
  return link === undefined
    ? [{ kind: 'notice', tone: 'attention', lines: [tooLarge, 'Ask the contact below for it.'] }]
    : [
        { kind: 'button', text: 'Open the workbook', url: link },
        { kind: 'note', text: tooLarge },
      ];
}

function warningNotices({ warnings }: Lookahead): readonly MailBlock[] {
  return warnings.length === 0 ? [] : [{ kind: 'notice', tone: 'attention', lines: warnings.map(plainText) }];
}

function footer(lookahead: Lookahead, { contact }: MailContext): MailBlock {
  const { project, report, issue, detail } = lookahead;
  const from = detail === 'full' ? ` from project ${plainText(project.projectId)} (${project.region})` : '';
  const subject = personToAskMailSubject(lookahead, `${plainText(report.name)} rev ${issue.number}`);
  return {
    kind: 'footer',
    lines: [
      { text: 'Questions about this report', ask: { name: contact, address: contact, subject } },
      `Sent automatically by Lookahead${from}. Times are ${plainText(project.timeZone)}.`,
    ],
  };
}
