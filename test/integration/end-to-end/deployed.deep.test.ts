/** The whole product as deployed, from the schedule to the mail. */
import { createHash } from 'node:crypto';
import PostalMime from 'postal-mime';
import { afterAll, expect, it } from 'vitest';
import { generateSampleProject, sampleProjects } from '#planning-server/sample/generate.ts';
import { sampleText } from '../../support/sample-configuration.ts';
import { keptStack } from '../runtime/kept-stack.ts';
import { aCloud, type Cloud, linkSecret } from './a-cloud.ts';
import { planningKey } from './planning-behind-a-gate.ts';
import { firings } from './scheduler.ts';

const stack = await keptStack();

const clouds: Cloud[] = [];
afterAll(() => Promise.all(clouds.map((cloud) => cloud[Symbol.asyncDispose]())));

/** A cloud with the sample projects and the sample configuration, the night before their Friday. */
async function theSample(): Promise<Cloud> {
  const cloud = await aCloud({
    stack,
    projects: sampleProjects.map((project) => generateSampleProject({ ...project, tasks: 80 })),
    configuration: (planningUrl) => sampleText.replaceAll('http://127.0.0.1:8787', planningUrl),
    clock: '2026-11-20T02:50:00Z',
    sendEvents: 'delivered',
  });
  clouds.push(cloud);
  return cloud;
}

const friday = { from: '2026-11-20T03:00:00Z', to: '2026-11-20T21:01:00Z' };

/** Fires everything that the schedules start on that Friday, each at its time; to save time, only one check in six. */
async function liveThroughFriday(cloud: Cloud): Promise<void> {
  const { schedules } = stack;
  let checks = 0;
  for (const { at, event } of firings(schedules, friday)) {
    if (isSweep(event)) {
      checks += 1;
      if (checks % 6 !== 0) continue;
    }
    await cloud.until(at.toString());
    await fire(cloud, event);
    await cloud.work();
    await cloud.tellOfSends();
  }
}

const keysOf = (cloud: Cloud, pattern: RegExp) =>
  [...cloud.archive().keys()].filter((key) => pattern.test(key));

function isSweep(event: unknown): boolean {
  return typeof event === 'object' && event !== null && 'reconcile' in event;
}

async function fire(cloud: Cloud, event: unknown): Promise<void> {
  const { dispatch, reconcile } = cloud.functions;
  const answer = await (isSweep(event) ? reconcile : dispatch).invoke(event);
  expect(answer).toMatchObject({ kind: 'response' });
}

/** The messages as a reader's mail program shows them, and whether their workbook is the one in the archive. */
async function openMails(cloud: Cloud) {
  const stored = new Set([...cloud.archive().values()].map((state) => state.split(' ')[0]));
  return Promise.all(
    cloud.aws.state.messages.map(async ({ raw, recipients }) => {
      const { subject = '', attachments } = await PostalMime.parse(raw ?? '');
      return {
        subject,
        to: recipients.length,
        files: attachments.map(({ filename, content }) => {
          const md5 = createHash('md5')
            .update(new Uint8Array(content as ArrayBuffer))
            .digest('hex');
          return stored.has(`"${md5}"`) ? `${filename}, as stored` : `${filename}, from nowhere`;
        }),
      };
    }),
  );
}

/**
 * A mail of the report whose cuts are asked for promises, in the form of `openMails`.
 * @param cut the name of the subcontractor; empty for everyone's mail
 */
function tradesMail(tasks: string, cut: string) {
  const [only, ending] = cut === '' ? ['', ''] : [`; only ${cut}`, ` – ${cut}`];
  return {
    subject: `Riverside Tower W48: ${tasks}${only} (Trades’ week rev 1)`,
    to: 1,
    files: [`Riverside Tower – Trades’ week 2026-W48 rev 1${ending}.xlsx, as stored`],
  };
}

it('schedules fire, and every reader gets the stored workbook; if they fire again, nothing changes', async () => {
  const cloud = await theSample();
  await liveThroughFriday(cloud);
  expect(await openMails(cloud)).toEqual([
    {
      subject: 'Harbour Quay W48: 31 tasks, 8 not ready (Weekly lookahead rev 1)',
      to: 3,
      files: ['Harbour Quay – Weekly lookahead 2026-W48 rev 1.xlsx, as stored'],
    },
    {
      subject: 'Riverside Tower W48: 30 tasks, 8 not ready (Weekly lookahead rev 1)',
      to: 3,
      files: ['Riverside Tower – Weekly lookahead 2026-W48 rev 1.xlsx, as stored'],
    },
    tradesMail('30 tasks, 8 not ready', ''),
    tradesMail('8 tasks, 2 not ready', 'Stonebridge Frame Ltd'),
    tradesMail('2 tasks, 2 not ready', 'Brightwater Electrical Ltd'),
    tradesMail('3 tasks, 1 not ready', 'Fairface Interiors Ltd'),
    {
      subject: 'Riverside Tower W48–49: 4 tasks; only night shift (Night work rev 1)',
      to: 2,
      files: ['Riverside Tower – Night work 2026-W48 rev 1.xlsx, as stored'],
    },
  ]);
  expect(keysOf(cloud, /^dispatches\/.*manifest/)).toHaveLength(3);
  expect(keysOf(cloud, /\.xlsx$/)).toHaveLength(7);
  expect(keysOf(cloud, /sent\.json$/)).toHaveLength(7);
  expect(keysOf(cloud, /event-send\.json$/)).toHaveLength(7);
  expect([...cloud.archive().values()].filter((state) => !state.endsWith(' 1'))).toEqual([]);

  const before = { archive: cloud.archive(), mails: cloud.mails() };
  const { schedules } = stack;
  for (const { event } of firings(schedules, friday)) if (!isSweep(event)) await fire(cloud, event);
  await cloud.work();
  await cloud.tellOfSends();
  expect({ archive: cloud.archive(), mails: cloud.mails() }).toEqual(before);

  for (const text of [planningKey, linkSecret]) {
    expect(cloud.logs()).not.toContain(text);
    expect(cloud.whereIn(text)).toEqual([]);
  }
});
