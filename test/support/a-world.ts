import type { Log, LogFields } from '#base/log.ts';
import { type Configuration, configurationSchema } from '#config/configuration.ts';
import { readYaml } from '#config/yaml-source.ts';
import { fixedKeyProvider } from '#planning/client/api-keys.ts';
import { jobJson, type QueuedJob, type ReceivedMessage } from '#queue/job-queue.ts';
import { createOutageBrake, type OutageBrake } from '#queue/outage.ts';
import { planningConnector } from '#runs/connect.ts';
import type { Invocation } from '#runs/run-logged.ts';
import type { ConnectPlanning, RunWorld } from '#runs/world.ts';
import type { CheckWorld } from '#watch/world.ts';
import { createWorkbookRenderer } from '#workbook/render-workbook.ts';

type World = RunWorld & CheckWorld & { readonly brake: OutageBrake };

import { cloudSendAgainFormatter } from '#watch/send-again-command.ts';
import { aConfigurationText, riverside, weekly } from './builders/a-configuration.ts';
import { aClock } from './builders/a-delivery.ts';
import { createMemoryStore, type MemoryStore } from './memory-store.ts';
import { siteKey } from './planning/planning-on-loopback.ts';
import { createRecordingMailer, type RecordingMailer } from './recording-mailer.ts';
import { type RecordingQueue, recordingQueue } from './recording-queue.ts';

/**
 * A configuration of one project with its planning service at `baseUrl`, a weekly report and one of the night shift.
 */
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

const read = new Map<string, Configuration>();

/**
 * The configuration with this text, as a deployed function reads it. It is cached, because most tests use the same
 * text.
 */
export function configurationOf(text: string): Configuration {
  const known = read.get(text) ?? configurationSchema.parse(readYaml(text).value);
  read.set(text, known);
  return known;
}

type LoggedLine = {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: LogFields;
};

/** A log that keeps its lines and counts. */
export type RecordingLog = Log & { readonly lines: LoggedLine[]; readonly counted: Map<string, number> };

export function recordingLog(): RecordingLog {
  const lines: LoggedLine[] = [];
  const counted = new Map<string, number>();
  const record = (level: LoggedLine['level']) => (message: string, fields: LogFields) => {
    lines.push({ level, message, fields });
  };
  const count = (name: string, value: number) => {
    counted.set(name, (counted.get(name) ?? 0) + value);
  };
  return {
    lines,
    counted,
    count,
    info: record('info'),
    warn: record('warn'),
    error: record('error'),
    recordDuration: (step) => count(`${step} took`, 1),
    publish: () => {},
  };
}

type Recording = {
  readonly store: MemoryStore;
  readonly mailer: RecordingMailer;
  readonly log: RecordingLog;
  readonly queue: RecordingQueue;
  readonly clock: ReturnType<typeof aClock>;
};

/** Fakes of everything outside of the process, except for the planning service, which is called over HTTP. */
export function aWorld(
  over: Partial<Recording & Pick<World, 'configuration' | 'connect'>> = {},
): Omit<World, keyof Recording> & Recording {
  const clock = aClock();
  let drawn = 0;
  const { store = createMemoryStore() } = over;
  const chance = { id: () => `attempt-${++drawn}`, random: () => 0.5 };
  return {
    configuration: aSiteConfiguration(),
    renderer: createWorkbookRenderer('.'),
    store,
    brake: createOutageBrake(store, over.clock ?? clock, chance),
    mailer: createRecordingMailer({ repeatable: false }),
    connect: connectToSite(),
    log: recordingLog(),
    queue: recordingQueue(),
    sendAgain: cloudSendAgainFormatter({ name: 'lookahead-test-report', region: 'eu-west-2' }),
    awsRegion: 'eu-west-2',
    clock,
    chance,
    ...over,
  };
}

/** Planning clients with the key of the sites. @param maxTotalBytes maximum size of all answers of a client */
export function connectToSite(maxTotalBytes = 56 * 1024 * 1024): ConnectPlanning {
  return planningConnector(
    async () => ({ provider: fixedKeyProvider(siteKey), name: 'the secret lookahead/planning' }),
    {
      maxTotalBytes,
      moreMemory: 'give it more memory',
    },
  );
}

export function anInvocation(left = 300_000, id = '11111111-2222-3333-4444-555555555555'): Invocation {
  return { id, timeLeft: () => left };
}

/** A job as the queue delivers it for the nth time. A message that is delivered again keeps its id. */
export function aReceivedJob(job: QueuedJob | string, receives = 1, messageId = 'm-1'): ReceivedMessage {
  return { messageId, body: typeof job === 'string' ? job : jobJson(job), receives };
}
