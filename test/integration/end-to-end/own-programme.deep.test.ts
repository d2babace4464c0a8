/**
 * A contractor's own programme in the cloud: a file in the inbox, a version, the read API, and a report that waited for
 * it.
 */
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256Of } from '#base/digest.ts';
import { keyCreationObject } from '#planning-server/keys/objects.ts';
import { importProgramme } from '#programme/import-programme.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { anXerTask, xerBytes } from '../../support/programmes/an-xer.ts';
import { keptStack } from '../runtime/kept-stack.ts';
import { aCloud, type Cloud } from './a-cloud.ts';
import { callsOf } from './calls-of.ts';
import { programmeCalls, queriesOfReport } from './counted-calls.ts';
import { planningKey } from './planning-behind-a-gate.ts';

const stack = await keptStack();
const thursday = '2026-11-19T10:00:00Z';
const inbox = 'inbox/gb/tower/plan.xer';

let cloud: Cloud;
beforeAll(async () => {
  cloud = await aCloud({
    stack,
    projects: [],
    configuration: (_, readApiUrl) => `from: lookahead@example.com
projects:
  - key: tower
    name: Riverside Tower
    region: gb
    projectId: tower
    timeZone: Europe/London
    baseUrl: ${readApiUrl}
    apiKey: { secret: lookahead/planning }
reports:
  - key: weekly
    name: Weekly lookahead
    when: { onImport: true, atLatest: '0 14 * * FRI' }
    to: [works.manager@example.com]
    contact: planner@example.com
`,
    clock: thursday,
    sendEvents: 'delivered',
    waits: 'short',
  });
  await keyCreationObject.create(
    cloud.store(),
    { id: '1f7c1f7c1f7c' },
    {
      name: 'Lookahead',
      projects: [{ region: 'gb', projectId: 'tower' }],
      sha256: sha256Of(planningKey),
      created: '2026-11-01T00:00:00Z',
      createdBy: 'engineer',
      expires: '2027-11-01T00:00:00Z',
    },
  );
}, 120_000);
afterAll(() => cloud?.[Symbol.asyncDispose]());

const task = (code: string, more: Readonly<Record<string, string>> = {}) =>
  anXerTask({ task_id: `9${code.slice(1)}`, task_code: code, task_name: `Pour slab ${code}`, ...more });
let files = 0;
/** EventBridge's event for an object that has just been put. */
function eventOf(key: string, size: number) {
  files += 1;
  return {
    source: 'aws.s3',
    'detail-type': 'Object Created',
    time: new Date(cloud.clock.now() + files * 1_000).toISOString(),
    detail: { bucket: { name: 'archive' }, object: { key, size } },
  };
}
/** Overwrites the file, as people do. @returns its event */
async function overwrite(content: Uint8Array) {
  cloud.aws.state.buckets.get('archive')?.delete(inbox);
  await cloud.store().putOnce(inbox, content, 'application/octet-stream');
  return eventOf(inbox, content.length);
}
/** Overwrites the file, and delivers its event. @returns the event */
async function put(content: Uint8Array) {
  const event = await overwrite(content);
  await imported(event);
  return event;
}
/** Checks that each event is delivered once, and is not retried. */
async function imported(...events: readonly object[]) {
  expect(await cloud.announceUploads(...events)).toEqual(
    events.map(() => expect.objectContaining({ receiveCount: 1, deleted: true })),
  );
  expect(await cloud.queues.depth(cloud.queueOf('import'))).toBe(0);
}
const check = () =>
  cloud.functions.reconcile.invoke({
    reconcile: 'check',
    scheduledTime: new Date(cloud.clock.now()).toISOString(),
  });
const read = (path: string, key = planningKey) =>
  fetch(`${cloud.readApi.url}/gb/v1/projects/tower/${path}`, { headers: { 'x-api-key': key } });

