/** What Summary has room for below its three questions: the key tasks, and why work was late. */

import { readyText, taskText } from '../../../lookahead/grid/grid-text.ts';
import { keyTasksOf, type PlannedTask } from '../../../lookahead/tasks/planned-task.ts';
import { fontSizes } from '../../layout/font-sizes.ts';
import { colors } from '../../theme/colors.ts';
import { grid as dayGrid, styleOf } from '../../theme/day-grid-styles.ts';
import { byNumber } from '../../theme/sheet-styles.ts';
import { summary, summaryHeights } from '../../theme/summary-styles.ts';
import { fixedCell } from '../../xlsx/cell-references.ts';
import type { CellValue } from '../../xlsx/sheet-plan.ts';
import { totalsColumns } from '../delays-sheet.ts';
import { moreLink, taskLink } from './links.ts';
import {
  beside,
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
const minRows = 3;
const maxRows = 15;
/** Columns of the fields of the key tasks. */
const fields = { task: 4, id: 2, start: 1, finish: 1, status: 2, ready: 3 } as const;

/** @param room points left on the first page: lists fewer to fit, and nothing where fewer than three rows fit */
export function keyTasksAndDelays(context: SummaryContext, firstRow: number, room: number): Section {
  const lines = Math.floor((room - summaryHeights.heading - summaryHeights.head) / summaryHeights.line);
  if (lines < minRows) return { rows: [] };
  const rows = Math.min(lines, maxRows);
  return beside(keyTasksTable(context, rows), delaysTable(context, firstRow, rows));
}

function keyTasksTable(context: SummaryContext, maxLines: number): Section {
  const { lookahead, grid, places } = context;
  const keys = keyTasksOf(lookahead);
  if (keys.length === 0) return { rows: [] };
  const span = grid.left;
  const shown = keys.length <= maxLines ? keys.length : maxLines - 1;
  const rows = keys.slice(0, shown).map((task) =>
    tableRow(
      span,
      fieldCells(grid, span, [
        [fields.task, { value: taskText(task), style: summary.keyRun, font: strong }],
        [fields.id, taskLink(task, context)],
        [fields.start, { value: task.dates && { day: task.dates.start }, style: summary.date }],
        [fields.finish, { value: task.dates && { day: task.dates.finish }, style: summary.date }],
        [fields.status, { value: task.status.text, style: statusStyle(task), font: strong }],
        [fields.ready, { value: readyText(task), style: readyStyle(task), font: strong }],
      ]),
      { rest: summary.run },
    ),
  );
  const more = keys.length - shown;
  return {
    rows: [
      heading('Key tasks', span),
      headRow(span, [
        ['Task', fields.task],
        ['ID', fields.id],
        ['Start', fields.start],
        ['Finish', fields.finish],
        ['Status', fields.status],
        ['Ready', fields.ready],
      ]),
      ...rows,
      ...(more > 0 ? [lineRow(span, moreLink(places.tasks, more))] : []),
    ],
  };
}

function statusStyle({ status }: PlannedTask) {
  return styleOf(dayGrid.statusRuns, status.kind);
}

function readyStyle({ missing }: PlannedTask) {
  return missing.length === 0 ? summary.ready : summary.notReady;
}

/** The most frequent reasons for delay, read from the Delays sheet, with bars. */
function delaysTable(
  { lookahead, grid, places }: SummaryContext,
  firstRow: number,
  maxLines: number,
): Section {
  const { perReason } = lookahead.delays;
  if (perReason.length === 0) return { rows: [] };
  const span = grid.right;
  const name = span.to - span.from - 1;
  const reasons = [...perReason].sort((a, b) => b.count - a.count);
  const shown = reasons.length <= maxLines - 1 ? reasons.length : maxLines - 1;
  const { sheet, rowOf } = places.delays;
  const totalOf = (reason: string, column: number, result: number): CellValue => {
    const row = rowOf.get(reason);
    return row === undefined ? result : { formula: fixedCell(sheet, column, row), result };
  };
  const rows = reasons.slice(0, shown).map((line) => {
    const days = byNumber(line.days, { whole: summary.number, decimal: summary.decimal });
    const cells = fieldCells(grid, span, [
      [name, { value: line.reason, style: summary.run, font }],
      [1, { value: totalOf(line.reason, totalsColumns.count, line.count), style: summary.number }],
      [1, { value: totalOf(line.reason, totalsColumns.days, line.days), style: days }],
    ]);
    return tableRow(span, cells, { rest: summary.run });
  });
  const top = firstRow + 2;
  const bars = { top, left: span.to - 1, bottom: top + rows.length - 1, right: span.to - 1 };
  return {
    rows: [
      heading('Delays by reason', span),
      headRow(span, [
        ['Reason', name],
        ['Delays', 1],
        ['Days', 1],
      ]),
      ...rows,
      lineRow(span, moreLink(places.delays, reasons.length - shown)),
    ],
    dataBars: rows.length === 0 ? [] : [{ area: bars, color: colors.bar }],
  };
}
