/**
 * Lets time pass as in AWS: delayed and invisible messages come at their times, schedules fire, and SES publishes its
 * records. The clock jumps from one event to the next, so that a day takes seconds.
 */
import { Temporal } from 'temporal-polyfill';
import type { DeployedFunctions } from '../runtime/deploy.ts';
import type { EventSource } from '../runtime/event-source.ts';
import type { RuntimeAnswer } from '../runtime/runtime-api.ts';
import type { Stack } from '../runtime/synthesise.ts';
import type { MovingClock } from './moving-clock.ts';
import { firings } from './scheduler.ts';

export type World = {
  /** Maximum number of concurrent jobs; 2 by default. */
  readonly maxConcurrency: number | undefined;
  readonly clock: MovingClock;
  readonly functions: DeployedFunctions;
  readonly schedules: Stack['schedules'];
  readonly sources: Readonly<Record<'jobs' | 'deadLetters' | 'sesEvents' | 'inbox', EventSource>>;
  /** Puts the sends that SES has recorded since the last call into the queue of the function `events`. */
  readonly publishSends: () => Promise<void>;
};

/** An event on its way to a function, sent by a caller that does not wait. */
type Event = {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly to: 'dispatch' | 'reconcile';
  readonly event: unknown;
  /** Number of earlier tries. */
  readonly tried: number;
};

/** Minutes after which Lambda retries an event on which a function failed. */
const retryMinutes = [1, 2];

type Span = {
  /** Milliseconds since 1970. Schedules are due from this time on. */
  readonly from: number;
  /** Milliseconds since 1970: the time on the clock at the end. */
  readonly to: number;
  /**
   * Reconcile runs only at times that are a multiple of this number of minutes, and its other firings are skipped; 1 by
   * default, so that none is skipped.
   */
  readonly minutesBetweenChecks?: number | undefined;
};

export async function passTime(world: World, span: Span): Promise<void> {
  const { clock, functions, maxConcurrency } = world;
  const { jobs, deadLetters, sesEvents, inbox } = world.sources;
  const { minutesBetweenChecks = 1 } = span;
  const events: Event[] = firings(world.schedules, { from: isoText(span.from), to: isoText(span.to) })
    .map(({ at, event }) => ({ at: at.epochMilliseconds, to: functionOf(event), event, tried: 0 }))
    .filter(({ at, to }) => to === 'dispatch' || at % (minutesBetweenChecks * 60_000) === 0);

  async function hand({ to, event, tried }: Event): Promise<void> {
    const answer: RuntimeAnswer = await functions[to].invoke(event);
    const minutes = retryMinutes[tried];
    if (answer.kind === 'response' || minutes === undefined) return;
    events.push({ at: clock.now() + minutes * 60_000, to, event, tried: tried + 1 });
    events.sort((left, right) => left.at - right.at);
  }

  /** Does everything that is due at this moment. */
  async function settle(): Promise<void> {
    for (;;) {
      await world.publishSends();
      const told = await sesEvents.drain({ maxConcurrency: 1 });
      const due = events.findIndex(({ at }) => at > clock.now());
      const fired = events.splice(0, due < 0 ? events.length : due);
      for (const event of fired) await hand(event);
      const worked = await jobs.drain({ maxConcurrency });
      const buried = await deadLetters.drain({ maxConcurrency: 1 });
      const imported = await inbox.drain({ maxConcurrency: 1 });
      if ([told, fired, worked, buried, imported].every(({ length }) => length === 0)) return;
    }
  }

  for (;;) {
    await settle();
    if (clock.now() >= span.to) return;
    const times = [span.to, events[0]?.at, ...Object.values(world.sources).map((source) => source.nextDue())];
    clock.moveTo(Math.min(...times.filter((time) => time !== undefined)));
  }
}

function functionOf(event: unknown): Event['to'] {
  return typeof event === 'object' && event !== null && 'reconcile' in event ? 'reconcile' : 'dispatch';
}

function isoText(milliseconds: number): string {
  return Temporal.Instant.fromEpochMilliseconds(milliseconds).toString();
}
