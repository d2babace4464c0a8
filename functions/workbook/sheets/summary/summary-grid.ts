/**
 * The columns of Summary: a table at the left, a free column, a table at the right. They fit a laptop's screen unscaled.
 * Each field of a table gets as many of them as it takes to lose as little as possible of its texts.
 */

import { type ChangedTask, changedTasks } from '#lookahead/compare/changes.ts';
import { unreadyTasks } from '#lookahead/compare/unready-tasks.ts';
import type { Window } from '#lookahead/dates/window.ts';
import { firstToAsk, readyText, taskText } from '#lookahead/grid/grid-text.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { keyTasksOf, type PlannedTask } from '#lookahead/planned/planned-task.ts';
import { fontSizes, indentedRoomAcross, type TextFont, textWidth } from '#workbook/layout/text-width.ts';
import { maxSummaryTasks } from '#workbook/limits.ts';
import { columnPadding, pixelsPerCharacter } from '#workbook/xlsx/sheet-plan.ts';

export type Span = { readonly from: number; readonly to: number };

export type SummaryGrid = {
  readonly widths: readonly number[];
  readonly whole: Span;
  readonly left: Span;
  readonly right: Span;
};

/** Pixels, 1,300 in all: a column of names at either side, and beside it columns of figures. */
const leftPixels = [106, ...new Array<number>(11).fill(54), 60];
const gapPixels = 18;
const rightPixels = {
  /** The days of a week, and their total. */
  week: [90, ...new Array<number>(8).fill(54)],
  /** The days of a week, and up to five shifts. */
  weeks: [90, ...new Array<number>(12).fill(36)],
} as const;

export function summaryGrid({ weeks }: Window): SummaryGrid {
  const right = weeks > 1 ? rightPixels.weeks : rightPixels.week;
  const from = leftPixels.length + 2;
  const last = from + right.length - 1;
  return {
    widths: [...leftPixels, gapPixels, ...right].map(
      (pixels) => (pixels - columnPadding) / pixelsPerCharacter,
    ),
    whole: { from: 1, to: last },
    left: { from: 1, to: leftPixels.length },
    right: { from, to: last },
  };
}

export function fieldSpans({ from }: Span, columns: readonly number[]): readonly Span[] {
  let next = from;
  return columns.map((count) => {
    const field = { from: next, to: next + count - 1 };
    next += count;
    return field;
  });
}

export type FittedText = {
  readonly text: string;
  readonly font: TextFont;
  readonly kept?: string | undefined;
};

export type MeasuredText = { readonly all: number; readonly kept: number; readonly weight: number };

export type FittedField = {
  readonly columns: number;
  readonly isFixed: boolean;
  readonly texts: readonly MeasuredText[];
};

export type Fit = {
  readonly columns: readonly number[];
  readonly loss: number;
};

const maxMeasured = 200;
/**
 * Penalties for shortening texts, relative to 1 for a text without a kept part: `kept` for the kept part, `keptAtAll`
 * once if any of it is lost, `rest` for the remainder.
 */
const weights = { kept: 100, keptAtAll: 5, rest: 0.25 };
/** Characters. A longer text is not kept whole at the cost of names. */
const maxKept = 28;

export function keptOf(text: string): string {
  return text.slice(0, maxKept);
}

/** Measured once, however many widths are tried. */
export function measured(texts: readonly FittedText[]): readonly MeasuredText[] {
  const points = (text: string, font: TextFont) => textWidth(text.slice(0, maxMeasured), font);
  return texts.map(({ text, font, kept }) => ({
    all: points(text, font),
    weight: kept === undefined ? 1 : weights.rest,
    kept: kept === undefined ? 0 : points(kept, font),
  }));
}

/**
 * Moves columns between fields, one at a time, while less of the texts is lost. One text that loses half is worse than
 * two that lose a quarter.
 */
export function fitFields(
  { widths }: { readonly widths: readonly number[] },
  span: Span,
  fields: readonly FittedField[],
): Fit {
  const lossWith = (columns: readonly number[]) => {
    const places = fieldSpans(span, columns);
    return fields.reduce((total, { texts }, index) => {
      const place = places[index];
      const room = place === undefined ? 0 : indentedRoomAcross(widths.slice(place.from - 1, place.to));
      const lossOf = (needed: number) => (needed <= room ? 0 : (1 - room / needed) ** 2);
      return texts.reduce(
        (sum, { all, weight, kept }) =>
          sum + weight * lossOf(all) + weights.kept * lossOf(kept) + (kept > room ? weights.keptAtAll : 0),
        total,
      );
    }, 0);
  };
  let best = fields.map(({ columns }) => columns);
  let least = lossWith(best);
  for (let improved = least > 0; improved; ) {
    improved = false;
    for (const tried of movesFrom(best, fields)) {
      const loss = lossWith(tried);
      if (loss >= least) continue;
      [best, least, improved] = [tried, loss, true];
    }
  }
  return { columns: best, loss: least };
}

