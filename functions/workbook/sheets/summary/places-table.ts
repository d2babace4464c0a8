import { palette } from '#display/colors.ts';
import { dayParts } from '#lookahead/dates/day-text.ts';
import { weeksOf } from '#lookahead/grid/day-columns.ts';
import type { ResourceLine } from '#lookahead/resources/labour-and-plant.ts';
import { textFonts } from '#workbook/layout/text-width.ts';
import { allRows } from '#workbook/sheets/counting-formulas.ts';
import { sheetColors } from '#workbook/theme/colors.ts';
import { byNumber } from '#workbook/theme/sheet-styles.ts';
import { summary } from '#workbook/theme/summary-styles.ts';
import { fixedRange } from '#workbook/xlsx/cell-references.ts';
import { type NamesColumn, namesTable } from './names-table.ts';
import { moreText, type Section, type SummaryContext } from './sections.ts';

/** Columns of the left side; a place's name has the rest. */
const maxFigures = 9;

/** The places with most people: each day of a week, or the busiest day of each week. */
export function placesTable(context: SummaryContext, firstRow: number, maxRows: number): Section {
  const { lookahead, grid, busyPlaces: lines } = context;
  if (lines.length === 0 || maxRows === 0) return { rows: [] };
  const { from, to } = grid.left;
  const figures = figureColumns(context);
  const items = lines.slice(0, lines.length > maxRows ? maxRows - 1 : maxRows);
  const table = namesTable<ResourceLine>(
    { grid, span: grid.left },
    {
      title: `${lookahead.window.weeks > 1 ? 'People by place on the busiest day of each week' : 'People per day by place'}, ${allRows}`,
      columns: [
        {
          title: 'Place',
          columns: to - from + 1 - figures.length,
          isFixed: true,
          of: ({ name }) => ({ value: name, style: summary.overflow, font: textFonts.plain, isName: true }),
        },
        ...figures,
      ],
      items,
      more: moreText(lines.length - items.length, context.places.resources?.sheet),
    },
  );
  const top = firstRow + 2;
  const area = { top, left: to - figures.length + 1, bottom: top + items.length - 1, right: to };
  return { ...table, colorScales: [{ areas: [area], low: palette.paper, high: sheetColors.heatHigh }] };
}

/** Figures are read from Resources, if the workbook has that sheet. */
function figureColumns({ lookahead, places }: SummaryContext): readonly NamesColumn<ResourceLine>[] {
  const { window, days } = lookahead;
  const rangeOf = (name: string, from: number, count: number) => {
    const row = places.resources?.rowOf.get(name);
    if (places.resources === undefined || row === undefined) return undefined;
    const left = places.resources.firstDay + from;
    return fixedRange(places.resources.sheet, { top: row, left, bottom: row, right: left + count - 1 });
  };
  const column = (title: string, from: number, count: number): NamesColumn<ResourceLine> => ({
    title,
    columns: 1,
    isFigure: true,
    of: ({ name, perDay }) => {
      const result = Math.max(0, ...perDay.slice(from, from + count));
      const style = byNumber(result, { whole: summary.number, decimal: summary.decimal });
      const range = rangeOf(name, from, count);
      return { value: range === undefined ? result : { formula: `MAX(${range})`, result }, style };
    },
  });
  if (window.weeks > 1) {
    const weeks = weeksOf(days).slice(0, maxFigures);
    return weeks.map(({ week, from, days: own }) => column(`W${week}`, from, own.length));
  }
  return days.map(({ day }, index) => {
    const { weekday, dayOfMonth } = dayParts(day);
    return column(`${weekday} ${dayOfMonth}`, index, 1);
  });
}