/** Whether the call is the upload by this test, its only call to AWS. */
const isOurs = ({ operation, key }: { readonly operation: string; readonly key: string }) =>
  operation === 'PutObject' && key === inbox;

it('a file without a mapping is not imported, and the contact reads what to do first', async () => {
  await put(xerBytes());
  await check();
  expect(cloud.mails()).toEqual([
    { to: 'planner@example.com', subject: 'gb/tower: plan.xer was not imported' },
  ]);
});

it('a file in the inbox becomes a version, with the mapping of the version before', async () => {
  const atHome = createMemoryStore();
  await importProgramme(
    {
      file: {
        name: 'plan.xer',
        read: async () => xerBytes({ TASK: [task('A1010'), task('A1020')] }),
      },
      mapping: { name: 'plan-map.yaml', text: 'id: task_code\nshift:\n  - default: day\n' },
      project: { region: 'gb', projectId: 'tower' },
      force: false,
      dryRun: false,
    },
    { archive: atHome, now: '2026-11-12T09:00:00Z' },
  );
  for (const [key, bytes] of atHome.objects) {
    await cloud.store().putOnce(key, bytes, 'application/octet-stream');
  }
  const calls = await callsOf(
    cloud,
    async () => {
      await put(xerBytes({ TASK: [task('A1010'), task('A1020'), task('A1030')] }));
    },
    (call) => !isOurs(call),
  );
  expect(calls).toEqual(programmeCalls.importedFile);
  await check();
  const [, told] = cloud.mails();
  expect(told).toEqual({
    to: 'planner@example.com',
    subject: 'Riverside Tower: plan.xer is version 2 (1 added, 0 removed, 0 moved)',
  });
});

it('the read API serves the version to callers with a key only', async () => {
  const answer = await read('tasks?start=2026-11-23&finish=2026-11-29&shift=day');
  expect(answer.status).toBe(200);
  const { results } = JSON.parse(await answer.text());
  expect(results.map(({ id }: { id: string }) => id)).toEqual(['A1010', 'A1020', 'A1030']);
  expect(answer.headers.get('planning-version')).toBe('2');
  const etag = answer.headers.get('etag') ?? '';
  const again = await fetch(answer.url, { headers: { 'x-api-key': planningKey, 'if-none-match': etag } });
  expect(again.status).toBe(304);
  expect((await read('tasks', 'lookahead_000000000000_wrong')).status).toBe(401);
  const { paging } = JSON.parse(await (await read('tasks?limit=2')).text());
  expect(paging.next.link.startsWith(`${cloud.readApi.url}/gb/v1/projects/tower/tasks?limit=2&after=`)).toBe(
    true,
  );
  expect(cloud.functions['read-api'].log()).not.toContain(planningKey);
});

it('the read API caches what it reads from S3 for a minute', async () => {
  await cloud.functions['read-api'].retire();
  expect(await callsOf(cloud, () => read('tasks'))).toEqual(programmeCalls.coldQuery);
  expect(await callsOf(cloud, () => read('users'))).toEqual({});
  await cloud.later({ seconds: 65 });
  expect(await callsOf(cloud, () => read('tasks'))).toEqual(programmeCalls.queryAfterAMinute);
});

it('the report that waited for the version is sent, although a stranger uses up the throttle of the read API', async () => {
  cloud.readApi.setThrottle('used up');
  expect(await check()).toMatchObject({ kind: 'response' });
  const queries = () => cloud.functions['read-api'].log().split('"answered"').length;
  const before = queries();
  const { status } = await read('tasks');
  await cloud.work();
  cloud.readApi.setThrottle('free');
  expect(status).toBe(429);
  expect(queries() - before).toBe(queriesOfReport);
  const message = cloud.aws.state.messages.find(({ recipients }) =>
    recipients.includes('works.manager@example.com'),
  );
  const { subject, text } = await PostalMime.parse(message?.raw ?? '');
  expect(subject).toContain('Riverside Tower W48: 3 tasks');
  expect(text).toContain('programme of 20 Nov, version 2');
});

