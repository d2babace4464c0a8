/** Above the totals of Last week: what the lookahead foresaw of it, the trend over the weeks, and what was new. */

import {
  type Counted,
  type Foresight,
  isWeekBefore,
  type shareConditions,
  weeksForeseen,
} from '#lookahead/compare/foresight.ts';
import { weeksText } from '#lookahead/dates/window.ts';
import { gridMarks } from '#lookahead/grid/grid-text.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { countedText, notForeseenText } from '#lookahead/ppc-words.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { shortenName } from '#workbook/layout/shorten-text.ts';
import { indentedRoom, textFonts } from '#workbook/layout/text-width.ts';
import type { ListPlaces } from '#workbook/sheets/list-sheet.ts';
import { heads } from '#workbook/theme/sheet-styles.ts';
import { summary } from '#workbook/theme/summary-styles.ts';
import { quotedText } from '#workbook/xlsx/cell-references.ts';
import type { Cell, CellValue, Chart, Row } from '#workbook/xlsx/sheet-plan.ts';
import {
  type Formulas,
  foreseenTitles,
  isNotForeseen,
  shareFormulas,
  weeksBeforeText,
} from './foreseen-rows.ts';
import { besides, hasPromises, line, listRanges } from './totals-rows.ts';
import { trendChart, trendRows } from './trend.ts';

/** Columns of the list in which the figures, the chart and the new tasks stand. */
export const figureColumns = { name: 1, anticipated: 3, madeReady: 4, readyOnTime: 5, begun: 7 } as const;
/** Over the columns of promises too, if there are any. */
const chartColumns = (places: ListPlaces) => ({ left: 8, right: hasPromises(places) ? 12 : 9 });
/** A task's name runs over the column after it. */
const newColumns = (places: ListPlaces) => {
  const task = chartColumns(places).right + 1;
  return { task, over: task + 1, owner: task + 2 };
};
const { name, anticipated, madeReady, readyOnTime, begun } = figureColumns;
/** Points. The title is right above the heading. */
const blockHeading = 20;
const blockLine = 15;

export type BlockPlace = {
  readonly firstRow: number;
  readonly widths: readonly number[];
  /** The rows of the tasks that the measures count. */
  readonly places: ListPlaces;
  /** The cell of PPC by task. */
  readonly ppc: string;
};

type Measured = { readonly lookahead: Lookahead; readonly foresight: Foresight };

/** The heading, the heads, four weeks before, and late constraints. */
export const blockRows = 7;
/** Rows from its first to the one of a week before. */
export const weekBeforeRow = 2;

export function foresightBlock({ lookahead, foresight }: Measured, place: BlockPlace): readonly Row[] {
  return besides([figureRows(foresight, place), newTaskRows(foresight, place), trendRows(lookahead, place)]);
}

function figureRows(foresight: Foresight, place: BlockPlace): readonly Row[] {
  const { week, planned, before } = foresight;
  const head = (value: string | undefined): Cell => ({ value, style: heads.oneRowOverflow });
  const figureLine = (
    label: string,
    figures: readonly (readonly [column: number, value: CellValue])[],
  ): Row => {
    const drawn: Cell[] = Array.from({ length: figureColumns.begun }, () => ({ style: summary.overflow }));
    drawn[name - 1] = { value: label, style: summary.keyOverflow };
    for (const [column, value] of figures) drawn[column - 1] = { value, style: summary.overflow };
    return { cells: drawn, height: blockLine };
  };
  return [
    {
      cells: [
        {
          value: `Was ${weeksText(week)} foreseen? ${countText(planned, 'task')} in its plan, promised or not`,
          style: summary.section,
        },
      ],
      height: blockHeading,
    },
    {
      cells: [
        head('Of the plan'),
        head(undefined),
        head('Tasks anticipated (TA), of those planned'),
        head('Made ready (TMR)'),
        head('Ready on time'),
        head(undefined),
        head('Begun'),
      ],
      height: blockLine,
    },
    ...weeksForeseen.map((weeks) => {
      const label = weeksBeforeText(weeks);
      const of = before.find((each) => each.weeks === weeks);
      if (of === undefined) return figureLine(label, [[anticipated, notForeseenText(foresight, weeks)]]);
      const value = (share: keyof typeof shareConditions) =>
        countedValue(shareFormulas(share, weeks, place.places), of[share]);
      return figureLine(label, [
        [anticipated, value('anticipated')],
        [madeReady, value('madeReady')],
        [readyOnTime, value('readyOnTime')],
        [begun, of.begun],
      ]);
    }),
    figureLine('Late constraints', lateFigures(foresight, place.places)),
  ];
}

