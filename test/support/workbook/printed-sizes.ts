/** The size of a sheet on paper, after Excel has scaled it to one page wide. */
import { columnWidthInPoints, printScales } from '#workbook/layout/paper-and-margins.ts';
import { indentedTextRoomInColumn, maxUnbreakableWidth } from '#workbook/layout/text-width.ts';
import { dateFormats } from '#workbook/theme/styles.ts';
import type { SheetPlan } from '#workbook/xlsx/sheet-plan.ts';

const millimetresPerInch = 25.4;
const pointsPerInch = 72;

/** Millimetres on paper of a column that is `width` characters wide, at Excel's scale. */
function printedMillimetres(width: number, scale: number): number {
  return (columnWidthInPoints(width) * scale * millimetresPerInch) / pointsPerInch;
}

type PrintedSizes = {
  readonly scale: number;
  /** The smallest text on paper, in points, and where it is. */
  readonly smallest: { readonly points: number; readonly where: string };
  /** The narrowest column under a date, in millimetres; undefined on a sheet without days. */
  readonly narrowestDay: number | undefined;
};

/**
 * Measures everything on a sheet that is printed and has text. It iterates the plan's rows, which can be iterated only
 * once.
 */
export function printedSizes(plan: SheetPlan): PrintedSizes {
  const right = plan.print.area?.right ?? plan.columns.length;
  const columns = plan.columns.slice(0, right);
  const isPrinted = columns.map(({ hidden }) => hidden !== true);
  const widths = columns.map(({ width }) => width);
  const { smallest: scale, largest } = printScales(
    widths.filter((_width, index) => isPrinted[index]),
    plan.print.paper,
  );
  let smallest = { points: Number.POSITIVE_INFINITY, where: 'nothing printed' };
  let narrowestDay: number | undefined;
  let rowNumber = 0;
  for (const row of plan.rows) {
    rowNumber += 1;
    row.cells.slice(0, right).forEach((cell, index) => {
      if (cell?.value === undefined || cell.value === '' || !isPrinted[index]) return;
      const points = (cell.style.font?.size ?? 11) * scale;
      if (points < smallest.points) smallest = { points, where: `row ${rowNumber}, column ${index + 1}` };
      if (cell.style.numberFormat === dateFormats.dayOfMonth) {
        const width = printedMillimetres(widths[index] ?? 0, largest);
        narrowestDay = Math.min(narrowestDay ?? width, width);
      }
    });
  }
  return { scale, smallest, narrowestDay };
}

/** Texts that wrap in a cell that is too narrow for one of their words. */
export function brokenWords(plan: SheetPlan): readonly string[] {
  return [...plan.rows].flatMap(({ cells }) =>
    cells.flatMap((cell, index) => {
      const { font, alignment } = cell?.style ?? {};
      const value = cell?.value;
      const text = typeof value === 'object' && 'text' in value ? value.text : value;
      if (typeof text !== 'string' || alignment?.wrap !== true) return [];
      const part = maxUnbreakableWidth(text, { size: font?.size ?? 11, bold: font?.bold === true });
      return part > indentedTextRoomInColumn(plan.columns[index]?.width ?? 1) ? [text] : [];
    }),
  );
}
