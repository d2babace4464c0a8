/**
 * A month of `lookahead start` on one machine, killed at random, with a mail server that fails. The mail server itself
 * shows what arrived. DEEP_CHECKS=1 runs twelve days with 12 kills, DEEP_CHECKS=all a month with a hundred.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { Temporal } from 'temporal-polyfill';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfiguration } from '#config/load-configuration.ts';
import { nextScheduledTime } from '#config/schedule/schedule.ts';
import { createDueReports, schedulesOf } from '#queue/due-reports.ts';
import { runName } from '#runs/store/names.ts';
import { aConfigurationText, riverside, weekly } from '../../support/builders/a-configuration.ts';
import { compileCache } from '../../support/compile-cache.ts';
import { isEveryCheck } from '../../support/deep-checks.ts';
import { planningOnLoopback, siteKey } from '../../support/planning/planning-on-loopback.ts';
import { randomOf } from '../../support/simulation/random.ts';
import { type SmtpFaults, startSmtpServer } from '../../support/smtp/smtp-server.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/** The month ends on a Saturday, when no open report can still be delivered. */
const story = isEveryCheck
  ? { begin: '2026-10-19T00:00:00Z', days: 33, kills: 100 }
  : { begin: '2026-10-19T00:00:00Z', days: 12, kills: 12 };
const begin = Temporal.Instant.from(story.begin);
const end = begin.add({ hours: 24 * story.days });
const over = end.add({ hours: 25 });

const tasks = [1, 2, 3].map((number) => ({
  id: `t${number}`,
  name: `Task ${number}`,
  shift: 'day',
  start: '2026-10-01',
  finish: '2027-01-31',
  subcontractor: { id: 's1', name: 'Pile Co' },
}));

function configurationText([first, second]: readonly string[], mailPort: number): string {
  const projects = [
    { ...riverside, baseUrl: `${first}` },
    { ...riverside, baseUrl: `${second}`, key: 'quay', name: 'Quay', timeZone: 'Australia/Sydney' },
  ];
  const daily = {
    key: 'daily',
    name: 'Daily',
    starts: 'this-week',
    when: "{ cron: '30 5 * * MON-FRI' }",
    to: '[foremen@example.com]',
    contact: 'planner@example.com',
    projects: '[riverside]',
  };
  const cuts = '[{ each: subcontractor, to: { Pile Co: [office@piles.example.com] } }]';
  const reports = [{ ...weekly, audiences: cuts }, daily];
  return `${aConfigurationText({ projects, reports })}mail: { smtp: { host: 127.0.0.1, port: ${mailPort}, tls: none } }\n`;
}

/** The Message-ID of every message that is due in the month. All copies of a message have the same. */
async function expectedIds(file: string): Promise<ReadonlyMap<string, string>> {
  const expected = new Map<string, string>();
  for (const { schedule, reports } of schedulesOf(await loadConfiguration(file))) {
    let time = nextScheduledTime(schedule, schedule.timeZone, begin);
    while (time && Temporal.Instant.compare(time, end) < 0) {
      for (const due of createDueReports(time, reports)) {
        for (const message of due.report === 'weekly' ? ['everyone', 'subcontractor-s1'] : ['everyone']) {
          expected.set(messageIdOf(runName(due), message), `${runName(due)} ${message}`);
        }
      }
      time = nextScheduledTime(schedule, schedule.timeZone, time);
    }
  }
  return expected;
}

function messageIdOf(run: string, message: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([run, message]))
    .digest('hex');
  return `<${digest.slice(0, 32)}@example.com>`;
}

/**
 * Makes one in twenty sends fail, in one of five ways. After a lost answer, the sender does not know whether the
 * message arrived.
 */
function failSometimes(faults: SmtpFaults): void {
  const random = randomOf('smtp');
  const share = 0.01;
  faults.connect = () => (random.chance(share) ? 'broken off' : undefined);
  faults.recipient = () => (random.chance(share) ? { status: 450, text: 'Try again later' } : undefined);
  faults.content = () => (random.chance(share) ? 'broken off' : undefined);
  faults.answer = () =>
    random.chance(2 * share) ? { stored: random.chance(0.5), trouble: 'broken off' as const } : undefined;
}

/**
 * Runs the process from the time that it had reached, and kills it a number of milliseconds after it has logged a given
 * later time.
 * @returns its exit code, null if it was killed
 */
async function live(
  machine: { readonly file: string; readonly archive: string; readonly timeFile: string },
  kill: { readonly from: Temporal.Instant; readonly milliseconds: number } | undefined,
): Promise<number | null> {
  const { file, archive, timeFile } = machine;
  const reached = readFileSync(timeFile, 'utf8').trimEnd().split('\n').at(-1) ?? '';
  const script = join(import.meta.dirname, 'machine-process.ts');
  const child = spawn(process.execPath, [script, file, archive, timeFile, reached, over.toString()], {
    env: { ...compileCache(), PLANNING_API_KEY: siteKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let isDoomed = false;
  child.stdout.on('data', (lines: Buffer) => {
    const [time = ''] = /^\S+Z/m.exec(String(lines)) ?? [];
    if (kill === undefined || isDoomed || time < kill.from.toString()) return;
    isDoomed = true;
    setTimeout(() => child.kill('SIGKILL'), kill.milliseconds);
  });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (code !== null && code !== 0) throw new Error(`The process failed: ${stderr}`);
  return code;
}

it('every report arrives once, or again with a mark, however often the process is killed', {
  timeout: 900_000,
}, async () => {
  const folder = await temporaryDirectory();
  const sites = [await planningOnLoopback(tasks), await planningOnLoopback(tasks)];
  const mail = await startSmtpServer({ tls: 'none' });
  onTestFinished(mail.close);
  failSometimes(mail.faults);
  const machine = {
    file: join(folder, 'lookahead.yaml'),
    archive: join(folder, 'archive'),
    timeFile: join(folder, 'time'),
  };
  writeFileSync(
    machine.file,
    configurationText(
      sites.map(({ url }) => url),
      mail.port,
    ),
  );
  writeFileSync(machine.timeFile, `${begin}\n`);
  const random = randomOf('kills');
  let kills = 0;
  for (;;) {
    const from = begin.add({
      minutes: Math.floor(((kills + random.draw()) / story.kills) * 24 * 60 * story.days),
    });
    const kill = { from, milliseconds: random.between(0, 300) };
    if ((await live(machine, kills < story.kills ? kill : undefined)) === 0) break;
    kills += 1;
  }

  const expected = await expectedIds(machine.file);
  const copies = new Map<string, string[]>();
  for (const { raw } of mail.stored) {
    const { messageId = '', subject = '' } = await PostalMime.parse(raw);
    copies.set(messageId, [...(copies.get(messageId) ?? []), subject]);
  }
  const missing = [...expected].filter(([id]) => !copies.has(id)).map(([, name]) => name);
  const doubled = [...copies.values()].filter(
    (subjects) => subjects.filter((subject) => !subject.endsWith('(resent)')).length > 1,
  );
  const toContacts = [...copies].filter(([id]) => !expected.has(id)).map(([, [subject]]) => subject);
  expect({ missing, doubled }).toEqual({ missing: [], doubled: [] });
  // If the process is killed again and again, a report can be an hour late. Contacts are told of nothing else.
  expect(toContacts.filter((subject) => !/^(Late|Delivered after all): /.test(subject ?? ''))).toEqual([]);
  expect(toContacts.length).toBeLessThan(expected.size / 4);
  expect(kills).toBe(story.kills);
});
