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
import { type ListPlaces, localRanges } from '#workbook/sheets/list-sheet.ts';
import type { Column } from '#workbook/table/column.ts';
import type { LastWeekRow } from './last-week-columns.ts';

function planText(plan: ForeseenTask['plan']): string {
  return plan === 'ready' ? 'planned' : plan === 'unready' ? 'planned, not ready' : plan;
}

const seenMarks: Partial<Record<SeenAs, string>> = {
  foreseen: '✓',
  'foreseen unready': '✗',
  'moved unready': 'moved ✗',
};

function seenText(seen: SeenAs): string {
  return seenMarks[seen] ?? seen;
}

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
      result: planText(plan),
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
): readonly Column<LastWeekRow>[] {
  const column = (
    title: string,
    width: number,
    of: (task: ForeseenTask) => string | number | undefined,
  ): Column<LastWeekRow> => ({
    title,
    width: { min: width, max: width },
    value: ({ foreseen }) => (foreseen && of(foreseen)) || undefined,
  });
  return [
    column(foreseenTitles.constraints, 40, ({ constraints }) =>
      constraints
        .map(({ kind, ask, firstSeen }) => {
          const asked = ask === undefined ? '' : `, ask ${contactText(ask)}`;
          return `${kindText(kind)} ${dayText(firstSeen, reportDay)}${asked}`;
        })
        .join('; '),
    ),
    column(foreseenTitles.count, 9, ({ constraints }) => constraints.length),
    column(foreseenTitles.late, 9, ({ constraints }) => constraints.filter(({ isLate }) => isLate).length),
    column('Owner', 20, ({ owner }) => owner?.name),
    column(foreseenTitles.starts, 9, ({ startsInWeek }) => (startsInWeek ? 'yes' : '')),
    ...weeksForeseen.toReversed().map((weeks) => {
      const at = before.findIndex((each) => each.weeks === weeks);
      return column(weeksBeforeText(weeks), 9, ({ seen }) => seen[at] && seenText(seen[at]));
    }),
  ];
}

export type Formulas = { readonly count: string; readonly of: string };

/** A share over the rows, as the planner counts it. */
export function shareFormulas(
  share: keyof typeof shareConditions,
  weeks: number,
  places: ListPlaces,
): Formulas {
  const range = localRanges(places);
  const count = ({ plan, seen, starting }: Condition) => {
    const more: readonly TextMatch[] = starting ? [[range(foreseenTitles.starts), 'yes']] : [];
    const pairs = plan.flatMap((each) =>
      seen.map((as): readonly TextMatch[] => [
        [range('Result'), planText(each)],
        [range(weeksBeforeText(weeks)), seenText(as)],
      ]),
    );
    return pairs.map((pair) => countOf(...pair, ...more)).join('+');
  };
  const conditions = shareConditions[share];
  return { count: count(conditions.count), of: count(conditions.of) };
}