function movesFrom(columns: readonly number[], fields: readonly FittedField[]): number[][] {
  const flexible = fields.flatMap(({ isFixed }, index) => (isFixed ? [] : [index]));
  return flexible.flatMap((from) =>
    flexible
      .filter((to) => to !== from && (columns[from] ?? 0) > 1)
      .map((to) => columns.map((count, index) => count + (index === to ? 1 : index === from ? -1 : 0))),
  );
}

export type NameColumns = { readonly task: number; readonly id: number };

type TableTexts = {
  readonly names: readonly MeasuredText[];
  readonly ids: readonly MeasuredText[];
  readonly figures: number;
  readonly others: readonly (readonly MeasuredText[])[];
};

const widest = { task: 8, id: 4 };
/**
 * The columns of names and ids, the same in all tables of tasks at the left, so that they stand under one another. They are
 * chosen so that as little as possible of the tables' texts is lost, and ids last of all.
 */
export function nameColumns(lookahead: Lookahead, grid: SummaryGrid): NameColumns {
  const tables = [changes(lookahead), risks(lookahead), keyTasks(lookahead)].filter(
    ({ names }) => names.length > 0,
  );
  let best = { task: 4, id: 1 };
  let least = Number.POSITIVE_INFINITY;
  for (let id = 1; id <= widest.id; id += 1) {
    for (let task = 3; task <= widest.task; task += 1) {
      const loss = tables.reduce((sum, table) => sum + lossOfTable(table, { task, id }, grid), 0);
      if (loss >= least) continue;
      [best, least] = [{ task, id }, loss];
    }
  }
  return best;
}

export function columnsBesideNames(
  { left }: SummaryGrid,
  { task, id }: NameColumns,
  { figures, fields }: { readonly figures: number; readonly fields: number },
): readonly number[] {
  const free = left.to - left.from + 1 - task - id - figures;
  const each = Math.max(1, Math.floor(free / fields));
  return Array.from({ length: fields }, (_, index) => (index === 0 ? free - each * (fields - 1) : each));
}

function lossOfTable(
  { names, ids, figures, others }: TableTexts,
  columns: NameColumns,
  grid: SummaryGrid,
): number {
  const counts = columnsBesideNames(grid, columns, { figures, fields: others.length });
  if (counts.some((count) => count < 1)) return Number.POSITIVE_INFINITY;
  return fitFields(grid, grid.left, [
    { columns: columns.task, isFixed: true, texts: names },
    { columns: columns.id, isFixed: true, texts: ids },
    { columns: figures, isFixed: true, texts: [] },
    ...others.map((texts, index) => ({ columns: counts[index] ?? 1, isFixed: false, texts })),
  ]).loss;
}

const size = fontSizes.text;
const nameText = (text: string, key: boolean): FittedText => ({ text, font: { size, bold: key } });
const idText = (ref: string): FittedText => ({ text: ref, font: { size }, kept: ref });
const readyWords = (task: PlannedTask): FittedText => ({
  text: readyText(task),
  font: { size, bold: true },
  kept: keptOf(readyText(task)),
});

function changes(lookahead: Lookahead): TableTexts {
  const shown = changedTasks(lookahead).slice(0, maxSummaryTasks.changes);
  return {
    names: measured(shown.map(({ change }) => nameText(change.taskName, change.key))),
    ids: measured(shown.map(({ change }) => idText(change.taskRef))),
    figures: 1,
    others: [measured(shown.map((task) => ({ text: task.words, font: { size }, kept: movedDates(task) })))],
  };
}

export function movedDates({ change, words }: ChangedTask): string | undefined {
  return change.kind === 'moved' ? words.split(' · ')[0] : undefined;
}

function ofTasks(tasks: readonly PlannedTask[]): Pick<TableTexts, 'names' | 'ids'> {
  return {
    names: measured(tasks.map((task) => nameText(taskText(task), task.key))),
    ids: measured(tasks.map(({ ref }) => idText(ref))),
  };
}

function risks(lookahead: Lookahead): TableTexts {
  const shown = unreadyTasks(lookahead).slice(0, maxSummaryTasks.risks);
  const asks = measured(
    shown.flatMap((task) => firstToAsk(task) ?? []).map(({ name: text }) => ({ text, font: { size } })),
  );
  const ready = measured(shown.map(readyWords));
  return { ...ofTasks(shown), figures: 1, others: asks.length === 0 ? [ready] : [ready, asks] };
}

function keyTasks(lookahead: Lookahead): TableTexts {
  const shown = keyTasksOf(lookahead).slice(0, maxSummaryTasks.keyTasks);
  return {
    ...ofTasks(shown),
    figures: 2,
    others: [
      measured(
        shown.map(({ status: { text } }) => ({ text, font: { size, bold: true }, kept: keptOf(text) })),
      ),
      measured(shown.map(readyWords)),
    ],
  };
}
