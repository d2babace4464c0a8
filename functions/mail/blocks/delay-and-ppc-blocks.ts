import { totalsPerReason } from '../../lookahead/compare/delays.ts';
import { isMiss } from '../../lookahead/compare/last-week.ts';
import { dayText } from '../../lookahead/dates/day-text.ts';
import { weeksText } from '../../lookahead/dates/window.ts';
import type { Lookahead } from '../../lookahead/lookahead.ts';
import { measuredPart, notReportedText, sourceText } from '../../lookahead/report-words.ts';
import { countText, groupedText, percentText } from '../../lookahead/text/quantity-text.ts';
import { maxDelaysAndMisses } from '../limits.ts';
import { type Block, factsLine, firstItems, plainText } from './mail-body.ts';
import { markedTitle, otherName, taskTitle } from './workload-blocks.ts';

export function delayBlocks({ delays, audience, reportDay }: Lookahead): readonly Block[] {
  const open = delays.lines.filter(({ task }) => task === 'open');
  if (open.length === 0) return [];
  const reasons = [...totalsPerReason(open)]
    .sort((a, b) => b.count - a.count)
    .slice(0, 3)
    .map(({ reason, count: times }) => `${plainText(reason)} ${groupedText(times)}×`)
    .join(', ');
  return [
    { kind: 'heading', text: 'Delays' },
    {
      kind: 'paragraph',
      text: `${countText(open.length, 'delay')} on work that is not complete.${reasons === '' ? '' : ` Reasons: ${reasons}.`}`,
    },
    ...firstItems(open, {
      max: maxDelaysAndMisses,
      item: ({ day, amount, reason, taskName, taskRef, subcontractor }) => {
        const lost = amount === undefined ? '' : countText(amount, 'working day');
        return {
          tag: day === undefined ? 'no date' : dayText(day, reportDay),
          tone: 'attention',
          title: taskTitle({ name: taskName, ref: taskRef }),
          details: [factsLine([reason, lost, otherName(audience, subcontractor)])],
        };
      },
      noun: 'delay',
      where: ', on the Delays sheet',
    }),
  ];
}

/**
 * PPC by task-day, and by task in a note. Without an earlier revision to measure against it is "not yet", never 0% or
 * 100%.
 * @param sheet.onSheet whether the workbook has the Last week sheet
 */
export function ppcBlocks(
  lookahead: Lookahead,
  { onSheet }: { readonly onSheet: boolean },
): readonly Block[] {
  const { ppc, lastWeek, reportDay } = lookahead;
  const notReported = notReportedText(lookahead);
  const heading: Block = { kind: 'heading', text: `Plan kept in ${weeksText(ppc.week)}` };
  if (ppc.kind === 'not yet') {
    const text = `PPC: not yet, because no revision from before ${weeksText(ppc.week)} covers it.`;
    return [heading, { kind: 'paragraph', text }];
  }
  if (ppc.kind === 'not reported') {
    return [heading, { kind: 'paragraph', text: `PPC: ${notReported}.` }];
  }
  const of = `revision ${ppc.plan.number} of ${weeksText(ppc.plan.window)}`;
  const upTo = measuredPart(ppc, reportDay);
  const byDay =
    ppc.taskDay === undefined
      ? `none, because no day was planned${upTo} in ${of}`
      : `${percentText(ppc.taskDay)} of planned days happened, ${ppc.plannedTasks === 1 ? 'of the one task' : `on average over the ${countText(ppc.plannedTasks, 'task')}`} of ${of} with planned days${dueOnly(lastWeek, ppc.plannedTasks)}`;
  const byTask =
    ppc.task === undefined
      ? `By task: none, because no task was due to finish${upTo}.`
      : `By task: ${percentText(ppc.task)}, ${groupedText(ppc.finished)} of ${countText(ppc.dueToFinish, 'task')} due to finish did.`;
  return [
    heading,
    { kind: 'paragraph', text: `PPC: ${byDay}.` },
    ...(notReported === undefined ? [] : [{ kind: 'paragraph', text: `${notReported}.` } as const]),
    { kind: 'note', text: `${byTask} That plan: ${plainText(sourceText(ppc.plan, reportDay))}.` },
    ...missBlocks(lookahead, { onSheet }),
  ];
}

function dueOnly(lastWeek: Lookahead['lastWeek'], planned: number): string {
  const more = lastWeek.length - planned;
  return more > 0 ? `; ${groupedText(more)} more ${more === 1 ? 'was' : 'were'} due without any` : '';
}

function missBlocks(
  { lastWeek, audience }: Lookahead,
  { onSheet }: { readonly onSheet: boolean },
): readonly Block[] {
  return firstItems(lastWeek.filter(isMiss), {
    max: maxDelaysAndMisses,
    item: ({ result, key, taskName, taskRef, outcome, reason, subcontractor }) => ({
      tag: result,
      tone: 'attention',
      title: markedTitle({ name: taskName, ref: taskRef, key }),
      details: [factsLine([outcome, reason, otherName(audience, subcontractor)])],
    }),
    noun: 'task',
    where: onSheet ? ', on the Last week sheet' : '',
  });
}
