import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { expect, it, onTestFinished } from 'vitest';
import { createDirectoryStore } from '#archive/directory.ts';
import { readOrCreateLinkSecret } from '#machine/link-secret.ts';
import { weekPageObject } from '#pages/objects.ts';
import { type PageKind, signPageLink } from '#pages/page-link.ts';
import { encodePage } from '#pages/stored-page.ts';
import { aConfigurationText, riverside, weekly } from '../../support/builders/a-configuration.ts';
import { anAddress } from '../../support/pages/a-page.ts';
import { anAnswerPage } from '../../support/pages/an-answer-page.ts';
import { planningOnLoopback, siteKey } from '../../support/planning/planning-on-loopback.ts';
import { startProcess } from '../../support/run-cli.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

it('2,480 requests of one wall link, and as many forged ones, leave every other page available', async () => {
  const folder = await temporaryDirectory();
  const archive = join(folder, 'archive');
  const { url: baseUrl } = await planningOnLoopback();
  const file = join(folder, 'lookahead.yaml');
  const text = aConfigurationText({ projects: [{ ...riverside, baseUrl }], reports: [weekly] });
  await writeFile(file, `${text}deployment: { machine: { port: 0 } }\n`);
  const store = createDirectoryStore(archive);
  // Links expire by the real time, so the week has to be the current one.
  const first = Temporal.Now.plainDateISO();
  const address = anAddress({
    first: String(first),
    last: String(first.add({ days: 6 })),
    message: 'pile-co',
  });
  await store.putOnce(weekPageObject.key(address), encodePage(anAnswerPage()), 'application/gzip');
  const secret = (await readOrCreateLinkSecret(store))();
  const machine = startProcess(['start', '--config', file, '--out', archive], {
    env: { PLANNING_API_KEY: siteKey },
  });
  onTestFinished(machine.kill);
  await machine.printed(/http:\/\/127\.0\.0\.1:\d+/);
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(machine.output()) ?? [];
  const linkTo = (kind: PageKind) => signPageLink(address, { baseUrl: url, kind, secret });
  const flood = async (link: string) => {
    const statuses: number[] = [];
    const reader = async () => {
      while (statuses.length < 2_480) {
        const place = statuses.push(0) - 1;
        const answer = await fetch(link, { method: 'HEAD' });
        statuses[place] = answer.status;
      }
    };
    await Promise.all(Array.from({ length: 20 }, reader));
    return Object.fromEntries(
      [200, 403, 429].map((one) => [one, statuses.filter((status) => status === one).length]),
    );
  };
  expect(await flood(`${linkTo('page')}x`)).toEqual({ 200: 0, 403: 2_480, 429: 0 });
  const flooded = await flood(linkTo('wall'));
  // The limit is 240 requests a minute, so 480 are answered if a new minute began during the flood.
  expect([
    { 200: 240, 403: 0, 429: 2_240 },
    { 200: 480, 403: 0, 429: 2_000 },
  ]).toContainEqual(flooded);
  for (const kind of ['page', 'answer'] as const) {
    const answer = await fetch(linkTo(kind));
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Trim piles')]);
  }
});
