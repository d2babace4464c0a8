/**
 * The block above the totals of Last week: how much of the week was foreseen, the trend over the weeks, and the tasks
 * that were not foreseen.
 */
import { isoWeekOf } from '#base/day.ts';
import { palette } from '#display/colors.ts';
import {
  type CountedShare,
  type Foresight,
  type foresightShareConditions,
  isOneWeekBefore,
  type TaskInForesight,
  weeksOfForesight,
} from '#lookahead/compare/foresight.ts';
import { isWeekProvisional, type PpcWeek } from '#lookahead/compare/ppc.ts';
import { weeksText } from '#lookahead/dates/window.ts';
import { nameWithKeyTaskMark } from '#lookahead/grid/grid-text.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { countedShareText, noForesightFigureText, ppcShare, promisePpcShare } from '#lookahead/ppc-words.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { shortenToWidth } from '#workbook/layout/shorten-text.ts';
import { indentedTextRoomAcross, textFonts, textWidth } from '#workbook/layout/text-width.ts';
import {
  columnNumberOf,
  createSameSheetRangeFinder,
  type ListPositions,
} from '#workbook/sheets/list-sheet.ts';
import { drawTable, rowsSideBySide, type TableColumn, textRow } from '#workbook/table/table.ts';
import { sheetColors } from '#workbook/theme/colors.ts';
import { tableCellStyles } from '#workbook/theme/styles.ts';
import { absoluteSheetRange, quotedText } from '#workbook/xlsx/cell-references.ts';
import type { CellValue, Chart, SheetRow } from '#workbook/xlsx/sheet-plan.ts';
import {
  foreseenTaskColumnTitles,
  formulasOfShare,
  isNotForeseen,
  type ShareFormulas,
  weeksBeforeText,
} from './foreseen-tasks.ts';

/** Columns of the list that hold the figures which Summary reads. */
export const foresightFigureColumnNumbers = { anticipated: 3, madeReady: 4 } as const;

/** Heights in points: rows of one line, below heads of two. The heading is low, because the title is right above it. */
const look = { lines: 1, mark: undefined, height: 15, padding: 0, headHeight: 25.5 } as const;
const headingHeight = 20;
/** Number of rows of the block: the heading, the heads, a row for each of four weeks before, and late constraints. */
export const foresightBlockRowCount = weeksOfForesight.length + 3;
/** Number of rows from the first row of the block to the row for one week before. */
export const weekBeforeRowOffset = 2;

export type ForesightBlockPosition = {
  readonly row: number;
  readonly widths: readonly number[];
  /** Rows of the tasks from which the measures are counted. */
  readonly places: ListPositions;
  /** Cell with PPC by task. */
  readonly ppc: string;
};

export function foresightBlock(
  lookahead: Lookahead,
  foresight: Foresight,
  place: ForesightBlockPosition,
): readonly SheetRow[] {
  return rowsSideBySide([
    figureRows(foresight, place),
    newTaskRows(foresight, place),
    trendRows(lookahead, place),
  ]);
}

type Share = keyof typeof foresightShareConditions;
type FigureRow = Readonly<Partial<Record<'name' | 'begun' | Share, CellValue>>>;

function figureOf(counted: CountedShare, { count, of }: ShareFormulas) {
  return {
    result: countedShareText(counted),
    formula: `IFERROR(TEXT((${count})/(${of}),"0%")&", "&${count}&" of "&${of},"–")`,
  };
}

