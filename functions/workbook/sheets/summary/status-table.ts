/** Summary's table of tasks by shift and status, counted on the Tasks sheet. */
import { readyWord } from '../../../lookahead/grid/grid-text.ts';
import { type StatusKind, statusKinds, statusLabel } from '../../../lookahead/tasks/status.ts';
import { headerHeight, heads } from '../../theme/sheet-styles.ts';
import { summary } from '../../theme/summary-styles.ts';
import { localRange, quotedText } from '../../xlsx/cell-references.ts';
import type { Cell, CellValue } from '../../xlsx/sheet-plan.ts';
import { listRange } from '../list-sheet.ts';
import { heading, type Section, type SummaryContext, tableRow } from './sections.ts';

export type StatusSection = Section & {
  readonly columns: number;
  /** Cells of each shift's total, as formulas refer to them. */
  readonly tasksPerShift: string;
};

/** Shift × status, with totals both ways and a column for each status that occurs. */
export function statusTable({ lookahead, places }: SummaryContext, firstRow: number): StatusSection {
  const { tasks, shifts } = lookahead;
  const seen = new Set<StatusKind>(tasks.map((task) => task.status.kind));
  const kinds = statusKinds.filter((kind) => seen.has(kind));
  const shiftRange = listRange(places.tasks, 'Shift') ?? '';
  const statusRange = listRange(places.tasks, 'Status group') ?? '';
  const keyRange = listRange(places.tasks, 'Key task') ?? '';
  const readyRange = listRange(places.tasks, 'Ready') ?? '';
  const titles = [...kinds.map(statusLabel), 'Total', 'Key', 'Not ready'];
  const columns = titles.length + 1;
  const span = { from: 1, to: columns };
  const rows = shifts.map((shift) => {
    const own = tasks.filter((task) => task.shift === shift.shift);
    const title = quotedText(shift.title);
    const count = (criteria: string, result: number): Cell => ({
      value: { formula: `COUNTIFS(${shiftRange},${title}${criteria})`, result },
      style: summary.number,
    });
    return tableRow(
      span,
      [
        { value: { text: shift.title, sheet: shift.title, cell: 'A1' }, style: summary.link },
        ...kinds.map((kind) =>
          count(
            `,${statusRange},${quotedText(kind)}`,
            own.filter((task) => task.status.kind === kind).length,
          ),
        ),
        count('', own.length),
        count(`,${keyRange},"yes"`, own.filter((task) => task.key).length),
        count(`,${readyRange},"no"`, own.filter((task) => readyWord(task) === 'no').length),
      ],
      { rest: summary.run },
    );
  });
  const bodyTop = firstRow + 2;
  const cellsUnder = (column: number) =>
    localRange({ top: bodyTop, left: column, bottom: bodyTop + rows.length - 1, right: column });
  const total = titles.map((_title, index): Cell => {
    const result = rows.reduce((sum, row) => sum + resultOf(row.cells[index + 1]?.value), 0);
    return { value: { formula: `SUM(${cellsUnder(index + 2)})`, result }, style: summary.total };
  });
  return {
    columns,
    tasksPerShift: cellsUnder(kinds.length + 2),
    rows: [
      heading('Tasks by shift and status, not filtered'),
      tableRow(
        span,
        [
          { value: 'Shift', style: heads.onlyLeft },
          ...titles.map((value) => ({ value, style: heads.onlyCenter })),
        ],
        { rest: heads.onlyCenter, height: headerHeight },
      ),
      ...rows,
      tableRow(span, [{ value: 'All shifts', style: summary.totalLabel }, ...total], {
        rest: summary.totalBand,
      }),
    ],
  };
}

function resultOf(value: CellValue | undefined): number {
  return typeof value === 'object' && 'formula' in value && typeof value.result === 'number'
    ? value.result
    : 0;
}
