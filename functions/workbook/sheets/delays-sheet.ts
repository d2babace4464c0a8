import type { DelayLine } from '../../lookahead/compare/delays.ts';
import { shiftTitles } from '../../lookahead/tasks/select.ts';
import { countText, roundQuantity } from '../../lookahead/text/quantity-text.ts';
import { textFonts } from '../layout/text-width.ts';
import type { SheetContext } from '../theme/sheet-context.ts';
import { byNumber, cells, headerHeight, heads, lineHeight, totals } from '../theme/sheet-styles.ts';
import { dateCell, dateStyles } from '../theme/task-cells.ts';
import { localRange, quotedText } from '../xlsx/cell-references.ts';
import type { Cell, Row } from '../xlsx/sheet-plan.ts';
import { countableTexts, differenceFormula, otherReasons } from './counting-formulas.ts';
import {
  firstBelow,
  type ListPlaces,
  type ListSheet,
  listSheet,
  textColumn,
  totalsHeading,
} from './list-sheet.ts';

export type DelaysPlaces = ListPlaces & { readonly rowOf: ReadonlyMap<string, number> };

export const totalsColumns = { reason: 3, count: 4, days: 5 } as const;
const totalsHead = 2;

export function delaysSheet(context: SheetContext): ListSheet & { readonly places: DelaysPlaces } {
  const { places, ...sheet } = delaysList(context);
  const first = firstBelow(places) + totalsHead;
  const { perReason } = context.lookahead.delays;
  return {
    ...sheet,
    places: { ...places, rowOf: new Map(perReason.map(({ reason }, at) => [reason, first + at])) },
  };
}

function delaysList(context: SheetContext): ListSheet {
  const { delays, reportDay } = context.lookahead;
  const reasons = delays.perReason.map((line) => line.reason);
  return listSheet<DelayLine>(context, {
    name: 'Delays',
    figures: figures(context),
    items: delays.lines,
    id: (d) => d.taskId,
    freezeAfter: 3,
    columns: [
      { title: 'Date', min: 11, ideal: 13, cell: (d) => dateCell(d.day, reportDay, dateStyles.long) },
      textColumn('ID', (d) => d.taskRef, { min: 8, ideal: 10, style: cells.id }),
      textColumn('Task', (d) => d.taskName, { min: 26, ideal: 44, grow: 2 }),
      textColumn('Shift', (d) => shiftTitles[d.shift], { min: 8, ideal: 10 }),
      textColumn('Subcontractor', (d) => d.subcontractor, { min: 13, ideal: 20, grow: 1 }),
      textColumn('Owner', (d) => d.owner, { isOptional: true, min: 10, ideal: 15, grow: 1 }),
      { title: 'Working days lost', min: 9, ideal: 10, align: 'center', cell: (d) => amountCell(d.amount) },
      {
        ...textColumn<DelayLine>('Reason', (d) => d.reason, {
          min: 20,
          ideal: 34,
          grow: 2,
          style: cells.strong,
          font: textFonts.bold,
        }),
        choices: { of: reasons, prompt: 'A reason already used on this project, or a new one' },
      },
      // Where every delay is open, the column says nothing.
      ...(delays.open < delays.lines.length
        ? [textColumn<DelayLine>('Task is', (d) => d.task, { min: 9, ideal: 10 })]
        : []),
      { title: 'Corrective action', min: 24, ideal: 50, grow: 3, cell: () => ({ style: cells.fillIn }) },
    ],
    below: (widths, places) => [totalsPerReason(context, widths, places)],
  });
}

function figures(context: SheetContext): string {
  const { delays } = context.lookahead;
  if (delays.lines.length === 0) return 'No delay';
  const days = delays.perReason.reduce((sum, line) => sum + line.days, 0);
  const most = delays.perReason[0];
  const parts = [countText(delays.lines.length, 'delay')];
  if (delays.open < delays.lines.length) parts.push(`${delays.open} open`);
  parts.push(`${countText(roundQuantity(days), 'working day')} lost`);
  if (most) parts.push(`most often: ${most.reason} (${most.count})`);
  return parts.join(' · ');
}

function amountCell(amount: number | undefined): Cell {
  if (amount === undefined) return { style: cells.whole };
  return { value: amount, style: byNumber(amount, cells) };
}

/**
 * Counts and days are formulas, so that they stay true if a row is deleted or a reason is corrected. They are plain
 * numbers if the list's cells do not hold the whole reason, or if a formula cannot match it.
 */
function totalsPerReason(context: SheetContext, widths: readonly number[], places: ListPlaces): Row[] {
  const { perReason } = context.lookahead.delays;
  const { rows } = places;
  if (!rows) return [];
  const reasonColumn = places.columns.get('Reason') ?? 1;
  const amountColumn = places.columns.get('Working days lost') ?? 1;
  const listOf = (column: number) =>
    localRange({ top: rows.first, left: column, bottom: rows.last, right: column });
  const [reasons, amounts] = [listOf(reasonColumn), listOf(amountColumn)];
  const top = firstBelow(places) + totalsHead;
  const above = (column: number, bottom: number) => localRange({ top, left: column, bottom, right: column });
  const last = top + perReason.length - 1;
  const row = (values: readonly [Cell, Cell, Cell], height: number): Row => {
    const drawn: (Cell | undefined)[] = new Array(widths.length).fill(undefined);
    const { reason, count, days } = totalsColumns;
    [drawn[reason - 1], drawn[count - 1], drawn[days - 1]] = values;
    return { cells: drawn, height };
  };
  const header = row(
    [
      { value: 'Reason', style: heads.oneRowLeft },
      { value: 'Delays', style: heads.oneRowCenter },
      { value: 'Days lost', style: heads.oneRowCenter },
    ],
    headerHeight,
  );
  const isCountable = countableTexts(
    perReason.map((line) => line.reason),
    { font: textFonts.bold, width: widths[reasonColumn - 1] ?? 1 },
  );
  const lines = perReason.map((line) => {
    const formulaFits = isCountable(line.reason);
    const reason = quotedText(line.reason);
    const count = formulaFits ? { formula: `COUNTIF(${reasons},${reason})`, result: line.count } : line.count;
    const days = formulaFits
      ? { formula: `SUMIF(${reasons},${reason},${amounts})`, result: line.days }
      : line.days;
    return row(
      [
        { value: line.reason, style: cells.strong },
        { value: count, style: cells.whole },
        { value: days, style: cells.days },
      ],
      lineHeight,
    );
  });
  const days = roundQuantity(perReason.reduce((sum, line) => sum + line.days, 0));
  const others = (total: string, column: number) => ({
    formula: differenceFormula(total, above(column, last)),
    result: 0,
  });
  const all = (column: number, result: number) => ({ formula: `SUM(${above(column, last + 1)})`, result });
  // Also counts delays with a cleared reason.
  const other = row(
    [
      { value: otherReasons, style: cells.strong },
      {
        value: others(`COUNTA(${listOf(places.columns.get('ID') ?? 1)})`, totalsColumns.count),
        style: cells.whole,
      },
      { value: others(`SUM(${amounts})`, totalsColumns.days), style: cells.days },
    ],
    lineHeight,
  );
  const sums = row(
    [
      { value: 'All', style: totals.label },
      { value: all(totalsColumns.count, context.lookahead.delays.lines.length), style: totals.whole },
      {
        value: all(totalsColumns.days, days),
        style: totals.days,
      },
    ],
    lineHeight,
  );
  return [totalsHeading('Totals per reason', totalsColumns.reason), header, ...lines, other, sums];
}
