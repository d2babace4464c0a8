import type { Log } from '#base/log.ts';
import type { DispatchDependencies } from '#queue/dispatch.ts';
import type { RunWorld } from '#runs/world.ts';
import type { SendAgainCommandFormatter } from './send-again-command.ts';

export type CheckDependencies = DispatchDependencies & {
  /** Whether schedules make reports due; on by default. */
  readonly schedules?: 'on' | 'off' | undefined;
  readonly sendAgain: SendAgainCommandFormatter;
  /** The AWS region of the mail service, for commands; undefined on one machine. */
  readonly awsRegion?: string | undefined;
};

export type CheckWorld = CheckDependencies &
  Pick<RunWorld, 'mailer' | 'clock' | 'chance' | 'pace' | 'restoredAt'> & { readonly log: Log };
