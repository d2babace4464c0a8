/**
 * Messages of the deployed report that SES refuses, or that are too large for it: on one Friday, one project for each
 * fault.
 */
import { createCipheriv } from 'node:crypto';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { aCloud, type Cloud, openLinkIn } from '../end-to-end/a-cloud.ts';
import { firings } from '../end-to-end/scheduler.ts';
import { friday, smallSiteConfiguration, smallSites } from '../end-to-end/small-site.ts';
import { keptStack } from '../runtime/kept-stack.ts';

const stack = await keptStack();

const timeLimit = 180_000;
const projects = ['all-refused', 'one-refused', 'sender-refused', 'throttled', 'too-large'];
const refusal = (message: string) =>
  ({ kind: 'error', status: 400, code: 'MessageRejected', message }) as const;
const unverified =
  'Email address is not verified. The following identities failed the check in region EU-WEST-2: lookahead@example.com';

const reader = 'works.manager@example.com';

let cloud: Cloud;

beforeAll(async () => {
  const more = [
    'audiences:',
    '  - each: subcontractor',
    '    to: { Stonebridge Frame Ltd: [frame@example.com] }',
  ];
  cloud = await aCloud({
    stack,
    projects: smallSites(projects),
    configuration: (url) => smallSiteConfiguration(url, { projects, more }),
    clock: friday,
    sendEvents: 'delivered',
    waits: 'short',
  });
  cloud.aws.faults(
    {
      service: 'ses',
      key: '^all-refused__',
      times: 'always',
      fault: refusal('Local address contains control or whitespace'),
    },
    { service: 'ses', key: '^throttled__.*/everyone', times: 2, fault: { kind: 'throttle' } },
    {
      service: 'ses',
      key: '^one-refused__.*/subcontractor-',
      times: 'always',
      fault: refusal('Local address contains control or whitespace'),
    },
    // The sender is verified before the second attempt.
    { service: 'ses', key: 'sender-refused_', times: 1, fault: refusal(unverified) },
  );
  cloud.planning.gate.rule(({ url }) =>
    url.includes('/too-large/tasks') && !url.includes('shift=')
      ? { kind: 'pass', edit: withLongNotes }
      : { kind: 'pass' },
  );
  for (const { event } of firings(stack.schedules, { from: friday, to: '2026-11-20T14:00:01Z' })) {
    if (!JSON.stringify(event).includes('"cron"')) continue;
    expect(await cloud.functions.dispatch.invoke(event)).toMatchObject({ body: { due: projects.length } });
  }
  await cloud.work();
  await cloud.pass({ minutes: 95 });
}, timeLimit);
afterAll(() => cloud?.[Symbol.asyncDispose]());

/** Adds 400 tasks, each with incompressible text up to the limit of a cell. */
function withLongNotes(body: string): string {
  const page = z.looseObject({ results: z.array(z.record(z.string(), z.unknown())) }).parse(JSON.parse(body));
  const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16));
  const more = Array.from({ length: 400 }, (_, index) => ({
    ...page.results[0],
    id: `long-${index}`,
    start: '2026-11-24T07:00:00',
    finish: '2026-11-26T17:00:00',
    notes: noise.update(Buffer.alloc(24_000)).toString('base64'),
  }));
  return JSON.stringify({ ...page, results: [...page.results, ...more] });
}

const objectsOf = (project: string, ending: string) =>
  [...(cloud.aws.state.buckets.get('archive')?.values() ?? [])].filter(
    ({ key }) => key.startsWith(`issues/${project}/`) && key.endsWith(ending),
  );
const mailsOf = (run: string) =>
  cloud.aws.state.messages.filter(({ tags }) => tags.some(({ value }) => value.includes(run)));
