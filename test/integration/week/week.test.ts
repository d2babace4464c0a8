/**
 * A week of made-up trouble: outages of ten minutes to thirty hours, a rotated key and a wrong one, a daily quota that is
 * used up, a project on which the function crashes, a wrong configuration that is corrected, a rename, kills, and
 * messages that come twice. The seed decides when what happens. Minutes of processor time, so only with DEEP_CHECKS=1,
 * and one seed unless WEEK_SEEDS='1 2 3' names others.
 */
import process from 'node:process';
import { expect, test } from 'vitest';
import { deep } from '../../support/deep-checks.ts';
import { liveThroughWeek } from './a-week.ts';
import { judge } from './judge.ts';

/** To an hour of an outage, whatever the number of reports: a probe every five minutes, with its own retries. */
const requestsAnHour = 400;

for (const seed of (process.env['WEEK_SEEDS'] ?? '1').split(' ')) {
  test.runIf(deep)(
    `after week ${seed}, every report was delivered or its contact was told once that it was not`,
    { timeout: 900_000 },
    async () => {
      const week = await liveThroughWeek(seed, 24);
      const { faults, table } = judge(week);
      process.stdout.write(
        `${JSON.stringify([...table], null, 1)}\n${JSON.stringify(week.counts.all(), null, 1)}\n`,
      );
      expect(faults).toEqual([]);
      for (const { 'reports due': due = 0, ...mails } of table.values()) {
        const notices = Object.entries(mails).filter(([name]) => name.startsWith('mails: '));
        expect(notices.reduce((sum, [, count]) => sum + count, 0)).toBeLessThan(due);
      }
      const hours = week.trouble.outages.reduce(
        (sum, { from, until }) => sum + (until - from) / 3_600_000,
        0,
      );
      expect(week.counts.of('planning requests during an outage') / hours).toBeLessThan(requestsAnHour);
    },
  );
}
