/**
 * The deployed stack in virtual time: the real handlers over simulated services, invoked as Lambda and SQS invoke them.
 */

import type { Clock } from '#base/system.ts';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { handleReconcileEvent } from '#cloud/reconcile-event.ts';
import { createSecretsManagerLookup } from '#cloud/secret-reader.ts';
import type { Configuration } from '#config/configuration.ts';
import { createSendPacer } from '#mail/transport/pace.ts';
import { processDeadLetter } from '#queue/dead-letter.ts';
import { createOutageBrake } from '#queue/outage.ts';
import { processJob } from '#queue/process-job.ts';
import { createKeyFinder, planningConnector } from '#runs/connect.ts';
import type { Renderer } from '#runs/world.ts';
import { cloudSendAgainFormatter } from '#watch/send-again-command.ts';
import { receiveSesEvent } from '../builders/ses-events.ts';
import { jobQueueOf, logOf, mailerOf, quotaOf, secretsOf, storeOf } from './adapters.ts';
import { type ArchiveObjects, createArchiveObjects } from './archive.ts';
import type { Counts } from './counts.ts';
import { invoke, type SimulatedInvocation } from './invocation.ts';
import type { MailService } from './mail-service.ts';
import type { SimulatedPlanningService } from './planning-service.ts';
import { createQueue, type SimulatedQueue } from './queue.ts';
import type { SeededRandom } from './random.ts';
import type { VirtualTime } from './virtual-time.ts';

const minute = 60_000;

export type SimulatedCloudOptions = {
  readonly time: VirtualTime;
  readonly counts: Counts;
  readonly random: SeededRandom;
  readonly configuration: Configuration;
  readonly planning: SimulatedPlanningService;
  readonly mail: MailService;
  /** The present text of a secret. */
  readonly readSecret: (name: string) => string;
  readonly render: (wait: SimulatedInvocation['process']['wait'], project: string) => Promise<Uint8Array>;
  readonly maxConcurrency: number;
  /** The shares of invocations that are killed, and of messages that the queue delivers twice. */
  readonly killed: number;
  readonly doubled: number;
  readonly onLine?: (line: string) => void;
};

export type SimulatedCloud = {
  readonly archive: ArchiveObjects;
  readonly jobs: SimulatedQueue;
  readonly deadLetters: SimulatedQueue;
  /** Invocations that begin from now on have this configuration. */
  readonly deploy: (configuration: Configuration) => void;
  /** Puts an event into Lambda's queue: if its invocation fails, it is tried twice more. */
  readonly dispatch: (event: object) => void;
  readonly reconcile: (event: object) => void;
  /** Delivers an event of SES about a message. */
  readonly hear: (event: object) => void;
};

type JobWorld = Parameters<typeof processJob>[1];

/** A process of the report function, which serves one invocation after another. */
type Worker = { readonly world: JobWorld; readonly serve: (invocation: SimulatedInvocation) => void };

