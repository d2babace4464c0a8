import { readyWord } from '../../../lookahead/grid/grid-text.ts';
import { type StatusKind, statusKinds } from '../../../lookahead/tasks/status.ts';
import { capitalised } from '../../../lookahead/text/clean-text.ts';
import { heads } from '../../theme/sheet-styles.ts';
import { summary, summaryHeights } from '../../theme/summary-styles.ts';
import { localRange, tableColumn } from '../../xlsx/cell-references.ts';
import type { Cell, CellValue } from '../../xlsx/sheet-plan.ts';
import { allRows, countOf, type TextMatch } from '../counting-formulas.ts';
import { tasksTable } from '../tasks-sheet.ts';
import { heading, type Section, type SummaryContext, tableRow } from './sections.ts';

export type StatusSection = Section & {
  readonly tasksPerShift: string;
};

export function statusTable({ lookahead, grid, places }: SummaryContext, firstRow: number): StatusSection {
  const { tasks, shifts } = lookahead;
  const seen = new Set<StatusKind>(tasks.map((task) => task.status.kind));
  const kinds = statusKinds.filter((kind) => seen.has(kind));
  const match = (title: string, text: string): TextMatch => [tableColumn(tasksTable, title), text];
  const titles = [...kinds.map(capitalised), 'Total', 'Key', 'Not ready'];
  const span = { from: 1, to: titles.length + 1 };
  const sheetOf = ({ shift, title }: (typeof shifts)[number]) =>
    places.shifts.find((place) => place.shift === shift)?.sheet ?? title;
  const rows = shifts.map((shift) => {
    const own = tasks.filter((task) => task.shift === shift.shift);
    const count = (result: number, ...matches: readonly TextMatch[]): Cell => ({
      value: { formula: countOf(match('Shift', shift.title), ...matches), result },
      style: summary.number,
    });
    return tableRow(
      span,
      [
        { value: { text: shift.title, sheet: sheetOf(shift), cell: 'A1' }, style: summary.link },
        ...kinds.map((kind) =>
          count(own.filter((task) => task.status.kind === kind).length, match('Status group', kind)),
        ),
        count(own.length),
        count(own.filter((task) => task.key).length, match('Key task', 'yes')),
        count(own.filter((task) => readyWord(task) === 'no').length, match('Ready', 'no')),
      ],
      { filler: summary.overflow },
    );
  });
  const bodyTop = firstRow + 2;
  const cellsUnder = (column: number) =>
    localRange({ top: bodyTop, left: column, bottom: bodyTop + rows.length - 1, right: column });
  const total = titles.map((_title, index): Cell => {
    const result = rows.reduce((sum, row) => sum + formulaNumber(row.cells[index + 1]?.value), 0);
    return { value: { formula: `SUM(${cellsUnder(index + 2)})`, result }, style: summary.total };
  });
  return {
    tasksPerShift: cellsUnder(kinds.length + 2),
    rows: [
      heading(`Tasks by shift and status, ${allRows}`, grid.left),
      tableRow(
        span,
        [
          { value: 'Shift', style: heads.oneRowOverflow },
          ...titles.map((value) => ({ value, style: summary.headFigure })),
        ],
        { filler: summary.headFigure, height: summaryHeights.head },
      ),
      ...rows,
      tableRow(span, [{ value: 'All shifts', style: summary.totalLabel }, ...total], {
        filler: summary.totalBand,
      }),
    ],
  };
}

function formulaNumber(value: CellValue | undefined): number {
  return typeof value === 'object' && 'formula' in value && typeof value.result === 'number'
    ? value.result
    : 0;
}
