/** People by subcontractor, by place and by trade, then plant: name × day, as a heat map with totals both ways. */

import { shortList } from '#base/text/one-line.ts';
import { palette } from '#display/colors.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import {
  peopleByPlace,
  peopleBySubcontractor,
  peopleByTrade,
  plantByKind,
  type ResourceLine,
  uncountedPeople,
  uncountedPlant,
} from '#lookahead/resources/labour-and-plant.ts';
import { countText, roundQuantity } from '#lookahead/text/quantity-text.ts';
import { type ColumnSizing, shareWidth } from '#workbook/layout/column-widths.ts';
import { breaksBetween, repeatedPoints } from '#workbook/layout/page-breaks.ts';
import { charactersAcross, listDensityOf, screenZoom } from '#workbook/layout/paper-and-margins.ts';
import { type FittedText, fitToLines, shortenToWidth } from '#workbook/layout/shorten-text.ts';
import {
  indentedRoom,
  indentedRoomAcross,
  lineCount,
  rowHeight,
  textFonts,
} from '#workbook/layout/text-width.ts';
import { sheetColors } from '#workbook/theme/colors.ts';
import { dayNumber, grid } from '#workbook/theme/day-grid-styles.ts';
import { type HeadColumn, headerRows } from '#workbook/theme/header-rows.ts';
import { printSetup } from '#workbook/theme/print-setup.ts';
import { rowsFrom, type SheetContext } from '#workbook/theme/sheet-context.ts';
import { byNumber, cells, groups, heat, totals } from '#workbook/theme/sheet-styles.ts';
import { titleBlock } from '#workbook/theme/title-block.ts';
import { localRange } from '#workbook/xlsx/cell-references.ts';
import type { Area, Cell, Row, SheetPlan } from '#workbook/xlsx/sheet-plan.ts';
import { ofAllRows } from './counting-formulas.ts';

const lineTotals = { whole: heat.total, decimal: heat.totalDecimal };
const heatDays = { whole: grid.whole, decimal: grid.decimal };
const bandHeight = 18;
const totalHeight = 19.5;
const gap = { cells: [], height: 9 } satisfies Row;
const nameFont = { size: 11 };
const bandFont = { size: 11, bold: true };
const firstDay = 3;
const maxListedTasks = 40;

type Block = {
  readonly name: string;
  readonly counted: 'person' | 'plant';
  readonly lines: readonly ResourceLine[];
  readonly uncounted?: string;
  /** Shows only the block's name, until somebody unfolds it. */
  readonly isFolded?: true;
};

type PlacedBlock = Block & {
  readonly top: number;
  /** Name and tasks of each line. */
  readonly texts: readonly (readonly FittedText[])[];
  readonly heights: readonly number[];
};

const name = 'Resources';
const byPlace = 'People by place';

/** The rows of the places, which Summary reads. */
export type ResourcesPlaces = {
  readonly sheet: string;
  readonly firstDay: number;
  readonly rowOf: ReadonlyMap<string, number>;
};

/** Undefined if no task has people or plant at work in the window. */
export function resourcesSheet(
  context: SheetContext,
): { readonly plan: SheetPlan; readonly places: ResourcesPlaces } | undefined {
  const { lookahead, paper } = context;
  const blocks = blocksOf(lookahead);
  if (blocks.length === 0) return undefined;
  const { days } = lookahead;
  const density = listDensityOf(paper, days.length);
  const day: ColumnSizing =
    density === 'laptop' ? { min: 9, ideal: 12, grow: 1 } : { min: 2.9, ideal: 6, grow: 1 };
  const columns: (ColumnSizing & HeadColumn)[] = [
    { title: 'Name', min: 20, ideal: 38, grow: 2 },
    { title: 'Tasks', min: 18, ideal: 36, grow: 2 },
    ...days.map((column) => ({ ...day, title: '', day: column })),
    { title: 'Total', min: 9, ideal: 13, align: 'center' },
  ];
  const widths = shareWidth(columns, charactersAcross(paper, density, columns.length));
  const title = titleBlock(context, { sheet: name, figures: figuresText(blocks), widths });
  const header = headerRows(columns, widths, lookahead.reportDay);
  const first = title.rows.length + header.length + 1;
  const placed = place(blocks, first, widths);
  const right = firstDay + days.length - 1;
  const scaleOf = (counted: Block['counted']) => ({
    areas: placed
      .filter((block) => block.counted === counted)
      .map(({ top, lines }) => ({ top: top + 1, left: firstDay, bottom: top + lines.length, right })),
    low: palette.paper,
    high: sheetColors.heatHigh,
  });
  const places = placed.find((block) => block.name === byPlace);
  const rowOf = new Map(places?.lines.map((line, index) => [line.name, places.top + 1 + index]));
  const plan: SheetPlan = {
    name,
    columns: widths.map((width) => ({ width })),
    rows: rowsFrom(function* () {
      yield* title.rows;
      yield* header;
      for (const block of placed) yield* blockRows(block, lookahead.days, widths);
    }),
    outlineLevels: 1,
    freeze: { row: first, column: firstDay },
    colorScales: [scaleOf('person'), scaleOf('plant')].filter(({ areas }) => areas.length > 0),
    pictures: title.pictures,
    print: printSetup(context, {
      widths,
      titleRows: { first: 1, last: first - 1 },
      breaksAfter: breaksBetween(
        placed.map(({ heights, isFolded }) => ({
          heights: isFolded ? heights.map((height, row) => (row === 0 ? height : 0)) : heights,
          firstTogether: 3,
          lastTogether: 4,
          split: isFolded ? 'never' : 'avoid',
        })),
        { paper, widths, repeated: repeatedPoints(title, header), firstRow: first },
      ),
    }),
    zoom: screenZoom(widths, firstDay),
    showGridLines: false,
  };
  return { plan, places: { sheet: name, firstDay, rowOf } };
}

