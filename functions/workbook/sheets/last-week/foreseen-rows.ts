/** Rows and columns that the measures of the lookahead count. They are folded: their figures print, they do not. */

import type { Day } from '../../../base/day.ts';
import {
  type ForeseenTask,
  type Foresight,
  foreseenThen,
  inPlan,
  newThen,
  type SeenAs,
  unreadyThen,
} from '../../../lookahead/compare/foresight.ts';
import { contactText } from '../../../lookahead/compare/unready-tasks.ts';
import { datesText, dayText } from '../../../lookahead/dates/day-text.ts';
import type { Lookahead } from '../../../lookahead/lookahead.ts';
import { countText } from '../../../lookahead/text/quantity-text.ts';
import { cells } from '../../theme/sheet-styles.ts';
import { countOf, type TextMatch } from '../counting-formulas.ts';
import { type ListColumn, textColumn } from '../list-columns.ts';
import type { ListPlaces } from '../list-sheet.ts';
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
  const index = foresight.before.findIndex(({ weeks }) => weeks === 1);
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

function movedText({ plan, dates, otherDates }: ForeseenTask, reportDay: Day): string {
  if (plan === 'not planned') {
    return otherDates === undefined ? 'not in the plan any more' : `now ${datesText(otherDates, reportDay)}`;
  }
  const hasMoved = otherDates?.start !== dates.start || otherDates.finish !== dates.finish;
  return otherDates !== undefined && hasMoved ? `a week before ${datesText(otherDates, reportDay)}` : '';
}

export function weeksBeforeText(weeks: number): string {
  return `${countText(weeks, 'week')} before`;
}

export function ofForeseen({ reportDay }: Lookahead): (foreseen: ForeseenTask) => LastWeekRow {
  return (foreseen) => {
    const { task, dates, plan, subcontractor } = foreseen;
    return {
      taskId: task.id,
      taskRef: task.ref,
      taskName: task.name,
      key: task.key,
      result: planWords[plan],
      isMiss: plan === 'unready' || plan === 'not planned',
      when: datesText(dates, reportDay),
      daysLost: undefined,
      outcome: movedText(foreseen, reportDay),
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
  const isLate = ({ constraints }: ForeseenTask) => constraints.filter((each) => each.isLate);
  return [
    text(
      foreseenTitles.constraints,
      ({ constraints }) =>
        constraints
          .map(({ kind, ask, firstSeen }) => {
            const asked = ask === undefined ? '' : `, ask ${contactText(ask)}`;
            return `${kind.replaceAll('-', ' ')} ${dayText(firstSeen, reportDay)}${asked}`;
          })
          .join('; '),
      40,
    ),
    count(foreseenTitles.count, ({ constraints }) => constraints.length),
    count(foreseenTitles.late, (task) => isLate(task).length),
    text(foreseenTitles.owner, ({ owner }) => owner?.name ?? '', 20),
    text(foreseenTitles.starts, ({ startsInWeek }) => (startsInWeek ? 'yes' : ''), 9),
    ...[4, 3, 2, 1].map((weeks) => {
      const at = before.findIndex((each) => each.weeks === weeks);
      const seen = ({ seen: all }: ForeseenTask) => all[at];
      return text(weeksBeforeText(weeks), (task) => seenWord(seen(task)), 9);
    }),
  ];
}

function seenWord(seen: SeenAs | undefined): string {
  return seen === undefined ? '' : seenWords[seen];
}

export type Formulas = { readonly count: string; readonly of: string };

/** The same conditions as `countWeek`, over the rows. */
export function weekFormulas(
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
