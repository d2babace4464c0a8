import type { Arrival, Passage } from './gate.ts';

export type RequestLimit = {
  /** Maximum number of accepted requests within any second. */
  readonly perSecond: number;
  /** Share of accepted requests that are answered with 503, from 0 to 1. */
  readonly failing: number;
  /** Random numbers from 0 to 1. */
  readonly random: () => number;
  /** Time in milliseconds. */
  readonly now: () => number;
};

/** Counts of the gate of a service that limits its callers. */
export type LimitCounts = { asked: number; passed: number; limited: number; failed: number };

/** A rule for a gate. Requests over the limit get 429 with the whole seconds to wait; a share of the rest fails. */
export function requestLimit({ perSecond, failing, random, now }: RequestLimit): {
  readonly rule: (arrival: Arrival) => Passage;
  readonly counts: Readonly<LimitCounts>;
} {
  const counts: LimitCounts = { asked: 0, passed: 0, limited: 0, failed: 0 };
  const letIn: number[] = [];
  return {
    counts,
    rule: () => {
      counts.asked += 1;
      const at = now();
      while (letIn[0] !== undefined && at - letIn[0] >= 1_000) letIn.shift();
      if (letIn.length >= perSecond) {
        counts.limited += 1;
        return { kind: 'answer', status: 429, headers: { 'Retry-After': '1' } };
      }
      letIn.push(at);
      if (random() < failing) {
        counts.failed += 1;
        return { kind: 'answer', status: 503 };
      }
      counts.passed += 1;
      return { kind: 'pass' };
    },
  };
}
