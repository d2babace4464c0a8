/** One attempt at a report: what it works with, how long each step takes, and the events it emits. */

import { shortDigest } from '#base/digest.ts';
import { withoutTrailingSlashes } from '#base/text/without-trailing-slashes.ts';
import type { ProjectConfiguration } from '#config/configuration.ts';
import type { RejectedRecipient, SendRefusal } from '#mail/transport/mailer.ts';
import { type PlanningClient, withQueriesAwaitingFirst } from '#planning/client/planning-client.ts';
import { checkTimeForStep, type LongStep, queryTimeoutOptions, timeNeededMs } from './time-left.ts';
import type { RunWorld } from './world.ts';

type SendingParts = Pick<RunWorld, 'store' | 'mailer' | 'clock' | 'restoredAt'>;

export type AttemptWorld = SendingParts &
  Pick<RunWorld, 'configuration' | 'renderer' | 'signPage'> & {
    readonly owner: string;
    /**
     * A client of the project's planning service. Its queries leave enough time for the rest of the attempt.
     * @throws NoTimeLeftError, and what reading the key and `AdmitQuery` throw
     */
    readonly planning: (of: ProjectConfiguration, purpose: 'lists' | 'tasks') => Promise<PlanningClient>;
    /** Measures a step. @throws NoTimeLeftError if a long step does not fit into the time left */
    readonly step: <Value>(
      step: LongStep | 'secrets' | 'lists' | 'store' | 'send',
      act: () => Value | Promise<Value>,
    ) => Promise<Value>;
    /** Call it before an intent is stored, never between the intent and the send. @throws NoTimeLeftError */
    readonly checkTime: (step: { readonly kind: 'send' }) => void;
    /** Waits until the sending quota allows a message to this many recipients; a refusal if that takes too long. */
    readonly pace: (recipients: number) => Promise<SendRefusal | undefined>;
    readonly onEvent: (event: RunEvent) => void;
    readonly timings: () => StepTimings;
  };

/** The dependencies of a sender of messages, which is an attempt at a report or a check that notifies contacts. */
export type MessageSendingWorld = SendingParts &
  Pick<AttemptWorld, 'owner'> &
  Partial<Pick<AttemptWorld, 'checkTime' | 'pace' | 'onEvent'>>;

/**
 * Called before a query to a planning service, with its `planningServiceId`. If it throws, the attempt ends.
 * @returns 'probe' for the one job that may query while the service is down
 */
export type AdmitQuery = (service: string) => Promise<'free' | 'probe'>;

export function planningServiceId({
  baseUrl,
  region,
}: {
  readonly baseUrl: string;
  readonly region: string;
}): string {
  return shortDigest(`${withoutTrailingSlashes(baseUrl)} ${region}`);
}

/** Milliseconds for each step, summed if it is taken several times. */
export type StepTimings = Readonly<Record<string, number>>;

/** @param by.timeLeft milliseconds until the process is ended */
export function createAttemptWorld(
  world: RunWorld,
  by: {
    readonly timeLeft: () => number;
    readonly on: (event: RunEvent) => void;
    readonly admit?: AdmitQuery | undefined;
  },
): AttemptWorld {
  const { configuration, store, mailer, renderer, clock } = world;
  const { timeLeft, on: onEvent } = by;
  const begun = clock.elapsed();
  const took = new Map<string, number>();

  const step: AttemptWorld['step'] = async (of, act) => {
    const name = typeof of === 'string' ? of : of.kind;
    if (typeof of !== 'string') checkTimeForStep(of, timeLeft());
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
    onEvent,
    step,
    owner: world.chance.id(),
    store: { ...store, putOnce: (...args) => step('store', () => store.putOnce(...args)) },
    mailer: { ...mailer, send: (...args) => step('send', () => mailer.send(...args)) },
    planning: async (project, purpose) => {
      const admitted = await by.admit?.(planningServiceId(project));
      const clientWith = await step('secrets', () => world.connect(project));
      const client = clientWith({
        ...queryTimeoutOptions(purpose, timeLeft()),
        onRetry: ({ operation, reason, waitMs }) =>
          onEvent({ kind: 'trying again', operation, reason, waitMs }),
      });
      return admitted === 'probe' ? withQueriesAwaitingFirst(client) : client;
    },
    checkTime: (of) => checkTimeForStep(of, timeLeft()),
    pace: async (recipients) => world.pace?.(recipients, timeLeft() - timeNeededMs({ kind: 'send' })),
    timings: () =>
      Object.fromEntries(
        [...took, ['total', clock.elapsed() - begun] as const].map(([name, ms]) => [
          name,
          Math.round(ms * 10) / 10,
        ]),
      ),
  };
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

type MessageEvent = MessageProgress & {
  readonly message: string;
  readonly recipients: readonly string[];
};

export type MessageProgress =
  | { readonly kind: 'sending'; readonly marked: boolean }
  | { readonly kind: 'sent'; readonly rejected: readonly RejectedRecipient[] }
  | { readonly kind: 'written' }
  | { readonly kind: 'refused' | 'unanswered' | 'not sent'; readonly reason: string };
