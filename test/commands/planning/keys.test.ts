import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { callCli, startServe } from '../../support/call-cli.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const createdSchema = z.object({ id: z.string(), key: z.string(), clientSecret: z.string() });
const servedSchema = z.object({ url: z.string(), key: z.optional(z.string()) });

const create = ['keys', 'create', '--name', 'Power BI', '--project', 'gb/riverside-tower', '--json'];

async function serve(data: string) {
  const { line, stop } = await startServe(['--tasks', '10', '--data', data]);
  return { ...servedSchema.parse(JSON.parse(line)), stop: async () => void (await stop()) };
}

describe('keys on the command line', () => {
  it('are created, listed, rotated and revoked, and a running server uses the changes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const data = join(await temporaryDirectory(), 'data');
    const { url, key, stop } = await serve(data);
    onTestFinished(stop);
    const read = async (text = '', project = 'gb/v1/projects/riverside-tower') =>
      (await fetch(`${url}/${project}/tasks?limit=1`, { headers: { 'X-API-Key': text } })).status;
    expect(await read(key)).toBe(200);

    const made = await callCli([...create, '--to', data]);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const created = createdSchema.parse(JSON.parse(made.stdout));
    expect(await read(created.key)).toBe(200);
    expect(await read(created.key, 'au/v1/projects/harbour-quay')).toBe(404);

    const rotated = await callCli(['keys', 'rotate', created.id, '--to', data]);
    const [, successor = ''] = /X-API-Key: lookahead_(\w{12})_/.exec(rotated.stdout) ?? [];
    expect(successor).not.toBe('');
    expect(rotated.stdout).toContain(`${created.id}, which it replaces, works until`);

    const { id } = createdSchema.parse(
      JSON.parse((await callCli(['keys', 'rotate', successor, '--to', data, '--json'])).stdout),
    );
    const revoked = await callCli(['keys', 'revoke', id, '--to', data]);
    expect(revoked.stdout).toMatch(
      new RegExp(`${successor}, which it replaced, works until .*\\. keys revoke ends it too\\.`),
    );

    await callCli(['keys', 'revoke', created.id, '--to', data]);
    // A running server reads the keys in a folder again after four seconds.
    vi.setSystemTime(Date.now() + 6_000);
    expect(await read(created.key)).toBe(401);
    expect(await read(key)).toBe(200);

    const { stdout } = await callCli(['keys', 'list', '--to', data]);
    expect(stdout).toMatch(
      new RegExp(`${created.id} {2}Power BI\n {2}revoked .* by .*; reads gb/riverside-tower`),
    );
    expect(stdout).toContain('last used in the hour from');
    expect(stdout).not.toContain(created.clientSecret);
  });

  it('are not created when serve runs again on a folder that has some', async () => {
    const data = join(await temporaryDirectory(), 'data');
    const first = await serve(data);
    await first.stop();
    const second = await serve(data);
    onTestFinished(second.stop);
    expect(second.key).toBeUndefined();
    const headers = { 'X-API-Key': first.key ?? '' };
    const { status } = await fetch(`${second.url}/gb/v1/projects/riverside-tower/users`, { headers });
    expect(status).toBe(200);
  });

  it.each([
    ['without a project', ['--name', 'x'], /--project: say which: --project gb\/riverside, or --project all/],
    ['without a name', ['--project', 'all'], /--name: say who gets the key/],
    ['for an unknown region', ['--name', 'x', '--project', 'us/a'], /--project: use the region and the id/],
    ['for ever', ['--name', 'x', '--project', 'all', '--expires', 'never'], /--expires: use hours or days/],
    ['for no time', ['--name', 'x', '--project', 'all', '--expires', '0d'], /--expires: use hours or days/],
    ['in no bucket', ['--name', 'x', '--project', 'all', '--to', 's3:/b'], /--to: use s3:\/\//],
  ])('are not created %s', async (_what, words, message) => {
    const { code, stderr } = await callCli(['keys', 'create', ...words]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  it('cannot be revoked if they do not exist', async () => {
    const { code, stderr } = await callCli(['keys', 'revoke', 'nobody', '--to', await temporaryDirectory()]);
    expect(stderr).toBe('There is no key with the id "nobody". keys list shows the ids.\n');
    expect(code).toBe(2);
  });
});

describe('keys create', () => {
  it('warns of a project that does not exist, and still creates the key', async () => {
    const data = await temporaryDirectory();
    const words = ['keys', 'create', '--name', 'x', '--to', data, '--json'];
    const { code, stdout, stderr } = await callCli([...words, '--project', 'gb/riversde']);
    expect(stderr).toBe(
      `${data} has no project gb/riversde. The key was created, and reads it once it is imported; if the id is wrong, revoke the key.\n`,
    );
    expect(createdSchema.parse(JSON.parse(stdout)).key).toMatch(/^lookahead_/);
    expect(code).toBe(0);
    expect((await callCli([...words, '--project', 'all'])).stderr).toBe('');
  });
});
