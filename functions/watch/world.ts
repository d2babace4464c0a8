import type { Temporal } from 'temporal-polyfill';
import type { Log } from '#base/log.ts';
import type { Chance, Clock } from '#base/system.ts';
import type { Mailer } from '#mail/transport/mailer.ts';
import type { Pace } from '#mail/transport/pace.ts';
import type { DispatchParts } from '#queue/dispatch.ts';
import type { SendAgain } from './send-again-command.ts';

/** Of those, what decides what is due, and what a contact is told. */
export type CheckedParts = DispatchParts & {
  /** Whether anything becomes due by itself; on by default. */
  readonly schedules?: 'on' | 'off' | undefined;
  readonly sendAgain: SendAgain;
  /** The AWS region of the mail service, for commands; undefined on one machine. */
  readonly awsRegion?: string | undefined;
};

/** What a check needs of what lies outside of its process. */
export type CheckWorld = CheckedParts & {
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  /** Waits for the sending quota before each mail to a contact; undefined if there is no quota. */
  readonly pace?: Pace | undefined;
  /** When the archive was restored from a backup: what was due before may have been sent. */
  readonly restoredAt?: Temporal.Instant | undefined;
};
