import { weeksText, windowDates } from '../lookahead/dates/window.ts';
import type { Lookahead } from '../lookahead/lookahead.ts';
import {
  noTaskPlanned,
  onlyText,
  revisionLabel,
  sourceText,
  tasksElsewhere,
} from '../lookahead/report-words.ts';
import { countText, groupedText } from '../lookahead/text/quantity-text.ts';
import { changeBlocks, decisionBlocks, newsBlocks, newsText } from './blocks/change-blocks.ts';
import { delayBlocks, ppcBlocks } from './blocks/delay-and-ppc-blocks.ts';
import { htmlBody } from './blocks/html-body.ts';
import { type Block, firstItems, type MailBody, plainText } from './blocks/mail-body.ts';
import { isForOne, ownDaysBlocks } from './blocks/own-days-blocks.ts';
import { textBody } from './blocks/text-body.ts';
import { keyTaskBlocks, peopleBlocks } from './blocks/workload-blocks.ts';
import { maxRejectedShown } from './limits.ts';
import { reportSubject } from './subject.ts';

export type MailContext = {
  readonly workbookFileName: string;
  /** False if the workbook is too large to attach; `link` then leads to it. */
  readonly attached: boolean;
  readonly link?: string | undefined;
  readonly sheetsOff: readonly string[];
  readonly contact: string;
};

export type WrittenMail = { readonly subject: string; readonly text: string; readonly html: string };

export function writeMail(lookahead: Lookahead, context: MailContext): WrittenMail {
  const subject = reportSubject(lookahead);
  const body: MailBody = {
    title: subject,
    preview: previewOf(lookahead),
    blocks: [
      masthead(lookahead),
      ...staleNotice(lookahead),
      ...emptiness(lookahead),
      ...newsBlocks(lookahead),
      ...(isForOne(lookahead) ? ownDaysBlocks(lookahead) : decisionBlocks(lookahead)),
      ...glance(lookahead),
      workbookNotice(context),
      ...warningNotices(lookahead),
      ...changeBlocks(lookahead),
      ...peopleBlocks(lookahead),
      ...ppcBlocks(lookahead, { onSheet: !context.sheetsOff.includes('last-week') }),
      ...delayBlocks(lookahead),
      ...keyTaskBlocks(lookahead),
      ...rejectedBlocks(lookahead),
      footer(lookahead, context),
    ],
  };
  return { subject, text: textBody(body), html: htmlBody(body) };
}

/** Mail programs show it beside the subject, and may cut the subject before the words that name the report's filters. */
function previewOf(lookahead: Lookahead): string {
  const { tasks, readiness } = lookahead;
  const limited = onlyText(lookahead);
  const only = limited === undefined ? '' : `${plainText(limited)}. `;
  if (tasks.length === 0) return `${only}${noTaskPlanned(lookahead)}.`;
  const keys = groupedText(tasks.filter(({ key }) => key).length);
  const unready = groupedText(readiness.notReady);
  return `${only}${countText(tasks.length, 'task')}, ${keys} key, ${unready} not ready. ${newsText(lookahead)}`;
}

function masthead(lookahead: Lookahead): Block {
  const { project, window, reportDay } = lookahead;
  const only = onlyText(lookahead);
  return {
    kind: 'masthead',
    title: plainText(project.name),
    lines: [
      plainText(revisionLabel(lookahead)),
      `${windowDates(window)}, ${plainText(sourceText(lookahead, reportDay))}`,
    ],
    strong: only === undefined ? undefined : plainText(only),
  };
}

function staleNotice({ stale }: Lookahead): readonly Block[] {
  if (stale === undefined) return [];
  return [{ kind: 'notice', tone: 'alarm', lines: [plainText(stale)], link: undefined }];
}

function glance({ tasks, shifts, readiness }: Lookahead): readonly Block[] {
  if (tasks.length === 0) return [];
  const overdue = shifts.reduce((sum, { figures }) => sum + figures.overdue, 0);
  const keys = tasks.filter(({ key }) => key).length;
  const figure = (value: number, label: string) => ({ value: groupedText(value), label });
  return [
    {
      kind: 'figures',
      figures: [
        figure(tasks.length, tasks.length === 1 ? 'task' : 'tasks'),
        ...(keys > 0 ? [figure(keys, 'key')] : []),
        figure(readiness.notReady, 'not ready'),
        ...(overdue > 0 ? [figure(overdue, 'overdue')] : []),
      ],
    },
  ];
}

function emptiness(lookahead: Lookahead): readonly Block[] {
  if (lookahead.tasks.length > 0) return [];
  const lines = [
    `${noTaskPlanned(lookahead)} in ${weeksText(lookahead.window)}${tasksElsewhere(lookahead)}.`,
  ];
  return [{ kind: 'notice', tone: 'attention', lines, link: undefined }];
}

function workbookNotice({ workbookFileName, attached, link }: MailContext): Block {
  const name = plainText(workbookFileName);
  if (attached) {
    return { kind: 'notice', tone: 'calm', lines: [`The workbook is attached: ${name}`], link: undefined };
  }
  const lines = [`The workbook is too large to attach: ${name}`];
  return link === undefined
    ? {
        kind: 'notice',
        tone: 'attention',
        lines: [...lines, 'Ask the contact below for it.'],
        link: undefined,
      }
    : { kind: 'notice', tone: 'attention', lines, link: { text: 'Open the workbook', url: link } };
}

function warningNotices({ warnings }: Lookahead): readonly Block[] {
  if (warnings.length === 0) return [];
  return [{ kind: 'notice', tone: 'attention', lines: warnings.map(plainText), link: undefined }];
}

function rejectedBlocks({ rejected }: Lookahead): readonly Block[] {
  if (rejected.length === 0) return [];
  return [
    { kind: 'heading', text: 'Set aside' },
    {
      kind: 'paragraph',
      text: `${countText(rejected.length, 'item')} of the planning service could not be read and ${rejected.length === 1 ? 'is' : 'are'} not in this report:`,
    },
    ...firstItems(rejected, {
      max: maxRejectedShown,
      item: ({ collection, item, property, reason }) => ({
        tag: collection,
        tone: 'attention',
        title: plainText(item),
        details: [`${plainText(property)}: ${plainText(reason)}`],
      }),
      noun: 'item',
      where: ', on the Summary sheet',
    }),
  ];
}

function footer({ project }: Lookahead, { contact }: MailContext): Block {
  return {
    kind: 'footer',
    lines: [
      `Questions about this report: ${plainText(contact)}`,
      `Sent automatically by Lookahead from project ${plainText(project.projectId)} (${project.region}). Times are ${plainText(project.timeZone)}.`,
    ],
  };
}
