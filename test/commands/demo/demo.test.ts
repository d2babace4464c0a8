import { createHash } from 'node:crypto';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { formatDay } from '../../../functions/base/day.ts';
import { issueSchema } from '../../../functions/delivery/store/issue.ts';
import { aConfigurationText, weekly } from '../../support/builders/a-configuration.ts';
import { callCli } from '../../support/call-cli.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/** A report that is due each Friday, and one that is not. */
async function aDemo() {
  const folder = await temporaryDirectory();
  const config = join(folder, 'lookahead.yaml');
  const reports = [
    { ...weekly, when: "{ cron: '0 14 * * FRI' }" },
    { ...weekly, key: 'monthly', name: 'Monthly', when: "{ cron: '0 9 1 * *' }" },
  ];
  await writeFile(config, aConfigurationText({ reports }));
  const out = join(folder, 'out');
  const demo = async (...words: string[]) => {
    const told = await callCli(['demo', '--config', config, '--out', out, '--tasks', '150', ...words]);
    expect(told.code, told.stderr).toBe(0);
    return told;
  };
  return { demo, out };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

async function digests(folder: string, kind: RegExp): Promise<Record<string, string>> {
  const files = (await filesIn(folder)).filter((file) => kind.test(file));
  const entries = files.sort().map(async (file): Promise<[string, string]> => {
    const digest = createHash('sha256').update(await readFile(file));
    return [file.slice(folder.length), digest.digest('hex')];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function issuesOf(out: string, report: string) {
  const files = (await filesIn(out)).filter((file) => file.endsWith('issue.json'));
  const issues = await Promise.all(
    files.map(async (file) => issueSchema.parse(JSON.parse(await readFile(file, 'utf8')))),
  );
  return issues
    .filter((issue) => issue.report === report)
    .sort((one, other) => one.window.first - other.window.first);
}

describe('the demo', () => {
  it('shows changes, PPC and the PPC of six weeks in its first workbook', async () => {
    const { demo, out } = await aDemo();
    await demo();
    const issues = await issuesOf(out, 'weekly');
    expect(issues.map(({ window }) => formatDay(window.first))).toEqual(
      ['10-12', '10-19', '10-26', '11-02', '11-09', '11-16', '11-23'].map((day) => `2026-${day}`),
    );
    expect(issues.map(({ previous }) => previous !== null)).toEqual([false, ...Array(6).fill(true)]);
    const [outbox] = (await filesIn(out)).filter((file) => /weekly__2026-11-23.*\.eml$/.test(file));
    const { text = '' } = await PostalMime.parse(await readFile(outbox ?? ''));
    expect(text.replaceAll('\u00A0', ' ')).toMatch(/\d+% PPC: \d+ of \d+ tasks/);
    expect(text).toMatch(/Measured against revision 1 of week 47/);
    // In the weeks before, only what was due is made.
    expect((await issuesOf(out, 'monthly')).map(({ window }) => formatDay(window.first))).toEqual([
      '2026-11-23',
    ]);
  });

  it('says a line for each week before, and lists the files of its own week', async () => {
    const { demo } = await aDemo();
    const { stdout } = await demo('--advance');
    expect(stdout.match(/^Week \d+: .*$/gm)).toEqual(
      [42, 43, 44, 45, 46, 47, 48].map((week) => expect.stringContaining(`Week ${week}: made for changes`)),
    );
    const workbooks = stdout.match(/^ {2}.*\.xlsx$/gm) ?? [];
    expect(workbooks).toHaveLength(2);
    for (const file of workbooks) expect(file).toContain('2026-11-30_2026-12-06');
    expect(stdout).toContain('--advance 2 makes the week after');
  });

  it('makes the same workbooks at once as week by week, and changes nothing a second time', async () => {
    const [atOnce, inTurn] = [await aDemo(), await aDemo()];
    await atOnce.demo('--advance', '2');
    // The codes on the wall are signed with it.
    await cp(join(atOnce.out, 'machine'), join(inTurn.out, 'machine'), { recursive: true });
    await inTurn.demo();
    await inTurn.demo('--advance');
    await inTurn.demo('--advance', '2');
    expect(await digests(inTurn.out, /\.xlsx$/)).toEqual(await digests(atOnce.out, /\.xlsx$/));
    const before = await digests(inTurn.out, /./);
    await inTurn.demo('--advance', '2');
    expect(await digests(inTurn.out, /./)).toEqual(before);
  });

  it('keeps JSON to the reports of its own week', async () => {
    const { demo } = await aDemo();
    const { stdout } = await demo('--json');
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      ['weekly', 'monthly'].map((report) => expect.objectContaining({ report, outcome: 'written to files' })),
    );
  });
});