export function simulateCloud(options: SimulatedCloudOptions): SimulatedCloud {
  const { time, counts, random, mail } = options;
  const archive = createArchiveObjects();
  const log = logOf((line) => options.onLine?.(`${time.now()} ${line}`), counts);
  const waitOf = (current: () => SimulatedInvocation) => (milliseconds: number) =>
    current().process.wait(milliseconds);
  let { configuration } = options;
  let idle: Worker[] = [];
  let drawn = 0;
  const chance = { id: () => `attempt-${++drawn}`, random: random.draw };
  const clockOf = (current: () => SimulatedInvocation): Clock => ({
    now: time.now,
    elapsed: time.ms,
    wait: waitOf(current),
  });

  function openWorker(): Worker {
    let own: SimulatedInvocation | undefined;
    const current = () => {
      if (own === undefined) throw new Error('No invocation is in progress.');
      return own;
    };
    const store = storeOf(current, archive, counts);
    const renderer: Renderer = {
      loadWriter: async () => undefined,
      forProject:
        async ({ key }) =>
        () =>
          options.render(current().process.wait, key),
    };
    const clock = clockOf(current);
    const world: JobWorld = {
      configuration,
      store,
      renderer,
      log,
      clock,
      chance,
      mailer: mailerOf(current, mail, counts),
      pace: createSendPacer({
        quota: quotaOf(current, mail, { now: time.ms, draw: random.draw }),
        workers: options.maxConcurrency,
        now: time.ms,
        wait: waitOf(current),
        draw: random.draw,
      }),
      queue: jobQueueOf(current, () => jobs, counts),
      brake: createOutageBrake(store, clock, chance),
      connect: planningConnector(
        createKeyFinder(createSecretsManagerLookup(secretsOf(current, options.readSecret, time.ms))),
        {
          maxTotalBytes: 56 * 1024 * 1024,
          moreMemory: 'give it more memory',
          now: time.ms,
          random: random.draw,
          timer: (milliseconds, whenOver) => time.at(time.ms() + milliseconds, whenOver),
          wait: (milliseconds, signal) => current().process.wait(milliseconds, signal),
          fetch: async (url, init) => {
            const { process, mayDie } = current();
            await mayDie();
            return options.planning.fetch(process, url, init);
          },
        },
      ),
    };
    counts.add('cold starts', 1);
    return { world, serve: (invocation) => (own = invocation) };
  }

  const jobs: SimulatedQueue = createQueue({
    name: 'job',
    time,
    counts,
    random,
    maxReceives: 5,
    visibility: 30 * minute,
    doubled: options.doubled,
    maxConcurrency: options.maxConcurrency,
    bury: (body) => deadLetters.send(body, 0),
    work: async (received, process) => {
      const worker = idle.pop() ?? openWorker();
      const limits = { memory: 1_024, timeLimit: 5 * minute };
      // A worker whose process was killed does not become idle again.
      const free = () => {
        if (worker.world.configuration === configuration) idle.push(worker);
      };
      await invoke(
        process,
        async (invocation) => {
          worker.serve(invocation);
          await processJob(received, worker.world, invocation).finally(free);
        },
        { ...options, ...limits },
      );
    },
  });
  const deadLetters: SimulatedQueue = createQueue({
    name: 'dead',
    time,
    counts,
    random,
    maxReceives: 1_000,
    visibility: 6 * minute,
    doubled: 0,
    maxConcurrency: 2,
    work: (received, process) =>
      invoke(
        process,
        async (invocation) => {
          const current = () => invocation;
          const queue = jobQueueOf(current, () => jobs, counts);
          const store = storeOf(current, archive, counts);
          await processDeadLetter(received, { store, queue, log, clock: clockOf(current) });
        },
        { ...options, memory: 512, timeLimit: minute },
      ),
  });

  function invokeLater(
    limits: { readonly memory: number; readonly timeLimit: number },
    work: (invocation: SimulatedInvocation) => Promise<unknown>,
    tries = 3,
  ): void {
    let done = false;
    time.begin(
      (process) =>
        invoke(
          process,
          async (invocation) => {
            await work(invocation);
            done = true;
          },
          { ...options, ...limits },
        ),
      () => {
        if (!done && tries > 1)
          time.at(time.ms() + minute * (4 - tries), () => invokeLater(limits, work, tries - 1));
      },
    );
  }

  return {
    archive,
    jobs,
    deadLetters,
    deploy: (next) => {
      configuration = next;
      idle = [];
    },
    dispatch: (event) =>
      invokeLater({ memory: 512, timeLimit: 3 * minute }, (invocation) => {
        const current = () => invocation;
        const queue = jobQueueOf(current, () => jobs, counts);
        const store = storeOf(current, archive, counts);
        return handleDispatchEvent(event, { configuration, store, queue, log, clock: clockOf(current) });
      }),
    hear: (event) =>
      invokeLater({ memory: 512, timeLimit: minute }, (invocation) => {
        const current = () => invocation;
        return receiveSesEvent(event, {
          log,
          store: storeOf(current, archive, counts),
          clock: clockOf(current),
        });
      }),
    reconcile: (event) =>
      invokeLater({ memory: 512, timeLimit: 5 * minute }, (invocation) => {
        const current = () => invocation;
        return handleReconcileEvent(event, {
          configuration,
          log,
          chance,
          clock: clockOf(current),
          store: storeOf(current, archive, counts),
          queue: jobQueueOf(current, () => jobs, counts),
          mailer: mailerOf(current, mail, counts),
          sendAgain: cloudSendAgainFormatter({ name: 'lookahead-prod-report', region: 'eu-west-2' }),
        });
      }),
  };
}
