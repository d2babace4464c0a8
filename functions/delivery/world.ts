import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import type { Chance, Clock } from '#base/system.ts';
import type { Configuration, ProjectConfiguration, ReportConfiguration } from '#config/configuration.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import type { Mailer } from '#mail/transport/mailer.ts';
import type { Pace } from '#mail/transport/pace.ts';
import type { PageKind } from '#pages/page-link.ts';
import type { PlanningClient } from '#planning/client/planning-client.ts';
import type { RetryOptions } from '#planning/client/retry.ts';
import type { JobQueue } from './queue/job-queue.ts';
import type { OutageBrake } from './queue/outage.ts';
import type { SendAgain } from './send-again-command.ts';
import type { Log } from './step-log.ts';
export type MailWorld = {
  readonly store: ObjectStore;
  readonly mailer: Mailer;
  readonly clock: Clock;
  /** When the archive was restored from a backup: what was due before may have been sent. */
  readonly restoredAt?: Temporal.Instant | undefined;
};

export type ReportWorld = MailWorld & {
  readonly configuration: Configuration;
  /** Waits for the sending quota before each message of a report; undefined if there is no quota. */
  readonly pace?: Pace | undefined;
  readonly connect: Connect;
  readonly renderer: Renderer;
  readonly chance: Chance;
  /** Undefined where no links are served. */
  readonly signPage?: SignPage | undefined;
};

export type LoggedReportWorld = ReportWorld & { readonly log: Log };

export type DispatchWorld = {
  readonly configuration: Configuration;
  readonly store: ObjectStore;
  /** The archive of the planning service; `store` by default. */
  readonly programmes?: ObjectStore | undefined;
  /** Whether anything becomes due by itself; on by default. */
  readonly schedules?: 'on' | 'off' | undefined;
  readonly queue: JobQueue;
};

export type ReconcileWorld = MailWorld &
  DispatchWorld & {
    readonly sendAgain: SendAgain;
    /** The AWS region of the mail service, for commands; undefined on one machine. */
    readonly awsRegion?: string | undefined;
  };

export type LoggedReconcileWorld = ReconcileWorld & {
  readonly log: Log;
  readonly chance: Chance;
  /** Waits for the sending quota before each mail to a contact; undefined if there is no quota. */
  readonly pace?: Pace | undefined;
};

export type World = LoggedReportWorld &
  ReconcileWorld & {
    /** Domains that requests may name addresses of; any by default. The mailer keeps to them too. */
    readonly allowedDomains?: readonly string[] | undefined;
    readonly brake: OutageBrake;
  };

/** Finds the key of a project. The clients made by one result share the limit on the size of answers. */
export type Connect = (project: ProjectConfiguration) => Promise<(options: RetryOptions) => PlanningClient>;

/**
 * The link of a stored page, or of what the wall shows of it.
 * @param key of the page
 * @throws LinkSecretError, SecretError
 */
export type SignPage = (key: string, kind: PageKind) => Promise<string>;

export interface Renderer {
  readonly loadWriter: () => Promise<unknown>;
  readonly forProject: (project: ProjectConfiguration) => Promise<Render>;
}

export type Render = (
  lookahead: Lookahead,
  options: Pick<ReportConfiguration, 'paper' | 'sheets'> & {
    /** Where the code on the wall leads; undefined without one. */
    readonly wallLink?: string | undefined;
  },
) => Promise<Uint8Array>;
