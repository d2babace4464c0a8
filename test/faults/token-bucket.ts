import type { Arrival, Passage } from './gate.ts';

export type Bucket = {
  /** Requests a second, and how many may come at once after a pause. */
  readonly perSecond: number;
  readonly burst: number;
  /** Of those let in, the share that is answered with 503: from 0 to 1. */
  readonly failing: number;
  /** Draws from 0 to 1. */
  readonly random: () => number;
  /** Milliseconds. */
  readonly now: () => number;
};

/** What the gate of a service that limits its callers has seen. */
export type BucketCounts = { asked: number; passed: number; limited: number; failed: number };

/** A rule for a gate: over the limit is 429 with the seconds to wait, and some of the rest fails. */
export function tokenBucket({ perSecond, burst, failing, random, now }: Bucket): {
  readonly rule: (arrival: Arrival) => Passage;
  readonly counts: Readonly<BucketCounts>;
} {
  const counts: BucketCounts = { asked: 0, passed: 0, limited: 0, failed: 0 };
  let tokens = burst;
  let filled = now();
  return {
    counts,
    rule: () => {
      counts.asked += 1;
      const at = now();
      tokens = Math.min(burst, tokens + ((at - filled) / 1_000) * perSecond);
      filled = at;
      if (tokens < 1) {
        counts.limited += 1;
        const seconds = Math.max(1, Math.ceil((1 - tokens) / perSecond));
        return { kind: 'refuse', status: 429, headers: { 'Retry-After': String(seconds) } };
      }
      tokens -= 1;
      if (random() < failing) {
        counts.failed += 1;
        return { kind: 'refuse', status: 503 };
      }
      counts.passed += 1;
      return { kind: 'pass' };
    },
  };
}
