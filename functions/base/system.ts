import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';

export type Clock = {
  readonly now: () => Temporal.Instant;
  readonly elapsed: () => number;
  readonly wait: (milliseconds: number) => Promise<unknown>;
};

export type Chance = {
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
