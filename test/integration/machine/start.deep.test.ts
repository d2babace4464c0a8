/** `lookahead start` as a service manager runs it: a process of its own, over real HTTP and a real folder. */
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDirectoryStore } from '../../../functions/archive/directory.ts';
import { systemClock } from '../../../functions/base/system.ts';
import { loadConfiguration } from '../../../functions/config/load-configuration.ts';
import { lastScheduledTime } from '../../../functions/config/schedule/schedule.ts';
import { dispatchDue } from '../../../functions/delivery/dispatch/dispatch.ts';
import { linkSecretOf } from '../../../functions/machine/link-secret.ts';
import { aConfigurationText, riverside, weekly } from '../../support/builders/a-configuration.ts';
import { planningOnLoopback, siteKey } from '../../support/planning/planning-on-loopback.ts';
import { runCli, startProcess } from '../../support/run-cli.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const env = { PLANNING_API_KEY: siteKey };

/** A machine with an hourly report, due two minutes ago: a killed process left it when it had written what is due. */
async function aMachine() {
  const folder = await temporaryDirectory();
  const planning = await planningOnLoopback();
  const file = join(folder, 'lookahead.yaml');
  const machine = 'deployment: { machine: { port: 0 } }\n';
  const project = { ...riverside, baseUrl: planning.url };
  const now = Temporal.Now.instant();
  const cron = `${now.subtract({ minutes: 2 }).toZonedDateTimeISO('UTC').minute} * * * *`;
  const report = { ...weekly, when: `{ cron: '${cron}', timeZone: UTC }` };
  await writeFile(file, aConfigurationText({ projects: [project], reports: [report] }) + machine);
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
  const start = () => {
    const machineProcess = startProcess(['start', '--config', file, '--out', archive], { env });
    onTestFinished(machineProcess.kill);
    return machineProcess;
  };
  const mails = () => readdir(join(archive, 'outbox')).catch(() => []);
  return { file, archive, store, start, mails };
}

describe('lookahead start', () => {
  test('goes on where a killed process stopped, serves the links, and stops when it is told to', async () => {
    const { start, mails, store } = await aMachine();
    const machine = start();
    await machine.printed(/written to files project=riverside/);
    expect(machine.output()).toContain('Lookahead runs: 1 project, 1 report, 1 schedule.\n');
    expect(await mails()).toHaveLength(1);
    const [, port] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(machine.output()) ?? [];
    expect(await (await fetch(`http://127.0.0.1:${port}/health`)).text()).toBe('running\n');
    expect(await machine.stop()).toBe(0);
    expect(machine.output()).toContain('Stopped.');
    expect(machine.output()).not.toContain(siteKey);
    const done = (await store.list('attempts/')).filter((key) => key.endsWith('/done.json'));
    expect(done).toHaveLength(1);
  });

  test('sends nothing twice where it is started again, or runs twice on one archive', async () => {
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

  test('serves what was imported, and logs a line for each request, without key and query', async () => {
    const { file, archive, start } = await aMachine();
    const planning = `planning: { data: '${join(archive, 'data')}', port: 0 }`;
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('machine: { port: 0 }', `machine: { port: 0, ${planning} }`));
    const machine = start();
    await machine.printed(/Planning Read API +http:.*\n/);
    const [, url] = /Planning Read API +(\S+)/.exec(machine.output()) ?? [];
    const headers = { 'X-API-Key': 'not-a-key', 'X-Request-Id': 'the-first' };
    const answer = await fetch(`${url}/gb/v1/projects/riverside/tasks?ownerIds=someone`, { headers });
    expect(answer.status).toBe(401);
    await machine.printed(
      /planning request answered requestId=the-first method=GET path=\/gb\/v1\/projects\/riverside\/tasks status=401 milliseconds=\d+\n/,
    );
    await machine.stop();
    expect(machine.output()).not.toMatch(/not-a-key|someone/);
  });

  test('warns of a secret that others may read, with the command that mends it', async () => {
    const { archive, start, store } = await aMachine();
    await linkSecretOf(store);
    const secret = join(archive, 'machine/link-secret.json');
    await chmod(secret, 0o644);
    const machine = start();
    await machine.printed(/chmod 600/);
    await machine.stop();
    expect(machine.output()).toContain(
      `Other users of this machine can read or change ${secret}, which is a secret. Let only its owner: chmod 600 ${secret}\n`,
    );
  });

  test('warns of a missing key, and refuses a configuration without a schedule', async () => {
    const { file, archive, start } = await aMachine();
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('PLANNING_API_KEY', 'OTHER_KEY'));
    const machine = start();
    await machine.printed(/riverside: The environment variable OTHER_KEY is empty or not set/);
    await machine.stop();
    await writeFile(file, text.replace(/ {4}when: .*\n/, ''));
    const refused = await runCli(['start', '--config', file, '--out', archive]);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('has a schedule, so there is nothing to wait for');
  });
});
