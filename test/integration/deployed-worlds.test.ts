/**
 * Checks that each entry of `functions/` obeys its environment, by effects that a user can notice. All entries are
 * opened once over one cloud, and no variable has its default value. Each row checks one property or variable.
 */

import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createS3Client, openArchive } from '#archive/s3.ts';
import { localDayOf } from '#base/day.ts';
import { systemClock, systemRandomSource } from '#base/system.ts';
import { signLink } from '#display/signed-link.ts';
import { windowFor } from '#lookahead/dates/window.ts';
import { createKey, revokeKey } from '#planning-server/keys/manage-keys.ts';
import { importProgramme } from '#programme/import-programme.ts';
import { dispatchDue } from '#queue/dispatch.ts';
import { createOutageBrake } from '#queue/outage.ts';
import { planningServiceId } from '#runs/attempt.ts';
import { saveFailedRecipient } from '#runs/messages/recipient-events.ts';
import { scheduledRunId } from '#runs/store/names.ts';
import { anotherEntry } from '../support/aws/another-entry.ts';
import { anEntriesCloud, entriesLinkSecret } from '../support/aws/entries-cloud.ts';
import { aBatch } from '../support/builders/a-batch.ts';
import { aPng } from '../support/builders/a-picture.ts';
import { aGatewayEvent, gatewayAnswer } from '../support/gateway-event.ts';
import { aKey } from '../support/planning/a-key.ts';
import { anXerTask, xerBytes } from '../support/programmes/an-xer.ts';

// Entries keep what they read from their environment, so this file loads its own instances.
const { handler: deadLetter } = await anotherEntry('dead-letter');
const { handler: download } = await anotherEntry('download');
const { handler: importFile } = await anotherEntry('import');
const { handler: readApi } = await anotherEntry('read-api');
const { handler: reconcile } = await anotherEntry('reconcile');
const { handler: report } = await anotherEntry('report');

const now = Temporal.Now.instant().round({ smallestUnit: 'minute', roundingMode: 'floor' });
/** Two hours ago: a report that was due then can still be delivered. */
const due = now.subtract({ hours: 2 });
const { hour, minute } = due.toZonedDateTimeISO('UTC');
const schedule = { cron: `${minute} ${hour} * * *`, timeZone: 'UTC' };
const context = {
  awsRequestId: '11111111-2222-3333-4444-555555555555',
  getRemainingTimeInMillis: () => 300_000,
};
const noQueue = { send: async () => undefined, depth: async () => ({ all: 0, delayed: 0 }) };

type Seen = Awaited<ReturnType<typeof seeAll>>;
let seen: Seen;
const closing: (() => Promise<void>)[] = [];
const printed: string[] = [];

beforeAll(async () => {
  const silent = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      printed.push(String(text));
      return true;
    }),
  );
  try {
    seen = await seeAll();
  } finally {
    for (const spy of silent) spy.mockRestore();
  }
  // Time limit of `beforeAll`, in milliseconds.
}, 60_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.toReversed()) await close();
});

async function seeAll() {
  const cloud = await anEntriesCloud(
    {
      cron: schedule.cron,
      project: { logo: 'logo.png' },
      variables: {
        ALLOWED_DOMAINS: 'example.com',
        LINK_DAYS: '7',
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
        ALARM_ADDRESS: 'alarms@example.com',
        SCHEDULES: 'off',
        ORIGIN: 'https://planning.example.com',
        CORS_ORIGINS: 'https://bi.example.com',
      },
    },
    (close) => closing.push(close),
  );
  await writeFile(join(cloud.folder, 'logo.png'), aPng());
  const store = openArchive('archive', { client: createS3Client(cloud.aws.client) });
  const world = { ...cloud, store, objects: cloud.aws.state.buckets.get('archive') ?? new Map() };
  const requests = await seeRequests(world);
  const links = await seeLinks(requests, world);
  const checks = await seeChecks(world);
  const jobs = await seeJobs(checks.lost, world);
  const files = await seeFiles(world);
  const api = await seeApi(world);
  const sets = world.aws.state.messages.map(({ configurationSet }) => configurationSet);
  return { ...requests, ...links, ...checks, ...jobs, ...files, ...api, sets: sets.join(' ') };
}

type CloudOfRows = Awaited<ReturnType<typeof anEntriesCloud>> & {
  readonly store: ReturnType<typeof openArchive>;
  readonly objects: Map<string, { readonly body: Buffer }>;
};