const failedReports = () =>
  [...cloud.logs().matchAll(/"ReportsFailed":\[?([\d,]+)/g)]
    .flatMap(([, counts = '']) => counts.split(',').map(Number))
    .reduce((sum, count) => sum + count, 0);

it('fault 9: a refused message does not stop the others, and the contact is notified which and why', async () => {
  expect(mailsOf('one-refused__').map(({ recipients }) => recipients)).toEqual([[reader]]);
  expect(objectsOf('one-refused', '/failed.json')).toHaveLength(1);
  const told = await Promise.all(
    mailsOf('contact__').map(async ({ raw, recipients }) => {
      const { text = '' } = await PostalMime.parse(raw ?? '');
      return { recipients, text };
    }),
  );
  const [mail, ...others] = told.filter((one) => /messages not sent/i.test(one.text));
  expect(others).toEqual([]);
  expect(mail?.recipients).toEqual(['planner@example.com']);
  const text = mail?.text ?? '';
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(/to frame@example\.com SES rejects it \(MessageRejected/);
});

it('fault 9: refused messages are not retried, and the contact is notified once', () => {
  expect(mailsOf('all-refused__')).toEqual([]);
  expect(objectsOf('all-refused', '/everyone/failed.json')).toHaveLength(1);
  expect(objectsOf('all-refused', '/everyone/intent-2.json')).toEqual([]);
});

it('fault 9: if SES throttles, the message is retried as another intent, and is sent once, unmarked', () => {
  expect(mailsOf('throttled__').filter(({ recipients }) => recipients.includes(reader))).toEqual([
    expect.objectContaining({
      recipients: [reader],
      subject: 'Small Site throttled W48: 22 tasks, 5 not ready (Weekly lookahead rev 1)',
    }),
  ]);
  expect(objectsOf('throttled', '/everyone/refused-1.json')).toHaveLength(1);
  expect(objectsOf('throttled', '/everyone/intent-3.json')).toHaveLength(1);
});

it('fault 9: an unverified sender stops all messages, which are sent once it is verified', () => {
  const refused = objectsOf('sender-refused', '/refused-1.json').map(({ body }) => body.toString());
  expect(refused).toEqual([expect.stringMatching(/"cause": "curable".*Verify the from-address/s)]);
  expect(objectsOf('sender-refused', '/failed.json')).toEqual([]);
  expect(mailsOf('sender-refused').map(({ recipients, subject }) => [...recipients, subject])).toEqual([
    [reader, expect.not.stringContaining('resent')],
    ['frame@example.com', expect.not.stringContaining('resent')],
  ]);
  // The two reports with permanently refused messages.
  expect(failedReports()).toBe(2);
});

it('fault 9: a workbook over the limit is not attached; the mail says so, and its link leads to the file', async () => {
  const mails = await Promise.all(mailsOf('too-large__').map(({ raw }) => PostalMime.parse(raw ?? '')));
  const mail = mails.find(({ to }) => to?.[0]?.address === reader);
  expect(mail?.attachments).toEqual([]);
  expect(mail?.text).toContain('too large to attach');
  const [everyone] = objectsOf('too-large', 'rev 1.xlsx');
  expect(everyone?.body.length).toBeGreaterThan(7_000_000);

  const opened = await openLinkIn(mail?.text);
  expect(opened.status).toBe(302);
  const file = await fetch(opened.headers.get('location') ?? '');
  expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, everyone?.body.length]);
});

it('faults 9 and 17: a used-up daily quota stops a report before anything of a send is stored, until some quota is back', async () => {
  const ask = () =>
    cloud.functions.report.invoke({
      project: 'sender-refused',
      report: 'weekly',
      mode: 'send',
      runId: 'quota',
    });
  const storedOfMail = () =>
    [...(cloud.aws.state.buckets.get('archive')?.keys() ?? [])].filter((key) => /\/quota\/mail\//.test(key));
  cloud.aws.state.sending = { max24HourSend: 0 };
  // A minute later, a new process asks SES again.
  await cloud.later({ minutes: 1 });
  const refused = { outcome: { kind: 'refused', cause: 'retryable', waitSeconds: 1_800 } };
  expect(await ask()).toMatchObject({
    body: { reports: [{ outcome: 'incomplete', messages: [refused, refused] }] },
  });
  expect(storedOfMail()).toEqual([]);

  cloud.aws.state.sending = { max24HourSend: 200 };
  await cloud.later({ minutes: 30 });
  expect(await ask()).toMatchObject({ body: { reports: [{ outcome: 'delivered' }] } });
  expect(storedOfMail().filter((key) => !/\/(?:intent-1|sent)\.json$/.test(key))).toEqual([]);
  cloud.aws.state.sending = {};
});

it('a link to a workbook opens it, or reports that it is no longer stored', async () => {
  const { body } = z
    .object({
      body: z.object({ reports: z.array(z.object({ files: z.array(z.object({ link: z.url() })) })) }),
    })
    .parse(
      await cloud.functions.report.invoke({ project: 'one-refused', report: 'weekly', mode: 'preview' }),
    );
  const link = body.reports[0]?.files[0]?.link;
  expect(await openLinkIn(link)).toMatchObject({ status: 302 });
  const workbooks = [...(cloud.aws.state.buckets.get('archive')?.values() ?? [])].filter(
    ({ tags }) => tags !== '',
  );
  expect(workbooks.map(({ key, tags }) => [key.endsWith('.xlsx'), tags])).toContainEqual([
    true,
    'kind=workbook',
  ]);
  for (const { key } of workbooks) cloud.aws.state.buckets.get('archive')?.delete(key);
  const gone = await openLinkIn(link);
  expect([gone.status, await gone.text()]).toEqual([410, expect.stringContaining('no longer stored')]);
});
