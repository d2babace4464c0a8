/**
 * One try at a report: the one place of its times, limits and progress. A function that runs out of time is killed in the
 * middle of a step. So before each long step, the time left is checked; where it is too short, the job goes back to the
 * queue, and the next attempt continues from what is stored.
 */
import { LookaheadError } from '../base/lookahead-error.ts';
import type { ProjectConfiguration } from '../config/configuration.ts';
import type { Refusal, RejectedRecipient } from '../mail/transport/mailer.ts';
import { firstAlone, type PlanningClient } from '../planning/client/planning-client.ts';
import { type OutageBrake, serviceId } from './queue/outage.ts';
import type { World } from './world.ts';

export type Attempt = Pick<
  World,
  'configuration' | 'store' | 'mailer' | 'renderer' | 'clock' | 'restoredAt'
> & {
  /** Drawn at random; the intents of messages name it. */
  readonly owner: string;
  /**
   * A client of the project's planning service, whose queries end early enough for the rest of the run.
   * @throws NoTimeLeftError, and what the key's reader and the brake throw
   */
  readonly planning: (of: ProjectConfiguration, purpose: 'lists' | 'tasks') => Promise<PlanningClient>;
  /** Measures a step. @throws NoTimeLeftError where it takes long and there is no time left for it */
  readonly step: <Value>(
    step: LongStep | 'secrets' | 'lists' | 'store' | 'send',
    act: () => Value | Promise<Value>,
  ) => Promise<Value>;
  /** Called before the intent of a send, and never between intent and send. @throws NoTimeLeftError */
  readonly checkTime: (step: { readonly kind: 'send' }) => void;
  /** Asks leave to send to so many recipients, and may wait for it. */
  readonly pace: (recipients: number) => Promise<Refusal | undefined>;
  readonly tell: (event: RunEvent) => void;
  readonly timings: () => Timings;
};

/** Who sends messages: an attempt at a report, or a check with its few notices, which have no time limit and no pace. */
export type Sender = Pick<Attempt, 'store' | 'mailer' | 'clock' | 'owner' | 'restoredAt'> &
  Partial<Pick<Attempt, 'checkTime' | 'pace' | 'tell'>>;

type LongStep = { readonly kind: 'pull' } | { readonly kind: 'plan' | 'render'; readonly tasks: number };

/** How long the steps took, in milliseconds; a step that comes several times is summed. */
export type Timings = Readonly<Record<string, number>>;

/** Milliseconds for planning, rendering, storing and sending once the tasks are there. */
const timeAfterPull = 90_000;
/** Milliseconds. Lists are short; a pull may take all the time that is left. */
const maxListsTime = 60_000;

/**
 * @param by.timeLeft milliseconds until the process is ended
 * @param by.admit called before the planning service is asked; what it throws ends the run
 */
export function beginAttempt(
  world: Pick<
    World,
    'configuration' | 'store' | 'mailer' | 'pace' | 'renderer' | 'connect' | 'clock' | 'chance' | 'restoredAt'
  >,
  by: {
    readonly timeLeft: () => number;
    readonly on: (event: RunEvent) => void;
    readonly admit?: OutageBrake['admit'] | undefined;
  },
): Attempt {
  const { configuration, store, mailer, renderer, clock } = world;
  const { timeLeft, on: tell } = by;
  const begun = clock.elapsed();
  const took = new Map<string, number>();

  const step: Attempt['step'] = async (of, act) => {
    const name = typeof of === 'string' ? of : of.kind;
    if (typeof of !== 'string') checkTimeFor(of, timeLeft());
    const since = clock.elapsed();
    try {
      return await act();
    } finally {
      took.set(name, (took.get(name) ?? 0) + clock.elapsed() - since);
    }
  };

  return {
    configuration,
    renderer,
    clock,
    restoredAt: world.restoredAt,
    tell,
    step,
    owner: world.chance.id(),
    store: { ...store, putOnce: (...asked) => step('store', () => store.putOnce(...asked)) },
    mailer: { ...mailer, send: (...asked) => step('send', () => mailer.send(...asked)) },
    planning: async (project, purpose) => {
      const admitted = await by.admit?.(serviceId(project));
      const clientWith = await step('secrets', () => world.connect(project));
      const client = clientWith({
        ...timeForQueries(purpose, timeLeft()),
        onRetry: ({ operation, reason, waitMs }) => tell({ kind: 'trying again', operation, reason, waitMs }),
      });
      return admitted === 'probe' ? firstAlone(client) : client;
    },
    checkTime: (of) => checkTimeFor(of, timeLeft()),
    pace: async (recipients) => world.pace?.(recipients, timeLeft() - timeNeeded({ kind: 'send' })),
    timings: () =>
      Object.fromEntries(
        [...took, ['total', clock.elapsed() - begun] as const].map(([name, ms]) => [
          name,
          Math.round(ms * 10) / 10,
        ]),
      ),
  };
}

