import type { LastWeekTask } from '../../../lookahead/compare/last-week.ts';
import { summary } from '../../theme/summary-styles.ts';
import { fixedCell } from '../../xlsx/cell-references.ts';
import type { CellValue } from '../../xlsx/sheet-plan.ts';
import {
  doneOfDue,
  dueAndDone,
  shareOfTasks,
  subcontractorsOf,
  totalsColumns,
} from '../last-week/totals-by-subcontractor.ts';
import { namesTable } from './names-table.ts';
import { moreText, type Section, type SummaryContext, textField } from './sections.ts';

/** Columns of the figures; the names have the rest. */
const fields = { week: [1, 1], weeks: [2, 2] } as const;

export function subcontractorsTable(context: SummaryContext, maxRows: number): Section {
  const { lookahead, grid, places } = context;
  const { lastWeek, window, ppc, audience } = lookahead;
  const [due, share] = window.weeks > 1 ? fields.weeks : fields.week;
  const span = grid.right;
  const name = span.to - span.from + 1 - due - share;
  // In a report for one subcontractor, the figures of all are its own.
  const isOne = audience.kind === 'subcontractor';
  if (ppc.kind !== 'measured' || lastWeek.length === 0 || isOne) return { rows: [] };
  const lines = subcontractorLines(lastWeek);
  const shown = lines.length > maxRows ? maxRows - 1 : lines.length;
  const { sheet, rows, totals } = places.lastWeek;
  const read = (line: Line, column: number, result: number | string): CellValue => {
    const row = rows && totals.of.get(line.name);
    return row === undefined ? result : { formula: fixedCell(sheet, column, row), result };
  };
  return namesTable<Line>(
    { grid, span },
    {
      columns: [
        {
          title: 'By subcontractor',
          columns: name,
          of: (line) => textField(line.name || '(no subcontractor)'),
        },
        {
          title: 'Done',
          columns: due,
          isFigure: true,
          of: (line) => ({ value: read(line, totalsColumns.done, doneOfDue(line)), style: summary.news }),
        },
        {
          title: 'PPC',
          columns: share,
          isFigure: true,
          of: (line) => ({
            value: read(line, totalsColumns.byTask, shareOfTasks(line)),
            style: summary.share,
          }),
        },
      ],
      items: lines.slice(0, shown),
      more: moreText(lines.length - shown, rows && sheet),
    },
  );
}

type Line = { readonly name: string; readonly due: number; readonly done: number };

/** Those that had tasks due, in the order of Last week. */
function subcontractorLines(lastWeek: readonly LastWeekTask[]): readonly Line[] {
  const tasksOf = Map.groupBy(lastWeek, ({ subcontractor }) => subcontractor);
  const { shown, folded } = subcontractorsOf(lastWeek);
  return [...shown, ...folded]
    .map((name) => ({ name, ...dueAndDone(tasksOf.get(name) ?? []) }))
    .filter(({ due }) => due > 0);
}
