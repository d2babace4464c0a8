import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { clampToFinalAttemptTime, finalAttemptTime } from '#queue/deadline.ts';
import { retryTimeAfterFailure } from '#queue/next-attempt.ts';
import type { AttemptFailure } from '#runs/failure-kind.ts';

const now = Temporal.Instant.from('2026-11-20T14:00:00Z');
const deliverBy = now.add({ hours: 24 });
const retryable: AttemptFailure = {
  kind: 'retryable',
  error: 'PlanningUnavailableError',
  message: 'It is down.',
};
const curable: AttemptFailure = { ...retryable, kind: 'curable' };

/** Seconds from the failure of attempt `attempt` until the next one begins; undefined if there is none. */
function waitAfter(
  attempt: number,
  { failure = retryable, random = 0.5, by = deliverBy, begun = now }: Partial<Made> = {},
) {
  return retryTimeAfterFailure(failure, { attempt, begun, now, deliverBy: by, random })
    ?.since(now)
    .total('seconds');
}
type Made = { failure: AttemptFailure; random: number; by: Temporal.Instant; begun: Temporal.Instant };

describe('a report whose attempt failed', () => {
  it('is tried again after 1, 2, 4 and 8 minutes, and then every 15', () => {
    const attempts = [1, 2, 3, 4, 5, 6, 100, 5_000];
    const minutes = [1, 2, 4, 8, 15, 15, 15, 15];
    expect(attempts.map((attempt) => waitAfter(attempt))).toEqual(minutes.map((wait) => wait * 60));
  });

  it.each([
    [1, 54, 66],
    [4, 432, 528],
    [9, 810, 990],
  ])(
    'is tried again after a wait that varies at random by up to a tenth: attempt %i',
    (attempt, least, most) => {
      expect(waitAfter(attempt, { random: 0 })).toBe(least);
      expect(waitAfter(attempt, { random: 1 })).toBe(most);
      expect(waitAfter(attempt, { random: 0.25 })).toBeGreaterThan(least);
    },
  );

  it.each([1, 7])('waits 30 minutes for a person to act, whichever attempt failed: attempt %i', (attempt) => {
    expect(waitAfter(attempt, { failure: curable })).toBe(30 * 60);
    expect(waitAfter(attempt, { failure: curable, random: 0 })).toBe(27 * 60);
    expect(waitAfter(attempt, { failure: curable, random: 1 })).toBe(33 * 60);
  });

  it.each([
    [0, 0],
    [30, 30],
    [0.2, 1],
    [7_200, 7_200],
  ])('waits exactly as long as is known to be needed: %d s', (waitSeconds, expected) => {
    for (const random of [0, 1]) {
      expect(waitAfter(3, { failure: { ...retryable, waitSeconds }, random })).toBe(expected);
      expect(waitAfter(3, { failure: { ...curable, waitSeconds }, random })).toBe(expected);
    }
  });

  it.each([1, 900, 86_400, undefined])(
    'is tried once more ten minutes before its deadline, whatever wait was asked for: %s s',
    (waitSeconds) => {
      for (const kind of ['retryable', 'curable'] as const) {
        const by = now.add({ minutes: 10, seconds: 1 });
        expect(waitAfter(9, { failure: { ...retryable, kind, waitSeconds }, by })).toBe(1);
      }
    },
  );

  it('is not tried again if its last attempt began in the last ten minutes, unless the wait ends before its deadline', () => {
    const by = now.add({ minutes: 9 });
    expect(waitAfter(9, { by })).toBeUndefined();
    expect(waitAfter(9, { by, failure: curable })).toBeUndefined();
    expect(waitAfter(9, { by, failure: { ...retryable, waitSeconds: 30 } })).toBe(30);
  });

  it('is tried once more without a wait if an attempt lasted into the last ten minutes', () => {
    const taken = { by: now.add({ minutes: 6 }), begun: now.subtract({ minutes: 5 }) };
    expect(waitAfter(9, taken)).toBe(0);
    expect(waitAfter(9, { ...taken, by: now })).toBeUndefined();
  });

  it('has no attempt left if one began at the time of the last attempt and the next could begin only at the deadline', () => {
    const last = finalAttemptTime(deliverBy);
    const next = (at: Temporal.Instant, begun: Temporal.Instant) =>
      clampToFinalAttemptTime(at, { begun, now: last, deliverBy })?.toString();
    const before = last.subtract({ nanoseconds: 1 });
    const inThatTime = deliverBy.subtract({ nanoseconds: 1 });
    expect(next(deliverBy, before)).toBe(last.toString());
    expect(next(deliverBy, last)).toBeUndefined();
    expect(next(inThatTime, last)).toBe(inThatTime.toString());
  });

  it('is not tried at or after its deadline', () => {
    expect(waitAfter(1, { by: now.add({ seconds: 61 }) })).toBe(60);
    expect(waitAfter(1, { by: now.add({ seconds: 60 }) })).toBeUndefined();
    expect(waitAfter(1, { by: now.subtract({ hours: 1 }) })).toBeUndefined();
  });
});
