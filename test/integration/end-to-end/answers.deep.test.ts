/**
 * Promises as deployed, each function with its role: from the button in a mail, through the mail to the contact when
 * the answers close, to the next report.
 */
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filledIn, hiddenOf } from '../../support/builders/an-asking-report.ts';
import { keptStack } from '../runtime/kept-stack.ts';
import { aCloud, type Cloud, linkSecret } from './a-cloud.ts';
import { friday, smallSite, smallSiteConfiguration } from './small-site.ts';

const stack = await keptStack();

let cloud: Cloud;
beforeAll(async () => {
  cloud = await aCloud({
    stack,
    projects: [smallSite],
    configuration: (url) =>
      smallSiteConfiguration(url, {
        more: [
          'audiences: [{ each: subcontractor, to: { Stonebridge Frame Ltd: [office@example.com] } }]',
          "answers: { until: 'MON 07:00' }",
        ],
      }),
    clock: friday,
    sendEvents: 'lost',
  });
  await send('first');
});
afterAll(() => cloud?.[Symbol.asyncDispose]());

async function send(runId: string): Promise<void> {
  const request = { project: 'site', report: 'weekly', mode: 'send', runId };
  expect(await cloud.functions.report.invoke(request)).toMatchObject({ kind: 'response' });
}

async function linkInMail(to = 'office@example.com', kind = 'answer'): Promise<string> {
  const mail = cloud.aws.state.messages.find(({ recipients }) => recipients.includes(to));
  const { text = '' } = await PostalMime.parse(mail?.raw ?? '');
  return new RegExp(`http://127\\.0\\.0\\.1:\\d+/\\?${kind}=\\S+`).exec(text)?.[0] ?? '';
}

async function post(link: string, fields: Readonly<Record<string, string>>) {
  const answer = await fetch(link, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: answer.status, text: await answer.text(), cookie: answer.headers.get('set-cookie') };
}

const answersStored = () =>
  [...cloud.archive().keys()].filter((key) => /^answer(s\/(?!stand)|-names\/)/.test(key));

describe('a foreman', () => {
  it('opens the page from the mail, and the answers are stored apart from the name', async () => {
    const link = await linkInMail();
    const opened = await fetch(link);
    expect(opened.status).toBe(200);
    const html = await opened.text();
    expect(html).toContain('Please answer by Mon 23 Nov, 07:00.');
    expect(answersStored()).toEqual([]);
    const hidden = hiddenOf(html);
    const filled = await post(link, { ...hidden, fill: '1' });
    expect(answersStored()).toEqual([]);
    const all = filledIn(filled.text);
    expect(Object.values(all).filter((value) => value === 'promise').length).toBeGreaterThan(0);
    const sent = await post(link, { ...hidden, ...all, name: 'Ana Silva' });
    expect(sent).toMatchObject({
      status: 200,
      cookie: expect.stringMatching(/^name=Ana%20Silva; .*HttpOnly/),
    });
    expect(sent.text).toContain('<b>Stored:');
    expect(answersStored()).toHaveLength(2);
    await post(link, { ...hidden, ...all, name: 'Ana Silva' });
    expect(answersStored()).toHaveLength(2);
    const again = await fetch(link, { headers: { cookie: (sent.cookie ?? '').split(';')[0] ?? '' } });
    expect(await again.text()).toContain('name="name" value="Ana Silva"');
    expect(cloud.whereIn('Ana Silva')).toEqual([expect.stringMatching(/^answer-names\//)]);
  });

  it('makes a promise that everyone’s week page shows without the name', async () => {
    const page = await (
      await fetch(`${await linkInMail('works.manager@example.com', 'page')}&day=all`)
    ).text();
    expect(page).toMatch(/Promised: (\d+) of \1 tasks asked\./);
    expect(page).toContain('✓ promised by Stonebridge Frame Ltd');
    expect(page).not.toContain('Ana Silva');
  });

  it('is refused with a changed link, and with the link of the week', async () => {
    const link = await linkInMail();
    for (const forged of [link.replace('?answer=', '?page='), link.replace('subcontractor-', 'location-')]) {
      expect((await post(forged, { name: 'Mallory', a0: 'promise' })).status).toBe(403);
    }
    expect(answersStored()).toHaveLength(2);
  });
});

it('the contact is notified when answers close, and the next report counts the kept promises', async () => {
  await cloud.until('2026-11-23T07:05:00Z');
  await cloud.functions.reconcile.invoke({ reconcile: 'check', scheduledTime: '2026-11-23T07:05:00Z' });
  expect(cloud.mails().at(-1)).toEqual({
    to: 'planner@example.com',
    subject: expect.stringMatching(
      /^Small Site, Weekly lookahead, week 48: (\d+) of \1 tasks promised, 0 declined, 0 not answered$/,
    ),
  });
  await cloud.until('2026-11-27T14:00:00Z');
  await send('second');
  const key = [...cloud.archive().keys()].find((one) => one.endsWith('/run-second/issue.json')) ?? '';
  const issue = JSON.parse(new TextDecoder().decode(await cloud.store().get(key)));
  const { asked, promised } = issue.workbooks[0].measures.ppc.promises;
  expect(asked).toBeGreaterThan(0);
  expect(promised).toBe(asked);
});

it('no log contains a name or a link', () => {
  expect(cloud.logs()).toContain('link opened');
  expect(cloud.logs()).not.toMatch(/token=|AccessDenied|Ana/);
  expect(cloud.whereIn(linkSecret)).toEqual([]);
});
