import type { Log } from '#base/log.ts';
import type { DispatchParts } from '#queue/dispatch.ts';
import type { RunWorld } from '#runs/world.ts';
import type { SendAgainCommand } from './send-again-command.ts';

export type CheckParts = DispatchParts & {
  /** Whether schedules make reports due; on by default. */
  readonly schedules?: 'on' | 'off' | undefined;
  readonly sendAgain: SendAgainCommand;
  /** The AWS region of the mail service, for commands; undefined on one machine. */
  readonly awsRegion?: string | undefined;
};

export type CheckWorld = CheckParts &
  Pick<RunWorld, 'mailer' | 'clock' | 'chance' | 'pace' | 'restoredAt'> & { readonly log: Log };
