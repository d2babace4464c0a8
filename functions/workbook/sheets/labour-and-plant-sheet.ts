/**
 * Labour and plant: name × day, one block a shift, as a heat map with totals both ways. Labour begins with the people of
 * each subcontractor over all shifts. One colour scale for the whole sheet.
 */

import type { DayKind } from '../../lookahead/grid/day-columns.ts';
import { figuresPerDay } from '../../lookahead/grid/shift-plan.ts';
import type { Lookahead } from '../../lookahead/lookahead.ts';
import {
  peopleBySubcontractor,
  type ResourceBlock,
  type ResourceSums,
} from '../../lookahead/resources/labour-and-plant.ts';
import { uncountedPeople, uncountedPlant } from '../../lookahead/resources/uncounted-people-and-plant.ts';
import { shiftName } from '../../lookahead/tasks/select.ts';
import { countText, roundQuantity } from '../../lookahead/text/quantity-text.ts';
import { type ColumnSizing, shareWidth } from '../layout/column-widths.ts';
import { fitToLines } from '../layout/cut-text.ts';
import { breaksBetween, repeatedPoints } from '../layout/page-breaks.ts';
import {
  charactersAcross,
  type ListDensity,
  listDensityOf,
  screenZoom,
} from '../layout/paper-and-margins.ts';
import { indentedRoom, rowHeight } from '../layout/text-width.ts';
import { colors } from '../theme/colors.ts';
import { grid } from '../theme/day-grid-styles.ts';
import { type HeadColumn, headerRows } from '../theme/header-rows.ts';
import { printSetup } from '../theme/print-setup.ts';
import { rowsFrom, type SheetContext } from '../theme/sheet-context.ts';
import { byNumber, groups, heat, totals } from '../theme/sheet-styles.ts';
import { titleBlock } from '../theme/title-block.ts';
import { localRange } from '../xlsx/cell-references.ts';
import type { Area, Cell, Row, SheetPlan } from '../xlsx/sheet-plan.ts';
import { ofAllRows } from './counting-formulas.ts';

export type ResourceKind = 'Labour' | 'Plant';

const groupHeight = 18;
const totalHeight = 19.5;
const gap: Row = { cells: [], height: 9 };
const nameFont = { size: 11 };

type Block = ResourceSums & {
  readonly name: string;
  readonly totalName: string;
};

type Placed = {
  readonly block: Block;
  readonly row: number;
  readonly names: readonly string[];
  readonly heights: readonly number[];
};

export function resourceSheet(context: SheetContext, kind: ResourceKind): SheetPlan {
  const { lookahead, paper } = context;
  const perShift = kind === 'Labour' ? lookahead.labour : lookahead.plant;
  const blocks = [
    ...(kind === 'Labour' ? [subcontractorBlock(lookahead)] : []),
    ...perShift.map((block): Block => {
      const name = shiftName(block.shift);
      return { ...block, name, totalName: `Total, ${name.toLowerCase()}` };
    }),
  ].filter(({ lines }) => lines.length > 0);
  const density = listDensityOf(paper, lookahead.days.length);
  const columns = resourceColumns(lookahead, { kind, density });
  const widths = shareWidth(columns, charactersAcross(paper, density, columns.length));
  const uncounted = (kind === 'Labour' ? uncountedPeople : uncountedPlant)(lookahead.shifts);
  const said = [figures(perShift, kind), uncounted].filter((part) => part !== '').join(' · ');
  const title = titleBlock(context, { sheet: kind, figures: said, widths });
  const header = headerRows(columns, widths, lookahead.reportDay);
  const first = title.rows.length + header.length + 1;
  const placed = place(blocks, first, indentedRoom(widths[0] ?? 1));
  const firstDay = columns.findIndex((column) => column.day) + 1;
  return {
    name: kind,
    columns: widths.map((width) => ({ width })),
    rows: rowsFrom(function* () {
      yield* title.rows;
      yield* header;
      for (const block of placed) yield* blockRows(block, { columns, firstDay });
    }),
    freeze: { row: first, column: firstDay },
    colorScales: [
      {
        areas: placed.map((block) => blockDays(block, firstDay, lookahead.days.length)),
        low: colors.heatLow,
        high: colors.heatHigh,
      },
    ],
    pictures: title.pictures,
    print: printSetup(context, {
      widths,
      titleRows: { first: 1, last: first - 1 },
      breaksAfter: breaksBetween(
        // Only a block's first page has its name, so it is split only if it is longer than a page.
        placed.map(({ heights }) => ({ heights, firstTogether: 4, lastTogether: 4, split: 'never' })),
        {
          paper,
          widths,
          repeated: repeatedPoints(title, header),
          firstRow: first,
        },
      ),
    }),
    zoom: screenZoom(widths, firstDay),
    showGridLines: false,
  };
}

