import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../archive/object-store.ts';
import type { Configuration, ProjectConfiguration } from '../config/configuration.ts';
import type { Mailer } from '../mail/transport/mailer.ts';
import type { Pace } from '../mail/transport/pace.ts';
import type { RetryOptions } from '../planning/client/retry.ts';
import type { JobQueue } from './dispatch/job-queue.ts';
import type { FoundKey } from './request/planning-key.ts';
import type { Renderer } from './request/run-report.ts';
import type { OutageBrake } from './retry/outage.ts';
import type { Metrics, StepLog } from './step-log.ts';

/** The services of the report function, built once. */
export type ReportServices = {
  readonly configuration: Configuration;
  readonly renderer: Renderer;
  readonly store: ObjectStore;
  readonly mailer: Mailer;
  /** Domains that requests may name addresses of; any by default. The mailer keeps to them too. */
  readonly allowedDomains?: readonly string[] | undefined;
  /** Asked before a message of a report is sent; absent where nothing limits how fast messages are sent. */
  readonly pace?: Pace | undefined;
  readonly keyOf: (project: ProjectConfiguration) => Promise<FoundKey>;
  readonly log: StepLog;
  readonly metrics: Metrics;
  readonly now: () => Temporal.Instant;
  /** Milliseconds; only differences count. */
  readonly elapsed: () => number;
  /** A unique id, drawn at random. */
  readonly drawId: () => string;
  /** Bytes of the planning service's answers, of all queries of a run together, that there is memory for. */
  readonly answerBytes: number;
  /** What to do where that is not enough, as part of a sentence. */
  readonly moreMemory: string;
  /** Waits before a refused message is tried again; real time where it is absent. */
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined;
  /** How the planning service is asked, and by which clock; HTTP and real time where it is absent. */
  readonly planning?: Pick<RetryOptions, 'fetch' | 'now' | 'timer' | 'sleep' | 'random'> | undefined;
};

/** What jobs of the queue take besides. */
export type JobServices = ReportServices & {
  readonly queue: Pick<JobQueue, 'send'>;
  readonly brake: OutageBrake;
  /** 0 to 1. */
  readonly random: () => number;
};

/** What Lambda provides for one invocation. */
export type Invocation = {
  readonly awsRequestId: string;
  readonly getRemainingTimeInMillis: () => number;
};
