/** "What is new" and "What is at risk" at the left, "How did we do" at the right; below them the tables of tasks and people. */

import { summaryHeights } from '../../theme/summary-styles.ts';
import type { Row } from '../../xlsx/sheet-plan.ts';
import { peopleChart, ppcChart } from './charts.ts';
import { newsTable } from './news-table.ts';
import { type PeopleSection, peopleTable } from './people-table.ts';
import { missesTable, ppcTable } from './ppc-table.ts';
import { riskTable } from './risk-table.ts';
import { beside, type Section, type SummaryContext, stacked } from './sections.ts';
import { type StatusSection, statusTable } from './status-table.ts';
import { subcontractorsTable } from './subcontractors-table.ts';

export type Questions = Section & Pick<StatusSection, 'tasksPerShift'> & Pick<PeopleSection, 'peopleOfAll'>;

/** Rows that the charts need at least, and at most. */
const ppcChartRows = 6;
const peopleChartRows = { min: 7, max: 16 } as const;

/** @param page `names`: how many tasks each list has, but for what is at risk; `last`: below the left tables */
export function threeQuestions(
  context: SummaryContext,
  { firstRow, names, last }: { readonly firstRow: number; readonly names: number; readonly last: Section },
): Questions {
  const news = newsTable(context, names);
  const risk = riskTable(context);
  const status = statusTable(context, firstRow + news.rows.length + risk.rows.length);
  const left = stacked(firstRow, [() => news, () => risk, () => status, () => last]);
  const lastWeek = lastWeekSection(context, firstRow, names);
  const people = peopleTable(context, firstRow + lastWeek.rows.length);
  const above = lastWeek.rows.length + people.rows.length;
  const chart = (top: number) => peopleChartSection(context, top, left.rows.length - above);
  const right = stacked(firstRow, [() => lastWeek, () => people, chart]);
  return { ...beside(left, right), tasksPerShift: status.tasksPerShift, peopleOfAll: people.peopleOfAll };
}

/** PPC week by week, the misses, and the subcontractors beside the chart of PPC. */
function lastWeekSection(context: SummaryContext, firstRow: number, names: number): Section {
  const maxRows = Math.min(names, ppcChartRows - 1);
  const ppc = ppcTable(context, firstRow);
  const misses = missesTable(context, maxRows);
  const subcontractors = subcontractorsTable(context, maxRows);
  const top = firstRow + ppc.rows.length + misses.rows.length;
  const area = {
    top,
    left: subcontractors.to + 1,
    bottom: top + ppcChartRows - 1,
    right: context.grid.right.to,
  };
  const charts = ppcChart(context, ppc.cells, area);
  const room: Section = charts.length === 0 ? { rows: [] } : { rows: emptyRows(ppcChartRows), charts };
  return stacked(firstRow, [() => ppc, () => misses, () => beside(subcontractors, room)]);
}

/** As many rows as are free beside the left tables, within its limits. */
function peopleChartSection(context: SummaryContext, top: number, free: number): Section {
  const { min, max } = peopleChartRows;
  const rows = Math.min(max, Math.max(min, free));
  const { from, to } = context.grid.right;
  const charts = peopleChart(context, { top, left: from, bottom: top + rows - 1, right: to });
  return charts.length === 0 ? { rows: [] } : { rows: emptyRows(rows), charts };
}

function emptyRows(count: number): readonly Row[] {
  return Array.from({ length: count }, () => ({ cells: [], height: summaryHeights.line }));
}
