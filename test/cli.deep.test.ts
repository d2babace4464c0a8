/** The command line in its own process: its output goes to a full disk or a closed pipe, or its memory is small. */
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { aConfigurationText, riverside, weekly } from './support/builders/a-configuration.ts';
import { planningOnLoopback, siteKey } from './support/planning/planning-on-loopback.ts';
import { runCli } from './support/run-cli.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

/** A folder with the configuration of a project. */
async function aFolder(baseUrl: string, reports: readonly (typeof weekly)[]) {
  const folder = await temporaryDirectory();
  const config = join(folder, 'lookahead.yaml');
  await writeFile(config, aConfigurationText({ projects: [{ ...riverside, baseUrl }], reports }));
  return { folder, words: ['run', '--config', config, '--json', '--date', '2026-11-20'] };
}

it.each([
  ['on a full disk ends in one line', '> /dev/full', 1, /standard output could not be written \(ENOSPC\)/],
  ['into a pipe whose reader has gone ends quietly', '| head -1', 0, /^$/],
  ['and errors, both on a full disk, end with exit code 1', '> /dev/full 2>&1', 1, /^$/],
])('output %s, and stops no report', async (_, into, exitCode, said) => {
  const { url } = await planningOnLoopback();
  const { folder, words } = await aFolder(url, [weekly, { ...weekly, key: 'nights', name: 'Nights' }]);
  const out = join(folder, 'out');
  const { code, stderr } = await runCli([...words, '--out', out], {
    env: { PLANNING_API_KEY: siteKey },
    into,
  });
  expect(code).toBe(exitCode);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr.trimEnd()).toMatch(said);
  expect(await readdir(join(out, 'outbox'))).toHaveLength(2);
});

it('a service whose pages never end fails with one line before the memory is used up', async () => {
  let page = 0;
  const service = createServer((_request, response) => {
    page += 1;
    const results = Array.from({ length: 200 }, (_, index) => ({
      id: `task-${page}-${index}`,
      name: 'Pour slab '.repeat(20),
    }));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ paging: { next: { after: `cursor-${page}` } }, results }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void service.close());
  await once(service, 'listening');
  const address = service.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { words } = await aFolder(`http://127.0.0.1:${port}`, [weekly]);
  const { code, stderr } = await runCli([...words, '--dry-run'], {
    env: { PLANNING_API_KEY: siteKey, NODE_OPTIONS: '--max-old-space-size=128' },
  });
  expect(code).toBe(1);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toMatch(
    /^riverside weekly: .*all answers together are larger than there is memory for\. To read all of it, read fewer weeks .*--max-old-space-size=\d+\.$/m,
  );
});