function figureRows(foresight: Foresight, place: ForesightBlockPosition): readonly SheetRow[] {
  const { week, planned, weeksBefore } = foresight;
  const columns: readonly TableColumn<FigureRow>[] = [
    { title: 'Of the plan', span: 2, value: ({ name }) => name, style: tableCellStyles.strong },
    { title: 'Tasks anticipated (TA), of those planned', value: ({ anticipated }) => anticipated },
    { title: 'Made ready (TMR)', value: ({ madeReady }) => madeReady },
    { title: 'Ready on time', span: 2, value: ({ readyOnTime }) => readyOnTime },
    { title: 'Begun', value: ({ begun }) => begun, style: tableCellStyles.text },
  ];
  const rows = weeksOfForesight.map((weeks): FigureRow => {
    const name = weeksBeforeText(weeks);
    const of = weeksBefore.find((each) => each.weeks === weeks);
    if (of === undefined) return { name, anticipated: noForesightFigureText(foresight, weeks) };
    const figure = (share: Share) => figureOf(of[share], formulasOfShare(share, weeks, place.places));
    return {
      name,
      anticipated: figure('anticipated'),
      madeReady: figure('madeReady'),
      readyOnTime: figure('readyOnTime'),
      begun: of.begun,
    };
  });
  const late = { name: 'Late constraints', anticipated: lateFigure(foresight, place) };
  const text = `Was ${weeksText(week)} foreseen? ${countText(planned, 'task')} in its plan, promised or not`;
  const heading = { text, height: headingHeight };
  return drawTable({ heading, columns, rows: [...rows, late] }, { ...place, column: 1, look }).rows;
}

/**
 * Share of late constraints; its text runs over the cells below the chart. The kind that is late most often, and whom
 * to ask about most of them, come from the plan and not from a formula.
 */
function lateFigure(foresight: Foresight, { widths, places }: ForesightBlockPosition): CellValue {
  const { lateConstraints } = foresight;
  if (lateConstraints === undefined) return noForesightFigureText(foresight, 1);
  const total = (title: string) => `SUM(${createSameSheetRangeFinder(places)(title)})`;
  const { result, formula } = figureOf(lateConstraints.all, {
    count: total(foreseenTaskColumnTitles.late),
    of: total(foreseenTaskColumnTitles.count),
  });
  const most = (worst: (CountedShare & { readonly named: string }) | undefined, before: string) =>
    worst === undefined || worst.count === 0 || worst.named === ''
      ? []
      : [`${before}${worst.named.replace(/, \S+@\S+$/, '')} ${worst.count} of ${worst.of}`];
  const words = [
    ' first seen within 7 days of the start',
    ...most(lateConstraints.byKind[0], ''),
    ...most(lateConstraints.byAsk[0], 'ask '),
  ].join(' · ');
  const room = indentedTextRoomAcross(
    widths.slice(foresightFigureColumnNumbers.anticipated - 1, columnNumberOf(places, 'Reason') - 1),
  );
  const shown = shortenToWidth(words, textFonts.plain, room - textWidth(result, textFonts.plain));
  return { result: `${result}${shown}`, formula: `${formula}&${quotedText(shown)}` };
}

/** Rows of the tasks that are in the week's plan but were not foreseen a week before, with their owners. */
function newTaskRows(foresight: Foresight, place: ForesightBlockPosition): readonly SheetRow[] {
  const index = foresight.weeksBefore.findIndex(isOneWeekBefore);
  if (index === -1) return [];
  const found = foresight.tasks.filter((row) => isNotForeseen(row, index));
  const isNew = found.filter(({ foresightStates }) => foresightStates[index] === 'new').length;
  const room = foresightBlockRowCount - 2;
  const rows = found.length > room ? found.slice(0, room - 1) : found;
  const more = found.length - rows.length;
  const columns: readonly TableColumn<TaskInForesight>[] = [
    {
      title: `Task: ${isNew} new, ${found.length - isNew} moved in`,
      span: 2,
      isName: true,
      value: ({ task: { key, name } }) => nameWithKeyTaskMark(name, key),
    },
    { title: 'Owner', value: ({ owner }) => owner?.name ?? '(no owner)' },
  ];
  const column = columnNumberOf(place.places, 'Reason');
  const heading = { text: `Not foreseen a week before: ${found.length}`, height: headingHeight };
  const words = `and ${more} more: at the top of the last folded rows`;
  return [
    ...drawTable({ heading, columns, rows }, { ...place, column, look: { ...look, mark: ' …' } }).rows,
    ...(more > 0 ? [textRow(words, { column, height: look.height, style: tableCellStyles.text })] : []),
  ];
}