/** @throws NoTimeLeftError where there is no time left for a query */
function timeForQueries(purpose: 'lists' | 'tasks', left: number): { readonly overallTimeoutMs?: number } {
  const needed = timeNeeded({ kind: 'pull' });
  checkTimeFor({ kind: 'pull' }, left);
  if (left === Number.POSITIVE_INFINITY) return {};
  const time = Math.max(left - timeAfterPull, needed / 2);
  return { overallTimeoutMs: Math.floor(purpose === 'lists' ? Math.min(time, maxListsTime) : time) };
}

/** No time left for the next step. Nothing is wrong; the next attempt continues. */
export class NoTimeLeftError extends LookaheadError {
  override readonly name = 'NoTimeLeftError';

  /** @param time milliseconds */
  constructor(step: TimedStep, time: { readonly needed: number; readonly left: number }) {
    super(
      `There was not enough time left to ${step.kind}: ${time.left} ms, but it may take ${time.needed} ms`,
      {
        kind: 'retryable',
        remedy:
          'Nothing stored is lost: the next attempt, or the same request with the same runId, continues from it.',
      },
    );
  }
}

type TimedStep = LongStep | { readonly kind: 'send' };

/**
 * Milliseconds that a step may take in the worst case on a small function. Planning takes 0.05 ms a task and
 * rendering 0.06 ms on a laptop; a function of 1 GB has about half such a processor, and may have just started.
 * A send must end with its answer recorded, or it is ambiguous: the mail service's time limit and a margin.
 */
function timeNeeded(step: TimedStep): number {
  switch (step.kind) {
    case 'pull':
      return 15_000;
    case 'plan':
      return 2_000 + step.tasks;
    case 'render':
      return 3_000 + step.tasks;
    case 'send':
      return 70_000;
  }
}

function checkTimeFor(step: TimedStep, left: number): void {
  const needed = timeNeeded(step);
  if (left < needed) throw new NoTimeLeftError(step, { needed, left });
}

/** A step of a run, told while it works, for a progress display or a log. */
export type RunEvent =
  | { readonly kind: 'begun' }
  /** The planning service is asked again, in so many milliseconds. */
  | {
      readonly kind: 'trying again';
      readonly operation: string;
      readonly reason: string;
      readonly waitMs: number;
    }
  | { readonly kind: 'pulling' }
  | { readonly kind: 'pulled'; readonly tasks: number; readonly rejected: number }
  | { readonly kind: 'numbered'; readonly number: number }
  | { readonly kind: 'rendering'; readonly fileName: string }
  | { readonly kind: 'stored'; readonly key: string; readonly size: number }
  | { readonly kind: 'skipped'; readonly reason: string }
  | MessageEvent;

type MessageEvent = {
  readonly message: string;
  /** All addresses, to and cc together. */
  readonly recipients: readonly string[];
} & (
  | { readonly kind: 'sending'; readonly marked: boolean }
  | { readonly kind: 'sent'; readonly rejected: readonly RejectedRecipient[] }
  /** It is a file now, which reaches nobody by itself. */
  | { readonly kind: 'written' }
  /** Not accepted; it may be tried again, in this attempt or in a later one. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The answer was lost, so it may have been sent. */
  | { readonly kind: 'unanswered'; readonly reason: string }
  /** This attempt found out that a message will never be accepted, and recorded it. */
  | { readonly kind: 'not sent'; readonly reason: string }
);
