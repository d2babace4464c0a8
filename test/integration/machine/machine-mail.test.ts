/** Checks which mails one machine sends, and which it does not: the process of `lookahead start`, and its worker. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDirectoryStore } from '#archive/directory.ts';
import { systemClock, systemRandomSource } from '#base/system.ts';
import { loadConfiguration } from '#config/load-configuration.ts';
import { lastScheduledTime } from '#config/schedule/schedule.ts';
import { runWorker } from '#machine/worker.ts';
import type { MessageFromWorker } from '#machine/worker-pool.ts';
import { dispatchDue } from '#queue/dispatch.ts';
import { jobJson, type QueuedJob } from '#queue/job-queue.ts';
import { saveMailStopOrResume } from '#runs/messages/stoppable-mailer.ts';
import { markArchiveAsSendingMail } from '#runs/store/archive-use.ts';
import { aConfigurationText, riverside, weekly } from '../../support/builders/a-configuration.ts';
import { startHere } from '../../support/call-cli.ts';
import { planningOnLoopback, siteKey } from '../../support/planning/planning-on-loopback.ts';
import { startSmtpServer } from '../../support/smtp/smtp-server.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const environment = { PLANNING_API_KEY: siteKey };

/** A machine with a daily report that was due some days and a minute ago, and was never made. */
async function aMachine({ daysAgo }: { readonly daysAgo: number }) {
  const [planning, smtp] = [await planningOnLoopback(), await startSmtpServer({ tls: 'none' })];
  onTestFinished(() => smtp.close());
  const folder = await temporaryDirectory();
  const [file, archive] = [join(folder, 'lookahead.yaml'), join(folder, 'archive')];
  const now = Temporal.Now.instant().subtract({ minutes: 1 });
  const { hour, minute } = now.toZonedDateTimeISO('UTC');
  const cron = `${minute} ${hour} * * *`;
  const report = { ...weekly, when: `{ cron: '${cron}', timeZone: UTC }` };
  const project = { ...riverside, baseUrl: planning.url };
  const rest = `mail: { smtp: { host: 127.0.0.1, port: ${smtp.port}, tls: none } }\ndeployment: { machine: { port: 0 } }\n`;
  await writeFile(file, aConfigurationText({ projects: [project], reports: [report] }) + rest);
  const store = createDirectoryStore(archive);
  await markArchiveAsSendingMail(store);
  const due = now.subtract({ hours: 24 * daysAgo });
  const time = lastScheduledTime({ cron }, 'UTC', due);
  if (time === undefined) throw new Error('a daily schedule has fired before');
  const jobs: QueuedJob[] = [];
  await dispatchDue(
    { schedule: { cron, timeZone: 'UTC' }, time },
    {
      configuration: await loadConfiguration(file),
      store,
      clock: { ...systemClock, now: () => due },
      queue: {
        send: async (sent) => void jobs.push(...sent),
        depth: async () => ({ all: 0, delayed: 0 }),
      },
    },
  );
  const stop = () => saveMailStopOrResume(store, { became: 'stopped', at: now, by: 'operator@laptop' });
  const recipients = () => smtp.stored.flatMap((message) => message.recipients);
  return { file, archive, store, jobs, stop, recipients, smtp };
}

type Machine = Awaited<ReturnType<typeof aMachine>>;

/**
 * Lets a worker process the first job.
 * @returns the messages of the worker, its answer last. Messages that hand over jobs for the queue are left out
 */
async function work({ file, archive, jobs }: Machine): Promise<readonly MessageFromWorker[]> {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const settings = {
    url: 'http://localhost:8080',
    linkDays: 30,
    workerMemoryMB: 1_024,
    logFormat: 'text',
  } as const;
  const own = { environment, write: () => true, clock: systemClock, chance: systemRandomSource };
  await runWorker({ ...settings, configurationFile: file, archive }, port2, own);
  const [job] = jobs;
  if (job === undefined) throw new Error('nothing was due');
  const all: MessageFromWorker[] = [];
  const answered = new Promise<readonly MessageFromWorker[]>((resolve) => {
    port1.on('message', (said: MessageFromWorker) => {
      if (said.kind === 'queue') return;
      all.push(said);
      if (said.kind !== 'mail') resolve(all);
    });
  });
  port1.postMessage({ messageId: 'm-1', receiveCount: 1, body: jobJson(job) });
  return answered;
}

/** Runs `lookahead start` until it has made one check. */
async function startAndCheck({ file, archive }: Machine) {
  const machine = startHere(['start', '--config', file, '--out', archive], { env: environment });
  await machine.printed(/checked dispatches=/);
  return machine.stop();
}

const damaged = (machine: Machine) =>
  machine.store.putOnce('machine/link-secret.json', Buffer.from('{"secret": "sh'), 'application/json');

describe('a worker', () => {
  it('mails a report even if the secret for links is damaged', async () => {
    const machine = await aMachine({ daysAgo: 0 });
    await damaged(machine);
    expect(await work(machine)).toEqual([{ kind: 'mail', health: 'taken' }, { kind: 'done' }]);
    expect(machine.recipients()).toEqual(['works.manager@example.com']);
  });

  it('reports that the mail server refuses every message', async () => {
    const machine = await aMachine({ daysAgo: 0 });
    machine.smtp.faults.connect = () => ({ status: 554, text: 'Not you' });
    expect(await work(machine)).toContainEqual({ kind: 'mail', health: 'refused' });
  });

  it('mails nothing while mail is stopped', async () => {
    const machine = await aMachine({ daysAgo: 0 });
    await machine.stop();
    await work(machine);
    expect(machine.recipients()).toEqual([]);
  });
});

describe('start', () => {
  it('mails due notices even if the secret for links is damaged, and warns of it', async () => {
    const machine = await aMachine({ daysAgo: 2 });
    await damaged(machine);
    const { stderr } = await startAndCheck(machine);
    expect(stderr).toContain('machine/link-secret.json in the archive has no secret for links');
    expect(machine.recipients()).toContain('planner@example.com');
  });

  it('mails nothing while mail is stopped, and reports this first', async () => {
    const machine = await aMachine({ daysAgo: 2 });
    await machine.stop();
    const { stdout } = await startAndCheck(machine);
    expect(stdout).toMatch(
      /^All mail was stopped at \S+ by operator@laptop: nothing is mailed until `npm run lookahead -- stop --resume --out \S+\/archive`\.\n/,
    );
    expect(machine.recipients()).toEqual([]);
  });
});
