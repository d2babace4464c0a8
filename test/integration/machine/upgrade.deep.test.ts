/** Follows docs/upgrade.md to a new release and back on a machine that was installed as docs/one-machine.md says. */
import { execFile, spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { aMachineSite } from '../../support/a-machine-site.ts';
import { startProcess } from '../../support/run-cli.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const root = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
const shellBlocks = async (page: string) =>
  Array.from(
    (await readFile(join(root, page), 'utf8')).matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm),
    ([, code = '']) => code,
  );

function revisions(stored: readonly { readonly raw: Buffer }[]): readonly string[] {
  return stored.map(({ raw }) => /^Subject: .*\b(rev \d+)/m.exec(raw.toString())?.[1] ?? '');
}

/**
 * A repository with this program under two tags. @param format whether the second one stores reports in the same format
 */
async function aRepository({ format }: { readonly format: 'same' | 'other' }): Promise<string> {
  const repository = await temporaryDirectory();
  const git = (...words: readonly string[]) =>
    run('git', ['-C', repository, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...words]);
  const { stdout } = await run('git', [
    '-C',
    root,
    'ls-files',
    '-z',
    '--',
    '.npmrc',
    'package*.json',
    'functions',
    'docs',
  ]);
  for (const path of stdout.split('\0').filter((one) => one !== ''))
    await cp(join(root, path), join(repository, path));
  await git('init', '-q');
  const change = async (path: string, from: RegExp, to: string) => {
    const file = join(repository, path);
    const text = await readFile(file, 'utf8');
    const changed = text.replace(from, to);
    if (changed === text && !text.includes(to)) throw new Error(`${path} has nothing like ${from}.`);
    await writeFile(file, changed);
  };
  for (const version of ['0.1.0', '0.2.0']) {
    await change('package.json', /"version": ".*"/, `"version": "${version}"`);
    if (version === '0.2.0' && format === 'other') {
      await change(
        'functions/runs/store/stored-object.ts',
        /storeFormatVersion = \d+/,
        'storeFormatVersion = 1000',
      );
    }
    await git('add', '.');
    await git('commit', '-q', '--allow-empty', '-m', version);
    await git('tag', `v${version}`);
  }
  return repository;
}

