/** One requested report, from the project's lists to its result: the code that cloud and laptop share. */
import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { Configuration } from '../../config/configuration.ts';
import { loadComposer } from '../../mail/transport/compose-message.ts';
import type { Mailer } from '../../mail/transport/mailer.ts';
import type { Pace } from '../../mail/transport/pace.ts';
import type { PlanningClient } from '../../planning/client/planning-client.ts';
import { notifyFailures } from '../notify/failed-messages-notice.ts';
import type { PendingNotice } from '../notify/notify-contact.ts';
import { deliverReport, type PreviewResult, previewReport } from '../run/deliver-report.ts';
import type { DeliveryEvent, DeliveryParts } from '../run/delivery-parts.ts';
import type { DeliveryResult } from '../run/delivery-result.ts';
import { dryRunReport } from '../run/dry-run-report.ts';
import { pullTasks } from '../run/pull-tasks.ts';
import { prepareJob, type ReportJob, readLists } from '../run/report-job.ts';
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

export type RunEvent =
  | { readonly kind: 'begun' }
  /** Messages failed, and the contact could not be notified of it yet. */
  | { readonly kind: 'notice pending'; readonly reason: string }
  | DeliveryEvent;

export type RunResult = (DeliveryResult | PreviewResult) & {
  /** The notice that messages failed, where it could not be sent yet: a later attempt tries again. */
  readonly pendingNotice?: PendingNotice;
};

/**
 * Delivers, tests, previews or dry-runs a report.
 *
 * @throws NoTimeLeftError where there is no time left for the next step, and what the pull, the plan, the renderer and
 *   the store throw. What is stored stays, and the next attempt continues from it
 */
export async function runReport(run: RequestedRun, adapters: RunAdapters): Promise<RunResult> {
  const { configuration, stopwatch, onProgress } = adapters;
  onProgress({ kind: 'begun' });
  const client = await adapters.clientFor('lists');
  const lists = await stopwatch.time('lists', () => readLists(client, run.report));
  const job = addressed(prepareJob({ configuration, ...run }, lists), run);
  const parts = await deliveryParts(run, adapters);
  switch (run.mode) {
    case 'dry-run':
      return dryRunReport(job, parts);
    case 'preview':
      return previewReport(job, parts);
    case 'test':
      return deliverReport(job, parts);
    case 'send':
      return deliverAndNotify(job, run.dispatchId, { ...parts, configuration, onProgress });
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

async function deliverAndNotify(
  job: ReportJob,
  dispatchId: RequestedRun['dispatchId'],
  parts: DeliveryParts & Pick<RunAdapters, 'configuration' | 'onProgress'>,
): Promise<RunResult> {
  const result = await deliverReport(job, parts);
  const pendingNotice = await notifyFailures(result, { dispatchId, contact: job.contact }, parts);
  if (pendingNotice === undefined) return result;
  parts.onProgress({ kind: 'notice pending', reason: pendingNotice.reason });
  return { ...result, outcome: 'incomplete', pendingNotice };
}

/** Each step is timed, and begins only where there is time left for it. */
async function deliveryParts(run: RequestedRun, adapters: RunAdapters): Promise<DeliveryParts> {
  const { store, mailer, renderer, now, timeLeft, stopwatch } = adapters;
  const render = await renderer.forProject(run.project);
  return {
    store: {
      ...store,
      putOnce: (key, body, type) => stopwatch.time('store', () => store.putOnce(key, body, type)),
    },
    pull: (job) =>
      stopwatch.time('pull', async () => {
        const client = await adapters.clientFor('tasks');
        // Loads while the service is answering. A failure to load is thrown again where the code is used.
        void Promise.allSettled([renderer.load(), loadComposer()]);
        const { window, rules, pull } = job;
        return pullTasks(client, { window, filters: rules.filters, ...pull, instant: now().toString() });
      }),
    render: (lookahead, options) => stopwatch.time('render', () => render(lookahead, options)),
    mailer: {
      repeatable: mailer.repeatable,
      send: (message) => stopwatch.time('send', () => mailer.send(message)),
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
