/**
 * A week of made-up trouble: outages of ten minutes to thirty hours, a rotated key and a wrong one, a used-up daily
 * quota, a project on which the function crashes, a wrong configuration that is corrected, a renaming, kills, and
 * messages that come twice. The seed decides when each happens. `npm run bench -- week` runs more weeks.
 */
import { expect, it } from 'vitest';
import { isEveryCheck } from '../../support/deep-checks.ts';
import { liveThroughWeek, type Week } from './a-week.ts';
import { judgeWeek } from './judge.ts';

/** Requests per hour of an outage, for any number of reports: a probe every five minutes, with its own retries. */
const maxRequestsAnHour = 200;

function expectNothingLost(week: Week): void {
  const { faults, contacts } = judgeWeek(week);
  expect(faults).toEqual([]);
  for (const { due, notices } of contacts) expect(notices).toBeLessThan(due);
  const hours = week.trouble.outages.reduce((sum, { from, until }) => sum + (until - from) / 3_600_000, 0);
  expect(week.counts.of('planning requests during an outage') / hours).toBeLessThan(maxRequestsAnHour);
}

/**
 * Numbers of five projects in both services and both regions. Between them they have a report that is renamed, a filter
 * with a typing error, a cut for one firm, a project that is missing from the configuration for 18 hours, and one on
 * which the function crashes.
 */
const troubled = [1, 2, 3, 7, 11];

it('after a week of five projects, every report was delivered or its contact was notified once that it was not', {
  timeout: 300_000,
}, async () => {
  expectNothingLost(await liveThroughWeek('1', { projects: troubled, minutesBetweenChecks: 120 }));
});

it('after a week of thirty projects, every report was delivered or its contact was notified once', {
  timeout: 900_000,
}, async () => {
  expectNothingLost(
    await liveThroughWeek('1', {
      projects: Array.from({ length: 30 }, (_, index) => index),
      minutesBetweenChecks: isEveryCheck ? 10 : 30,
    }),
  );
});