async function anInstalledMachine(of: { readonly format: 'same' | 'other' }) {
  const [site, repository, folder] = [
    await aMachineSite(),
    await aRepository(of),
    await temporaryDirectory(),
  ];
  const [opt, bin, stubs] = [join(folder, 'opt'), join(folder, 'bin'), join(folder, 'stubs')];
  await Promise.all([bin, stubs].map((path) => mkdir(path)));
  const stub = async (name: string, script: string) => {
    await writeFile(join(stubs, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(stubs, name), 0o755);
  };
  await Promise.all(['useradd', 'systemctl'].map((name) => stub(name, 'exit 0')));
  await stub('runuser', 'shift 3; exec "$@"');
  const env = {
    PATH: [stubs, bin, dirname(process.execPath), process.env['PATH']].join(':'),
    HOME: process.env['HOME'] ?? '',
    npm_config_prefer_offline: 'true',
    npm_config_update_notifier: 'false',
  };
  /** Runs a block of shell commands from the documents as root would, with the folders of this test. */
  const follow = (block: string) => {
    const script = block
      .replaceAll('https://github.com/example/lookahead.git', `file://${repository}`)
      .replaceAll('/opt/lookahead', opt)
      .replaceAll('/etc/lookahead', site.etc)
      .replaceAll('/usr/local/bin', bin)
      .replaceAll('/etc/systemd/system', folder);
    return spawnSync('sh', ['-ec', script], { cwd: folder, encoding: 'utf8', env });
  };
  const done = (block: string) => expect(follow(block)).toMatchObject({ status: 0 });
  const start = () => {
    const machine = startProcess(['start', '--out', site.archive], {
      cwd: site.etc,
      env: { ...env, ...site.env },
      program: [join(bin, 'lookahead')],
    });
    onTestFinished(machine.kill);
    return machine;
  };
  /** Imports a version, and makes its report with the release in use. */
  const report = async (until: RegExp) => {
    expect((await site.importVersion()).code).toBe(0);
    const machine = start();
    await machine.printed(until);
    return machine;
  };
  const version = () =>
    spawnSync(join(bin, 'lookahead'), ['--version'], { encoding: 'utf8', env }).stdout.trim();
  const current = () => readlink(join(opt, 'current'));
  return { ...site, opt, stub, stubs, follow, done, start, report, version, current };
}

const [, install = ''] = await shellBlocks('docs/one-machine.md');
const [beside = '', check = '', change = '', back = ''] = await shellBlocks('docs/upgrade.md');

it('an upgrade and the switch back to the earlier release keep links working, and send nothing twice; a failed installation changes nothing', async () => {
  const machine = await anInstalledMachine({ format: 'same' });
  const { done, follow, start, report, version, current, smtp } = machine;
  done(install);
  expect([version(), await current()]).toEqual(['0.1.0', 'releases/0.1.0']);
  const first = start();
  await first.printed(/checked dispatches=/);
  await first.stop();
  const running = await report(/delivered project=/);
  expect(running.output()).toContain('Lookahead 0.1.0 runs');

  await machine.stub('npm', 'exit 1');
  expect(follow(beside).status).toBe(1);
  expect([version(), await current()]).toEqual(['0.1.0', 'releases/0.1.0']);
  await rm(join(machine.stubs, 'npm'));
  await rm(join(machine.opt, 'releases/0.2.0'), { recursive: true });
  done(beside);
  done(check);
  await machine.stub('systemctl', 'exit 1');
  expect(follow(change).status).toBe(1);
  expect([version(), await current()]).toEqual(['0.2.0', 'releases/0.2.0']);
  // Until it is restarted, the process loads files from its own release.
  const page = await machine.openPage(running.output());
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Riverside Tower')]);
  expect(await running.stop()).toBe(0);

  const upgraded = await report(/delivered project=/);
  expect(upgraded.output()).toContain('Lookahead 0.2.0 runs');
  expect(await upgraded.stop()).toBe(0);
  await machine.stub('systemctl', 'exit 0');
  done(back);
  expect([version(), await current()]).toEqual(['0.1.0', 'releases/0.1.0']);
  const returned = await report(/delivered project=/);
  expect(returned.output()).toContain('Lookahead 0.1.0 runs');
  expect(await returned.stop()).toBe(0);
  expect(revisions(smtp.stored)).toEqual(['rev 1', 'rev 2', 'rev 3']);
}, 120_000);

it('an upgrade does not change what a release with another format stored, and that release continues after a switch back', async () => {
  const machine = await anInstalledMachine({ format: 'other' });
  const { done, start, report, smtp } = machine;
  for (const block of [install, beside]) done(block);
  const first = start();
  await first.printed(/checked dispatches=/);
  await first.stop();
  await (await report(/delivered project=/)).stop();
  done(check);
  done(change);
  const other = await report(
    /postponed project=.*was written by another release \(version \d+, this one reads 1000\)/,
  );
  await other.stop();
  const again = start();
  await again.printed(/the contact was notified/);
  await again.stop();
  done(back);
  const returned = await report(/delivered project=/);
  expect(returned.output()).toMatch(
    /unreadable of=.*was written by another release \(version 1000, this one reads \d+\)/,
  );
  await returned.stop();
  expect(smtp.stored.map(({ recipients }) => recipients)).toEqual([
    ['works.manager@example.com'],
    ['planner@example.com'],
    ['works.manager@example.com'],
  ]);
  expect(revisions(smtp.stored)).toEqual(['rev 1', '', 'rev 2']);
}, 120_000);
