import { describe, expect, it } from 'vitest';
import { choosePlanIssue, weekOfLatestFriday } from '#lookahead/compare/earlier-issue.ts';
import { localInstantOf } from '#lookahead/dates/report-dates.ts';
import { weeksText, windowDatesText } from '#lookahead/dates/window.ts';
import { day, weekFrom } from '../../support/builders/a-plan-input.ts';

describe('last week', () => {
  it.each([
    ['2026-11-19', 'Mon 9 Nov – Sun 15 Nov 2026, week 46'],
    ['2026-11-20', 'Mon 16 Nov – Sun 22 Nov 2026, week 47'],
    ['2026-11-22', 'Mon 16 Nov – Sun 22 Nov 2026, week 47'],
    ['2026-11-23', 'Mon 16 Nov – Sun 22 Nov 2026, week 47'],
    ['2027-01-01', 'Mon 28 Dec 2026 – Sun 3 Jan 2027, week 53'],
  ])('on %s is %s', (today, label) => {
    const week = weekOfLatestFriday(day(today));
    expect(`${windowDatesText(week)}, ${weeksText(week)}`).toBe(label);
  });
});

describe('the plan of last week (16 to 22 November)', () => {
  const issue = (number: number, instant: string, window = weekFrom('2026-11-16')) => {
    const read = localInstantOf(instant, 'Europe/London');
    return { reference: { number, window, reportDay: read.day, read, programme: undefined } };
  };
  const friday = issue(1, '2026-11-13T14:00:00Z');
  const saturday = issue(2, '2026-11-14T09:00:00Z');
  const monday = issue(3, '2026-11-16T07:00:00Z');
  const tuesday = issue(4, '2026-11-17T07:00:00Z');
  const longer = issue(5, '2026-11-12T07:00:00Z', weekFrom('2026-11-09', 3));
  const otherWeek = issue(6, '2026-11-15T07:00:00Z', weekFrom('2026-11-23'));

  it.each([
    ['is the last issue from before the week', [saturday, friday, monday, tuesday, otherWeek], 2],
    ['may be an issue that covers several weeks', [longer, otherWeek], 5],
    ['is the issue of its Monday, if there is none from before the week', [tuesday, monday, otherWeek], 3],
    ['is never an issue from later in the week', [tuesday, otherWeek], undefined],
    ['is undefined without issues', [], undefined],
  ])('%s', (_, candidates, number) => {
    expect(choosePlanIssue(weekFrom('2026-11-16'), candidates)?.reference.number).toBe(number);
  });
});
