/**
 * The Resources sheet: people by subcontractor, by place and by trade, then plant. Each is a heat map with a row for
 * each name and a column for each day, with totals of both.
 */

import { sum } from '#base/sum.ts';
import { shortListText } from '#base/text/one-line.ts';
import { palette } from '#display/colors.ts';
import type { DayColumn } from '#lookahead/grid/day-columns.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import {
  carriedOverPlantText,
  peopleLinesByPlace,
  peopleLinesBySubcontractor,
  peopleLinesByTrade,
  plantLinesByKind,
  type ResourceLine,
  uncountedPeopleText,
} from '#lookahead/resources/labour-and-plant.ts';
import { countText, roundQuantity } from '#lookahead/text/quantity-text.ts';
import { pageBreaksBetween, repeatedRowsHeight, rowHeightsInPoints } from '#workbook/layout/page-breaks.ts';
import { listDensityOf, maxCharactersAcross, screenZoom } from '#workbook/layout/paper-and-margins.ts';
import { shortenToWidth } from '#workbook/layout/shorten-text.ts';
import { indentedTextRoomAcross, lineCount, rowHeight, textFonts } from '#workbook/layout/text-width.ts';
import { columnSumFormula, fitColumns, type ItemColumn } from '#workbook/table/column.ts';
import { drawTable } from '#workbook/table/table.ts';
import { sheetColors } from '#workbook/theme/colors.ts';
import { headerRows } from '#workbook/theme/header-rows.ts';
import { printSetup } from '#workbook/theme/print-setup.ts';
import { reiterableRows, type SheetContext } from '#workbook/theme/sheet-context.ts';
import { dayStyles, groupRowStyles, tableCellStyles } from '#workbook/theme/styles.ts';
import { titleBlock } from '#workbook/theme/title-block.ts';
import { sameSheetRange } from '#workbook/xlsx/cell-references.ts';
import type { SheetPlan, SheetRow } from '#workbook/xlsx/sheet-plan.ts';
import { allRowsFiguresText } from './counting-formulas.ts';
import { itemColumnOfDay } from './task-columns.ts';

const bandHeight = 18;
const gap: SheetRow = { cells: [], height: 9 };
const bandFont = { size: 11, bold: true };
const look = { lines: 3, mark: ' …', height: rowHeight(1, 11, 3), padding: 3, headHeight: 0 };
const firstDay = 3;
const maxListedTasks = 40;
const maxTaskIdLines = 2;

type ResourceBlock = {
  readonly name: string;
  readonly counted: 'person' | 'plant';
  readonly lines: readonly ResourceLine[];
  readonly uncounted?: string;
  /** Shows only the block's name, until somebody unfolds it. */
  readonly isFolded?: true;
};

const name = 'Resources';
const peopleByPlaceName = 'People by place';

/** Rows of the places, which Summary reads. */
export type ResourcesRowPositions = {
  readonly sheet: string;
  readonly firstDay: number;
  readonly rowOf: ReadonlyMap<string, number>;
};

/** Returns undefined if no task has people or plant at work in the window. */
export function resourcesSheet(
  context: SheetContext,
): { readonly plan: SheetPlan; readonly places: ResourcesRowPositions } | undefined {
  const { lookahead, paper } = context;
  const { days } = lookahead;
  const blocks = blocksOf(lookahead);
  if (blocks.length === 0) return undefined;
  const density = listDensityOf(paper, days.length);
  const { columns, widths } = fitColumns(
    resourceColumns(days, density === 'laptop' ? { min: 9, max: 12 } : { min: 2.9, max: 6 }),
    blocks.flatMap(({ lines }) => lines),
    { across: (count) => maxCharactersAcross(paper, density, count) },
  );
  const title = titleBlock(context, { sheet: name, figures: figuresText(blocks), widths });
  const header = headerRows(columns, widths, lookahead.reportDay);
  const first = title.rows.length + header.length + 1;
  let next = first;
  const drawn = blocks.map((block) => {
    const top = next;
    const rows = blockRows(block, { columns, widths }, top);
    next += rows.length;
    return { ...block, top, rows };
  });
  const scaleOf = (counted: ResourceBlock['counted']) => ({
    areas: drawn
      .filter((block) => block.counted === counted)
      .map(({ top, lines }) => ({
        top: top + 1,
        left: firstDay,
        bottom: top + lines.length,
        right: firstDay + days.length - 1,
      })),
    low: palette.paper,
    high: sheetColors.heatHigh,
  });
  const places = drawn.find((block) => block.name === peopleByPlaceName);
  const plan: SheetPlan = {
    name,
    columns: widths.map((width) => ({ width })),
    rows: reiterableRows(function* () {
      yield* title.rows;
      yield* header;
      for (const { rows } of drawn) yield* rows;
    }),
    outlineLevels: 1,
    freeze: { row: first, column: firstDay },
    colorScales: [scaleOf('person'), scaleOf('plant')].filter(({ areas }) => areas.length > 0),
    pictures: title.pictures,
    print: printSetup(context, {
      widths,
      titleRows: { first: 1, last: first - 1 },
      breaksAfter: pageBreaksBetween(
        drawn.map(({ rows, isFolded }) => ({
          heights: rowHeightsInPoints(rows),
          firstTogether: 3,
          lastTogether: 4,
          split: isFolded ? 'never' : 'avoid',
        })),
        { paper, widths, repeated: repeatedRowsHeight(title, header), firstRow: first },
      ),
    }),
    zoom: screenZoom(widths, firstDay),
    showGridLines: false,
  };
  const rowOf = new Map(places?.lines.map((line, index) => [line.name, places.top + 1 + index]));
  return { plan, places: { sheet: name, firstDay, rowOf } };
}

