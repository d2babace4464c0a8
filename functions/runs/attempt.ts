/**
 * One attempt at a report. A function that runs out of time is killed in the middle of a step. So the time left is
 * checked before each long step; if it is too short, the job goes back to the queue, and the next attempt continues
 * from what is stored.
 */
import { shortDigest } from '#base/digest.ts';
import { LookaheadError } from '#base/lookahead-error.ts';
import { withoutTrailingSlashes } from '#base/text/without-trailing-slashes.ts';
import type { ProjectConfiguration } from '#config/configuration.ts';
import type { Refusal, RejectedRecipient } from '#mail/transport/mailer.ts';
import { firstAlone, type PlanningClient } from '#planning/client/planning-client.ts';
import type { RunWorld } from './world.ts';

/** Seconds reserved for planning, rendering, storing and sending after the pull. */
const secondsAfterPull = 90;
/** Seconds. Lists are short; a pull may take all the time that is left. */
const maxSecondsForLists = 60;
const minSecondsForPull = 15;
/** Seconds: the mail service's time limit, and time to record the answer, without which a send is ambiguous. */
const minSecondsForSend = 70;

type Sending = Pick<RunWorld, 'store' | 'mailer' | 'clock' | 'restoredAt'>;

export type Attempt = Sending &
  Pick<RunWorld, 'configuration' | 'renderer' | 'signPage'> & {
    readonly owner: string;
    /**
     * A client of the project's planning service. Its queries leave enough time for the rest of the run.
     * @throws NoTimeLeftError, and what the key's reader and the brake throw
     */
    readonly planning: (of: ProjectConfiguration, purpose: 'lists' | 'tasks') => Promise<PlanningClient>;
    /** Measures a step. @throws NoTimeLeftError if a long step does not fit into the time left */
    readonly step: <Value>(
      step: LongStep | 'secrets' | 'lists' | 'plan' | 'store' | 'send',
      act: () => Value | Promise<Value>,
    ) => Promise<Value>;
    /** Call it before the intent of a send, never between intent and send. @throws NoTimeLeftError */
    readonly checkTime: (step: { readonly kind: 'send' }) => void;
    /** Waits for this many units of the sending quota. */
    readonly pace: (recipients: number) => Promise<Refusal | undefined>;
    readonly tell: (event: RunEvent) => void;
    readonly timings: () => Timings;
  };

/** Sends messages: an attempt at a report, or a check that tells contacts. */
export type Sender = Sending & Pick<Attempt, 'owner'> & Partial<Pick<Attempt, 'checkTime' | 'pace' | 'tell'>>;

/**
 * Called before a query to a planning service, as of `serviceId`; what it throws ends the attempt.
 * @returns 'probe' for the one job that asks while the service is down
 */
export type Admit = (service: string) => Promise<'free' | 'probe'>;

export function serviceId({
  baseUrl,
  region,
}: {
  readonly baseUrl: string;
  readonly region: string;
}): string {
  return shortDigest(`${withoutTrailingSlashes(baseUrl)} ${region}`);
}

type LongStep = { readonly kind: 'pull' } | { readonly kind: 'plan' | 'render'; readonly tasks: number };

/** Milliseconds for each step; several runs of a step are summed. */
export type Timings = Readonly<Record<string, number>>;

/**
 * @param by.timeLeft milliseconds until the process is ended
 * @param by.admit called before a query to the planning service; what it throws ends the run
 */
export function beginAttempt(
  world: RunWorld,
  by: {
    readonly timeLeft: () => number;
    readonly on: (event: RunEvent) => void;
    readonly admit?: Admit | undefined;
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
    signPage: world.signPage,
    clock,
    restoredAt: world.restoredAt,
    tell,
    step,
    owner: world.chance.id(),
    store: { ...store, putOnce: (...args) => step('store', () => store.putOnce(...args)) },
    mailer: { ...mailer, send: (...args) => step('send', () => mailer.send(...args)) },
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

function timeForQueries(purpose: 'lists' | 'tasks', left: number) {
  const needed = timeNeeded({ kind: 'pull' });
  checkTimeFor({ kind: 'pull' }, left);
  if (left === Number.POSITIVE_INFINITY) return {};
  const time = Math.max(left - secondsAfterPull * 1_000, needed / 2);
  const maxTime = purpose === 'lists' ? maxSecondsForLists * 1_000 : time;
  return { overallTimeoutMs: Math.floor(Math.min(time, maxTime)) };
}

export class NoTimeLeftError extends LookaheadError {
  override readonly name = 'NoTimeLeftError';

  /** Milliseconds. */
  constructor(step: TimedStep, time: { readonly needed: number; readonly left: number }) {
    super(
      `There was not enough time left to ${step.kind}: ${Math.round(time.left)} ms, but it may take ${time.needed} ms`,
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
 * Milliseconds of the worst case on a small function. Planning takes 0.05 ms a task and rendering 0.06 ms on a laptop;
 * a function of 1 GB has about half such a processor, and may have just started.
 */
function timeNeeded(step: TimedStep): number {
  switch (step.kind) {
    case 'pull':
      return minSecondsForPull * 1_000;
    case 'plan':
      return 2_000 + step.tasks;
    case 'render':
      return 3_000 + step.tasks;
    case 'send':
      return minSecondsForSend * 1_000;
  }
}

/** @throws NoTimeLeftError */
export function checkTimeFor(step: TimedStep, left: number): void {
  const needed = timeNeeded(step);
  if (left < needed) throw new NoTimeLeftError(step, { needed, left });
}

export type RunEvent =
  | { readonly kind: 'begun' | 'pulling' }
  | {
      readonly kind: 'trying again';
      readonly operation: string;
      readonly reason: string;
      readonly waitMs: number;
    }
  | { readonly kind: 'pulled'; readonly tasks: number; readonly rejected: number }
  | { readonly kind: 'numbered'; readonly number: number }
  | { readonly kind: 'rendering'; readonly fileName: string }
  | { readonly kind: 'stored'; readonly key: string; readonly size: number }
  | { readonly kind: 'skipped'; readonly reason: string }
  | MessageEvent;

type MessageEvent = MessageNews & {
  readonly message: string;
  readonly recipients: readonly string[];
};

export type MessageNews =
  | { readonly kind: 'sending'; readonly marked: boolean }
  | { readonly kind: 'sent'; readonly rejected: readonly RejectedRecipient[] }
  | { readonly kind: 'written' }
  | { readonly kind: 'refused' | 'unanswered' | 'not sent'; readonly reason: string };
