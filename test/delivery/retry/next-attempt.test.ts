import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../functions/delivery/retry/failure.ts';
import { nextAttempt } from '../../../functions/delivery/retry/next-attempt.ts';

const now = Temporal.Instant.from('2026-11-20T14:00:00Z');
const deliverBy = now.add({ hours: 24 });
const retryable: Failure = { kind: 'retryable', error: 'PlanningUnavailableError', message: 'It is down.' };
const curable: Failure = { ...retryable, kind: 'curable' };

/** Seconds until the attempt after attempt `attempt`. */
function waitAfter(attempt: number, { failure = retryable, random = 0.5, by = deliverBy } = {}) {
  return nextAttempt(failure, { attempt, now, deliverBy: by, random })?.since(now).total('seconds');
}

describe('a report whose attempt failed', () => {
  test('is tried again after 1, 2, 4 and 8 minutes, and then every 15', () => {
    const attempts = [1, 2, 3, 4, 5, 6, 100, 5_000];
    const minutes = [1, 2, 4, 8, 15, 15, 15, 15];
    expect(attempts.map((attempt) => waitAfter(attempt))).toEqual(minutes.map((wait) => wait * 60));
  });

  test.each([
    [1, 54, 66],
    [4, 432, 528],
    [9, 810, 990],
  ])('comes back a tenth earlier or later, by chance: attempt %i', (attempt, least, most) => {
    expect(waitAfter(attempt, { random: 0 })).toBe(least);
    expect(waitAfter(attempt, { random: 1 })).toBe(most);
    expect(waitAfter(attempt, { random: 0.25 })).toBeGreaterThan(least);
  });

  test.each([1, 7])('waits 30 minutes for a person to act, whichever attempt it was: %i', (attempt) => {
    expect(waitAfter(attempt, { failure: curable })).toBe(30 * 60);
    expect(waitAfter(attempt, { failure: curable, random: 0 })).toBe(27 * 60);
    expect(waitAfter(attempt, { failure: curable, random: 1 })).toBe(33 * 60);
  });

  test.each([
    [0, 0],
    [30, 30],
    [0.2, 1],
    [7_200, 7_200],
  ])('waits as long as is known to be needed, %d s, whatever chance says', (waitSeconds, expected) => {
    for (const random of [0, 1]) {
      expect(waitAfter(3, { failure: { ...retryable, waitSeconds }, random })).toBe(expected);
      expect(waitAfter(3, { failure: { ...curable, waitSeconds }, random })).toBe(expected);
    }
  });

  test('is not tried at its deadline or later', () => {
    expect(waitAfter(1, { by: now.add({ seconds: 61 }) })).toBe(60);
    expect(waitAfter(1, { by: now.add({ seconds: 60 }) })).toBeUndefined();
    expect(waitAfter(1, { by: now.subtract({ hours: 1 }) })).toBeUndefined();
    expect(waitAfter(1, { failure: { ...retryable, waitSeconds: 86_400 } })).toBeUndefined();
    expect(waitAfter(1, { failure: { ...retryable, waitSeconds: 86_399 } })).toBe(86_399);
  });
});
