/** The week page as deployed: the functions have their roles, and no other permission. */
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { keptStack } from '../runtime/kept-stack.ts';
import { aCloud, type Cloud, linkSecret } from './a-cloud.ts';
import { friday, smallSite, smallSiteConfiguration } from './small-site.ts';

const stack = await keptStack();
const issueSchema = z.object({ workbooks: z.array(z.object({ wallLink: z.string() })) });

let cloud: Cloud;
beforeAll(async () => {
  cloud = await aCloud({
    stack,
    projects: [smallSite],
    configuration: (url) => smallSiteConfiguration(url),
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

async function linkInMail(mail: number): Promise<string> {
  const { text = '' } = await PostalMime.parse(cloud.aws.state.messages[mail]?.raw ?? '');
  return /http:\/\/127\.0\.0\.1:\d+\/\?page=\S+/.exec(text)?.[0] ?? '';
}

/** The link in the QR code on the wall. */
async function linkOnWall(): Promise<string> {
  const key = [...cloud.archive().keys()].find((one) => one.endsWith('/run-first/issue.json')) ?? '';
  const issue = issueSchema.parse(JSON.parse(new TextDecoder().decode(await cloud.store().get(key))));
  return issue.workbooks[0]?.wallLink ?? '';
}

async function open(link: string) {
  const answer = await fetch(link, { headers: { 'accept-encoding': 'gzip' } });
  return {
    status: answer.status,
    encoding: answer.headers.get('content-encoding'),
    text: await answer.text(),
  };
}

const page = { status: 200, encoding: 'gzip' };

describe('the links of a mail and on the wall', () => {
  it('open a page, which says that it is the latest', async () => {
    const latest = { ...page, text: expect.stringContaining('This is the latest revision.') };
    expect(await open(await linkInMail(0))).toEqual(latest);
    expect(await open(await linkOnWall())).toEqual(latest);
  });

  it('open nothing once they are changed, and a wall link does not open the page of a mail', async () => {
    const forged = (await linkInMail(0)).replace('/everyone&', '/other&');
    const asPerson = (await linkOnWall()).replace('?wall=', '?page=');
    for (const link of [forged, asPerson]) expect(await open(link)).toMatchObject({ status: 403 });
  });

  it('report a page that is gone', async () => {
    await send('lost');
    const objects = cloud.aws.state.buckets.get('archive');
    const key = [...(objects?.keys() ?? [])].find((one) => one.includes('/run-lost/pages/')) ?? '';
    objects?.delete(key);
    expect(await open(await linkInMail(1))).toMatchObject({ status: 410 });
  });

  it('open a page that reports a later revision, with a link to it', async () => {
    await send('second');
    for (const link of [await linkInMail(0), await linkOnWall()]) {
      const { status, text } = await open(link);
      expect(status).toBe(200);
      const [, later = ''] = /Revision 3 was made on [^<]+<a class="s" href="([^"]+)"/.exec(text) ?? [];
      // The host of the link does not exist in this test, so only its query is used.
      const { search } = new URL(later.replaceAll('&amp;', '&'));
      expect(await open(`${cloud.links.url}/${search}`)).toMatchObject({
        ...page,
        text: expect.stringContaining('This is the latest revision.'),
      });
    }
  });

  it('are in no log', () => {
    expect(cloud.logs()).toContain('link opened');
    expect(cloud.logs()).not.toMatch(/token=|AccessDenied/);
    expect(cloud.whereIn(linkSecret)).toEqual([]);
  });
});
