/** One week for the cabin wall, readable at three metres: what, who, where and when. A shift takes one page where it fits. */
import type { DayColumn } from '../../../lookahead/grid/day-columns.ts';
import { type ShiftPlan, tasksOf } from '../../../lookahead/grid/shift-plan.ts';
import { countText } from '../../../lookahead/text/quantity-text.ts';
import { pageRoom, repeatedPoints } from '../../layout/page-breaks.ts';
import { charactersAcross } from '../../layout/paper-and-margins.ts';
import { screenZoom } from '../../layout/screen-zoom.ts';
import { printSetup } from '../../theme/print-setup.ts';
import { rowsFrom, type SheetContext } from '../../theme/sheet-context.ts';
import { titleBlock } from '../../theme/title-block.ts';
import { wall, wallDays } from '../../theme/wall-styles.ts';
import type { Cell, Row, SheetPlan } from '../../xlsx/sheet-plan.ts';
import { pageTitle } from '../shift/shift-texts.ts';
import { type Detail, detailsOf } from './wall-columns.ts';
import { wallPages } from './wall-pages.ts';

/** Parts of the page's width. The days have half of it, and the task what is left. */
const parts = { beforeDays: 0.49, day: 0.51 / 7 } as const;
/** Points. */
const headHeight = 30;

/** As many as hang on a wall. */
const maxPages = 12;

/** Undefined where it cannot be read at three metres: on smaller paper, over a longer window, on more pages. */
export function wallSheet(context: SheetContext): SheetPlan | undefined {
  const { lookahead, paper } = context;
  const { days, shifts } = lookahead;
  if (paper !== 'A3' || days.length > 7) return undefined;
  const details = detailsOf(lookahead);
  const across = charactersAcross(paper, 'wall', 1 + details.length + days.length);
  const ofDetails = details.map(({ part }) => part);
  const ofTask = parts.beforeDays - ofDetails.reduce((sum, part) => sum + part, 0);
  const widths = [ofTask, ...ofDetails, ...days.map(() => parts.day)].map(
    (part) => Math.floor(part * across * 7) / 7,
  );
  const title = titleBlock(context, {
    sheet: wallTitle(shifts),
    figures: countText(
      shifts.reduce((sum, shift) => sum + tasksOf(shift).length, 0),
      'task',
    ),
    widths,
  });
  const header = headerRow(details, days);
  const first = title.rows.length + 2;
  const room = pageRoom({ paper, widths, repeated: repeatedPoints(title, [header]) });
  const { rows, breaksAfter } = wallPages(shifts, { widths, details, days, room, firstRow: first });
  if (breaksAfter.length >= maxPages) return undefined;
  return {
    name: 'Wall',
    columns: widths.map((width) => ({ width })),
    rows: rowsFrom(function* () {
      yield* title.rows;
      yield header;
      yield* rows;
    }),
    freeze: { row: first, column: 2 },
    pictures: title.pictures,
    print: printSetup(context, { widths, titleRows: { first: 1, last: first - 1 }, breaksAfter }),
    zoom: screenZoom(widths),
    showGridLines: false,
  };
}

/** `Lookahead of all shifts`, or the title of the page of the only one. */
function wallTitle(shifts: readonly ShiftPlan[]): string {
  const [only, ...others] = shifts;
  return only !== undefined && others.length === 0 ? pageTitle(only, shifts) : 'Lookahead of all shifts';
}

function headerRow(details: readonly Detail[], days: readonly DayColumn[]): Row {
  const titles = ['Task', ...details.map(({ title }) => title)].map(
    (value): Cell => ({ value, style: wall.head }),
  );
  return {
    cells: [...titles, ...days.map(({ day, kind }): Cell => ({ value: { day }, style: wallDays[kind] }))],
    height: headHeight,
  };
}
