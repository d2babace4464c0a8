import { expect, it } from 'vitest';
import { lastDayWithKnownProgress } from '#planning/contract/programme-version.ts';

it.each([
  ['2017-09-16', '2017-09-16'],
  ['2017-09-16T08:00', '2017-09-16'],
  ['2017-09-16T00:00', '2017-09-15'],
  ['2016-03-01T00:00', '2016-02-29'],
])('for the data date %s, the last day with known progress is %s', (dataDate, lastDay) => {
  expect(lastDayWithKnownProgress(dataDate)).toBe(lastDay);
});