/** The mails that the work sends, each as its text in one line. */
async function mailsOf({ aws }: CloudOfRows, work: () => Promise<unknown>): Promise<string> {
  const before = aws.state.messages.length;
  await work();
  return aws.state.messages
    .slice(before)
    .map(({ raw }) =>
      raw
        ?.toString()
        .replaceAll(/=\r?\n/g, '')
        .replaceAll('=3D', '=')
        .replaceAll(/\s+/g, ' '),
    )
    .join('\n');
}

const aTest = { project: 'riverside', report: 'weekly', mode: 'test', to: ['me@example.com'] };

async function seeRequests(world: CloudOfRows) {
  const ask = async (request: object, entry = report) => JSON.stringify(await entry(request, context));
  const testMail = await mailsOf(world, () => ask({ ...aTest, runId: 'try' }));
  const preview = await ask({ project: 'riverside', mode: 'preview', runId: 'look' });
  const elsewhere = await ask({ ...aTest, to: ['me@elsewhere.example.net'] });
  world.planning.answers.push(new Response(`"${'x'.repeat(8_000_000)}"`));
  const large = await ask({ project: 'riverside', mode: 'preview', runId: 'large' });
  // With so many workers, this one's share of the sending rate is one message in thousands of years.
  vi.stubEnv('MAX_CONCURRENCY', '1000000000000');
  const { handler } = await anotherEntry('report');
  const crowded = await ask({ ...aTest, runId: 'crowded' }, handler);
  const link = /https:\/\/links\.example\.com\/\?key[^"\\]+/.exec(preview)?.[0] ?? 'https://no.example.com';
  const page = /https:\/\/links\.example\.com\/\?page=[^"\s<]+/.exec(testMail)?.[0] ?? '';
  const key = Buffer.from(new URL(link).searchParams.get('key') ?? '', 'base64url').toString();
  const workbook = world.objects.get(key)?.body.toString('latin1') ?? '';
  const days = (Number(new URL(link).searchParams.get('expires')) - Date.now() / 1_000) / 86_400;
  return { elsewhere, large, crowded, link, page, key, workbook, days: days.toFixed(1) };
}

async function seeLinks(
  { link, key, page }: { readonly link: string; readonly key: string; readonly page: string },
  { aws, objects }: CloudOfRows,
) {
  const open = async (href: string, method = 'GET') => {
    const rawQueryString = new URL(href).search.slice(1);
    const { statusCode, headers, body } = gatewayAnswer.parse(
      await download(aGatewayEvent({ rawQueryString, method }), context),
    );
    return { status: String(statusCode), location: headers['location'] ?? '', body };
  };
  const { location } = await open(link);
  const head = await fetch((await open(link, 'HEAD')).location, { method: 'HEAD' });
  const week = page === '' ? '' : (await open(page)).body;
  const rotated = 'another-secret-of-forty-characters-......';
  aws.state.secrets.set('lookahead/link', JSON.stringify({ current: rotated, previous: entriesLinkSecret }));
  const expires = now.add({ hours: 24 });
  const young = signLink({ baseUrl: 'https://links.example.com/', key, expires, secret: rotated });
  const ofRotated = (await open(young)).status;
  objects.delete(key);
  return { location, head: String(head.status), week, ofRotated, removed: (await open(link)).status };
}

async function seeChecks(world: CloudOfRows) {
  const { configuration, store, objects, receive } = world;
  const [weekly] = configuration.reports;
  if (weekly === undefined) throw new Error('There is no report.');
  const overdue = due.subtract({ hours: 48 });
  const dispatchAt = (time: Temporal.Instant) =>
    dispatchDue(
      { schedule, time },
      { configuration, store, queue: noQueue, clock: { ...systemClock, now: () => time } },
    );
  // The jobs of both dispatches are lost. Only the second report can still be delivered.
  const { dispatchId } = await dispatchAt(overdue);
  await dispatchAt(due);
  await saveFailedRecipient(
    store,
    {
      event: 'bounced',
      address: 'works.manager@example.com',
      at: overdue.toString(),
      reason: 'no such user',
      suppressed: true,
    },
    {
      issue: {
        project: 'riverside',
        report: 'weekly',
        window: windowFor(localDayOf(overdue, 'UTC'), weekly),
        runId: scheduledRunId(overdue),
        dispatchId,
      },
      message: 'everyone',
      audience: { kind: 'everyone' },
    },
  );
  const check = { reconcile: 'check', scheduledTime: now.toString() };
  const notices = await mailsOf(world, () => reconcile(check, context));
  const pauses = [...objects.keys()].filter((key) => key.startsWith('schedules/pauses/')).join(' ');
  return { notices, pauses, lost: (await receive())?.Body ?? '' };
}

async function seeJobs(lost: string, { store, queue, planning }: CloudOfRows) {
  const delayed = async () => (await queue.depth()).delayed;
  const job = aBatch(JSON.parse(lost));
  const from = printed.length;
  await deadLetter(job, context);
  const redrivenLog = printed.slice(from).join('');
  const redriven = `${await delayed()} delayed`;
  const brake = createOutageBrake(store, systemClock, systemRandomSource);
  const service = planningServiceId({ baseUrl: planning.url, region: 'gb' });
  for (const project of ['riverside', 'harbour']) await brake.recordDown(service, project);
  // Only one job may probe a service that is down. This call takes the probe, so the job below has to wait.
  await brake.admit(service);
  const before = planning.requests.length;
  await report(job, context);
  const braked = `${planning.requests.length - before} requests, ${await delayed()} delayed`;
  return { redriven, redrivenLog, braked };
}

async function seeFiles(world: CloudOfRows) {
  const { store } = world;
  const [hourAgo, earlier] = [now.subtract({ hours: 1 }).toString(), now.subtract({ hours: 5 }).toString()];
  const tasks = ['A', 'B'].map((task_code, index) => anXerTask({ task_id: String(1001 + index), task_code }));
  const plan = xerBytes({ TASK: tasks });
  await importProgramme(
    {
      file: { name: 'first.xer', read: async () => plan, arrivedAt: hourAgo },
      mapping: { name: 'map.yaml', text: 'id: task_code\n' },
      project: { region: 'gb', projectId: 'riverside-tower' },
      force: false,
      dryRun: false,
    },
    { archive: store, now: hourAgo },
  );
  const other = xerBytes({ TASK: tasks.slice(0, 1) });
  const put = async (key: string) => {
    await store.putOnce(key, other, 'application/octet-stream');
    await importFile(aBatch({ time: earlier, detail: { object: { key, size: other.length } } }), context);
    return reconcile({ reconcile: 'check', scheduledTime: now.toString() }, context);
  };
  return {
    older: await mailsOf(world, () => put('inbox/gb/riverside-tower/plan.xer')),
    nobodys: await mailsOf(world, () => put('inbox/gb/plan.xer')),
  };
}

type Asked = { readonly 'x-api-key': string; readonly origin?: string; readonly sourceIp?: string };

async function seeApi({ aws, store }: CloudOfRows) {
  const { now: trueNow } = Date;
  let ahead = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => trueNow() + ahead);
  closing.push(async () => clock.mockRestore());
  const ask = async (target: string, { sourceIp, ...headers }: Asked) => {
    const [path, rawQueryString = ''] = target.split('?');
    const event = aGatewayEvent({ path, rawQueryString, headers, sourceIp });
    return gatewayAnswer.parse(await readApi(event, context));
  };
  const services = { store, now: Date.now, randomBytes, changedBy: 'test' };
  const key = await createKey(services, { name: 'bi', projects: '*', lifetime: 86_400_000 });
  const own = { 'x-api-key': key.text, origin: 'https://bi.example.com' };
  const tasks = await ask('/gb/v1/projects/riverside-tower/tasks?limit=1', own);
  await revokeKey(services, key.id);
  // In milliseconds: a server may cache the keys for a minute.
  ahead = 61_000;
  const revoked = await ask('/gb/v1/projects/riverside-tower/tasks', { ...own, sourceIp: '203.0.113.8' });
  const from = printed.length;
  for (let tries = 0; tries < 61; tries += 1)
    await ask('/gb/v1/projects/riverside-tower/tasks', { 'x-api-key': 'wrong' });
  const other = await ask('/gb/v1/projects/riverside-tower/tasks', {
    'x-api-key': 'wrong',
    sourceIp: '203.0.113.9',
  });
  aws.faults({
    operation: 'GetObject',
    key: '^planning/keys/|^keys/',
    times: 'always',
    fault: { kind: 'error', status: 403, code: 'AccessDenied' },
  });
  const unknown = await ask('/gb/v1/projects/riverside-tower/tasks', {
    'x-api-key': aKey('7f3a9c7f3a9d'),
    sourceIp: '203.0.113.10',
  });
  return {
    revokedKey: String(revoked.statusCode),
    unknownKey: String(unknown.statusCode),
    tasks: JSON.stringify(tasks),
    otherCaller: String(other.statusCode),
    apiLog: printed.slice(from).join(''),
  };
}

/** A property of an entry's world, or a variable; where it is noticed; the expected text. */
const rows: readonly (readonly [string, (all: Seen) => string, RegExp])[] = [
  [
    'report: allowedDomains refuse an address elsewhere',
    ({ elsewhere }) => elsewhere,
    /to\[0\] is not in a domain/,
  ],
  ['report: the memory limits answers', ({ large }) => large, /larger than there is memory for/],
  [
    'report: moreMemory says what to do',
    ({ large }) => large,
    /give the function report more memory \(infra/,
  ],
  ['report: MAX_CONCURRENCY shares the sending rate', ({ crowded }) => crowded, /sending rate is used up/],
  ['report: LINK_DAYS end a link', ({ days }) => days, /^7\.0$/],
  ['report: signPage gives a message its week page', ({ page }) => page, /\/run-try\/everyone&token=/],
  ['report: the folder of the configuration has the logo', ({ workbook }) => workbook, /xl\/media\//],
  [
    'report: the brake holds jobs while the service is down',
    ({ braked }) => braked,
    /^0 requests, 2 delayed$/,
  ],
  ['dead-letter: the queue gets the job again, later', ({ redriven }) => redriven, /^1 delayed$/],
  ['dead-letter: what it does is logged', ({ redrivenLog }) => redrivenLog, /"message":"brought back"/],
  ['reconcile: the queue gets a lost job again', ({ lost }) => lost, /"report":"weekly".*"attempt":1/],
  ['reconcile: SCHEDULES that are off are remembered', ({ pauses }) => pauses, /^\S+-off\.json$/],
  [
    'reconcile: REPORT_FUNCTION sends again',
    ({ notices }) => notices,
    /--function-name lookahead-test-report /,
  ],
  ['reconcile: AWS_REGION is where it sends again', ({ notices }) => notices, /invoke --region eu-west-2 /],
  [
    'reconcile: awsRegion is where an address is allowed again',
    ({ notices }) => notices,
    /delete-suppressed-destination --region eu-west-2 /,
  ],
  [
    'import: place and awsRegion are in the command',
    ({ older }) => older,
    /--to s3:\/\/archive --region eu-west-2 --force/,
  ],
  [
    'import: alarmAddress is told of a file of no report',
    ({ nobodys }) => nobodys,
    /To: alarms@example\.com/,
  ],
  ['every mailer: CONFIGURATION_SET reports events', ({ sets }) => sets, /^lookahead( lookahead){3}$/],
  ['download: store shows the week page', ({ week }) => week, /<title>Riverside Tower – Week \d+<\/title>/],
  ['download: sign opens a workbook for five minutes', ({ location }) => location, /X-Amz-Expires=300&/],
  ['download: sign is for the method', ({ head }) => head, /^200$/],
  ['download: isThere says that a workbook was removed', ({ removed }) => removed, /^410$/],
  ['download: freshSecrets know a rotated one', ({ ofRotated }) => ofRotated, /^302$/],
  [
    'read-api: CORS_ORIGINS may read',
    ({ tasks }) => tasks,
    /"access-control-allow-origin":"https:\/\/bi\.example\.com"/,
  ],
  [
    'read-api: ORIGIN begins the next link',
    ({ tasks }) => tasks,
    /https:\/\/planning\.example\.com\/gb\/v1\//,
  ],
  ['read-api: forbiddenIsMissing refuses a key that is not stored', ({ unknownKey }) => unknownKey, /^401$/],
  ['read-api: freshness ends a revoked key in a minute', ({ revokedKey }) => revokedKey, /^401$/],
  ['read-api: the address tells callers apart', ({ otherCaller }) => otherCaller, /^401$/],
  ['read-api: each request is logged', ({ apiLog }) => apiLog, /"message":"answered"/],
];

it.each(rows)('%s', (_, noticed, pattern) => {
  expect(noticed(seen)).toMatch(pattern);
});
