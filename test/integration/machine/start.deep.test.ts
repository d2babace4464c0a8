/** `lookahead start` as a service manager runs it: a process of its own, over real HTTP and a real folder. */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDirectoryStore } from '../../../functions/archive/directory.ts';
import { systemClock } from '../../../functions/base/system.ts';
import { loadConfiguration } from '../../../functions/config/load-configuration.ts';
import { lastScheduledTime } from '../../../functions/config/schedule/schedule.ts';
import { dispatchDue } from '../../../functions/delivery/dispatch/dispatch.ts';
import { aConfigurationText, riverside, weekly } from '../../support/builders/a-configuration.ts';
import { planningOnLoopback, siteKey } from '../../support/planning/planning-on-loopback.ts';
import { startProcess } from '../../support/run-cli.ts';
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
  return { store, start, mails };
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
});
