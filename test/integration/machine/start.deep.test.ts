/** `lookahead start` as a service manager runs it: a process of its own, over real HTTP and a real folder. */
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDirectoryStore } from '#archive/directory.ts';
import { systemClock } from '#base/system.ts';
import { version } from '#base/version.ts';
import { loadConfiguration } from '#config/load-configuration.ts';
import { lastScheduledTime } from '#config/schedule/schedule.ts';
import { dispatchDue } from '#queue/dispatch.ts';
import { aConfigurationText, riverside, weekly } from '../../support/builders/a-configuration.ts';
import { listenOnLoopback } from '../../support/listen-on-loopback.ts';
import { planningOnLoopback, siteKey } from '../../support/planning/planning-on-loopback.ts';
import { runCli, startProcess } from '../../support/run-cli.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const env = { PLANNING_API_KEY: siteKey };

/**
 * A machine with an hourly report that was due two minutes ago. A process was killed after it had stored which reports
 * are due.
 */
async function aMachine({ mail = '' } = {}) {
  const folder = await temporaryDirectory();
  const planning = await planningOnLoopback();
  const file = join(folder, 'lookahead.yaml');
  const machine = 'deployment: { machine: { port: 0 } }\n';
  const project = { ...riverside, baseUrl: planning.url };
  const now = Temporal.Now.instant();
  const cron = `${now.subtract({ minutes: 2 }).toZonedDateTimeISO('UTC').minute} * * * *`;
  const report = { ...weekly, when: `{ cron: '${cron}', timeZone: UTC }` };
  await writeFile(file, aConfigurationText({ projects: [project], reports: [report] }) + machine + mail);
  const archive = join(folder, 'archive');
  const store = createDirectoryStore(archive);
  const time = lastScheduledTime({ cron }, 'UTC', now);
  if (time === undefined) throw new Error('an hourly schedule has fired before');
  await dispatchDue(
    { schedule: { cron, timeZone: 'UTC' }, time },
    {
      configuration: await loadConfiguration(file),
      store,
      clock: { ...systemClock, now: () => now },
      queue: { send: async () => undefined, depth: async () => ({ all: 0, delayed: 0 }) },
    },
  );
  const start = (more: Readonly<Record<string, string>> = {}) => {
    const machineProcess = startProcess(['start', '--config', file, '--out', archive], {
      env: { ...env, ...more },
    });
    onTestFinished(machineProcess.kill);
    return machineProcess;
  };
  const mails = () => readdir(join(archive, 'outbox')).catch(() => []);
  return { store, archive, file, start, mails };
}

describe('lookahead start', () => {
  it('continues where a killed process stopped, serves the links, and stops when it is told to', async () => {
    const { start, mails, store } = await aMachine();
    const machine = start();
    await machine.printed(/written to files project=riverside/);
    expect(machine.output()).toContain(`Lookahead ${version} runs: 1 project, 1 report, 1 schedule.\n`);
    expect(await mails()).toHaveLength(1);
    const [, port] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(machine.output()) ?? [];
    expect(await (await fetch(`http://127.0.0.1:${port}/health`)).text()).toMatch(/^running/);
    expect(await machine.stop()).toBe(0);
    expect(machine.output()).toContain('Stopped.');
    expect(machine.output()).not.toContain(siteKey);
    const done = (await store.list('attempts/')).filter((key) => key.endsWith('/done.json'));
    expect(done).toHaveLength(1);
  });

  it('sends nothing twice if it is started again, or runs twice on one archive', async () => {
    const { start, mails } = await aMachine();
    const together = [start(), start()];
    await Promise.all(
      together.map((one) => one.printed(/(written to files|duplicate|done before) project=/)),
    );
    expect(await Promise.all(together.map((one) => one.stop()))).toEqual([0, 0]);
    const again = start();
    await again.printed(/checked dispatches=/);
    await again.stop();
    const [mail = '', ...others] = await mails();
    expect([mail, others]).toEqual([expect.stringContaining('riverside__weekly'), []]);
    expect(mail).not.toContain('resent');
  });
});

const healthOf = async ({ output }: ReturnType<typeof startProcess>) => {
  const [, links = ''] = /served on (http:\S+)/.exec(output()) ?? [];
  const answer = await fetch(`${links}/health`);
  return `${answer.status} ${await answer.text()}`;
};

it('start reports at /health, in its log and in the output of status that its check cannot write to the archive', async () => {
  const { start, archive } = await aMachine();
  // Blocks the place where the check records its progress. A file there stops even root.
  await writeFile(join(archive, 'looked'), '');
  const machine = start();
  await machine.printed(/the archive cannot be used reason=.*looked/);
  expect(await healthOf(machine)).toMatch(/^503 cannot store, last check \d\d:\d\d UTC\n$/);
  const { stderr } = await runCli(['status', '--out', archive]);
  expect(stderr).toMatch(/`start` last checked .* Cannot write .*looked/);
});

/** Code that sets the clock to 1970 until a file exists. */
const clockOf1970 = (set: string) => `
  import { existsSync } from 'node:fs';
  const { now } = Date;
  const began = now();
  Date.now = () => (existsSync(${JSON.stringify(set)}) ? now() : now() - began);
`;

it('start stays up but does nothing while the clock says 1970, until it is set', async () => {
  const { start, mails, store, archive } = await aMachine();
  const [before, set] = [await store.list(''), `${archive}.set`];
  const script = `${archive}.mjs`;
  await writeFile(script, clockOf1970(set));
  const machine = start({ NODE_OPTIONS: `--import ${script}` });
  await machine.printed(/says 1970-01-01T\S+: nothing is checked or sent until it is set/);
  const [url = ''] = /http:\S+\/health/.exec(machine.output()) ?? [];
  const health = await fetch(url);
  expect([health.status, await health.text()]).toEqual([503, 'clock\n']);
  expect((await store.list('')).filter((key) => !before.includes(key))).toEqual(['machine/link-secret.json']);
  await writeFile(set, '');
  await machine.printed(/written to files project=riverside/);
  expect(await mails()).toHaveLength(1);
  await machine.stop();
}, 60_000);

it('start reports the problem and ends if its planning port is in use', async () => {
  const port = await listenOnLoopback(createServer());
  const { archive, file } = await aMachine();
  const settings = `deployment: { machine: { port: 0, planning: { data: ${archive}-data, port: ${port} } } }`;
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^deployment.*/m, settings));
  const words = ['start', '--config', file, '--out', archive, '--restored'];
  const { code, stderr } = await runCli(words, { env });
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${port}: the port is in use`)]);
  expect(stderr).toContain(`${archive} has no record of an earlier check. Is it the restored backup?`);
});

it('start ends within ten seconds of SIGTERM, even while the mail server keeps it waiting', async () => {
  const held = createServer(() => undefined);
  const port = await listenOnLoopback(held);
  const { start, store } = await aMachine({
    mail: `mail: { smtp: { host: 127.0.0.1, port: ${port}, tls: none } }\n`,
  });
  await store.putOnce('mailed.json', Buffer.from('{"format": 6}'), 'application/json');
  const connected = once(held, 'connection');
  const machine = start();
  await connected;
  const begun = performance.now();
  expect(await machine.stop()).toBe(0);
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(machine.output()).toContain('Stopped.');
});
