/** Above the totals of Last week: what the lookahead foresaw of it, the trend over the weeks, and what was new. */
import { isoWeekOf } from '../../../base/day.ts';
import {
  type Counted,
  type ForeseenTask,
  type Foresight,
  foreseenThen,
  inPlan,
  newThen,
  type SeenAs,
  unreadyThen,
} from '../../../lookahead/compare/foresight.ts';
import type { PpcWeek } from '../../../lookahead/compare/ppc.ts';
import { weeksText } from '../../../lookahead/dates/window.ts';
import { countedText, finalPpcText, notForeseenText } from '../../../lookahead/foresight-words.ts';
import type { Lookahead } from '../../../lookahead/lookahead.ts';
import { countText } from '../../../lookahead/text/quantity-text.ts';
import { cutName } from '../../layout/cut-text.ts';
import { indentedRoom, textFonts } from '../../layout/text-width.ts';
import { minTrendWeeks } from '../../limits.ts';
import { trendColors } from '../../theme/colors.ts';
import { cells, heads, notes } from '../../theme/sheet-styles.ts';
import { summary } from '../../theme/summary-styles.ts';
import { fixedRange } from '../../xlsx/cell-references.ts';
import type { Cell, CellValue, Chart, Row } from '../../xlsx/sheet-plan.ts';
import { countOf, type TextMatch } from '../counting-formulas.ts';
import type { ListPlaces } from '../list-sheet.ts';
import { foreseenTitles, planWords, seenWords, weeksBeforeText } from './foreseen-rows.ts';
import { listRanges } from './totals-rows.ts';

/** Columns of the list in which the figures, the chart and the new tasks stand. */
export const figureColumns = { name: 1, anticipated: 3, madeReady: 4, readyOnTime: 5, last: 7 } as const;
const chartColumns = { left: 8, right: 9 } as const;
/** A task's name runs over the column after it. */
const newColumns = { task: 10, over: 11, owner: 12 } as const;
const { name, anticipated, madeReady, readyOnTime } = figureColumns;
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
const rowsOfBlock = 7;
/** Rows from its first to the one of a week before. */
export const weekBeforeRow = 2;

export function blockRows({ before }: Foresight): number {
  return before.length === 0 ? 0 : rowsOfBlock;
}

export function foresightBlock({ lookahead, foresight }: Measured, place: BlockPlace): readonly Row[] {
  if (foresight.before.length === 0) return [];
  const rows = [...figureRows({ lookahead, foresight }, place)];
  const added = [finalPpc(lookahead), newTasks(foresight, place), trendRows(lookahead, place)];
  for (const [column, lines] of added.map(({ column: from, lines: all }) => [from, all] as const)) {
    for (const [index, line] of lines.entries()) {
      const row = rows[index];
      if (row) rows[index] = { ...row, cells: withCells(row.cells, column, line) };
    }
  }
  return rows;
}

function withCells(own: Row['cells'], column: number, added: readonly (Cell | undefined)[]): Row['cells'] {
  const all = Array.from(
    { length: Math.max(own.length, column - 1 + added.length) },
    (_, index) => own[index],
  );
  all.splice(column - 1, added.length, ...added);
  return all;
}

