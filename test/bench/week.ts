/**
 * Simulates a week of made-up trouble, as `test/integration/week` does, and prints what Lookahead did wrong and how
 * many mails it sent.
 */

import { liveThroughWeek } from '../integration/week/a-week.ts';
import { judgeWeek } from '../integration/week/judge.ts';

export type WeekBenchFigures = {
  readonly seed: string;
  /** Mistakes; empty if every report was delivered, or its contact was notified once that it was not. */
  readonly faults: readonly string[];
  readonly due: number;
  readonly delivered: number;
  /** Notices per contact. */
  readonly mails: { readonly min: number; readonly median: number; readonly max: number };
  /** Average number of requests in an hour in which a planning service is down. */
  readonly planningRequests: number;
};

/** @param projects 12 or more, so that every contact has one */
export async function benchWeek(seed: string, projects: number): Promise<WeekBenchFigures> {
  const week = await liveThroughWeek(seed, {
    projects: Array.from({ length: projects }, (_, index) => index),
  });
  const { faults, contacts } = judgeWeek(week);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const mails = contacts.map(({ notices }) => notices).sort((left, right) => left - right);
  const hours = sum(week.trouble.outages.map(({ from, until }) => (until - from) / 3_600_000));
  return {
    seed,
    faults,
    due: sum(contacts.map(({ due }) => due)),
    delivered: sum(contacts.map(({ delivered }) => delivered)),
    mails: { min: mails[0] ?? 0, median: mails[mails.length >> 1] ?? 0, max: mails.at(-1) ?? 0 },
    planningRequests: week.counts.of('planning requests during an outage') / hours,
  };
}