function resourceColumns(
  { days }: Lookahead,
  { kind, density }: { readonly kind: ResourceKind; readonly density: ListDensity },
): (ColumnSizing & HeadColumn)[] {
  const day: ColumnSizing =
    density === 'laptop' ? { min: 9, ideal: 16, grow: 2 } : { min: 2.9, ideal: 6, grow: 1 };
  const names: (ColumnSizing & HeadColumn)[] = [{ title: kind, min: 24, ideal: 34, grow: 4 }];
  if (kind === 'Plant') names.push({ title: 'Category', min: 12, ideal: 18, grow: 1 });
  return [
    ...names,
    ...days.map((column) => ({ ...day, title: '', day: column })),
    { title: kind === 'Labour' ? 'Person-days' : 'Plant-days', min: 9, ideal: 13, align: 'center' },
  ];
}

function subcontractorBlock({ shifts, days }: Lookahead): Block {
  const { peoplePerDay } = figuresPerDay(shifts, days);
  return {
    name: 'People by subcontractor, all shifts',
    totalName: 'Total, all shifts',
    lines: peopleBySubcontractor({ shifts }).map((line) => ({ ...line, category: undefined })),
    totalPerDay: peoplePerDay,
    total: roundQuantity(peoplePerDay.reduce((sum, people) => sum + people, 0)),
  };
}

function figures(blocks: readonly ResourceBlock[], kind: ResourceKind): string {
  const total = blocks.reduce((sum, block) => sum + block.total, 0);
  const names = new Set(blocks.flatMap((block) => block.lines.map((line) => line.name))).size;
  const unit = kind === 'Labour' ? countText(total, 'person-day') : countText(total, 'plant-day');
  return ofAllRows(`${countText(names, kind === 'Labour' ? 'trade' : 'kind')} · ${unit} in all`);
}

function place(blocks: readonly Block[], first: number, room: number): Placed[] {
  let row = first;
  return blocks.map((block) => {
    const fitted = block.lines.map(({ name }) => fitToLines(name, { font: nameFont, room, lines: 3 }));
    const heights = fitted.map(({ lines }) => rowHeight(lines, nameFont.size, 3));
    const placed = {
      block,
      row,
      names: fitted.map(({ text }) => text),
      heights: [groupHeight, ...heights, totalHeight, gap.height ?? 0],
    };
    row += placed.heights.length;
    return placed;
  });
}

function* blockRows(
  { block, row, names, heights }: Placed,
  sheet: { readonly columns: readonly HeadColumn[]; readonly firstDay: number },
): Generator<Row> {
  const { columns, firstDay } = sheet;
  const last = columns.length;
  yield {
    cells: columns.map((_column, index) =>
      index === 0 ? { value: block.name, style: groups.name } : { style: groups.band },
    ),
    height: groupHeight,
  };
  for (const [index, line] of block.lines.entries()) {
    const at = row + 1 + index;
    const cells = columns.map((column, position): Cell => {
      if (position === 0) return { value: names[index], style: heat.name };
      if (column.day) return heatCell(line.perDay[position + 1 - firstDay] ?? 0, column.day.kind);
      if (position + 1 < last) return { value: line.category, style: heat.name };
      const style = byNumber(line.total, { whole: heat.total, decimal: heat.totalDecimal });
      return {
        value: {
          formula: `SUM(${localRange({ top: at, left: firstDay, bottom: at, right: last - 1 })})`,
          result: line.total,
        },
        style,
      };
    });
    yield { cells, height: heights[index + 1], outline: 1 };
  }
  const totalRow = row + 1 + block.lines.length;
  const lines = { top: row + 1, bottom: totalRow - 1 };
  const cells = columns.map((column, position): Cell => {
    if (position === 0) return { value: block.totalName, style: totals.label };
    if (!column.day && position + 1 < last) return { style: totals.band };
    const value = column.day ? (block.totalPerDay[position + 1 - firstDay] ?? 0) : block.total;
    const style = byNumber(value, { whole: totals.number, decimal: totals.decimal });
    return {
      value: {
        formula: `SUM(${localRange({ ...lines, left: position + 1, right: position + 1 })})`,
        result: value,
      },
      style,
    };
  });
  yield { cells, height: totalHeight };
  yield gap;
}

function heatCell(quantity: number, kind: DayKind): Cell {
  if (quantity === 0) return { style: grid.empty[kind] };
  return {
    value: quantity,
    style: byNumber(quantity, { whole: grid.whole[kind], decimal: grid.decimal[kind] }),
  };
}

function blockDays({ block, row }: Placed, firstDay: number, days: number): Area {
  return { top: row + 1, left: firstDay, bottom: row + block.lines.length, right: firstDay + days - 1 };
}
