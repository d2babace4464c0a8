/** The figures at the top of Summary, as tiles two columns wide. */

import { changeKinds } from '../../../lookahead/compare/task-differences.ts';
import { dayText } from '../../../lookahead/dates/day-text.ts';
import { weeksText } from '../../../lookahead/dates/window.ts';
import { gridMarks } from '../../../lookahead/grid/grid-text.ts';
import { busiestDay, figuresPerDay } from '../../../lookahead/grid/shift-plan.ts';
import type { Lookahead } from '../../../lookahead/lookahead.ts';
import { earlierRevision } from '../../../lookahead/report-words.ts';
import { countText, percentText } from '../../../lookahead/text/quantity-text.ts';
import { fontSizes } from '../../layout/font-sizes.ts';
import { columnPoints } from '../../layout/paper-and-margins.ts';
import { lineCount, rowHeight } from '../../layout/text-lines.ts';
import { summary } from '../../theme/summary-styles.ts';
import { countFormula } from '../../xlsx/cell-references.ts';
import type { CellValue, Row, Style } from '../../xlsx/sheet-plan.ts';
import { listRange } from '../list-sheet.ts';
import { fullRow, type Places, type Section } from './sections.ts';

export type Tile = {
  readonly label: string;
  readonly value: CellValue;
  readonly format: 'number' | 'share';
  readonly caption: string | CountedText;
};

/** A sentence with a count from another sheet. */
type CountedText = { readonly formula: string; readonly result: string };

function overList(
  range: string | undefined,
  formula: (range: string) => string,
  result: number | string,
): CellValue {
  return range === undefined ? result : { formula: formula(range), result };
}

/** @param cells of Summary's own tables: each shift's tasks, and the people of all shifts on each day */
export function figureTiles(
  lookahead: Lookahead,
  places: Places,
  cells: { readonly tasksPerShift: string; readonly peopleOfAll: string },
): Tile[] {
  const { tasks } = lookahead;
  const ids = listRange(places.tasks, 'ID');
  const keys = listRange(places.tasks, 'Key task');
  const ready = listRange(places.tasks, 'Ready');
  const { ready: readyTasks, of } = lookahead.readiness;
  const { peoplePerDay } = figuresPerDay(lookahead.shifts, lookahead.days);
  const busiest = busiestDay(lookahead.window.first, peoplePerDay);
  return [
    {
      label: 'Tasks',
      value: overList(ids, (range) => `COUNTA(${range})`, tasks.length),
      format: 'number',
      caption: {
        formula: `"on "&${countFormula(`COUNTIF(${cells.tasksPerShift},">0")`, 'shift')}`,
        result: `on ${countText(lookahead.shifts.filter((shift) => shift.figures.tasks > 0).length, 'shift')}`,
      },
    },
    {
      label: 'Key tasks',
      value: overList(keys, (range) => `COUNTIF(${range},"yes")`, tasks.filter((task) => task.key).length),
      format: 'number',
      caption: `marked ${gridMarks.key}`,
    },
    {
      label: 'Ready',
      value: overList(
        ready,
        (range) => `IFERROR(COUNTIF(${range},"yes")/COUNTA(${range}),"–")`,
        of === 0 ? '–' : readyTasks / of,
      ),
      format: 'share',
      caption: readyCaption(ready, readyTasks, of),
    },
    ppcTile(lookahead),
    changesTile(lookahead, places),
    delaysTile(lookahead, places),
    {
      label: 'Busiest day',
      value: busiest ? { formula: `MAX(${cells.peopleOfAll})`, result: busiest.people } : '–',
      format: 'number',
      caption: busiest ? `people on ${dayText(busiest.day)}, all shifts` : 'no people are planned',
    },
  ];
}

/** `9 of 12 tasks to do, with nothing missing`, as the Tasks sheet counts them. */
function readyCaption(range: string | undefined, ready: number, of: number): Tile['caption'] {
  const rest = 'to do, with nothing missing';
  const result = `${ready} of ${countText(of, 'task')} ${rest}`;
  if (range === undefined) return result;
  const all = countFormula(`COUNTA(${range})`, 'task');
  return { formula: `COUNTIF(${range},"yes")&" of "&${all}&" ${rest}"`, result };
}

