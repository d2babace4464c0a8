/** One requested report, from the project's lists to its result: the code that cloud and laptop share. */
import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import { once } from '../../base/once.ts';
import type { Configuration } from '../../config/configuration.ts';
import { loadComposer } from '../../mail/transport/compose-message.ts';
import type { Mailer } from '../../mail/transport/mailer.ts';
import type { Pace } from '../../mail/transport/pace.ts';
import type { PlanningClient } from '../../planning/client/planning-client.ts';
import { deliverReport, type PreviewResult, previewReport } from '../run/deliver-report.ts';
import type { DeliveryEvent, DeliveryParts } from '../run/delivery-parts.ts';
import type { DeliveryResult } from '../run/delivery-result.ts';
import { dryRunReport } from '../run/dry-run-report.ts';
import { pullTasks } from '../run/pull-tasks.ts';
import { addressOf, prepareJob, type ReportJob, readLists } from '../run/report-job.ts';
import { checkTimeFor, timeNeeded } from '../run/time-left.ts';
import type { RequestedRun } from './begin-request.ts';
import type { Stopwatch } from './stopwatch.ts';

/** What cloud and laptop differ in, for one run. */
export interface RunAdapters {
  readonly configuration: Configuration;
  readonly store: ObjectStore;
  readonly mailer: Mailer;
  /** Absent where nothing limits how fast messages are sent. */
  readonly pace?: Pace | undefined;
  readonly renderer: Renderer;
  /** A client of the project's planning service, with the time that its queries may take. */
  readonly clientFor: (purpose: 'lists' | 'tasks') => Promise<PlanningClient>;
  readonly now: () => Temporal.Instant;
  /** Waits before a refused message is tried again. Milliseconds. */
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** This attempt's id, drawn at random. */
  readonly owner: string;
  /** Milliseconds until the process is ended. */
  readonly timeLeft: () => number;
  readonly stopwatch: Stopwatch;
  readonly onProgress: (event: RunEvent) => void;
}

export interface Renderer {
  /** Loads the workbook writer ahead of its use. */
  readonly load: () => Promise<unknown>;
  /** The renderer of a project's workbooks, with its logo. */
  readonly forProject: (project: RequestedRun['project']) => Promise<DeliveryParts['render']>;
}

export type RunEvent = { readonly kind: 'begun' } | DeliveryEvent;

export type RunResult = DeliveryResult | PreviewResult;

/**
 * Delivers, tests, previews or dry-runs a report.
 *
 * @throws NoTimeLeftError where there is no time left for the next step, and what the pull, the plan, the renderer and
 *   the store throw. What is stored stays, and the next attempt continues from it
 */
export async function runReport(run: RequestedRun, adapters: RunAdapters): Promise<RunResult> {
  const { configuration, stopwatch, onProgress } = adapters;
  onProgress({ kind: 'begun' });
  // Looked up only where something is left to make: messages of a stored issue need nothing of the planning service.
  const job = once(async () => {
    const client = await adapters.clientFor('lists');
    const lists = await stopwatch.time('lists', () => readLists(client, run.report));
    return addressed(prepareJob({ configuration, ...run }, lists), run);
  });
  const parts = deliveryParts(run, adapters);
  switch (run.mode) {
    case 'dry-run':
      return dryRunReport(await job(), parts);
    case 'preview':
      return previewReport(await job(), parts);
    case 'test':
    case 'send':
      return deliverReport(addressOf(run), job, parts);
  }
}

/** Replaces the recipients. A test run says what it is in its name: on every sheet, in the subject, in the mail. */
function addressed(job: ReportJob, { testRun, to }: RequestedRun): ReportJob {
  const everyone = to ? { ...job.everyone, to, cc: [] } : job.everyone;
  if (testRun === undefined) return to ? { ...job, everyone, audiences: [] } : job;
  const audiences = job.audiences.map((one) => (to && one.to.length > 0 ? { ...one, to, cc: [] } : one));
  const report = { ...job.report, name: `${job.report.name} (${testRun})` };
  return { ...job, testRun, report, everyone, audiences };
}

/** Each step is timed, and begins only where there is time left for it. */
function deliveryParts(run: RequestedRun, adapters: RunAdapters): DeliveryParts {
  const { store, mailer, renderer, now, timeLeft, stopwatch } = adapters;
  const projectRenderer = once(() => renderer.forProject(run.project));
  return {
    store: {
      ...store,
      putOnce: (key, body, type) => stopwatch.time('store', () => store.putOnce(key, body, type)),
    },
    pull: (job, instant) =>
      stopwatch.time('pull', async () => {
        const client = await adapters.clientFor('tasks');
        // Loads while the service is answering. A failure to load is thrown again where the code is used.
        void Promise.allSettled([renderer.load(), loadComposer()]);
        const { window, rules, pull, project } = job;
        const { timeZone } = project;
        return pullTasks(client, { window, filters: rules.filters, ...pull, instant, timeZone });
      }),
    render: async (lookahead, options) => {
      const render = await projectRenderer();
      return stopwatch.time('render', () => render(lookahead, options));
    },
    mailer: {
      ...mailer,
      send: (...asked) => stopwatch.time('send', () => mailer.send(...asked)),
    },
    pace: async (recipients) => adapters.pace?.(recipients, timeLeft() - timeNeeded({ kind: 'send' })),
    now,
    pause: adapters.pause,
    owner: adapters.owner,
    checkTime: (step) => checkTimeFor(step, timeLeft()),
    timePlan: (plan) => stopwatch.timeSync('plan', plan),
    onProgress: adapters.onProgress,
  };
}
