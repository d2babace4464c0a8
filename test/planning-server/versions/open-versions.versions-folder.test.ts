import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { expect, it, onTestFinished } from 'vitest';
import { makeVersionsFolder } from '#planning-server/versions/open-versions.ts';

async function aParent(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'lookahead-test-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  return parent;
}

async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'close');
  return child.pid ?? 0;
}

it('the versions folders of killed processes are removed, but not those of running processes or other folders', async () => {
  const parent = await aParent();
  const left = `lookahead-versions-${await endedProcess()}-abc`;
  const others = [`lookahead-versions-${process.pid}-abc`, 'lookahead-version-abc', 'lookahead-versions-abc'];
  for (const name of [left, ...others]) {
    await mkdir(join(parent, name));
    await writeFile(join(parent, name, '1.sqlite'), 'x');
  }
  const folder = makeVersionsFolder(parent);
  expect((await readdir(parent)).sort()).toEqual([...others, basename(folder)].sort());
  expect(await readdir(folder)).toEqual([]);
});
