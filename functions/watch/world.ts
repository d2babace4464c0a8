import type { Log } from '#base/log.ts';
import type { DispatchParts } from '#queue/dispatch.ts';
import type { RunWorld } from '#runs/world.ts';
import type { SendAgainCommand } from './send-again-command.ts';

/** What a check needs to decide what is due, and to tell a contact what to do. */
export type CheckParts = DispatchParts & {
  /** Whether anything becomes due by itself; on by default. */
  readonly schedules?: 'on' | 'off' | undefined;
  readonly sendAgain: SendAgainCommand;
  /** The AWS region of the mail service, for commands; undefined on one machine. */
  readonly awsRegion?: string | undefined;
};

/** Everything that a check works with. */
export type CheckWorld = CheckParts &
  Pick<RunWorld, 'mailer' | 'clock' | 'chance' | 'pace' | 'restoredAt'> & { readonly log: Log };