function blocksOf(lookahead: Lookahead): readonly ResourceBlock[] {
  const trades = peopleLinesByTrade(lookahead);
  const blocks: readonly ResourceBlock[] = [
    {
      name: 'People by subcontractor',
      counted: 'person',
      lines: peopleLinesBySubcontractor(lookahead),
      uncounted: uncountedPeopleText(lookahead.shifts),
    },
    { name: peopleByPlaceName, counted: 'person', lines: peopleLinesByPlace(lookahead) },
    {
      name: `People by trade (${countText(trades.length, 'row')} folded)`,
      counted: 'person',
      lines: trades,
      isFolded: true,
    },
    {
      name: 'Plant',
      counted: 'plant',
      lines: plantLinesByKind(lookahead),
      uncounted: carriedOverPlantText(lookahead.shifts),
    },
  ];
  return blocks.filter(({ lines }) => lines.length > 0);
}

const totalIn = ({ total }: ResourceLine) => total;

function sumOf(lines: readonly ResourceLine[], figure: (line: ResourceLine) => number | undefined): number {
  return roundQuantity(sum(lines.map((line) => figure(line) ?? 0)));
}

function figuresText(blocks: readonly ResourceBlock[]): string {
  const figures = new Map(
    blocks.map(({ counted, lines }) => [counted, countText(sumOf(lines, totalIn), `${counted}-day`)]),
  );
  return allRowsFiguresText([...figures.values()].join(' · '));
}

function resourceColumns(
  days: readonly DayColumn[],
  day: { readonly min: number; readonly max: number },
): readonly ItemColumn<ResourceLine>[] {
  const last = firstDay + days.length - 1;
  return [
    {
      title: 'Name',
      width: { min: 20, max: 38, grow: 2 },
      value: ({ name: own, category }) => [own, category].filter(Boolean).join(' · '),
      style: tableCellStyles.resource,
    },
    { title: 'Tasks', width: { min: 18, max: 36, grow: 2 }, lines: maxTaskIdLines, value: tasksText },
    ...days.map((column, index) => {
      const read = ({ perDay }: ResourceLine) => perDay[index] || undefined;
      const { people } = dayStyles[column.kind];
      return { ...itemColumnOfDay(column, { ...day, grow: 1 }, read, people), total: columnSumFormula };
    }),
    {
      title: 'Total',
      width: { min: 9, max: 13 },
      align: 'center',
      value: totalIn,
      formula: (_line, { row }) =>
        `SUM(${sameSheetRange({ top: row, left: firstDay, bottom: row, right: last })})`,
      total: columnSumFormula,
      style: tableCellStyles.resourceTotal,
    },
  ];
}

/** As many task IDs as two lines hold, and the number of the others. */
function tasksText({ tasks }: ResourceLine, room: number): string {
  const ids = tasks.map(({ ref }) => ref);
  let listed = Math.min(ids.length, maxListedTasks);
  while (listed > 1 && lineCount(shortListText(ids, listed), textFonts.plain, room) > maxTaskIdLines)
    listed -= 1;
  return shortListText(ids, listed);
}

/** Rows of a block: its name, its lines, their total and an empty row. */
function blockRows(
  { name: own, counted, lines, uncounted, isFolded }: ResourceBlock,
  { columns, widths }: ReturnType<typeof fitColumns<ResourceLine>>,
  top: number,
): readonly SheetRow[] {
  const heading = [own, uncounted].filter(Boolean).join(' · ');
  const value = shortenToWidth(heading, bandFont, indentedTextRoomAcross(widths.slice(0, -1)));
  const total: ResourceLine = {
    name: counted === 'person' ? 'Total people' : 'Total plant',
    category: '',
    tasks: [],
    perDay: columns.slice(firstDay - 1, -1).map((_day, index) => sumOf(lines, ({ perDay }) => perDay[index])),
    total: sumOf(lines, totalIn),
  };
  const table = { columns, rows: lines, total: { item: total, at: 'bottom' } } as const;
  // Blocks have no heads: the header of the sheet is above them.
  const [, ...rows] = drawTable(table, { row: top, column: 1, widths, look }).rows;
  const folded = isFolded === true ? { outline: 1, hidden: true } : {};
  return [
    {
      cells: [
        { value, style: groupRowStyles.name },
        ...widths.slice(2).map(() => ({ style: groupRowStyles.empty })),
        { value: `${counted}-days`, style: groupRowStyles.people[0] },
      ],
      height: bandHeight,
      folded: isFolded,
    },
    ...rows.map((row) => ({ ...row, ...folded })),
    gap,
  ];
}