/**
 * PPC by task-day, with the definition by task in its caption. Without an earlier plan to measure against it is "not
 * yet", never 0 or 100 per cent.
 */
export function ppcTile({ ppc }: Lookahead): Tile {
  const week = weeksText(ppc.week);
  if (ppc.kind === 'not yet') {
    const caption = `no revision from before ${week} began to measure by`;
    return { label: 'PPC', value: 'not yet', format: 'share', caption };
  }
  const byTask = `by task ${ppc.task === undefined ? 'none' : percentText(ppc.task)}, ${ppc.finished} of ${ppc.dueToFinish}`;
  return {
    label: 'PPC',
    value: ppc.taskDay ?? 'not yet',
    format: 'share',
    caption: `of planned days of ${week} happened; ${byTask} due finished`,
  };
}

export function changesTile(lookahead: Lookahead, places: Places | undefined): Tile {
  const { changes, issue } = lookahead;
  if (!changes || !issue.previous) {
    return { label: 'Changes', value: '–', format: 'number', caption: 'no earlier revision to compare with' };
  }
  const earlier = earlierRevision(issue.previous, lookahead.window);
  const kinds = changeKinds.filter((kind) => changes.counts[kind] > 0).length;
  const range = places && listRange(places.changes, 'Change');
  return {
    label: 'Tasks changed',
    value: overList(
      range,
      (cells) => `COUNTA(${cells})`,
      new Set(changes.list.map(({ taskId }) => taskId)).size,
    ),
    format: 'number',
    caption: kinds === 0 ? `none since ${earlier}` : `since ${earlier}`,
  };
}

function delaysTile(lookahead: Lookahead, places: Places): Tile {
  const { delays } = lookahead;
  const range = listRange(places.delays, 'Task is');
  return {
    label: 'Open delays',
    value: overList(range, (states) => `COUNTIF(${states},"open")`, delays.open),
    format: 'number',
    caption:
      range === undefined
        ? 'none recorded'
        : {
            formula: `"of "&${countFormula(`COUNTA(${range})`, 'delay')}&" recorded"`,
            result: `of ${countText(delays.lines.length, 'delay')} recorded`,
          },
  };
}

function tileStyle({ format, value }: Tile): Style {
  if (format === 'share') return summary.tileShare;
  return typeof value === 'number' && !Number.isInteger(value) ? summary.tileDecimal : summary.tileFigure;
}

/** Points at the left and right of a tile's caption. */
const tilePadding = 14;
/** Rows that the tiles take. */
export const tileRows = 3;

/** The first tile is the column of labels, the others two columns each. */
export function tilesSection(tiles: readonly Tile[], firstRow: number, widths: readonly number[]): Section {
  const column = (index: number) => (index === 0 ? 0 : index * 2 - 1);
  const lines = tiles.map(({ caption }, index) => {
    const own = widths.slice(column(index), column(index) + (index === 0 ? 1 : 2));
    const room = own.reduce((sum, width) => sum + columnPoints(width), 0) - tilePadding;
    return lineCount(typeof caption === 'string' ? caption : caption.result, { size: fontSizes.text }, room);
  });
  const row = (cellOf: (tile: Tile) => Row['cells'][number], rest: Style, height: number): Row => {
    const cells: (Row['cells'][number] | undefined)[] = [];
    tiles.forEach((tile, index) => {
      cells[column(index)] = cellOf(tile);
    });
    return fullRow(cells, rest, height);
  };
  return {
    rows: [
      row((tile) => ({ value: tile.label, style: summary.tileLabel }), summary.tileTop, 19.5),
      row(
        (tile) => ({
          value: tile.value,
          style: tileStyle(tile),
        }),
        summary.tileBand,
        33.75,
      ),
      row(
        (tile) => ({ value: tile.caption, style: summary.tileWords }),
        summary.tileBand,
        rowHeight(Math.max(...lines), fontSizes.text, 5),
      ),
    ],
    merges: tiles.slice(1).flatMap((_tile, index) => {
      const left = column(index + 1) + 1;
      return [firstRow + 1, firstRow + 2].map((top) => ({ top, left, bottom: top, right: left + 1 }));
    }),
  };
}
