/**
 * `write-measurement.ts <step> <folder>`: measures one step, such as a dispatch or a check, with the configuration that
 * is bundled in the folder, and prints JSON. It runs in a process of its own, so that only the memory of this step is
 * measured. Calls to AWS take virtual time.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { readConfigurationBundle } from '#cloud/bundled-configuration.ts';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { handleReconcileEvent } from '#cloud/reconcile-event.ts';
import { createSqsQueue } from '#cloud/sqs-queue.ts';
import type { Configuration } from '#config/configuration.ts';
import { loadComposer } from '#mail/transport/compose-message.ts';
import { createSendPacer } from '#mail/transport/pace.ts';
import { versionManifestKeyTemplate } from '#planning/contract/version-keys.ts';
import { cloudSendAgainFormatter } from '#watch/send-again-command.ts';
import { logOf, mailerOf, quotaOf, storeOf } from '../../support/simulation/adapters.ts';
import { type ArchiveObjects, createArchiveObjects } from '../../support/simulation/archive.ts';
import { createCounts } from '../../support/simulation/counts.ts';
import { invoke, type SimulatedInvocation } from '../../support/simulation/invocation.ts';
import { createMailService } from '../../support/simulation/mail-service.ts';
import { randomOf } from '../../support/simulation/random.ts';
import { createVirtualTime } from '../../support/simulation/virtual-time.ts';
import { type MeasuredStep, type Measurement, stepNames } from './steps.ts';

const minute = 60_000;
const due = Date.parse('2026-11-20T14:00:00Z');
/** Milliseconds of a call to SQS, as in the simulation. */
const queueLatency = 15;

const steps: Readonly<Record<MeasuredStep, number>> = {
  'first check': due - 10 * minute,
  'check of versions': due - 10 * minute,
  dispatch: due,
  check: due + 10 * minute,
  'nothing delivered': due + 25 * 60 * minute,
};

async function measure(step: MeasuredStep, folder: string): Promise<Measurement> {
  await loadComposer();
  const began = process.cpuUsage();
  const variables = { CONFIGURATION_FILE: 'lookahead.json', LAMBDA_TASK_ROOT: folder };
  const { configuration: bundled } = await readConfigurationBundle(variables);
  const loadSeconds = secondsSince(began);

  const at = steps[step];
  const time = createVirtualTime(new Date(at).toISOString());
  const [counts, random] = [createCounts(), randomOf('scale')];
  const archive = createArchiveObjects();
  const stored = join(folder, 'objects');
  for (const name of readdirSync(stored))
    archive.put(decodeURIComponent(name), readFileSync(join(stored, name)));
  const configuration = step === 'check of versions' ? onImport(bundled, archive) : bundled;
  let writtenBytes = 0;
  const watched: ArchiveObjects = {
    ...archive,
    put: (key, body) => {
      writtenBytes += body.length;
      // The steps up to `dispatch` store their objects for the steps after it.
      if (at <= due) writeFileSync(join(stored, encodeURIComponent(key)), body);
      return archive.put(key, body);
    },
  };
  const calm = { lostAnswers: 0, isUsedUp: () => false, onTaken: () => undefined };
  const mail = createMailService({ time, random, perSecond: 14, perDay: 50_000, ...calm });
  const log = logOf(() => undefined, counts);
  const scheduledTime = new Date(at).toISOString();

  const work = async (invocation: SimulatedInvocation) => {
    const current = () => invocation;
    const { wait } = invocation.process;
    const store = storeOf(current, watched, counts);
    const clock = { now: time.now, elapsed: time.ms, wait };
    // All jobs are in the queue: delayed in the step `nothing delivered`, because their planning service is down.
    const state = step === 'nothing delivered' ? 'Delayed' : '';
    const Attributes = { [`ApproximateNumberOfMessages${state}`]: String(configuration.projects.length) };
    const client = new SQSClient({ region: 'eu-west-2' });
    const answer = async () => {
      await invocation.effect(queueLatency, () => counts.add('SQS requests', 1));
      return { output: { $metadata: {}, Attributes }, response: {} };
    };
    client.middlewareStack.add(() => answer, { step: 'initialize' });
    const queue = createSqsQueue({ client, url: 'https://sqs.example.com/jobs', wait });
    if (step === 'dispatch') {
      const event = { cron: '0 14 * * FRI', timeZone: 'Europe/London', scheduledTime };
      return handleDispatchEvent(event, { configuration, store, queue, log, clock });
    }
    return handleReconcileEvent(
      { reconcile: 'check', scheduledTime },
      {
        ...{ configuration, store, queue, log, clock },
        chance: { id: () => 'check', random: random.draw },
        mailer: mailerOf(current, mail, counts),
        pace: createSendPacer({
          quota: quotaOf(current, mail, { now: time.ms, draw: random.draw }),
          ...{ workers: 1, now: time.ms, wait, draw: random.draw },
        }),
        sendAgain: cloudSendAgainFormatter({ name: 'lookahead-prod-report', region: 'eu-west-2' }),
      },
    );
  };
  const before = process.cpuUsage();
  let failure: unknown;
  let endedAt: number | undefined;
  const limits = { memory: 512, timeLimit: Number.MAX_SAFE_INTEGER };
  time.begin(async (own) => {
    await invoke(own, async (invocation) => void (await work(invocation)), {
      ...{ time, counts, random, killed: 0, ...limits },
    }).catch((error: unknown) => {
      failure = error;
    });
    endedAt = time.ms();
  });
  while (endedAt === undefined) await time.until(time.ms() + minute);
  if (failure !== undefined) throw failure;
  return {
    loadSeconds,
    waitSeconds: (endedAt - at) / 1_000,
    cpuSeconds: secondsSince(before),
    memoryMB: process.resourceUsage().maxRSS / 1_024 - writtenBytes / 1e6,
    calls: counts.all(),
  };
}

/** The configuration with reports that wait for an import. Stores an old version of each project in the archive. */
function onImport(configuration: Configuration, archive: ArchiveObjects): Configuration {
  const manifest = Buffer.from(JSON.stringify({ importedAt: '2026-11-01T00:00:00Z' }));
  for (const project of configuration.projects)
    archive.put(versionManifestKeyTemplate.key({ ...project, version: 1 }), manifest);
  const reports = configuration.reports.map((report) => ({
    ...report,
    when: report.when && { ...report.when, onImport: true },
  }));
  return { ...configuration, reports };
}

function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const [, , step, folder = ''] = process.argv;
process.stdout.write(JSON.stringify(await measure(z.enum(stepNames).parse(step), folder)));
