/**
 * Third-party tools read the OpenAPI document: two linters, and a proxy that compares every answer with it. Only
 * .ci/run installs these packages.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { taskFields } from '#planning/contract/tasks-query.ts';
import { type ListeningServer, listen } from '#planning-server/http/listen.ts';
import { generateSampleProject } from '#planning-server/sample/generate.ts';
import { freeAddress } from '../../support/free-address.ts';
import { masterKey, planningService } from '../../support/planning/planning-service.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const tools = join(import.meta.dirname, 'tools');
const installed = existsSync(join(tools, 'node_modules'));
if (!installed) process.stderr.write('The OpenAPI tools are not installed; what needs them is skipped.\n');
const tool = (name: string) => join(tools, 'node_modules/.bin', name);
const run = promisify(execFile);

const sample = generateSampleProject({
  seed: 1,
  tasks: 200,
  region: 'gb',
  projectId: 'tower',
  name: 'Tower',
  week: '2026-11-23',
} as const);
const project = '/gb/v1/projects/tower';

describe.skipIf(!installed)('the OpenAPI document', () => {
  let server: ListeningServer;
  beforeAll(async () => {
    const { app } = planningService([sample], { now: Date.now });
    server = await listen(app, { port: 0, host: '127.0.0.1' });
  });
  afterAll(() => server?.close());

  async function documentFile(): Promise<string> {
    const file = join(await temporaryDirectory(), 'openapi.json');
    await writeFile(file, await (await fetch(`${server.url}/openapi.json`)).text());
    return file;
  }

  it('is valid without a warning according to Redocly', async () => {
    const words = ['lint', '--config', join(tools, 'redocly.yaml'), await documentFile()];
    const { stderr } = await run(tool('redocly'), words);
    expect(stderr).toContain('Your API description is valid');
    expect(stderr).not.toContain('warning');
  });

  it('is valid without a warning according to Spectral', async () => {
    const words = [
      'lint',
      '--fail-severity=hint',
      '--ruleset',
      join(tools, 'spectral.yaml'),
      await documentFile(),
    ];
    const { stdout } = await run(tool('spectral'), words);
    expect(stdout).toContain("No results with a severity of 'hint' or higher found!");
  });

  it('describes every answer that a validating proxy receives', async () => {
    const proxy = await startProxy(await documentFile(), server.url);
    const fields = taskFields.join(',');
    const asked = [
      ...['users', 'subcontractors', 'folders', 'packages', 'calendars', 'locations', 'tasks'].flatMap(
        (collection) => [`${project}/${collection}`, `${project}/${collection}?limit=1`],
      ),
      ...taskFields.map((field) => `${project}/tasks?limit=1000&fields=${field}`),
      `${project}/tasks?limit=1000&fields=${fields}`,
      `${project}/tasks?start=2026-11-23&finish=2026-11-29&shift=day&fields=${fields}`,
      `${project}/tasks?shift=dusk&start=x&limit=0&colour=red&folderIds=`,
      `${project}/tasks?after=x`,
      `${project}/tasks?version=99`,
      `${project}/tasks?ownerIds=${'x'.repeat(9_000)}`,
      ...['/us/v1/projects/tower/users', '/gb/v1/projects/nowhere/tasks', '/health', '/ready'],
    ];
    for (const key of [masterKey, 'wrong']) {
      for (const path of asked) {
        const headers = { 'X-API-Key': key };
        const direct = await fetch(`${server.url}${path}`, { headers });
        const checked = await fetch(`${proxy}${path}`, { headers });
        expect
          .soft([path, checked.status, await checked.text()])
          .toEqual([path, direct.status, expect.anything()]);
      }
    }
  });
});

/** Prism between client and service. It answers 500 if an answer does not match the document. @returns its address */
async function startProxy(document: string, upstream: string): Promise<string> {
  const { host, port } = await freeAddress();
  const words = [
    'proxy',
    document,
    upstream,
    '--errors',
    '--validate-request',
    'false',
    '-h',
    host,
    '-p',
    String(port),
  ];
  const child = spawn(process.execPath, [tool('prism'), ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    child.kill();
    await once(child, 'close');
  });
  const { promise: listens, resolve, reject } = Promise.withResolvers<void>();
  // The log is read to its end, because the proxy exits if it cannot write its log.
  child.stdout.on('data', (chunk) => {
    if (String(chunk).includes('Prism is listening')) resolve();
  });
  child.once('close', () => reject(new Error('Prism ended before it listened.')));
  await listens;
  return `http://${host}:${port}`;
}
