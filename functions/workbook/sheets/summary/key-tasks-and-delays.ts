import type { Delays } from '../../../lookahead/compare/delays.ts';
import { readyText, readyWord } from '../../../lookahead/grid/grid-text.ts';
import { keyTasksOf, type PlannedTask } from '../../../lookahead/planned/planned-task.ts';
import { maxSummaryTasks } from '../../limits.ts';
import { colors } from '../../theme/colors.ts';
import { grid as dayGrid, styleOf } from '../../theme/day-grid-styles.ts';
import { byNumber } from '../../theme/sheet-styles.ts';
import { summary, summaryHeights } from '../../theme/summary-styles.ts';
import { readyStyles } from '../../theme/task-cells.ts';
import { fixedCell } from '../../xlsx/cell-references.ts';
import type { CellValue } from '../../xlsx/sheet-plan.ts';
import { totalsColumns } from '../delays-sheet.ts';
import { namesTable, plannedTaskColumns } from './names-table.ts';
import {
  beside,
  dateField,
  moreLink,
  type Section,
  type SummaryContext,
  textField,
  wordsField,
} from './sections.ts';
import { columnsBesideNames } from './summary-grid.ts';

type ReasonTotals = Delays['perReason'][number];

const minRows = 3;

/** @param room points left on the first page: shortens the lists to fit, and leaves them out below three rows */
export function keyTasksAndDelays(context: SummaryContext, firstRow: number, room: number): Section {
  const lines = Math.floor((room - summaryHeights.heading - summaryHeights.head) / summaryHeights.line);
  if (lines < minRows) return { rows: [] };
  const rows = Math.min(lines, maxSummaryTasks.keyTasks);
  return beside(keyTasksTable(context, rows), delaysTable(context, firstRow, rows));
}

function keyTasksTable(context: SummaryContext, maxLines: number): Section {
  const { lookahead, grid, places, names } = context;
  const keys = keyTasksOf(lookahead);
  if (keys.length === 0) return { rows: [] };
  const items = keys.slice(0, keys.length <= maxLines ? keys.length : maxLines - 1);
  const more = keys.length - items.length;
  const [ready = 1, status = 1] = columnsBesideNames(grid, names, { figures: 2, fields: 2 });
  return namesTable<PlannedTask>(
    { grid, span: grid.left },
    {
      title: 'Key tasks',
      columns: [
        ...plannedTaskColumns(context),
        { title: 'Start', columns: 1, isFigure: true, of: ({ dates }) => dateField(dates?.start) },
        { title: 'Finish', columns: 1, isFigure: true, of: ({ dates }) => dateField(dates?.finish) },
        {
          title: 'Status',
          columns: status,
          of: ({ status }) => wordsField(status.text, styleOf(dayGrid.statusRuns, status.kind)),
        },
        {
          title: 'Ready',
          columns: ready,
          of: (task) => wordsField(readyText(task), readyStyles(summary)[readyWord(task) ?? 'yes']),
        },
      ],
      items,
      more: more > 0 ? moreLink(places.tasks, more) : undefined,
    },
  );
}

function delaysTable(
  { lookahead, grid, places }: SummaryContext,
  firstRow: number,
  maxLines: number,
): Section {
  const { perReason } = lookahead.delays;
  if (perReason.length === 0) return { rows: [] };
  const span = grid.right;
  const reasons = [...perReason].sort((a, b) => b.count - a.count);
  const items = reasons.slice(0, maxLines - 1);
  const { sheet, rowOf } = places.delays;
  const totalOf = (reason: string, column: number, result: number): CellValue => {
    const row = rowOf.get(reason);
    return row === undefined ? result : { formula: fixedCell(sheet, column, row), result };
  };
  const table = namesTable<ReasonTotals>(
    { grid, span },
    {
      title: 'Delays by reason',
      columns: [
        {
          title: 'Reason',
          columns: span.to - span.from - 1,
          of: ({ reason }) => textField(reason),
        },
        {
          title: 'Delays',
          columns: 1,
          isFigure: true,
          of: ({ reason, count }) => ({
            value: totalOf(reason, totalsColumns.count, count),
            style: summary.number,
          }),
        },
        {
          title: 'Days',
          columns: 1,
          isFigure: true,
          of: ({ reason, days }) => ({
            value: totalOf(reason, totalsColumns.days, days),
            style: byNumber(days, { whole: summary.number, decimal: summary.decimal }),
          }),
        },
      ],
      items,
      more: moreLink(places.delays, reasons.length - items.length),
    },
  );
  const top = firstRow + 2;
  const bars = { top, left: span.to - 1, bottom: top + items.length - 1, right: span.to - 1 };
  return { ...table, dataBars: items.length === 0 ? [] : [{ area: bars, color: colors.bar }] };
}