it('a file that looks wrong is not imported, and the contact gets the command that imports it anyway', async () => {
  await put(xerBytes({ TASK: [task('A1010')] }));
  await check();
  const message = cloud.aws.state.messages.at(-1);
  const { subject, text } = await PostalMime.parse(message?.raw ?? '');
  expect(subject).toBe('gb/tower: plan.xer was not imported');
  expect(text).toContain('the file would remove 2 of the 3 tasks of version 2');
  expect(text).toContain(
    'npm run lookahead -- import plan.xer --project gb/tower --to s3://archive --region eu-west-2 --force',
  );
  expect(JSON.parse(await (await read('tasks')).text()).results).toHaveLength(3);
});

it('an event that is delivered twice makes no second version and sends no second mail', async () => {
  const event = await put(xerBytes({ TASK: [task('A1010')] }));
  await check();
  const before = cloud.mails().length;
  await imported(event);
  await check();
  expect(cloud.mails()).toHaveLength(before);
  expect((await cloud.store().list('programmes/')).filter((key) => key.endsWith('.json'))).toHaveLength(2);
});

it('each file that cannot be imported is reported once, and a good file among them is imported', async () => {
  const contact = 'planner@example.com';
  const alarms = 'alarms@example.com';
  const refused: readonly (readonly [key: string, to: string, why: RegExp])[] = [
    ['inbox/gb/tower/plan\u0007.xer', contact, /a character that file names cannot have/],
    ['inbox/gb/tower/plan\nBcc: x.xer', contact, /a character that file names cannot have/],
    ['inbox/gb/tower/.plan.xer', contact, /begins with a dot/],
    [`inbox/gb/tower/${'é'.repeat(200)}.xer`, contact, /is 404 bytes long; the limit is 255/],
    ['inbox/gb/tower/week 48/plan.xer', contact, /its key is not inbox\/<region>/],
    ['inbox/uk/tower/plan.xer', alarms, /"uk" is not a region/],
    ['inbox/gb/.harbour/plan.xer', alarms, /".harbour" cannot be the id of a project/],
    ['inbox/gb/harbour/plan.xer', alarms, /mapping/],
    ['inbox/plan.xer', alarms, /its key is not inbox\/<region>/],
  ];
  const bucket = cloud.aws.state.buckets.get('archive');
  const object = bucket?.get(inbox);
  if (object === undefined) throw new Error('the inbox has a file');
  // S3 accepts any key, and people upload files in its console.
  for (const [key] of refused) bucket?.set(key, object);
  const bad = refused.map(([key]) => eventOf(key, object.body.length));
  const before = cloud.mails().length;
  const good = await overwrite(
    xerBytes({ TASK: [task('A1010'), task('A1020'), task('A1030'), task('A1040')] }),
  );
  await imported(...bad, good, ...bad);
  await check();
  const sent = cloud.aws.state.messages.slice(before);
  const told = await Promise.all(
    sent.map(async ({ recipients, raw }) => {
      const { text = '' } = await PostalMime.parse(raw ?? '');
      return { to: recipients.join(), text: text.replaceAll(/\s+/g, ' ') };
    }),
  );
  expect(told.map(({ to }) => to).sort()).toEqual([alarms, contact]);
  for (const { to, text } of told) {
    const own = refused.filter(([, address]) => address === to);
    expect(text.match(/Nothing was stored\./g)).toHaveLength(own.length);
    for (const [, , why] of own) expect(text).toMatch(why);
  }
  expect(
    told.map(({ to, text }) => [to, text.includes('plan.xer is version 3 (1 added, 0 removed, 0 moved)')]),
  ).toContainEqual([contact, true]);
  // Longer than the read API caches a version.
  await cloud.later({ seconds: 65 });
  expect((await read('tasks')).headers.get('planning-version')).toBe('3');
  expect(cloud.functions.import.log()).not.toContain('"level":"ERROR"');
});
