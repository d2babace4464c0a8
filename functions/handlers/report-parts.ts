import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../archive/object-store.ts';
import type { Configuration, ProjectConfiguration } from '../config/configuration.ts';
import type { DeliveryEvent, DeliveryParts } from '../delivery/run/delivery-parts.ts';
import { pullTasks } from '../delivery/run/pull-tasks.ts';
import { checkTimeFor, timeNeeded } from '../delivery/run/time-left.ts';
import { loadComposer } from '../mail/transport/compose-message.ts';
import type { Mailer } from '../mail/transport/mailer.ts';
import { createPlanningClient, type PlanningClient } from '../planning/client/planning-client.ts';
import { renderWorkbook } from '../workbook/render-workbook.ts';
import { readLogo } from '../workbook/theme/logo.ts';
import { loadPackageWriter } from '../workbook/xlsx/workbook-writer.ts';
import type { FoundKey } from './aws/planning-key.ts';
import type { Metrics } from './log/metrics.ts';
import { type StepLog, withoutAddresses } from './log/step-log.ts';
import type { Stopwatch } from './log/stopwatch.ts';

/** What one report function is made of, built once. */
export type ReportServices = {
  readonly configuration: Configuration;
  /** Where the configuration's logos are. */
  readonly configurationFolder: string;
  readonly store: ObjectStore;
  readonly mailer: Mailer;
  readonly keyOf: (project: ProjectConfiguration) => Promise<FoundKey>;
  readonly log: StepLog;
  readonly metrics: Metrics;
  readonly now: () => Temporal.Instant;
  /** Milliseconds; only differences count. */
  readonly elapsed: () => number;
  /** An id nobody else has, drawn at random. */
  readonly drawId: () => string;
  /** Bytes of the planning service's answers, of all queries of a run together, that there is memory for. */
  readonly answerBytes: number;
  /** Waits before a refused message is tried again; real time where it is absent. */
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined;
};

/** What Lambda says of one invocation. */
export type Invocation = {
  readonly awsRequestId: string;
  readonly getRemainingTimeInMillis: () => number;
};

/** Time for planning, rendering, storing and sending once the tasks are there. */
const afterPull = 90_000;
/** Lists are short; a pull may take all the time that is left. */
const longestLists = 60_000;

/**
 * A client that gives up early enough for the rest of the run.
 * @throws NoTimeLeftError where there is no time left to ask anything
 */
export function clientInTime(
  project: ProjectConfiguration,
  key: FoundKey,
  means: Pick<ReportServices, 'log' | 'answerBytes'> & {
    readonly invocation: Invocation;
    readonly asking: 'lists' | 'tasks';
  },
): PlanningClient {
  const left = means.invocation.getRemainingTimeInMillis();
  checkTimeFor({ kind: 'pull' }, left);
  const time = Math.max(left - afterPull, timeNeeded({ kind: 'pull' }) / 2);
  const { baseUrl, region, projectId } = project;
  return createPlanningClient({
    baseUrl,
    region,
    projectId,
    key: key.provider,
    keyName: key.name,
    maxTotalBytes: means.answerBytes,
    overallTimeoutMs: Math.floor(means.asking === 'lists' ? Math.min(time, longestLists) : time),
    onRetry: ({ reason, waitMs, operation }) =>
      means.log.warn('trying again', {
        project: project.key,
        operation,
        reason: withoutAddresses(reason),
        waitMs,
      }),
  });
}

/** The run in the cloud; a laptop's differs in the store, the mailer and where keys come from. */
export async function reportParts(
  project: ProjectConfiguration,
  services: ReportServices,
  means: {
    readonly key: FoundKey;
    readonly invocation: Invocation;
    readonly watch: Stopwatch;
    readonly onProgress: (event: DeliveryEvent) => void;
  },
): Promise<DeliveryParts> {
  const { store, log, now, answerBytes } = services;
  const { invocation, watch } = means;
  const logo = project.logo
    ? readLogo(await readFile(join(services.configurationFolder, project.logo)))
    : undefined;
  return {
    store: {
      ...store,
      putOnce: (key, body, type) => watch.time('store', () => store.putOnce(key, body, type)),
    },
    pull: (job) =>
      watch.time('pull', () => {
        const client = clientInTime(project, means.key, { invocation, log, answerBytes, asking: 'tasks' });
        // While the service is answering there is nothing else to do; what cannot be loaded is said by who needs it.
        void Promise.allSettled([loadPackageWriter(), loadComposer()]);
        return pullTasks(client, {
          window: job.window,
          filters: job.rules.filters,
          ...job.pull,
          instant: now().toString(),
        });
      }),
    render: (lookahead, { paper }) =>
      watch.time('render', () =>
        renderWorkbook(lookahead, { paper, company: project.name, ...(logo ? { logo } : {}) }),
      ),
    mailer: {
      repeatable: services.mailer.repeatable,
      send: (message) => watch.time('send', () => services.mailer.send(message)),
    },
    now,
    pause: services.pause ?? pause,
    owner: services.drawId(),
    checkTime: (step) => checkTimeFor(step, invocation.getRemainingTimeInMillis()),
    timePlan: (plan) => watch.timeSync('plan', plan),
    onProgress: means.onProgress,
  };
}
