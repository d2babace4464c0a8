/** `serve --data` with a bucket, and with a folder that does not exist. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { createDirectoryStore } from '#archive/directory.ts';
import { readOrCreateSigningSecret } from '#planning-server/keys/tokens.ts';
import { writeVersion } from '#planning-server/versions/write-version.ts';
import { startAws } from '../../support/aws/start-aws.ts';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { aVersionOrigin } from '../../support/builders/a-version-origin.ts';
import { callCli, startHere, startServe } from '../../support/call-cli.ts';
import { xerBytes } from '../../support/programmes/an-xer.ts';
import { startProcess } from '../../support/run-cli.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const servedSchema = z.object({
  url: z.string(),
  key: z.optional(z.string()),
  projects: z.array(z.object({ region: z.string(), id: z.string() })),
});
const createdSchema = z.object({ key: z.string(), clientId: z.string(), clientSecret: z.string() });
const tokenSchema = z.object({ accessToken: z.string() });

const place = 's3://archive/planning';

async function aBucket() {
  const aws = await startAws();
  onTestFinished(() => aws.close());
  const env = aws.environment;
  const call = (...words: string[]) => callCli([...words, '--to', place], { env });
  const keys = () => [...(aws.state.buckets.get('archive')?.keys() ?? [])];
  return { env, call, keys };
}

async function serve(env: Readonly<Record<string, string>>) {
  const { line, stop } = await startServe(['--data', place], { env });
  onTestFinished(async () => void (await stop()));
  return servedSchema.parse(JSON.parse(line));
}

describe('serve --data s3://…', () => {
  it('serves what import and keys stored under the prefix, and its tokens are valid on every other server', async () => {
    const { env, call, keys } = await aBucket();
    const folder = await temporaryDirectory();
    const [file, map] = [join(folder, 'plan.xer'), join(folder, 'map.yaml')];
    await writeFile(file, xerBytes());
    await writeFile(map, (await callCli(['import', file, '--inspect'])).stdout);
    await call('import', file, '--map', map, '--project', 'gb/riverside');
    const created = await call('keys', 'create', '--name', 'Power BI', '--project', 'gb/riverside', '--json');
    const { key, clientId, clientSecret } = createdSchema.parse(JSON.parse(created.stdout));

    const { url, projects, ...served } = await serve(env);
    expect(projects).toMatchObject([{ region: 'gb', id: 'riverside' }]);
    expect(served.key).toBeUndefined();
    const read = async (origin: string, text: string) =>
      (
        await fetch(`${origin}/gb/v1/projects/riverside/tasks?limit=1`, {
          headers: { 'X-API-Key': text },
        })
      ).headers.get('Planning-Version');
    expect(await read(url, key)).toBe('1');

    const other = await serve(env);
    const issued = await fetch(`${url}/gb/v1/auth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ clientId, clientSecret }),
    });
    const { accessToken } = tokenSchema.parse(await issued.json());
    expect(await read(other.url, accessToken)).toBe('1');
    expect(keys().filter((name) => !name.startsWith('planning/'))).toEqual([]);
  });

  it('creates the first key of a bucket without any, and no sample projects', async () => {
    const { env, keys } = await aBucket();
    const { key, projects } = await serve(env);
    expect(key).toMatch(/^lookahead_/);
    expect(projects).toEqual([]);
    expect(keys().filter((name) => !name.startsWith('planning/keys/'))).toEqual([]);
  });

  it('refuses a revoked key within 60 seconds, as keys revoke prints, compared with 5 for a folder', async () => {
    const { call } = await aBucket();
    const { stdout } = await call('keys', 'create', '--name', 'x', '--project', 'all', '--json');
    const { clientId } = createdSchema.parse(JSON.parse(stdout));
    expect((await call('keys', 'revoke', clientId)).stdout).toContain('refuses it within 60 seconds');
  });

  it.each(['s3://', 's3://archive//x', 's3://archive/../x', 's3://archive/a b'])(
    'does not take %s',
    async (data) => {
      const { code, stderr } = await callCli(['serve', '--data', data]);
      expect(stderr).toContain(
        '--data: use s3:// and the name of a bucket, such as s3://programmes or s3://',
      );
      expect(code).toBe(2);
    },
  );
});

describe('a request that serve cannot answer', () => {
  it('is printed with time, request id and reason', async () => {
    const data = await temporaryDirectory();
    await writeVersion(createDirectoryStore(data), aPlanningProject(), aVersionOrigin());
    await writeFile(join(data, 'programmes/gb/tower/1.json'), '{');
    const key = await callCli(['keys', 'create', '--name', 'x', '--project', 'all', '--to', data, '--json']);
    const { printed, output } = startHere(['serve', '--port', '0', '--data', data]);
    await printed(/Press Ctrl-C/);
    const url = /http:\/\/127.0.0.1:\d+/.exec(output())?.[0];
    const headers = { 'X-API-Key': createdSchema.parse(JSON.parse(key.stdout)).key, 'X-Request-Id': 'r-1' };
    expect((await fetch(`${url}/gb/v1/projects/tower/tasks?limit=1`, { headers })).status).toBe(500);
    await printed(/^\d{4}-\d\d-\d\dT[\d:.]+Z r-1 GET \/gb\/v1\/projects\/tower\/tasks: .*tower\/1\.json/m);
  });
});

describe('serve without --data', () => {
  it('leaves no files of its sample projects', async () => {
    const TMPDIR = await temporaryDirectory();
    const { printed, interrupt } = startProcess(['serve', '--port', '0', '--tasks', '10'], {
      env: { TMPDIR },
    });
    await printed(/Press Ctrl-C/);
    const folders = async () => (await readdir(TMPDIR)).filter((name) => name.startsWith('lookahead-'));
    expect(await folders()).toHaveLength(2);
    expect(await interrupt()).toBe(0);
    expect(await folders()).toEqual([]);
  });
});

describe('serve --data of a folder with damaged projects', () => {
  it('serves the other projects, and the last whole version of damaged ones, and reports the damage', async () => {
    const data = await temporaryDirectory();
    const archive = createDirectoryStore(data);
    const named = (projectId: string) => aPlanningProject({ tasks: [{ id: 'a' }] }, { projectId });
    for (const id of ['tower', 'tower', 'quay', 'yard'])
      await writeVersion(archive, named(id), aVersionOrigin());
    for (const manifest of ['tower/2', 'yard/1'])
      await writeFile(join(data, `programmes/gb/${manifest}.json`), '{"project":{}}');
    const { printed, output } = startHere(['serve', '--port', '0', '--data', data]);
    await printed(/Press Ctrl-C/);
    expect(output().match(/^ {2}gb .*$/gm)).toEqual(['  gb  quay  Tower', '  gb  tower  Tower']);
    const damaged = ['programmes/gb/tower/2.json', 'programmes/gb/yard/1.json'];
    for (const object of damaged) expect(output()).toMatch(new RegExp(`Z: .*${object}: .+\\. .+\\.\n`));
    const key = /X-API-Key: (\S+)/.exec(output())?.[1] ?? '';
    const url = /http:\/\/127.0.0.1:\d+/.exec(output())?.[0];
    const of = (id: string) => fetch(`${url}/gb/v1/projects/${id}/tasks`, { headers: { 'X-API-Key': key } });
    expect((await of('tower')).headers.get('Planning-Version')).toBe('1');
    expect((await of('quay')).status).toBe(200);
    expect((await of('yard')).status).toBe(500);
  });
});

describe('serve --data of a folder with JSON files that earlier releases served', () => {
  it('names the command that imports each project without a version', async () => {
    const data = await temporaryDirectory();
    await writeVersion(createDirectoryStore(data), aPlanningProject(), aVersionOrigin());
    for (const project of ['gb/tower', 'au/quay']) {
      await mkdir(join(data, project), { recursive: true });
      await writeFile(join(data, project, 'tasks.json'), '[{"id":"a"}]');
    }
    const { printed, output } = startHere(['serve', '--port', '0', '--data', data]);
    await printed(/Press Ctrl-C/);
    expect(output().match(/^.* has no imported version.*$/gm)).toEqual([
      expect.stringMatching(
        /quay has no imported version to serve\. Import it: .* import (\S+)\/au\/quay --project au\/quay --to \1\.$/,
      ),
    ]);
    const words = ['import', join(data, 'au/quay'), '--project', 'au/quay', '--to', data];
    expect((await callCli(words)).stdout).toMatch(/Imported as version 1\.\n$/);
  });
});

describe('serve --data of a folder with a signing secret that others may read', () => {
  it('warns, with the command that corrects it', async () => {
    const data = await temporaryDirectory();
    await readOrCreateSigningSecret(createDirectoryStore(data), randomBytes);
    await chmod(join(data, 'keys/signing-secret'), 0o644);
    const { printed, output } = startHere(['serve', '--port', '0', '--data', data]);
    await printed(/Press Ctrl-C/);
    expect(output()).toContain(`chmod 600 ${data}/keys/signing-secret\n`);
  });
});

describe('serve --data of a folder that does not exist', () => {
  it('reports that it writes sample projects into it', async () => {
    const folder = join(await temporaryDirectory(), 'typo');
    const { printed, output } = startHere(['serve', '--port', '0', '--tasks', '10', '--data', folder]);
    await printed(/Press Ctrl-C/);
    expect(output()).toContain(
      `${folder} did not exist: sample projects were written into it. If you meant another folder, remove this one and check --data.\n`,
    );
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['keys', 'programmes']));
    expect(await readdir(folder)).not.toContain('gb');
    expect(output().match(/^ {2}(gb|au) /gm)).toHaveLength(2);
  });

  it('is refused if the path is a file', async () => {
    const file = join(await temporaryDirectory(), 'plan.xer');
    await writeFile(file, xerBytes());
    const { code, stderr } = await callCli(['serve', '--port', '0', '--data', file]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`${file} is a file. Name a folder for --data`),
    ]);
  });
});
