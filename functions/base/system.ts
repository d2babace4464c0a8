/** The system's clock and random numbers. Entries and commands put them into a `World`. */
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';

export type Clock = {
  readonly now: () => Temporal.Instant;
  /** Milliseconds; only differences count. */
  readonly elapsed: () => number;
  /** Waits so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<unknown>;
};

export type Chance = {
  /** A unique id. */
  readonly id: () => string;
  /** At least 0 and below 1. */
  readonly random: () => number;
};

export const systemClock: Clock = {
  now: () => Temporal.Now.instant(),
  elapsed: () => performance.now(),
  wait: (milliseconds) => setTimeout(milliseconds),
};

export const systemChance: Chance = { id: randomUUID, random: Math.random };