/** Lines of the chart, with a value for each week and a formula for the last one. */
function trendLines({ ppcWeeks, foresight }: Lookahead, { places, ppc }: ForesightBlockPosition) {
  const share = (of: 'anticipated' | 'madeReady') => {
    const { count, of: all } = formulasOfShare(of, 1, places);
    const formula = foresight?.weeksBefore.some(isOneWeekBefore) ? `(${count})/(${all})` : '';
    return { values: ppcWeeks.map((week) => week[of]), formula };
  };
  const promises = ppcWeeks.map((week) => promisePpcShare(week.promises));
  return [
    { title: 'PPC', color: palette.heavyRule, values: ppcWeeks.map(ppcShare), formula: ppc },
    { title: 'TA', color: palette.calm, ...share('anticipated') },
    { title: 'TMR', color: sheetColors.madeReady, ...share('madeReady') },
    // A report that never asked for promises has no such line.
    ...(promises.every((value) => value === undefined)
      ? []
      : [{ title: 'PPC of promises', color: sheetColors.good, values: promises, formula: '' }]),
  ];
}

/** Name of a week: `W47`, or `W47 so far` if not all of its days are reported yet. */
export function ppcWeekName(week: PpcWeek): string {
  return `W${isoWeekOf(week.week.first).week}${isWeekProvisional(week) ? ' so far' : ''}`;
}

/** Table that the chart reads, in the folded columns: PPC of each week, and TA and TMR one week before it. */
function trendRows(lookahead: Lookahead, place: ForesightBlockPosition): readonly SheetRow[] {
  type Line = ReturnType<typeof trendLines>[number];
  const { ppcWeeks } = lookahead;
  const columns: readonly TableColumn<Line>[] = [
    { title: 'By week', value: ({ title }) => title, style: tableCellStyles.strong },
    ...ppcWeeks.map(
      (week, index): TableColumn<Line> => ({
        title: ppcWeekName(week),
        align: 'center',
        value: ({ values }) => values[index],
        formula: ({ formula }) =>
          formula && index === ppcWeeks.length - 1 ? `IFERROR(${formula},"–")` : undefined,
        style: tableCellStyles.share,
      }),
    ),
  ];
  const column = columnNumberOf(place.places, foreseenTaskColumnTitles.constraints);
  const at = { ...place, row: place.row + 1, column, look };
  return [{ cells: [] }, ...drawTable({ columns, rows: trendLines(lookahead, place) }, at).rows];
}

/** A single measured week shows no trend. */
const minTrendWeeks = 2;

/** Chart of the trend, between the figures and the tasks that were not foreseen. */
export function foresightChart(lookahead: Lookahead, place: ForesightBlockPosition): readonly Chart[] {
  const { row: firstRow, places } = place;
  const names = lookahead.ppcWeeks.map(ppcWeekName);
  if (names.length < minTrendWeeks) return [];
  const left = columnNumberOf(places, foreseenTaskColumnTitles.constraints) + 1;
  const right = left + names.length - 1;
  const reference = (row: number) => absoluteSheetRange(places.sheet, { top: row, left, bottom: row, right });
  const lines = trendLines(lookahead, place);
  return [
    {
      area: {
        top: firstRow + 1,
        left: columnNumberOf(places, 'What happened'),
        bottom: firstRow + foresightBlockRowCount - 2,
        right: columnNumberOf(places, 'Reason') - 1,
      },
      kind: 'lines',
      alternative: `PPC, ${lines.length > 3 ? 'PPC of promises, ' : ''}tasks anticipated and tasks made ready a week before, ${names[0]} to ${names.at(-1)}`,
      categories: { reference: reference(firstRow + 1), values: names },
      series: lines.map(({ title: name, color, values }, index) => ({
        name,
        color,
        reference: reference(firstRow + 2 + index),
        values,
      })),
      numberFormat: '0%',
      max: 1,
    },
  ];
}
