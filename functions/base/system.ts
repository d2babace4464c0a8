import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';

export type Clock = {
  readonly now: () => Temporal.Instant;
  readonly elapsed: () => number;
  readonly wait: (milliseconds: number) => Promise<unknown>;
};

export type RandomSource = {
  readonly id: () => string;
  /** A random number, at least 0 and below 1. */
  readonly random: () => number;
};

export const systemClock: Clock = {
  now: () => Temporal.Now.instant(),
  elapsed: () => performance.now(),
  wait: (milliseconds) => setTimeout(milliseconds),
};

export const systemRandomSource: RandomSource = { id: randomUUID, random: Math.random };

export type LaunchMethod = 'npm' | 'name';

/**
 * How a person starts this program: with npm in a clone, or by its name if it is installed. In a deployed function, the
 * result is `npm`, because its operator has a clone.
 */
export function launchMethod(
  {
    npm_command: npm,
    AWS_LAMBDA_FUNCTION_NAME: deployed,
  }: Readonly<Record<string, string | undefined>> = process.env,
): LaunchMethod {
  return npm === undefined && deployed === undefined ? 'name' : 'npm';
}
