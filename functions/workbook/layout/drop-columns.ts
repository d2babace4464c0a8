/** What a shift's page does without when its window is too wide for the paper. */
import { givenUpFirst } from '../sheets/shift/shift-columns.ts';
import { type ColumnWish, fits } from './column-sizing.ts';
import { charactersAcross, type Paper } from './page-size.ts';

export type ShiftLayout<Column extends ColumnWish> = {
  readonly before: readonly Column[];
  readonly days: readonly Column[];
  readonly after: readonly Column[];
};

/** Characters of a day: six millimetres at seven tenths. */
export const leastDay = 26 / 7;
/** The narrowest in which a letter and two figures stand in whole: five millimetres. */
const narrowDay = 22 / 7;
/** Four millimetres. */
const narrowestDay = 2.2;

/**
 * Until the page holds the rest: the first four columns go one by one, days get narrower, two more go, days get as
 * narrow as they may, the last two go.
 */
const steps: readonly ({ readonly drop: number } | { readonly narrowTo: number })[] = [
  ...Array.from({ length: givenUpFirst }, (_, place) => ({ drop: place + 1 })),
  { narrowTo: narrowDay },
  { drop: givenUpFirst + 1 },
  { drop: givenUpFirst + 2 },
  { narrowTo: narrowestDay },
  { drop: givenUpFirst + 3 },
  { drop: givenUpFirst + 4 },
];

export function giveWay<Column extends ColumnWish>(
  layout: ShiftLayout<Column>,
  page: { readonly paper: Paper; readonly scale: number },
): ShiftLayout<Column> {
  let kept = layout;
  for (const step of steps) {
    const columns = [...kept.before, ...kept.days, ...kept.after];
    if (fits(columns, charactersAcross(page.paper, page.scale, columns.length))) return kept;
    kept = 'drop' in step ? without(kept, step.drop) : { ...kept, days: narrowed(kept.days, step.narrowTo) };
  }
  return kept;
}

function without<Column extends ColumnWish>(
  { before, days, after }: ShiftLayout<Column>,
  rank: number,
): ShiftLayout<Column> {
  const stays = ({ givesWay }: Column) => givesWay !== rank;
  return { before: before.filter(stays), days, after: after.filter(stays) };
}

/** The first and last day keep their room for a ◀ or ▶. */
function narrowed<Column extends ColumnWish>(days: readonly Column[], least: number): readonly Column[] {
  const usual = Math.min(...days.map((day) => day.least));
  return days.map((day) => {
    const more = day.least - usual;
    return { ...day, least: least + more, ideal: leastDay + more, grow: 0 };
  });
}
