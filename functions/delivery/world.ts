/** All that lies outside of a process, made once for each; every function takes the part of it that it needs. */
import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../archive/object-store.ts';
import type { Chance, Clock } from '../base/system.ts';
import type { Configuration, ProjectConfiguration, ReportConfiguration } from '../config/configuration.ts';
import type { Lookahead } from '../lookahead/lookahead.ts';
import type { Mailer } from '../mail/transport/mailer.ts';
import type { Pace } from '../mail/transport/pace.ts';
import type { PlanningClient } from '../planning/client/planning-client.ts';
import type { RetryOptions } from '../planning/client/retry.ts';
import type { JobQueue } from './queue/job-queue.ts';
import type { OutageBrake } from './queue/outage.ts';
import type { SendAgain } from './send-again-command.ts';
import type { Log } from './step-log.ts';

export type World = {
  readonly configuration: Configuration;
  readonly store: ObjectStore;
  /** The archive of the planning service, where it is another one. */
  readonly programmes?: ObjectStore | undefined;
  readonly mailer: Mailer;
  /** Asked before a message of a report is sent; absent where nothing limits how fast messages are sent. */
  readonly pace?: Pace | undefined;
  /** Domains that requests may name addresses of; any by default. The mailer keeps to them too. */
  readonly allowedDomains?: readonly string[] | undefined;
  readonly queue: JobQueue;
  readonly brake: OutageBrake;
  readonly connect: Connect;
  readonly renderer: Renderer;
  /** Whether anything becomes due by itself; on by default. */
  readonly schedules?: 'on' | 'off' | undefined;
  /** When the archive was restored from a backup: what was due before may have been sent. */
  readonly restoredAt?: Temporal.Instant | undefined;
  readonly sendAgain: SendAgain;
  /** The AWS region of the mail service, for commands; absent on one machine, whose mail server reports nothing. */
  readonly awsRegion?: string | undefined;
  readonly log: Log;
  readonly clock: Clock;
  readonly chance: Chance;
};

/** Finds the key of a project; each call of what it returns makes a client, whose answers are limited together. */
export type Connect = (
  project: ProjectConfiguration,
) => Promise<(ask: Pick<RetryOptions, 'overallTimeoutMs' | 'onRetry'>) => PlanningClient>;

export interface Renderer {
  /** Loads the workbook writer ahead of its use. */
  readonly load: () => Promise<unknown>;
  /** The renderer of a project's workbooks, with its logo. */
  readonly forProject: (project: ProjectConfiguration) => Promise<Render>;
}

export type Render = (
  lookahead: Lookahead,
  options: Pick<ReportConfiguration, 'paper' | 'sheets'>,
) => Promise<Uint8Array>;
