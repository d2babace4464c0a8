import { setTimeout as pause } from 'node:timers/promises';
import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../archive/object-store.ts';
import type { Configuration } from '../config/configuration.ts';
import type { Mailer } from '../mail/transport/mailer.ts';
import type { NotifyParts } from './notify/notify-contact.ts';
import type { SendAgain } from './notify/send-again-command.ts';
import type { Metrics, StepLog } from './step-log.ts';

/** The services of the functions that notify a person of failures. */
export type NotifyServices = {
  readonly configuration: Configuration;
  readonly store: ObjectStore;
  readonly mailer: Mailer;
  readonly sendAgain: SendAgain;
  readonly log: StepLog;
  readonly metrics: Metrics;
  readonly now: () => Temporal.Instant;
  readonly drawId: () => string;
  /** Waits before a refused message is tried again; real time where it is absent. */
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined;
};

/** For one attempt, which has an id of its own. */
export function notifyParts(
  services: NotifyServices,
): Omit<NotifyParts, 'configuration'> & Pick<NotifyServices, 'configuration'> {
  const { store, mailer, configuration, sendAgain, now } = services;
  return {
    store,
    mailer,
    configuration,
    sendAgain,
    now,
    pause: services.pause ?? pause,
    owner: services.drawId(),
  };
}
