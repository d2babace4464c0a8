import { type Configuration, configurationSchema } from '../../functions/config/configuration.ts';
import { readYaml } from '../../functions/config/yaml-source.ts';
import type { Received } from '../../functions/delivery/dispatch/job-queue.ts';
import { jobText, type QueuedJob } from '../../functions/delivery/dispatch/job-queue.ts';
import { byFunction } from '../../functions/delivery/notify/send-again-command.ts';
import type { NotifyServices } from '../../functions/delivery/notify-services.ts';
import type { Invocation, JobServices, ReportServices } from '../../functions/delivery/report-services.ts';
import { createOutageBrake } from '../../functions/delivery/retry/outage.ts';
import type { Fields, Metrics, StepLog } from '../../functions/delivery/step-log.ts';
import { fixedKey } from '../../functions/planning/client/keys.ts';
import { createRenderer } from '../../functions/workbook/renderer.ts';
import { aConfigurationText, riverside, weekly } from './builders/a-configuration.ts';
import { aClock } from './builders/a-delivery.ts';
import { createMemoryStore, type MemoryStore } from './memory-store.ts';
import { siteKey } from './planning/planning-on-loopback.ts';
import { createRecordingMailer, type RecordingMailer } from './recording-mailer.ts';
import { type RecordingQueue, recordingQueue } from './recording-queue.ts';

/** One project, whose planning service is at `baseUrl`, with a weekly report and one of the night shift. */
export function aSiteConfiguration(
  baseUrl = 'https://planning.example.com',
  changes: { readonly weekly?: Readonly<Record<string, string>> } = {},
): Configuration {
  const text = aConfigurationText({
    projects: [{ ...riverside, baseUrl: `'${baseUrl}'`, apiKey: '{ secret: lookahead/planning }' }],
    reports: [
      { ...weekly, cc: '[deputy@example.com]', ...changes.weekly },
      { ...weekly, key: 'nights', name: 'Night work', shifts: '[night]', when: "{ cron: '30 15 * * FRI' }" },
    ],
  });
  return configurationOf(text);
}

/** The configuration with this text, as a deployed function reads it. */
export function configurationOf(text: string): Configuration {
  return configurationSchema.parse(readYaml(text).value);
}

export type LoggedLine = {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Fields;
};

export function recordingLog(): StepLog & { readonly lines: LoggedLine[] } {
  const lines: LoggedLine[] = [];
  const record = (level: LoggedLine['level']) => (message: string, fields: Fields) => {
    lines.push({ level, message, fields });
  };
  return { lines, info: record('info'), warn: record('warn'), error: record('error') };
}

function recordingMetrics(): Metrics & { readonly counted: Map<string, number> } {
  const counted = new Map<string, number>();
  const add = (name: string, value: number) => {
    counted.set(name, (counted.get(name) ?? 0) + value);
  };
  return {
    counted,
    count: add,
    bytes: (value) => add('Bytes', value),
    took: (step) => add(`${step} took`, 1),
    publish: () => {},
  };
}

type Recording = {
  readonly store: MemoryStore;
  readonly mailer: RecordingMailer;
  readonly log: ReturnType<typeof recordingLog>;
  readonly metrics: ReturnType<typeof recordingMetrics>;
  readonly queue: RecordingQueue;
  readonly clock: ReturnType<typeof aClock>;
};

/** The services of the functions as fakes; only the planning service is called over HTTP. */
export function fakeServices(
  configuration: Configuration,
  changes: Partial<Recording & Pick<ReportServices, 'keyOf' | 'answerBytes'>> = {},
): Omit<JobServices & NotifyServices, keyof Recording> & Recording {
  const clock = aClock();
  let drawn = 0;
  const { store = createMemoryStore() } = changes;
  const random = () => 0.5;
  return {
    configuration,
    renderer: createRenderer('.'),
    store,
    brake: createOutageBrake({ store, now: clock.now, random }),
    random,
    mailer: createRecordingMailer({ repeatable: false }),
    keyOf: async () => ({ provider: fixedKey(siteKey), name: 'the secret lookahead/planning' }),
    log: recordingLog(),
    metrics: recordingMetrics(),
    queue: recordingQueue(),
    sendAgain: byFunction('lookahead-test-report'),
    clock,
    now: clock.now,
    elapsed: () => 0,
    answerBytes: 56 * 1024 * 1024,
    moreMemory: 'give it more memory',
    pause: async () => undefined,
    drawId: () => `attempt-${++drawn}`,
    ...changes,
  };
}

export function aLambdaContext(
  left = 300_000,
  awsRequestId = '11111111-2222-3333-4444-555555555555',
): Invocation {
  return { awsRequestId, getRemainingTimeInMillis: () => left };
}

/** A job as the queue delivers it for the nth time. A message that is delivered again keeps its id. */
export function aReceivedJob(job: QueuedJob | string, receives = 1, messageId = 'm-1'): Received {
  return { messageId, body: typeof job === 'string' ? job : jobText(job), receives };
}
