/** Rows and columns that the measures of the lookahead count. They are folded: their figures print, they do not. */

import {
  type Condition,
  type ForeseenTask,
  type Foresight,
  inPlan,
  isWeekBefore,
  kindText,
  newThen,
  type SeenAs,
  shareConditions,
  weeksForeseen,
} from '#lookahead/compare/foresight.ts';
import { contactText } from '#lookahead/compare/unready-tasks.ts';
import { datesText, dayText } from '#lookahead/dates/day-text.ts';
import { weeksText } from '#lookahead/dates/window.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { countOf, type TextMatch } from '#workbook/sheets/counting-formulas.ts';
import { type ListColumn, textColumn } from '#workbook/sheets/list-columns.ts';
import type { ListPlaces } from '#workbook/sheets/list-sheet.ts';
import { cells } from '#workbook/theme/sheet-styles.ts';
import type { LastWeekRow } from './last-week-columns.ts';
import { listRanges } from './totals-rows.ts';

const planWords: Readonly<Record<ForeseenTask['plan'], string>> = {
  ready: 'planned',
  unready: 'planned, not ready',
  'done early': 'done early',
  cancelled: 'cancelled',
  'not planned': 'not planned',
};

const seenWords: Readonly<Record<SeenAs, string>> = {
  foreseen: '✓',
  'foreseen unready': '✗',
  moved: 'moved',
  'moved unready': 'moved ✗',
  new: 'new',
  begun: 'begun',
  part: 'part',
};

/** Tasks that were not foreseen a week before, then those foreseen and not made ready; of each, key tasks first. */
export function worstFirst(foresight: Foresight): Foresight {
  const index = foresight.before.findIndex(isWeekBefore);
  const isMadeReady = ({ plan }: ForeseenTask) =>
    plan === 'ready' || plan === 'done early' || plan === 'cancelled';
  const rank = (row: ForeseenTask) =>
    (isNotForeseen(row, index) ? 0 : isMadeReady(row) ? 4 : 2) + (row.task.key ? 0 : 1);
  return { ...foresight, tasks: foresight.tasks.toSorted((a, b) => rank(a) - rank(b)) };
}

/** @param index of the issue from a week before */
export function isNotForeseen({ seen, plan }: ForeseenTask, index: number): boolean {
  return inPlan.some((each) => each === plan) && newThen.some((each) => each === seen[index]);
}

/** Titles of the folded columns. The trend over the weeks stands above them: a name, then eight weeks. */
export const foreseenTitles = {
  constraints: 'Constraints, first seen',
  count: 'How many',
  late: 'Seen late',
  owner: 'Owner',
  starts: 'Starts in the week',
} as const;

function movedText(
  { plan, dates, otherDates }: ForeseenTask,
  { reportDay, ppc }: Pick<Lookahead, 'reportDay' | 'ppc'>,
): string {
  if (plan === 'not planned') {
    return otherDates === undefined
      ? `not in the plan of ${weeksText(ppc.week)}`
      : `now ${datesText(otherDates, reportDay)}`;
  }
  const hasMoved = otherDates?.start !== dates.start || otherDates.finish !== dates.finish;
  return otherDates !== undefined && hasMoved ? `a week before ${datesText(otherDates, reportDay)}` : '';
}

export function weeksBeforeText(weeks: number): string {
  return `${countText(weeks, 'week')} before`;
}

export function ofForeseen(lookahead: Lookahead): (foreseen: ForeseenTask) => LastWeekRow {
  return (foreseen) => {
    const { task, dates, plan, subcontractor } = foreseen;
    return {
      taskId: task.id,
      taskRef: task.ref,
      taskName: task.name,
      key: task.key,
      result: planWords[plan],
      isMiss: plan === 'unready' || plan === 'not planned',
      when: datesText(dates, lookahead.reportDay),
      daysLost: undefined,
      outcome: movedText(foreseen, lookahead),
      subcontractor: subcontractor?.name ?? '',
      reason: '',
      foreseen,
    };
  };
}

export function foreseenColumns(
  { before }: Foresight,
  { reportDay }: Lookahead,
): readonly ListColumn<LastWeekRow>[] {
  const text = (title: string, of: (task: ForeseenTask) => string, width: number) =>
    textColumn<LastWeekRow>(title, ({ foreseen }) => (foreseen ? of(foreseen) : ''), {
      min: width,
      ideal: width,
    });
  const count = (title: string, of: (task: ForeseenTask) => number): ListColumn<LastWeekRow> => ({
    title,
    min: 9,
    ideal: 9,
    cell: ({ foreseen }) => ({ value: foreseen && (of(foreseen) || undefined), style: cells.whole }),
  });
  return [
    text(
      foreseenTitles.constraints,
      ({ constraints }) =>
        constraints
          .map(({ kind, ask, firstSeen }) => {
            const asked = ask === undefined ? '' : `, ask ${contactText(ask)}`;
            return `${kindText(kind)} ${dayText(firstSeen, reportDay)}${asked}`;
          })
          .join('; '),
      40,
    ),
    count(foreseenTitles.count, ({ constraints }) => constraints.length),
    count(foreseenTitles.late, ({ constraints }) => constraints.filter(({ isLate }) => isLate).length),
    text(foreseenTitles.owner, ({ owner }) => owner?.name ?? '', 20),
    text(foreseenTitles.starts, ({ startsInWeek }) => (startsInWeek ? 'yes' : ''), 9),
    ...weeksForeseen.toReversed().map((weeks) => {
      const at = before.findIndex((each) => each.weeks === weeks);
      return text(weeksBeforeText(weeks), ({ seen }) => seenWord(seen[at]), 9);
    }),
  ];
}

function seenWord(seen: SeenAs | undefined): string {
  return seen === undefined ? '' : seenWords[seen];
}

export type Formulas = { readonly count: string; readonly of: string };

/** A share over the rows, as the planner counts it. */
export function shareFormulas(
  share: keyof typeof shareConditions,
  weeks: number,
  places: ListPlaces,
): Formulas {
  const range = listRanges(places);
  const count = ({ plan, seen, starting }: Condition) => {
    const more: readonly TextMatch[] = starting ? [[range(foreseenTitles.starts), 'yes']] : [];
    const pairs = plan.flatMap((each) =>
      seen.map((as): readonly TextMatch[] => [
        [range('Result'), planWords[each]],
        [range(weeksBeforeText(weeks)), seenWords[as]],
      ]),
    );
    return pairs.map((pair) => countOf(...pair, ...more)).join('+');
  };
  const conditions = shareConditions[share];
  return { count: count(conditions.count), of: count(conditions.of) };
}
