import type { Log } from '#base/log.ts';
import type { DispatchParts } from '#queue/dispatch.ts';
import type { RunWorld } from '#runs/world.ts';
import type { SendAgain } from './send-again-command.ts';

/** The parts of it that decide what is due, and what a contact is told. */
export type CheckedParts = DispatchParts & {
  /** Whether anything becomes due by itself; on by default. */
  readonly schedules?: 'on' | 'off' | undefined;
  readonly sendAgain: SendAgain;
  /** The AWS region of the mail service, for commands; undefined on one machine. */
  readonly awsRegion?: string | undefined;
};

/** What a check needs of what lies outside of its process. */
export type CheckWorld = CheckedParts &
  Pick<RunWorld, 'mailer' | 'clock' | 'chance' | 'pace' | 'restoredAt'> & { readonly log: Log };