function figureRows({ foresight }: Measured, place: BlockPlace): readonly Row[] {
  const { week, planned, before } = foresight;
  const head = (value: string | undefined): Cell => ({ value, style: heads.oneRowOverflow });
  const line = (label: string, figures: readonly (readonly [column: number, value: CellValue])[]): Row => {
    const drawn: Cell[] = Array.from({ length: figureColumns.last }, () => ({ style: summary.overflow }));
    drawn[name - 1] = { value: label, style: summary.keyOverflow };
    for (const [column, value] of figures) drawn[column - 1] = { value, style: summary.overflow };
    return { cells: drawn, height: blockLine };
  };
  return [
    {
      cells: [
        {
          value: `Was ${weeksText(week)} foreseen? ${countText(planned, 'task')} planned (nobody has promised them)`,
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
        head('Ready on time, of those ✗ then'),
        head(undefined),
        head(undefined),
      ],
      height: blockLine,
    },
    ...[1, 2, 3, 4].map((weeks) => {
      const label = weeksBeforeText(weeks);
      const of = before.find((each) => each.weeks === weeks);
      if (of === undefined) return line(label, [[anticipated, notForeseenText(foresight, weeks)]]);
      const formulas = weekFormulas(weeks, place.places);
      return line(label, [
        [anticipated, countedValue(formulas.anticipated, of.anticipated)],
        [madeReady, countedValue(formulas.madeReady, of.madeReady)],
        [readyOnTime, countedValue(formulas.readyOnTime, of.readyOnTime)],
      ]);
    }),
    line('Late constraints', lateFigures(foresight, place.places)),
  ];
}

/** First seen at most seven days before the start. The worst kind, and whom to ask most, are those of the plan. */
function lateFigures({ late }: Foresight, places: ListPlaces): readonly (readonly [number, CellValue])[] {
  if (late === undefined) return [[anticipated, 'no revision from a week before']];
  const range = listRanges(places);
  const [count, of] = [foreseenTitles.late, foreseenTitles.count].map((title) => `SUM(${range(title)})`);
  const most = (worst: (Counted & { readonly named: string }) | undefined) =>
    worst === undefined || worst.count === 0
      ? []
      : [`${worst.named || 'nobody to ask'} ${worst.count} of ${worst.of}`];
  const words = [...most(late.byKind[0]), ...most(late.byAsk[0]?.named === '' ? undefined : late.byAsk[0])];
  return [
    [anticipated, countedValue({ count: count ?? '', of: of ?? '' }, late.all)],
    [madeReady, [`seen within 7 days of the start`, ...words].join(' · ')],
  ];
}

type Formulas = { readonly count: string; readonly of: string };

function countedValue({ count, of }: Formulas, counted: Counted): CellValue {
  const shown = `TEXT((${count})/(${of}),"0%")&", "&${count}&" of "&${of}`;
  return { formula: `IFERROR(${shown},"–")`, result: countedText(counted) };
}

/** The same conditions as `countWeek`, over the rows. */
function weekFormulas(
  weeks: number,
  places: ListPlaces,
): Readonly<Record<'anticipated' | 'madeReady' | 'readyOnTime', Formulas>> {
  const range = listRanges(places);
  const count = (
    plans: readonly ForeseenTask['plan'][],
    seen: readonly SeenAs[],
    ...more: readonly TextMatch[]
  ) =>
    plans
      .flatMap((plan) =>
        seen.map((as) =>
          countOf(
            [range('Result'), planWords[plan]],
            [range(weeksBeforeText(weeks)), seenWords[as]],
            ...more,
          ),
        ),
      )
      .join('+');
  const starts: TextMatch = [range(foreseenTitles.starts), 'yes'];
  return {
    anticipated: { count: count(inPlan, foreseenThen), of: count(inPlan, [...foreseenThen, ...newThen]) },
    madeReady: {
      count: count(['ready', 'done early'], foreseenThen),
      of: count([...inPlan, 'done early', 'not planned'], foreseenThen),
    },
    readyOnTime: { count: count(['ready'], unreadyThen, starts), of: count(inPlan, unreadyThen, starts) },
  };
}

type Added = { readonly column: number; readonly lines: readonly (readonly (Cell | undefined)[])[] };

/** Over the chart. */
function finalPpc(lookahead: Lookahead): Added {
  const value = finalPpcText(lookahead);
  return { column: chartColumns.left, lines: value === undefined ? [] : [[{ value, style: notes.legend }]] };
}

/** Tasks of the week's plan that were not foreseen a week before, with their owners. */
function newTasks({ before, tasks }: Foresight, { widths }: BlockPlace): Added {
  const index = before.findIndex(({ weeks }) => weeks === 1);
  const isNew = ({ seen, plan }: ForeseenTask) =>
    (plan === 'ready' || plan === 'unready') && (seen[index] === 'new' || seen[index] === 'new unready');
  const found = index === -1 ? [] : tasks.filter(isNew);
  const room = rowsOfBlock - 2;
  const shown = found.length > room ? found.slice(0, room - 1) : found;
  const roomOf = (column: number) => indentedRoom(widths[column - 1] ?? 1);
  const names = roomOf(newColumns.task) + roomOf(newColumns.over);
  const cut = (text: string, width: number, endShare: number) =>
    cutName(text, { font: textFonts.plain, room: width, endShare });
  const text = (value: string): Cell => ({ value, style: summary.overflow });
  const more = found.length - shown.length;
  return {
    column: newColumns.task,
    lines: [
      [{ value: `New in the week: ${found.length}`, style: summary.section }],
      ['Not foreseen a week before', undefined, 'Owner'].map((value) => ({
        value,
        style: heads.oneRowOverflow,
      })),
      ...shown.map(({ task, owner }) => [
        text(cut(`${task.ref} ${task.name}`, names, 0.4)),
        { style: summary.overflow },
        text(cut(owner?.name ?? '(no owner)', roomOf(newColumns.owner), 0)),
      ]),
      ...(more > 0 ? [[text(`and ${more} more: unfold below`)]] : []),
    ],
  };
}

/** PPC, TA and TMR of a week before, of each week: folded, as the chart shows them. */
function trendRows({ ppcWeeks, foresight }: Lookahead, { places, ppc }: BlockPlace): Added {
  const share = (value: CellValue | undefined): Cell => ({ value, style: cells.share });
  const last = ppcWeeks.length - 1;
  const hasLast = foresight?.before.some(({ weeks }) => weeks === 1);
  const now = (formula: string, result: number | undefined) =>
    result === undefined ? undefined : { formula: `IFERROR(${formula},"–")`, result };
  const { anticipated: ta, madeReady: tmr } = weekFormulas(1, places);
  const ofLast = (of: 'task' | Trend, value: number | undefined) => {
    if (of === 'task') return now(ppc, value);
    const { count, of: all } = of === 'anticipated' ? ta : tmr;
    return hasLast ? now(`(${count})/(${all})`, value) : undefined;
  };
  return {
    column: places.columns.get(foreseenTitles.constraints) ?? 1,
    lines: [
      [],
      [
        { value: 'By week', style: heads.oneRowLeft },
        ...ppcWeeks.map((week) => ({ value: weekName(week), style: heads.oneRowCenter })),
      ],
      ...trend.map(({ of, title }) => [
        { value: title, style: cells.strong },
        ...ppcWeeks.map((week, index) => share(index === last ? ofLast(of, week[of]) : week[of])),
      ]),
    ],
  };
}

type Trend = 'anticipated' | 'madeReady';
const trend = [
  { of: 'task', title: 'PPC', color: trendColors.ppc },
  { of: 'anticipated', title: 'TA', color: trendColors.anticipated },
  { of: 'madeReady', title: 'TMR', color: trendColors.madeReady },
] as const;

export function weekName({ week }: PpcWeek): string {
  return `W${isoWeekOf(week.first).week}`;
}

export function trendChart(
  { ppcWeeks }: Lookahead,
  { firstRow, places }: Omit<BlockPlace, 'widths' | 'ppc'>,
): readonly Chart[] {
  if (ppcWeeks.length < minTrendWeeks) return [];
  const left = (places.columns.get(foreseenTitles.constraints) ?? 1) + 1;
  const reference = (row: number) =>
    fixedRange(places.sheet, {
      top: firstRow + row,
      left,
      bottom: firstRow + row,
      right: left + ppcWeeks.length - 1,
    });
  const names = ppcWeeks.map(weekName);
  return [
    {
      area: { top: firstRow + 1, ...chartColumns, bottom: firstRow + rowsOfBlock - 1 },
      kind: 'lines',
      alternative: `PPC, tasks anticipated and tasks made ready a week before, ${names[0]} to ${names.at(-1)}`,
      categories: { reference: reference(1), values: names },
      series: trend.map(({ of, title, color }, index) => ({
        name: title,
        color,
        reference: reference(2 + index),
        values: ppcWeeks.map((week) => week[of]),
      })),
      numberFormat: '0%',
      max: 1,
    },
  ];
}
