import { dayParts } from '../../../lookahead/dates/day-text.ts';
import { weeksOf } from '../../../lookahead/grid/day-columns.ts';
import { peopleByPlace, type ResourceLine } from '../../../lookahead/resources/labour-and-plant.ts';
import { textFonts } from '../../layout/text-width.ts';
import { colors } from '../../theme/colors.ts';
import { byNumber } from '../../theme/sheet-styles.ts';
import { summary } from '../../theme/summary-styles.ts';
import { allRows } from '../counting-formulas.ts';
import { type NamesColumn, namesTable } from './names-table.ts';
import { moreText, type Section, type SummaryContext } from './sections.ts';

/** Columns of the left side; a place's name has the rest. */
const maxFigures = 9;

/** The places with most people: each day of a week, or the busiest day of each week. */
export function placesTable({ lookahead, grid }: SummaryContext, firstRow: number, maxRows: number): Section {
  const lines = peopleByPlace(lookahead).toSorted((a, b) => b.total - a.total);
  if (lines.length === 0 || maxRows === 0) return { rows: [] };
  const { from, to } = grid.left;
  const figures = figureColumns(lookahead);
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
      more: moreText(lines.length - items.length),
    },
  );
  const top = firstRow + 2;
  const area = { top, left: to - figures.length + 1, bottom: top + items.length - 1, right: to };
  return { ...table, colorScales: [{ areas: [area], low: colors.heatLow, high: colors.heatHigh }] };
}

type Lookahead = SummaryContext['lookahead'];

function figureColumns({ window, days }: Lookahead): readonly NamesColumn<ResourceLine>[] {
  const column = (title: string, people: (line: ResourceLine) => number): NamesColumn<ResourceLine> => ({
    title,
    columns: 1,
    isFigure: true,
    of: (line) => {
      const value = people(line);
      return { value, style: byNumber(value, { whole: summary.number, decimal: summary.decimal }) };
    },
  });
  if (window.weeks > 1) {
    return weeksOf(days)
      .slice(0, maxFigures)
      .map(({ week, from, days: own }) =>
        column(`W${week}`, ({ perDay }) => Math.max(0, ...perDay.slice(from, from + own.length))),
      );
  }
  return days.map(({ day }, index) => {
    const { weekday, dayOfMonth } = dayParts(day);
    return column(`${weekday} ${dayOfMonth}`, ({ perDay }) => perDay[index] ?? 0);
  });
}
