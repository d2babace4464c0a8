import { plainText, shortPlainText } from '#display/plain-text.ts';
import { countMissesByReason, isMiss } from '#lookahead/compare/last-week.ts';
import type { MeasuredPpc } from '#lookahead/compare/ppc.ts';
import { weeksText } from '#lookahead/dates/window.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import {
  finalPpcTexts,
  finishedOfDueText,
  foresightText,
  lastFinalPpcText,
  notAnsweredText,
  ppcFigureText,
  ppcLabel,
  ppcShare,
  promisePpcText,
  tasksNotReportedText,
} from '#lookahead/ppc-words.ts';
import { daysNotReportedText, measuredUpToText } from '#lookahead/report-words.ts';
import { compareNaturally } from '#lookahead/text/natural-order.ts';
import { countText, groupedNumberText, percentText } from '#lookahead/text/quantity-text.ts';
import type { MailBlock } from './mail-body.ts';

const maxReasons = 3;

/** PPC by task, then by planned day. If no earlier revision covers the week, PPC is "not yet", never 0% or 100%. */
export function ppcBlocks(lookahead: Lookahead): readonly MailBlock[] {
  const { ppc, reportDay } = lookahead;
  const notReported = daysNotReportedText(lookahead);
  const heading: MailBlock = { kind: 'heading', text: `Plan kept in ${weeksText(ppc.week)}` };
  const more = measureLines(lookahead);
  if (ppc.kind !== 'measured') {
    const why =
      ppc.kind === 'not yet'
        ? `not yet, because no revision from before ${weeksText(ppc.week)} covers it`
        : notReported;
    return [heading, { kind: 'paragraph', text: sentences([`PPC: ${why}`, ...more]) }];
  }
  const plan = `revision ${ppc.plan.number} of ${weeksText(ppc.plan.window)}${measuredUpToText(ppc, reportDay)}`;
  const figure = ppcFigureText(ppc);
  const figures = [
    ...(figure === undefined ? [] : [{ value: figure, label: byTaskLabel(lookahead, ppc) }]),
    ...(ppc.taskDay === undefined ? [] : [{ value: percentText(ppc.taskDay), label: 'of planned days' }]),
  ];
  const none = [
    ...(figure === undefined ? [`${ppcLabel(ppc)}: none, because no task was due to finish`] : []),
    ...(ppc.taskDay === undefined ? ['No day was planned'] : []),
  ];
  const notCounted = tasksNotReportedText(lookahead);
  const lines = [
    ...none,
    `Measured against ${plan}`,
    ...missLines(lookahead),
    ...(notCounted === undefined ? [] : [`Not counted: ${notCounted}`]),
    ...(notReported === undefined ? [] : [notReported]),
    ...more,
  ];
  return [
    heading,
    ...(figures.length === 0 ? [] : [{ kind: 'figures', labels: 'below', figures } as const]),
    { kind: 'note', text: sentences(lines) },
  ];
}

/** `PPC so far: 15 of 18 tasks (week 47: 71%)`; without the count if the figure is the count. */
function byTaskLabel(lookahead: Lookahead, ppc: MeasuredPpc): string {
  const counted = ppcShare(ppc) === undefined ? '' : `: ${finishedOfDueText(ppc)} tasks`;
  const final = lastFinalPpcText(lookahead);
  return `${ppcLabel(ppc)}${counted}${final === undefined ? '' : ` (${final})`}`;
}

function sentences(lines: readonly string[]): string {
  return `${lines.join('. ')}.`;
}

/**
 * TA and TMR, promises, and the final PPC of the week before. They measure the whole site, so only the mail to the
 * audience `everyone` has them.
 */
function measureLines(lookahead: Lookahead): readonly string[] {
  if (lookahead.audience.kind !== 'everyone') return [];
  return [
    foresightText(lookahead),
    promisePpcText(lookahead),
    notAnsweredText(lookahead, shortPlainText),
    ...finalPpcTexts(lookahead).map(plainText),
  ].filter((line) => line !== undefined);
}

/** `You kept 4 of 5 promises of week 47.`, the only PPC in a subcontractor's mail. */
export function ownPromiseBlocks({ audience, ppc }: Lookahead): readonly MailBlock[] {
  const promises = ppc.kind === 'measured' ? ppc.promises : undefined;
  if (audience.kind !== 'subcontractor' || promises === undefined || promises.counted === 0) return [];
  const { kept, counted } = promises;
  const text = `You kept ${groupedNumberText(kept)} of ${countText(counted, 'promise')} of ${weeksText(ppc.week)}.`;
  return [{ kind: 'note', text }];
}

/** `9 tasks missed or short: Weather 3×, Crane down 2×; 4 without a reason`; empty without misses. */
function missLines({ lastWeek }: Lookahead): readonly string[] {
  const misses = lastWeek.filter(isMiss);
  if (misses.length === 0) return [];
  const counts = countMissesByReason(lastWeek);
  const reasons = counts
    .filter(({ reason }) => reason !== '')
    .sort((a, b) => b.count - a.count || compareNaturally(a.reason, b.reason))
    .slice(0, maxReasons)
    .map(({ reason, count }) => `${shortPlainText(reason)} ${groupedNumberText(count)}×`)
    .join(', ');
  const without = counts.find(({ reason }) => reason === '')?.count ?? 0;
  const words = [
    ...(reasons === '' ? [] : [reasons]),
    ...(without === 0 ? [] : [`${groupedNumberText(without)} without a reason`]),
  ];
  return [`${countText(misses.length, 'task')} missed or short: ${words.join('; ')}`];
}
