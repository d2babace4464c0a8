/** The call-off list: how much of which material is needed when, and how much has arrived. */

import type { DayKind } from '../../lookahead/grid/day-columns.ts';
import type { MaterialLine } from '../../lookahead/resources/material-lines.ts';
import { shiftTitles } from '../../lookahead/tasks/select.ts';
import { countText } from '../../lookahead/text/quantity-text.ts';
import { grid } from '../theme/day-grid-styles.ts';
import type { SheetContext } from '../theme/sheet-context.ts';
import { byNumber, cells } from '../theme/sheet-styles.ts';
import type { Cell } from '../xlsx/sheet-plan.ts';
import { dayColumn, type ListColumn, type ListSheet, listSheet, textColumn } from './list-sheet.ts';
import { totalsPerMaterial } from './materials-totals.ts';

export function materialsSheet(context: SheetContext): ListSheet {
  const { materials, days } = context.lookahead;
  const manyWeeks = days.length > 7;
  const short = materials.filter((line) => (line.difference ?? 0) < 0).length;
  const names = new Set(materials.map((line) => line.material)).size;
  const dayStyles = manyWeeks ? narrowDays : wideDays;
  const crampedDays = days.length > 28 && context.paper === 'A4';
  const perDay = manyWeeks
    ? { min: crampedDays ? 2.6 : 26 / 7, ideal: 26 / 7, grow: 0.2 }
    : { min: 6.5, ideal: 8, grow: 0.5 };
  const columns: ListColumn<MaterialLine>[] = [
    textColumn('Material', (m) => m.material, { min: 16, ideal: 24, grow: 1 }),
    textColumn('Unit', (m) => m.unit, { min: 6, ideal: 7.5 }),
    textColumn('ID', (m) => m.taskRef, { min: 8, ideal: 9, style: cells.id }),
    textColumn('Task', (m) => m.taskName, { min: manyWeeks ? 20 : 24, ideal: 40, grow: 2, dropRank: 5 }),
    textColumn('Shift', (m) => shiftTitles[m.shift], {
      min: 8,
      ideal: 9.5,
      dropRank: 2,
    }),
    textColumn('Subcontractor', (m) => m.subcontractor, {
      isOptional: true,
      min: 14,
      ideal: 18,
      grow: 1,
      dropRank: 1,
    }),
    { ...quantityColumn('Task total', (m) => m.quantity), dropRank: 3 },
    ...days.map((day, index) =>
      dayColumn<MaterialLine>(day, perDay, (line) =>
        dailyCell(line.plannedPerDay[index], day.kind, dayStyles),
      ),
    ),
    quantityColumn('In window', (m) => m.plannedInWindow),
    { ...quantityColumn('Planned to date', (m) => m.plannedToDate), dropRank: 4 },
    quantityColumn('Actual to date', (m) => m.actualToDate),
    { title: 'Difference', min: 9, ideal: 10, align: 'center', cell: (m) => differenceCell(m.difference) },
  ];
  const figures = [countText(names, 'material'), `for ${countText(materials.length, 'task line')}`];
  if (short > 0) figures.push(`${countText(short, 'line')} short of plan`);
  figures.push('totals below the list');
  return listSheet<MaterialLine>(context, {
    name: 'Materials',
    figures: materials.length === 0 ? 'No material' : figures.join(' · '),
    items: materials,
    id: (m) => m.taskId,
    freezeAfter: 2,
    columns,
    below: (widths, places) => [totalsPerMaterial({ materials, columns, widths, places })],
  });
}

function quantityColumn(
  title: string,
  read: (line: MaterialLine) => number | undefined,
): ListColumn<MaterialLine> {
  return {
    title,
    min: 8,
    ideal: 10,
    align: 'center',
    cell: (line) => {
      const value = read(line);
      return value === undefined
        ? { style: cells.whole }
        : { value, style: byNumber(value, { whole: cells.quantityWhole, decimal: cells.quantity }) };
    },
  };
}

const wideDays = { whole: grid.listWhole, decimal: grid.listDecimal };
const narrowDays = { whole: grid.narrowWhole, decimal: grid.narrowDecimal };

function dailyCell(quantity: number | undefined, kind: DayKind, styles: typeof wideDays): Cell {
  if (quantity === undefined || quantity === 0) return { style: grid.empty[kind] };
  return {
    value: quantity,
    style: byNumber(quantity, { whole: styles.whole[kind], decimal: styles.decimal[kind] }),
  };
}

/** The sign says whether it is short or over; the colour repeats it. */
function differenceCell(difference: number | undefined): Cell {
  if (difference === undefined) return { style: cells.whole };
  if (difference === 0) return { value: 0, style: cells.whole };
  const short = { whole: cells.shortWhole, decimal: cells.short };
  const over = { whole: cells.overWhole, decimal: cells.over };
  return { value: difference, style: byNumber(difference, difference < 0 ? short : over) };
}