/** The worst kind, and whom to ask most, are those of the plan. */
function lateFigures(foresight: Foresight, places: ListPlaces): readonly (readonly [number, CellValue])[] {
  const { late } = foresight;
  if (late === undefined) return [[anticipated, notForeseenText(foresight, 1)]];
  const range = listRanges(places);
  const [count = '', of = ''] = [foreseenTitles.late, foreseenTitles.count].map(
    (title) => `SUM(${range(title)})`,
  );
  const most = (worst: (Counted & { readonly named: string }) | undefined, before: string) =>
    worst === undefined || worst.count === 0 || worst.named === ''
      ? []
      : [`${before}${worst.named.replace(/, \S+@\S+$/, '')} ${worst.count} of ${worst.of}`];
  const words = [
    ' first seen within 7 days of the start',
    ...most(late.byKind[0], ''),
    ...most(late.byAsk[0], 'ask '),
  ].join(' · ');
  const { formula, result } = countedValue({ count, of }, late.all);
  return [[anticipated, { formula: `${formula}&${quotedText(words)}`, result: `${result}${words}` }]];
}

function countedValue(
  { count, of }: Formulas,
  counted: Counted,
): { readonly formula: string; readonly result: string } {
  const shown = `TEXT((${count})/(${of}),"0%")&", "&${count}&" of "&${of}`;
  return { formula: `IFERROR(${shown},"–")`, result: countedText(counted) };
}

/** Tasks of the week's plan that were not foreseen a week before, with their owners. */
function newTaskRows(foresight: Foresight, { widths, places }: BlockPlace): readonly Row[] {
  const index = foresight.before.findIndex(isWeekBefore);
  if (index === -1) return [];
  const found = foresight.tasks.filter((row) => isNotForeseen(row, index));
  const isNew = found.filter(({ seen }) => seen[index] === 'new').length;
  const room = blockRows - 2;
  const shown = found.length > room ? found.slice(0, room - 1) : found;
  const roomOf = (column: number) => indentedRoom(widths[column - 1] ?? 1);
  const { task: from, over, owner: ownerColumn } = newColumns(places);
  const names = roomOf(from) + roomOf(over);
  const shortened = (text: string, width: number, endShare: number) =>
    shortenName(text, { font: textFonts.plain, room: width, endShare });
  const text = (value: string): Cell => ({ value, style: summary.overflow });
  const more = found.length - shown.length;
  const lines: readonly (readonly Cell[])[] = [
    [{ value: `Not foreseen a week before: ${found.length}`, style: summary.section }],
    [`Task: ${isNew} new, ${found.length - isNew} moved in`, undefined, 'Owner'].map((value) => ({
      value,
      style: heads.oneRowOverflow,
    })),
    ...shown.map(({ task, owner }) => [
      text(shortened(task.key ? `${gridMarks.key} ${task.name}` : task.name, names, 0.45)),
      { style: summary.overflow },
      text(shortened(owner?.name ?? '(no owner)', roomOf(ownerColumn), 0)),
    ]),
    ...(more > 0 ? [[text(`and ${more} more: first of the rows folded last`)]] : []),
  ];
  return lines.map((cells) => line(cells, from));
}

export function blockChart(lookahead: Lookahead, { firstRow, places }: BlockPlace): readonly Chart[] {
  const area = { top: firstRow + 1, ...chartColumns(places), bottom: firstRow + blockRows - 1 };
  return trendChart(lookahead, { firstRow, places, area });
}
