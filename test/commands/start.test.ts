/**
 * Checks that each option of `start` and each setting of the machine has its effect. One machine runs in this process,
 * with its worker thread; the rows check what it did.
 */

import { randomBytes } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import type { Worker } from 'node:worker_threads';
import PostalMime, { type Email } from 'postal-mime';
import { Temporal } from 'temporal-polyfill';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { namesAndNotesObject } from '#answers/objects.ts';
import { createDirectoryStore } from '#archive/directory.ts';
import { sha256Of } from '#base/digest.ts';
import { systemClock } from '#base/system.ts';
import { version } from '#base/version.ts';
import { loadConfiguration } from '#config/load-configuration.ts';
import { lastScheduledTime } from '#config/schedule/schedule.ts';
import { saveLastCheck } from '#machine/last-check.ts';
import { readOrCreateLinkSecret } from '#machine/link-secret.ts';
import type { MessageFromWorker } from '#machine/worker-pool.ts';
import { keyCreationObject } from '#planning-server/keys/objects.ts';
import { readOrCreateSigningSecret } from '#planning-server/keys/tokens.ts';
import { writeVersion } from '#planning-server/versions/write-version.ts';
import { dispatchDue } from '#queue/dispatch.ts';
import { markArchiveAsSendingMail } from '#runs/store/archive-use.ts';
import { aConfigurationText, riverside, weekly } from '../support/builders/a-configuration.ts';
import { aPng } from '../support/builders/a-picture.ts';
import { aPlanningProject } from '../support/builders/a-planning-project.ts';
import { aVersionOrigin } from '../support/builders/a-version-origin.ts';
import { callCli, startHere } from '../support/call-cli.ts';
import { planningOnLoopback, siteKey } from '../support/planning/planning-on-loopback.ts';
import { shared } from '../support/shared.ts';
import { startSmtpServer } from '../support/smtp/smtp-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const now = Temporal.Now.instant();
const day = (days: number) =>
  now
    .add({ hours: 24 * days })
    .toString()
    .slice(0, 10);

/** A task that lasts all of next week, so that its subcontractor is asked for promises. */
const tasks = [
  {
    id: 't1',
    name: 'Drive piles',
    shift: 'day',
    start: day(0),
    finish: day(21),
    subcontractor: { id: 's1', name: 'Pile Co' },
  },
];

/**
 * A machine with two reports. `weekly` is due each day, last a minute ago; on the days of `daysAgo` (2 is two days
 * ago), it was dispatched but never made. `imported` waits for an import.
 */
async function aMachine({
  daysAgo,
  settings,
}: {
  readonly daysAgo: readonly number[];
  readonly settings: string;
}) {
  const planning = await planningOnLoopback(tasks);
  const smtp = await startSmtpServer({ tls: 'none' });
  onTestFinished(() => smtp.close());
  const folder = await temporaryDirectory();
  const [file, archive, data] = [
    join(folder, 'lookahead.yaml'),
    join(folder, 'archive'),
    join(folder, 'data'),
  ];
  const minuteAgo = now.subtract({ minutes: 1 });
  const { hour, minute } = minuteAgo.toZonedDateTimeISO('UTC');
  const inHalfAYear = now.toZonedDateTimeISO('UTC').add({ months: 6 }).month;
  const [cron, rarely] = [`${minute} ${hour} * * *`, `0 0 1 ${inHalfAYear} *`];
  const own = { projects: '[riverside]' };
  const text = aConfigurationText({
    projects: [
      { ...riverside, baseUrl: planning.url, logo: 'logo.png' },
      {
        ...riverside,
        key: 'quayside',
        projectId: 'quayside',
        baseUrl: planning.url,
        apiKey: '{ env: OTHER_KEY }',
      },
    ],
    reports: [
      { ...weekly, ...own, when: `{ cron: '${cron}', timeZone: UTC }` },
      {
        ...weekly,
        ...own,
        key: 'imported',
        to: '[site.manager@example.com]',
        when: `{ onImport: true, atLatest: '${rarely}' }`,
        audiences: '[{ each: subcontractor, to: { Pile Co: [office@pile.example.com] } }]',
        answers: '{}',
      },
    ],
  });
  await writeFile(
    file,
    `${text}answerNameDays: 5
mail: { smtp: { host: 127.0.0.1, port: ${smtp.port}, tls: none } }
deployment: { machine: { port: 0, planning: { data: '${data}', port: 0 }${settings} } }
`,
  );
  await writeFile(join(folder, 'logo.png'), aPng());
  const store = createDirectoryStore(archive);
  await markArchiveAsSendingMail(store);
  const configuration = await loadConfiguration(file);
  for (const days of daysAgo) {
    const due = minuteAgo.subtract({ hours: 24 * days });
    const time = lastScheduledTime({ cron }, 'UTC', due);
    if (time === undefined) throw new Error('a daily schedule has fired before');
    const queue = { send: async () => undefined, depth: async () => ({ all: 0, delayed: 0 }) };
    const clock = { ...systemClock, now: () => due };
    await dispatchDue({ schedule: { cron, timeZone: 'UTC' }, time }, { configuration, store, clock, queue });
  }
  return { file, archive, data, store, minuteAgo, smtp };
}