function blocksOf(lookahead: Lookahead): readonly Block[] {
  const trades = peopleByTrade(lookahead);
  const blocks: readonly Block[] = [
    {
      name: 'People by subcontractor',
      counted: 'person',
      lines: peopleBySubcontractor(lookahead),
      uncounted: uncountedPeople(lookahead.shifts),
    },
    { name: byPlace, counted: 'person', lines: peopleByPlace(lookahead) },
    {
      name: `People by trade (${countText(trades.length, 'row')} folded)`,
      counted: 'person',
      lines: trades,
      isFolded: true,
    },
    {
      name: 'Plant',
      counted: 'plant',
      lines: plantByKind(lookahead),
      uncounted: uncountedPlant(lookahead.shifts),
    },
  ];
  return blocks.filter(({ lines }) => lines.length > 0);
}

type Figure = (line: ResourceLine) => number | undefined;
const totalIn: Figure = ({ total }) => total;

function sumOf(lines: readonly ResourceLine[], figure: Figure): number {
  return roundQuantity(lines.reduce((sum, line) => sum + (figure(line) ?? 0), 0));
}

function figuresText(blocks: readonly Block[]): string {
  const figures = new Map(
    blocks.map(({ counted, lines }) => [counted, countText(sumOf(lines, totalIn), `${counted}-day`)]),
  );
  return ofAllRows([...figures.values()].join(' · '));
}

function place(blocks: readonly Block[], first: number, widths: readonly number[]): PlacedBlock[] {
  const [name = 0, tasks = 0] = widths.map(indentedRoom);
  let top = first;
  return blocks.map((block) => {
    const texts = block.lines.map((line) => {
      const named = [line.name, line.category].filter(Boolean).join(' · ');
      return [
        fitToLines(named, { font: nameFont, room: name, lines: 3 }),
        fitToLines(tasksText(line, tasks), { font: textFonts.plain, room: tasks, lines: 2 }),
      ];
    });
    const lineHeights = texts.map((fitted) =>
      rowHeight(Math.max(...fitted.map(({ lines }) => lines)), nameFont.size, 3),
    );
    const placed = { ...block, top, texts, heights: [bandHeight, ...lineHeights, totalHeight, gap.height] };
    top += placed.heights.length;
    return placed;
  });
}

function tasksText({ tasks }: ResourceLine, room: number): string {
  const ids = tasks.map(({ ref }) => ref);
  let listed = Math.min(ids.length, maxListedTasks);
  while (listed > 1 && lineCount(shortList(ids, listed), textFonts.plain, room) > 2) listed -= 1;
  return shortList(ids, listed);
}

function* blockRows(block: PlacedBlock, days: Lookahead['days'], widths: readonly number[]): Generator<Row> {
  const { lines, top, texts, heights, isFolded } = block;
  const last = firstDay + days.length;
  const sum = (area: Area, result: number, styles: Parameters<typeof byNumber>[1]): Cell => ({
    value: { formula: `SUM(${localRange(area)})`, result },
    style: byNumber(result, styles),
  });
  const said = [block.name, block.uncounted].filter(Boolean).join(' · ');
  const shown = shortenToWidth(said, bandFont, indentedRoomAcross(widths.slice(0, -1)));
  yield {
    cells: [
      { value: shown, style: groups.name },
      ...widths.slice(2).map(() => ({ style: groups.band })),
      { value: `${block.counted}-days`, style: groups.peopleWhole },
    ],
    height: bandHeight,
    folded: isFolded,
  };
  const folded = isFolded && { outline: 1, hidden: true };
  for (const [index, line] of lines.entries()) {
    const row = top + 1 + index;
    yield {
      cells: [
        { value: texts[index]?.[0]?.text, style: heat.name },
        { value: texts[index]?.[1]?.text, style: cells.text },
        ...days.map(({ kind }, at) => dayNumber(line.perDay[at], kind, heatDays)),
        sum({ top: row, left: firstDay, bottom: row, right: last - 1 }, line.total, lineTotals),
      ],
      height: heights[index + 1],
      ...folded,
    };
  }
  const styles = { whole: totals.number, decimal: totals.decimal };
  const column = (left: number, figure: Figure) =>
    sum({ top: top + 1, left, bottom: top + lines.length, right: left }, sumOf(lines, figure), styles);
  yield {
    cells: [
      { value: block.counted === 'person' ? 'Total people' : 'Total plant', style: totals.label },
      { style: totals.band },
      ...days.map((_, at) => column(firstDay + at, ({ perDay }) => perDay[at])),
      column(last, totalIn),
    ],
    height: totalHeight,
    ...folded,
  };
  yield gap;
}
