import type { Day } from '#base/day.ts';
import { dayText, dayTextParts } from '#lookahead/dates/day-text.ts';
import { groupDaysByWeek } from '#lookahead/grid/day-columns.ts';
import { sumFiguresPerDay } from '#lookahead/grid/shift-plan.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { carriedOverPeoplePerDay, uncountedPeopleText } from '#lookahead/resources/labour-and-plant.ts';
import { peopleNumberText } from '#lookahead/text/quantity-text.ts';
import type { MailBlock, MailFigure } from './mail-body.ts';

/** Maximum number of weeks with a figure per day; in a longer window, each figure is a week. */
const maxWeeksByDay = 2;

/** People of all shifts together: a row of days per week, or one row of weeks in a long window. */
export function peopleBlocks(lookahead: Lookahead): readonly MailBlock[] {
  const { shifts, days, window } = lookahead;
  const uncounted = uncountedPeopleText(shifts);
  const { peoplePerDay } = sumFiguresPerDay(shifts, days);
  const isManned = peoplePerDay.some((count) => count > 0);
  if (!isManned && uncounted === '') return [];
  const byDay = window.weeks <= maxWeeksByDay;
  const weeks = groupDaysByWeek(days).map(({ week, from, days: own }) => ({
    week,
    days: own.map(({ day }, index) =>
      figure(peoplePerDay[from + index] ?? 0, dayInWindowText(day, lookahead)),
    ),
    most: Math.max(...peoplePerDay.slice(from, from + own.length)),
  }));
  const rows = byDay
    ? weeks.map((week) => week.days)
    : [weeks.map(({ week, most }) => figure(most, `W${week}`))];
  return [
    { kind: 'heading', text: byDay ? 'People per day' : 'People per week, busiest day' },
    ...(isManned ? rows.map((figures): MailBlock => ({ kind: 'figures', labels: 'above', figures })) : []),
    ...(uncounted === ''
      ? []
      : [{ kind: 'note', text: `${uncounted}${peopleWithCarriedText(lookahead, peoplePerDay)}.` } as const]),
  ];
}

/** `; with them 194 on Mon 30`: people at the gate on the first day on which overdue work can continue. */
function peopleWithCarriedText(lookahead: Lookahead, peoplePerDay: readonly number[]): string {
  const carried = carriedOverPeoplePerDay(lookahead.shifts, lookahead.days);
  const first = carried.findIndex((people) => people > 0);
  const [day, people = 0] = [lookahead.days[first]?.day, peoplePerDay[first]];
  if (day === undefined || people === 0) return '';
  return `; with them ${peopleNumberText(people + (carried[first] ?? 0))} on ${dayInWindowText(day, lookahead)}`;
}

function figure(count: number, label: string): MailFigure {
  return { value: count === 0 ? '–' : peopleNumberText(count), label };
}

/** `Mon 30`, which fits on a phone; with the month in a window long enough to have two such days. */
export function dayInWindowText(day: Day, { window, reportDay }: Lookahead): string {
  const { weekday, dayOfMonth } = dayTextParts(day);
  return window.weeks <= maxWeeksByDay ? `${weekday} ${dayOfMonth}` : dayText(day, reportDay);
}