/** Stores a project that is imported, one with a damaged version, and a key that reads both. */
async function fill(data: string, importedAt: string): Promise<void> {
  const store = createDirectoryStore(data);
  const project = aPlanningProject({ tasks }, { projectId: 'riverside-tower' });
  await writeVersion(store, project, aVersionOrigin({ importedAt }));
  await writeVersion(store, { ...project, projectId: 'quayside' }, aVersionOrigin());
  await writeFile(join(data, 'programmes/gb/quayside/1.json'), '{');
  const times = { created: day(-9), expires: day(9) };
  await keyCreationObject.create(
    store,
    { id: '7f3a9c7f3a9c' },
    {
      name: 'site',
      projects: '*',
      sha256: sha256Of(siteKey),
      createdBy: 'engineer',
      created: `${times.created}T00:00:00Z`,
      expires: `${times.expires}T00:00:00Z`,
    },
  );
}

const textWith = (part: string) => expect.stringContaining(part);

const announcedSchema = z.object({ links: z.string(), planning: z.string() });

/** A machine's process that is stopped once both reports that are due now have been tried. */
const aDay = shared(async () => {
  const { file, archive, data, store, minuteAgo, smtp } = await aMachine({
    daysAgo: [2, 0],
    settings: ', url: https://reports.example.org, workers: 1, workerMemoryMB: 300',
  });
  await fill(data, minuteAgo.toString());
  for (const days of [4, 6]) {
    const at = now.subtract({ hours: 24 * days }).toString();
    const week = { first: '2026-11-23', last: '2026-11-29' };
    const of = { project: 'riverside', report: 'imported', ...week, message: 'm' };
    const names = { format: 1, at, name: 'Ana Silva', notes: {} } as const;
    await namesAndNotesObject.create(store, { ...of, digest: `${days}-days-old` }, names);
  }
  const threads: { readonly megabytes: number | undefined }[] = [];
  const delays: number[] = [];
  const bothTried = Promise.withResolvers<void>();
  let tried = 0;
  const onThread = (thread: Worker) => {
    threads.push({ megabytes: thread.resourceLimits?.maxOldGenerationSizeMb });
    thread.on('message', (said: MessageFromWorker) => {
      if (said.kind === 'queue') delays.push(said.delaySeconds);
      if ((said.kind === 'done' || said.kind === 'failed') && ++tried === 2) bothTried.resolve();
    });
  };
  process.on('worker', onThread);
  onTestFinished(() => void process.off('worker', onThread));
  // The mail server accepts both messages of the report `imported`, and then refuses the sender of all other messages.
  const taken = (address: string) => smtp.stored.some(({ recipients }) => recipients.includes(address));
  smtp.faults.sender = () =>
    taken('site.manager@example.com') && taken('office@pile.example.com')
      ? { status: 550, text: 'Sender refused' }
      : undefined;

  await saveLastCheck(archive, { at: now.subtract({ hours: 30 }) });
  const words = ['start', '--config', file, '--out', archive, '--restored', '--json'];
  const machine = startHere(words, { env: { PLANNING_API_KEY: siteKey } });
  const [first] = await machine.printed(/^{.*\n/m);
  await machine.printed(/begun/);
  await machine.until(bothTried.promise);
  const announced = announcedSchema.parse(JSON.parse(first));
  const mails = new Map<string, Email>();
  for (const { recipients, raw } of smtp.stored) mails.set(recipients.join(), await PostalMime.parse(raw));
  const asked = mails.get('office@pile.example.com')?.text ?? '';
  const health = await fetch(`${announced.links}/health`);
  const page = await fetch(`${announced.links}/${/\?page=\S+/.exec(asked)?.[0]}`);
  const answerPage = await fetch(`${announced.links}/${/\?answer=\S+/.exec(asked)?.[0]}`);
  const askService = (project: string) =>
    fetch(`${announced.planning}/gb/v1/projects/${project}/tasks?ownerIds=someone`, {
      headers: { 'X-API-Key': siteKey },
    });
  const [programme, damaged] = [await askService('riverside-tower'), await askService('quayside')];
  const { code, stdout, stderr } = await machine.stop();
  return {
    threads,
    delays,
    asked,
    notice: mails.get('planner@example.com'),
    everyone: mails.get('site.manager@example.com'),
    health: `${health.status} ${await health.text()}`,
    page: await page.text(),
    answerPage: await answerPage.text(),
    answers: [programme.headers.get('planning-version'), damaged.status],
    names: (await store.list('answer-names/')).map((key) => key.slice(key.lastIndexOf('/') + 1)),
    lines: stdout.replaceAll(join(file, '..'), 'FOLDER').trimEnd().split('\n'),
    stderr,
    code,
  };
});

type Day = Awaited<ReturnType<typeof aDay>>;

const linesAbout = (what: string) => (day: Day) => day.lines.filter((line) => line.includes(what));

it.each<[option: string, does: string, look: (day: Day) => unknown, seen: unknown]>([
  [
    '--json',
    'prints each line of the process and of its worker as JSON',
    ({ lines }) => lines.filter((line) => !line.startsWith('{"')),
    [],
  ],
  [
    '--restored',
    'makes the process notify the contact of reports that were perhaps not delivered',
    ({ notice }) => notice?.subject,
    textWith('Perhaps not delivered: '),
  ],
  [
    '--restored',
    'makes the worker mark reports that were due before',
    ({ everyone }) => everyone?.subject,
    textWith('(resent)'),
  ],
  [
    '--restored',
    'shows for which time answers may be missing',
    ({ stderr }) => stderr,
    expect.stringMatching(
      `Answers between .*${now.subtract({ hours: 30 }).toZonedDateTimeISO(Temporal.Now.timeZoneId()).toString().slice(11, 16)}.* and .* may be missing\\.`,
    ),
  ],
  [
    '--config, --out and mail',
    'are in the command that a mail to the contact gives',
    ({ notice }) => notice?.text,
    expect.stringMatching(/ --send --config \S+\/lookahead\.yaml --out \S+\/archive\n/),
  ],
  [
    'url',
    'begins the links to pages',
    ({ asked }) => asked,
    textWith('\nhttps://reports.example.org/?page=issues/riverside/imported/'),
  ],
  [
    'url',
    'begins the links to answers',
    ({ asked }) => asked,
    textWith('\nhttps://reports.example.org/?answer=issues/riverside/imported/'),
  ],
  [
    'url',
    'begins the links on pages',
    ({ page }) => page,
    textWith('"https://reports.example.org/?answer=issues/riverside/imported/'),
  ],
  ['logo', 'is read from the folder of the configuration', ({ everyone }) => everyone?.attachments.length, 1],
  ['workers', 'is the number of threads', ({ threads }) => threads.length, 1],
  ['workerMemoryMB', 'limits the memory of a thread', ({ threads }) => threads[0]?.megabytes, 300],
  [
    'planning',
    'serves imported versions, and an error for a damaged project',
    ({ answers }) => answers,
    ['1', 500],
  ],
  [
    'planning',
    'logs each request',
    linesAbout('planning request answered'),
    [textWith('"status":200'), textWith('"status":500')],
  ],
  [
    'planning',
    'logs neither key nor query',
    ({ lines }) => lines.filter((line) => line.includes(siteKey) || line.includes('someone')),
    [],
  ],
  [
    'planning',
    'logs why a request failed',
    linesAbout('planning request failed'),
    [textWith('quayside/1.json'), textWith('quayside/1.json')],
  ],
  [
    'planning',
    'makes the report that waits for an import',
    ({ everyone }) => everyone?.to?.[0]?.address,
    'site.manager@example.com',
  ],
  ['answerNameDays', 'limits how long names of answers are kept', ({ names }) => names, ['4-days-old.json']],
  [
    'answerNameDays',
    'is shown on the answer page',
    ({ answerPage }) => answerPage,
    textWith('removed after 5 days'),
  ],
  [
    'mail',
    'is unhealthy while its server refuses every mail of a worker',
    ({ health }) => health,
    expect.stringMatching(/^503 mail refused, last check \d\d:\d\d UTC\n$/),
  ],
  [
    'mail',
    'makes a refused report wait before it is retried',
    ({ delays }) => delays.map((seconds) => seconds > 60),
    [true],
  ],
  [
    'apiKey',
    'is missing for a project, and start warns of it',
    ({ stderr }) => stderr,
    textWith('quayside: The environment variable OTHER_KEY is empty or not set'),
  ],
  [
    'a signal',
    'ends the process without an error',
    ({ code, stderr }) => [code, stderr],
    [0, textWith('\nStopped.\n')],
  ],
])('start, %s: %s', async (_option, _does, look, seen) => {
  expect(look(await aDay())).toEqual(seen);
});

/** A machine's process with the usual settings, until it has checked once. Its mail server refuses everything. */
const aRefusedDay = shared(async () => {
  const { file, archive, data, store, smtp } = await aMachine({ daysAgo: [2], settings: '' });
  smtp.faults.connect = () => ({ status: 554, text: 'Not you' });
  await readOrCreateLinkSecret(store);
  await readOrCreateSigningSecret(createDirectoryStore(data), randomBytes);
  for (const secret of [join(archive, 'machine/link-secret.json'), join(data, 'keys/signing-secret')]) {
    await chmod(secret, 0o644);
  }
  const words = ['start', '--config', file, '--out', archive];
  const machine = startHere(words, { env: { PLANNING_API_KEY: siteKey } });
  await machine.printed(/checked/);
  const [, links] = await machine.printed(/served on (\S+)/);
  const health = await fetch(`${links}/health`);
  const { stdout, stderr } = await machine.stop();
  const inFolder = (text: string) => text.replaceAll(join(file, '..'), 'FOLDER');
  return { health: health.status, stdout: inFolder(stdout), stderr: inFolder(stderr) };
});

it.each<[what: string, look: (day: Awaited<ReturnType<typeof aRefusedDay>>) => unknown, seen: unknown]>([
  ['is unhealthy while the mail server refuses its own mails', ({ health }) => health, 503],
  [
    'shows where it listens, and that phones cannot reach it',
    ({ stdout }) => stdout.split('\n').map((line) => line.replaceAll(/:\d{4,}/g, ':PORT')),
    expect.arrayContaining([
      `Lookahead ${version} runs: 2 projects, 2 reports, 2 schedules.`,
      '  workbooks and the run store             FOLDER/archive',
      '  messages                                sent through the mail server 127.0.0.1',
      '  links in messages                       http://localhost:PORT, served on http://127.0.0.1:PORT',
      '  week pages                              none, and no answers are asked for: only this machine reaches deployment.machine.url; set it to where phones do',
      '  Planning Read API                       http://127.0.0.1:PORT',
    ]),
  ],
  [
    'shows which report is due next, and when',
    ({ stdout }) => stdout,
    expect.stringMatching(/^ {2}next at \S+ \d\d:\d\d UTC: weekly$/m),
  ],
  [
    'logs lines of text',
    ({ stdout }) => stdout,
    expect.stringMatching(/^\d{4}-\S+Z \w+ +checked dispatches=/m),
  ],
  [
    'warns of a secret of links that others may read',
    ({ stderr }) => stderr,
    textWith('chmod 600 FOLDER/archive/machine/link-secret.json\n'),
  ],
  [
    'warns of a secret of tokens that others may read',
    ({ stderr }) => stderr,
    textWith('chmod 600 FOLDER/data/keys/signing-secret\n'),
  ],
])('start %s', async (_what, look, seen) => {
  expect(look(await aRefusedDay())).toEqual(seen);
});

it.each<[what: string, change: (text: string) => string, code: number, says: string]>([
  [
    'at an address that is not its own, with its port',
    (text) => text.replace('machine: { port: 0,', 'machine: { host: 192.0.2.1, port: 8099,'),
    1,
    'Cannot listen on 192.0.2.1:8099: this machine has no such address',
  ],
  [
    'without a schedule',
    (text) => text.replaceAll(/^ {4}when: .*\n/gm, ''),
    2,
    'No report in FOLDER/lookahead.yaml has a schedule, so there is nothing to wait for',
  ],
])('start is refused %s', async (_what, change, code, says) => {
  const { file, archive } = await aMachine({ daysAgo: [], settings: '' });
  await writeFile(file, change(await readFile(file, 'utf8')));
  const refused = await callCli(['start', '--config', file, '--out', archive]);
  expect(refused).toMatchObject({ code, stdout: '' });
  expect(refused.stderr.replaceAll(join(file, '..'), 'FOLDER')).toContain(says);
});

it('start without mail writes messages to files, and reports this', async () => {
  const { file, archive } = await aMachine({ daysAgo: [], settings: '' });
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^mail: .*\n/m, ''));
  const out = `${archive}-of-files`;
  const machine = startHere(['start', '--config', file, '--out', out]);
  await machine.printed(/checked/);
  const { stdout } = await machine.stop();
  expect(stdout).toContain(
    `  messages                                files in ${out}/outbox: mail.smtp is not configured\n`,
  );
});
