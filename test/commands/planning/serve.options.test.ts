/** Checks that each option of `serve` has its effect. One service runs in this process. */
import { once } from 'node:events';
import { watch } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { startHere } from '../../support/call-cli.ts';
import { shared } from '../../support/shared.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const announcedSchema = z.object({ url: z.string(), key: z.string() });
const pageSchema = z.object({
  paging: z.object({ next: z.nullable(z.object({ link: z.string() })) }),
  results: z.array(z.object({ name: z.string(), start: z.string() })),
});

async function textOf(file: string, lines: number): Promise<string> {
  const watcher = watch(file);
  try {
    for (;;) {
      const text = await readFile(file, 'utf8');
      if (text.split('\n').length > lines) return text;
      await once(watcher, 'change');
    }
  } finally {
    watcher.close();
  }
}

/** A service with every option: its first page’s headers and next link, all tasks, its access log and exit code. */
const asked = shared(async () => {
  const file = join(await temporaryDirectory(), 'access.log');
  await writeFile(file, 'a line of yesterday\n');
  const options = {
    '--port': '0',
    '--tasks': '12',
    '--seed': '5',
    '--date': '2031-03-12',
    '--origin': 'https://planning.example.org',
    '--allow-origin': 'https://bi.example.org',
    '--requests-per-minute': '3',
    '--access-log': file,
  };
  const service = startHere(['serve', '--json', ...Object.entries(options).flat()]);
  const [first] = await service.printed(/^.*\n/);
  const { url, key } = announcedSchema.parse(JSON.parse(first));
  const ask = async (limit: number) => {
    const answer = await fetch(`${url}/gb/v1/projects/riverside-tower/tasks?limit=${limit}`, {
      headers: { 'X-API-Key': key, Origin: 'https://bi.example.org', 'X-Request-Id': `limit-${limit}` },
    });
    return { ...pageSchema.parse(await answer.json()), headers: answer.headers };
  };
  const [page, all] = [await ask(11), await ask(200)];
  const log = await service.until(textOf(file, 3));
  const { code } = await service.stop();
  return { headers: page.headers, next: page.paging.next, tasks: all.results, log, code };
});

it.each<
  [option: string, does: string, look: (seen: Awaited<ReturnType<typeof asked>>) => unknown, seen: unknown]
>([
  ['--tasks', 'is the number of sample tasks', ({ tasks }) => tasks.length, 12],
  ['--seed', 'decides on the sample tasks', ({ tasks }) => tasks[2]?.start, '2031-03-14'],
  ['--date', 'is the day around which the sample tasks are', ({ tasks }) => tasks[0]?.start, '2031-03-08'],
  [
    '--origin',
    'begins the link to the next page',
    ({ next }) => next?.link,
    expect.stringMatching(/^https:\/\/planning\.example\.org\/gb\//),
  ],
  [
    '--allow-origin',
    'lets its pages read the answers',
    ({ headers }) => headers.get('access-control-allow-origin'),
    'https://bi.example.org',
  ],
  [
    '--requests-per-minute',
    'limits each key',
    ({ headers }) => headers.get('ratelimit-policy'),
    '"key";q=3;w=60',
  ],
  [
    '--access-log',
    'gets a line for each request',
    ({ log }) => log,
    expect.stringMatching(
      /^a line of yesterday\n\{.*"requestId":"limit-11".*\}\n\{.*"requestId":"limit-200".*\}\n$/,
    ),
  ],
  [
    'without --data',
    'shows when the sample projects were made',
    ({ headers }) => [headers.get('planning-version'), headers.get('planning-imported-at')],
    ['1', expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)],
  ],
  ['a signal', 'ends the service without an error', ({ code }) => code, 0],
])('serve, %s: %s', async (_option, _does, look, seen) => {
  expect(look(await asked())).toEqual(seen);
});
