import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import type { Clock, RandomSource } from '#base/system.ts';
import type { Configuration, ProjectConfiguration, ReportConfiguration } from '#config/configuration.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import type { Mailer } from '#mail/transport/mailer.ts';
import type { SendPacer } from '#mail/transport/pace.ts';
import type { PageKind } from '#pages/page-link.ts';
import type { PlanningClient } from '#planning/client/planning-client.ts';
import type { RetryOptions } from '#planning/client/retry.ts';

/** Everything that an attempt works with. */
export type RunWorld = {
  readonly configuration: Configuration;
  readonly store: ObjectStore;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly chance: RandomSource;
  readonly connect: ConnectPlanning;
  readonly renderer: Renderer;
  /** Waits for the sending quota before a message, or refuses to send it now; undefined if there is no quota. */
  readonly pace?: SendPacer | undefined;
  /** Undefined if no links are served. */
  readonly signPage?: SignPageLink | undefined;
  /** When the archive was restored from a backup. Messages due before then may have been sent already. */
  readonly restoredAt?: Temporal.Instant | undefined;
};

/** Finds the key of a project, and returns a function that opens clients with it. */
export type ConnectPlanning = (
  project: ProjectConfiguration,
) => Promise<(options: RetryOptions) => PlanningClient>;

/**
 * Makes the link to a stored page, its wall or its answer page.
 * @param key of the page
 * @throws LinkSecretError, SecretError
 */
export type SignPageLink = (key: string, kind: PageKind) => Promise<string>;

export interface Renderer {
  readonly loadWriter: () => Promise<unknown>;
  readonly forProject: (project: ProjectConfiguration) => Promise<Render>;
}

export type Render = (
  lookahead: Lookahead,
  options: Pick<ReportConfiguration, 'paper' | 'sheets'> & {
    /** Target of the QR code on the wall sheet; undefined if there is no code. */
    readonly wallLink?: string | undefined;
  },
) => Promise<Uint8Array>;
