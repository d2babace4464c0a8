import { expect, it } from 'vitest';
import { windowAndHolidaysText } from '#lookahead/report-words.ts';
import { aLookahead } from '../support/builders/a-lookahead.ts';
import { aPlanInput, day, weekFrom } from '../support/builders/a-plan-input.ts';

const week = 'Mon 21 Dec – Sun 27 Dec 2026';

it.each([
  [[], 1, week],
  [['2026-12-25', '2027-01-01'], 1, `${week} · Fri 25 Dec is a holiday`],
  [['2026-12-25', '2026-12-24'], 1, `${week} · Thu 24 Dec – Fri 25 Dec are holidays`],
  [
    ['2026-12-25', '2027-01-01'],
    2,
    'Mon 21 Dec 2026 – Sun 3 Jan 2027 · Fri 25 Dec and Fri 1 Jan 2027 are holidays',
  ],
  [['2026-12-21', '2026-12-23', '2026-12-25', '2026-12-26'], 1, `${week} · 4 days are holidays`],
])('with the holidays %j, the dates of %d weeks are %s', (holidays, weeks, words) => {
  const project = { ...aPlanInput().project, holidays: holidays.map(day) };
  expect(windowAndHolidaysText(aLookahead({ project, window: weekFrom('2026-12-21', weeks) }))).toBe(words);
});
