/** How did we do: PPC week by week, the misses by name, PPC by subcontractor. */

import type { LastWeekTask } from '../../../lookahead/compare/last-week.ts';
import type { PpcWeek } from '../../../lookahead/compare/ppc-weeks.ts';
import { isoWeekOf } from '../../../lookahead/dates/day.ts';
import { weeksText } from '../../../lookahead/dates/window.ts';
import { gridMarks } from '../../../lookahead/grid/grid-text.ts';
import { fontSizes } from '../../layout/font-sizes.ts';
import { summary } from '../../theme/summary-styles.ts';
import { summaryName } from '../../theme/title-block.ts';
import { fixedRange } from '../../xlsx/cell-references.ts';
import type { Row } from '../../xlsx/sheet-plan.ts';
import { moreLink } from './links.ts';
import {
  type Field,
  fieldCells,
  heading,
  headRow,
  lineRow,
  type Section,
  type SummaryContext,
  tableRow,
} from './sections.ts';

const font = { size: fontSizes.text };
const strong = { size: fontSizes.text, bold: true };
/** Columns of the fields: the right side has 9 columns in one week, 13 in more. */
const missColumns = { week: [3, 3, 1, 2], weeks: [4, 4, 2, 3] } as const;
/** The rest of the columns is the chart's. */
const companyColumns = { week: [2, 1, 1], weeks: [3, 2, 1] } as const;

const isMiss = ({ result }: LastWeekTask) => result === 'missed' || result === 'short';

export type PpcCells = {
  /** References to the weeks' names and figures, as charts write them. */
  readonly weeks: string;
  readonly shares: string;
};

/** `W48` */
export function ppcWeekName({ week }: PpcWeek): string {
  return `W${isoWeekOf(week.first).week}`;
}

/** The heading, and PPC of each week; without one that was measured, why. */
export function ppcTable(
  { lookahead, grid }: SummaryContext,
  firstRow: number,
): Section & { readonly cells: PpcCells | undefined } {
  const span = grid.right;
  const { ppc, ppcWeeks } = lookahead;
  const title = heading('How did we do', span);
  if (ppcWeeks.length === 0) {
    const none = `PPC not yet: no revision from before ${weeksText(ppc.week)} began to measure by.`;
    return { rows: [title, lineRow(span, { value: none, style: summary.detail })], cells: undefined };
  }
  const names = ppcWeeks.map(ppcWeekName);
  const head = headRow(span, [['PPC by week', 1], ...names.map((name): [string, number] => [name, 1])]);
  const shares = tableRow(
    span,
    [
      { value: 'of days', style: summary.run },
      ...ppcWeeks.map(({ taskDay }) => ({ value: taskDay, style: summary.share })),
    ],
    { rest: summary.run },
  );
  const figures = { left: span.from + 1, right: span.from + names.length };
  const rowOf = (row: number) => fixedRange(summaryName, { ...figures, top: row, bottom: row });
  return {
    rows: [title, centred(head, span.from), shares],
    cells: { weeks: rowOf(firstRow + 1), shares: rowOf(firstRow + 2) },
  };
}

/** Titles over figures are centred, as the figures are. */
function centred({ cells, height }: Row, label: number): Row {
  return {
    cells: cells.map((cell, index) =>
      cell && index >= label ? { ...cell, style: summary.headFigure } : cell,
    ),
    height,
  };
}

/** The tasks that did not do what was planned, those that were due first. */
export function missesTable({ lookahead, grid, places }: SummaryContext, maxTasks: number): Section {
  const { lastWeek, window, ppc } = lookahead;
  if (ppc.kind === 'not yet') return { rows: [] };
  const span = grid.right;
  const misses = lastWeek.filter(isMiss);
  if (misses.length === 0) {
    const kept = `Everything planned for ${weeksText(ppc.week)} happened.`;
    return { rows: [lineRow(span, { value: kept, style: summary.detail })] };
  }
  const columns = window.weeks > 1 ? missColumns.weeks : missColumns.week;
  const [task, company, days, reason] = columns;
  const rows = misses.slice(0, maxTasks).map((miss) => {
    const cells = fieldCells(grid, span, [
      [task, nameOf(miss)],
      [company, { value: miss.subcontractor, style: summary.run, font }],
      [days, { value: miss.days === 0 ? 'due' : `${miss.happened} of ${miss.days}`, style: summary.news }],
      [reason, { value: whyMissed(miss), style: summary.run, font }],
    ]);
    return tableRow(span, cells, { rest: summary.run });
  });
  const more = misses.length - rows.length;
  return {
    rows: [
      headRow(span, [
        [`Missed in ${weeksText(ppc.week)}`, task],
        ['Subcontractor', company],
        ['Days', days],
        ['Reason', reason],
      ]),
      ...rows,
      lineRow(span, moreLink(places.lastWeek, more)),
    ],
  };
}

/** The recorded reason, or else how far it came: `not started`. */
function whyMissed({ reason, outcome }: LastWeekTask): string {
  return reason || outcome.replace(/,.*/, '');
}

function nameOf({ taskName, key }: LastWeekTask): Field {
  return key
    ? { value: `${gridMarks.key} ${taskName}`, style: summary.keyRun, font: strong }
    : { value: taskName, style: summary.run, font };
}

/** The lowest PPC first; the columns right of it are the chart's. */
export function companiesTable(
  { lookahead, grid }: SummaryContext,
  maxRows: number,
): Section & { readonly to: number } {
  const { lastWeek, window, ppc } = lookahead;
  const [name, tasks, share] = window.weeks > 1 ? companyColumns.weeks : companyColumns.week;
  const span = { from: grid.right.from, to: grid.right.from + name + tasks + share - 1 };
  if (ppc.kind === 'not yet' || lastWeek.length === 0) return { rows: [], to: span.to };
  const lines = companyLines(lastWeek);
  const shown = lines.length > maxRows ? maxRows - 1 : lines.length;
  const rows = lines.slice(0, shown).map((line) => {
    const cells = fieldCells(grid, span, [
      [name, { value: line.name, style: summary.run, font }],
      [tasks, { value: line.tasks, style: summary.number }],
      [share, { value: line.ppc ?? '–', style: summary.share }],
    ]);
    return tableRow(span, cells, { rest: summary.run });
  });
  const more = lines.length - shown;
  return {
    to: span.to,
    rows: [
      headRow(span, [
        ['By subcontractor', name],
        ['Tasks', tasks],
        ['Of days', share],
      ]),
      ...rows,
      ...(more > 0 ? [lineRow(span, { value: `and ${more} more`, style: summary.detail })] : []),
    ],
  };
}

/** PPC by task-day of each subcontractor; the lowest first, and of equal ones, that with the most tasks. */
function companyLines(lastWeek: readonly LastWeekTask[]) {
  return [...Map.groupBy(lastWeek, ({ subcontractor }) => subcontractor || '(no subcontractor)')]
    .map(([name, tasks]) => {
      const planned = tasks.filter(({ days }) => days > 0);
      const sum = planned.reduce((total, { happened, days }) => total + happened / days, 0);
      return { name, tasks: tasks.length, ppc: planned.length === 0 ? undefined : sum / planned.length };
    })
    .sort((a, b) => (a.ppc ?? 1) - (b.ppc ?? 1) || b.tasks - a.tasks);
}
