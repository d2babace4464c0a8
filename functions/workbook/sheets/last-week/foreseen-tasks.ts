/** Rows and columns that the measures of foresight count. They are folded, so only the figures are printed. */

import {
  constraintKindText,
  type Foresight,
  type ForesightShareCondition,
  type ForesightState,
  foresightShareConditions,
  isOneWeekBefore,
  notForeseenStates,
  plannedStates,
  type TaskInForesight,
  weeksOfForesight,
} from '#lookahead/compare/foresight.ts';
import { nameAndAddressText } from '#lookahead/compare/unready-tasks.ts';
import { datesText, dayText } from '#lookahead/dates/day-text.ts';
import { weeksText } from '#lookahead/dates/window.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { countFormula, type TextMatchCondition } from '#workbook/sheets/counting-formulas.ts';
import { createSameSheetRangeFinder, type ListPositions } from '#workbook/sheets/list-sheet.ts';
import type { ItemColumn } from '#workbook/table/column.ts';
import type { LastWeekRow } from './last-week-columns.ts';

function planStateText(plan: TaskInForesight['planState']): string {
  return plan === 'ready' ? 'planned' : plan === 'unready' ? 'planned, not ready' : plan;
}

const foresightStateMarks: Partial<Record<ForesightState, string>> = {
  foreseen: '✓',
  'foreseen unready': '✗',
  'moved unready': 'moved ✗',
};

function foresightStateText(seen: ForesightState): string {
  return foresightStateMarks[seen] ?? seen;
}

/**
 * Puts tasks first that were not foreseen a week before, then tasks that were foreseen but not made ready. Key tasks
 * come first in each group.
 */
export function sortWorstFirst(foresight: Foresight): Foresight {
  const index = foresight.weeksBefore.findIndex(isOneWeekBefore);
  const isMadeReady = ({ planState }: TaskInForesight) =>
    planState === 'ready' || planState === 'done early' || planState === 'cancelled';
  const rank = (row: TaskInForesight) =>
    (isNotForeseen(row, index) ? 0 : isMadeReady(row) ? 4 : 2) + (row.task.key ? 0 : 1);
  return { ...foresight, tasks: foresight.tasks.toSorted((a, b) => rank(a) - rank(b)) };
}

/**
 * Whether a planned task was not foreseen in an earlier issue.
 * @param index of the issue in `foresightStates`
 */
export function isNotForeseen({ foresightStates, planState }: TaskInForesight, index: number): boolean {
  return (
    plannedStates.some((each) => each === planState) &&
    notForeseenStates.some((each) => each === foresightStates[index])
  );
}

/** Titles of folded columns. The table of the trend is above these: a column of names, then one for each of 8 weeks. */
export const foreseenTaskColumnTitles = {
  constraints: 'Constraints, first seen',
  count: 'How many',
  late: 'Seen late',
  starts: 'Starts in the week',
} as const;

function otherDatesText(
  { planState, dates, otherDates }: TaskInForesight,
  { reportDay, ppc }: Pick<Lookahead, 'reportDay' | 'ppc'>,
): string {
  if (planState === 'not planned') {
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

export function foreseenRowMaker(lookahead: Lookahead): (foreseen: TaskInForesight) => LastWeekRow {
  return (foreseen) => {
    const { task, dates, planState, subcontractor } = foreseen;
    return {
      taskId: task.id,
      taskRef: task.ref,
      taskName: task.name,
      key: task.key,
      result: planStateText(planState),
      isMiss: planState === 'unready' || planState === 'not planned',
      when: datesText(dates, lookahead.reportDay),
      daysLost: undefined,
      outcome: otherDatesText(foreseen, lookahead),
      subcontractor: subcontractor?.name ?? '',
      reason: '',
      foreseen,
    };
  };
}

export function foreseenColumns(
  { weeksBefore }: Foresight,
  { reportDay }: Lookahead,
): readonly ItemColumn<LastWeekRow>[] {
  const column = (
    title: string,
    width: number,
    read: (task: TaskInForesight) => string | number | undefined,
  ): ItemColumn<LastWeekRow> => ({
    title,
    width: { min: width, max: width },
    value: ({ foreseen }) => (foreseen && read(foreseen)) || undefined,
  });
  return [
    column(foreseenTaskColumnTitles.constraints, 40, ({ constraints }) =>
      constraints
        .map(({ kind, ask, firstSeen }) => {
          const asked = ask === undefined ? '' : `, ask ${nameAndAddressText(ask)}`;
          return `${constraintKindText(kind)} ${dayText(firstSeen, reportDay)}${asked}`;
        })
        .join('; '),
    ),
    column(foreseenTaskColumnTitles.count, 9, ({ constraints }) => constraints.length),
    column(
      foreseenTaskColumnTitles.late,
      9,
      ({ constraints }) => constraints.filter(({ isLate }) => isLate).length,
    ),
    column('Owner', 20, ({ owner }) => owner?.name),
    column(foreseenTaskColumnTitles.starts, 9, ({ startsInWeek }) => (startsInWeek ? 'yes' : '')),
    ...weeksOfForesight.toReversed().map((weeks) => {
      const at = weeksBefore.findIndex((each) => each.weeks === weeks);
      return column(
        weeksBeforeText(weeks),
        9,
        ({ foresightStates }) => foresightStates[at] && foresightStateText(foresightStates[at]),
      );
    }),
  ];
}

export type ShareFormulas = { readonly count: string; readonly of: string };

/**
 * Formulas over the rows of the list: `count` counts the tasks of a share, `of` the tasks that it is a share of. They
 * use `foresightShareConditions`, as the counts in the plan do.
 */
export function formulasOfShare(
  share: keyof typeof foresightShareConditions,
  weeks: number,
  places: ListPositions,
): ShareFormulas {
  const range = createSameSheetRangeFinder(places);
  const count = ({ planStates, foresightStates, startsInWeek }: ForesightShareCondition) => {
    const more: readonly TextMatchCondition[] = startsInWeek
      ? [[range(foreseenTaskColumnTitles.starts), 'yes']]
      : [];
    const pairs = planStates.flatMap((each) =>
      foresightStates.map((state): readonly TextMatchCondition[] => [
        [range('Result'), planStateText(each)],
        [range(weeksBeforeText(weeks)), foresightStateText(state)],
      ]),
    );
    return pairs.map((pair) => countFormula(...pair, ...more)).join('+');
  };
  const conditions = foresightShareConditions[share];
  return { count: count(conditions.count), of: count(conditions.of) };
}
