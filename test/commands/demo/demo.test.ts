/** One small demo, made once for all tests that read it: its files, its foremen, and the command `answers`. */

import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parse } from 'csv-parse/sync';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { submissionObject } from '#answers/objects.ts';
import { createDirectoryStore } from '#archive/directory.ts';
import { formatDay } from '#base/day.ts';
import { issueSchema } from '#runs/store/issue.ts';
import { aConfigurationText, weekly } from '../../support/builders/a-configuration.ts';
import { callCli } from '../../support/call-cli.ts';
import { deep } from '../../support/deep-checks.ts';
import { type CliResult, startProcess } from '../../support/run-cli.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const subcontractors = ['Trenchline Utilities Ltd', 'Copperfield Mechanical Ltd', 'Fairface Interiors Ltd'];

/**
 * A configuration with a report that is due each Friday and asks three subcontractors, and one that is not due then.
 */
const configuration = aConfigurationText({
  reports: [
    {
      ...weekly,
      when: "{ cron: '0 14 * * FRI' }",
      answers: '{ until: MON 07:00 }',
      audiences: `[{ each: subcontractor, to: { ${subcontractors.map((name) => `${name}: [them@example.com]`).join(', ')} } }]`,
    },
    { ...weekly, key: 'monthly', name: 'Monthly', when: "{ cron: '0 9 1 * *' }" },
  ],
});

/** Makes a demo, or continues the one in the folder. @throws Error if it fails */
async function makeDemo(folder: string, ...words: readonly string[]): Promise<CliResult> {
  const config = join(folder, 'lookahead.yaml');
  await writeFile(config, configuration);
  const out = join(folder, 'out');
  const made = await callCli(['demo', '--config', config, '--out', out, '--tasks', '300', ...words]);
  if (made.code !== 0) throw new Error(made.stderr);
  return made;
}

let made: Promise<{ readonly folder: string; readonly out: string; readonly stdout: string }> | undefined;

/** The demo without `--advance`, and its printed JSON. Tests only read it. */
function theDemo() {
  made ??= mkdtemp(join(tmpdir(), 'lookahead-demo-')).then(async (folder) => {
    const { stdout } = await makeDemo(folder, '--json');
    return { folder, out: join(folder, 'out'), stdout };
  });
  return made;
}

/** A copy of the demo for a test that changes it. @returns the folder of the configuration, and of the demo in it */
async function aDemo() {
  const folder = await temporaryDirectory();
  await cp((await theDemo()).folder, folder, { recursive: true });
  return { folder, out: join(folder, 'out') };
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
    const { out } = await theDemo();
    const issues = await issuesOf(out, 'weekly');
    expect(issues.map(({ window }) => formatDay(window.first))).toEqual(
      ['10-12', '10-19', '10-26', '11-02', '11-09', '11-16', '11-23'].map((day) => `2026-${day}`),
    );
    expect(issues.map(({ previous }) => previous !== null)).toEqual([false, ...Array(6).fill(true)]);
    const [outbox] = (await filesIn(out)).filter((file) => /weekly__2026-11-23.*everyone.*\.eml$/.test(file));
    const { text = '' } = await PostalMime.parse(await readFile(outbox ?? ''));
    expect(text.replaceAll('\u00A0', ' ')).toMatch(/\d+% PPC so far: \d+ of \d+ tasks/);
    expect(text).toMatch(/Measured against revision 1 of week 47/);
    // In the weeks before the last one, only reports that were due are made.
    expect((await issuesOf(out, 'monthly')).map(({ window }) => formatDay(window.first))).toEqual([
      '2026-11-23',
    ]);
  });

  it('prints JSON for the reports of its last week only', async () => {
    const lines = (await theDemo()).stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      ['weekly', 'monthly'].map((report) => expect.objectContaining({ report, outcome: 'written to files' })),
    );
  });

  it('continues with the following week, prints a line for each earlier one, and changes nothing if repeated', async () => {
    const { folder, out } = await aDemo();
    const { stdout } = await makeDemo(folder, '--advance');
    expect(stdout.match(/^Week \d+: .*$/gm)).toEqual(
      [42, 43, 44, 45, 46, 47, 48].map((week) => expect.stringContaining(`Week ${week}: made for changes`)),
    );
    const workbooks = stdout.match(/^ {2}.*\.xlsx$/gm) ?? [];
    expect(workbooks.length).toBeGreaterThanOrEqual(2);
    for (const file of workbooks) expect(file).toContain('2026-11-30_2026-12-06');
    expect(stdout).toContain('--advance 2 makes the week after');
    const before = await digests(out, /./);
    await makeDemo(folder, '--advance');
    expect(await digests(out, /./)).toEqual(before);
  });

  it('shows in each workbook the version of the programme that was imported on its report day', async () => {
    const issues = await issuesOf((await theDemo()).out, 'weekly');
    expect(issues.map(({ programme }) => [programme?.label, programme?.imported?.label])).toEqual([
      ['1', 'Fri 9 Oct 2026 00:00 BST'],
      ['2', 'Fri 16 Oct 2026 00:00 BST'],
      ['3', 'Fri 23 Oct 2026 00:00 BST'],
      ['4', 'Fri 30 Oct 2026 00:00 GMT'],
      ['5', 'Fri 6 Nov 2026 00:00 GMT'],
      ['6', 'Fri 13 Nov 2026 00:00 GMT'],
      ['7', 'Fri 20 Nov 2026 00:00 GMT'],
    ]);
  });

  it('leaves no temporary folder with its programmes if it is stopped by Ctrl-C', async () => {
    const folder = await temporaryDirectory();
    const [config, TMPDIR] = [join(folder, 'lookahead.yaml'), join(folder, 'temporary')];
    await writeFile(config, configuration);
    await mkdir(TMPDIR);
    const words = ['demo', '--config', config, '--out', join(folder, 'out'), '--tasks', '300'];
    const { printed, interrupt } = startProcess(words, { env: { TMPDIR } });
    await printed(/^Serving 1 sample projects?/m);
    const folders = async () =>
      (await readdir(TMPDIR)).filter((name) => name.startsWith('lookahead-versions-')).length;
    expect(await folders()).toBe(2);
    expect(await interrupt()).toBe(130);
    expect(await folders()).toBe(0);
  });

  it.runIf(deep)('makes the same workbooks in one call as week by week', async () => {
    const inTurn = await aDemo();
    await makeDemo(inTurn.folder, '--advance');
    await makeDemo(inTurn.folder, '--advance', '2');
    const atOnce = await temporaryDirectory();
    // This folder has the secret that signs the links in the QR codes of the Wall sheets.
    await cp(join(inTurn.out, 'machine'), join(atOnce, 'out/machine'), { recursive: true });
    await makeDemo(atOnce, '--advance', '2');
    expect(await digests(join(atOnce, 'out'), /\.xlsx$/)).toEqual(await digests(inTurn.out, /\.xlsx$/));
  });
});

const askedSchema = z.object({
  window: z.object({ first: z.string() }),
  workbooks: z.array(
    z.object({
      measures: z.object({
        ppc: z.optional(
          z.object({ promises: z.optional(z.object({ asked: z.int(), promised: z.int(), kept: z.int() })) }),
        ),
      }),
    }),
  ),
});

it('the demo has foremen who answer from the second week on, and the next report measures their answers', async () => {
  const { out } = await theDemo();
  const files = (await filesIn(out)).map((file) => relative(out, file)).sort();
  const read = (pattern: RegExp) =>
    Promise.all(files.filter((file) => pattern.test(file)).map((file) => readFile(join(out, file))));
  const answers = files.filter((file) => /^answers\/(?!stand\/).*json$/.test(file));
  const windows = new Set(answers.map((file) => file.split('/')[3]?.slice(0, 10)));
  // The first week, of Mon 12 Oct, and the coming week have no answers.
  expect([...windows]).toEqual(['2026-10-19', '2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16']);
  expect(files.filter((file) => /^answer-names\/.*json$/.test(file))).toHaveLength(answers.length);
  const said = (await read(/^answers\/(?!stand\/).*json$/)).flatMap(
    (bytes) => submissionObject.schema.parse(JSON.parse(String(bytes))).entries,
  );
  const kinds = Object.groupBy(said, ({ says }) => says);
  expect(kinds.promise?.length).toBeGreaterThan(kinds.decline?.length ?? 0);
  expect([kinds.decline, kinds.done, kinds.undone].map((own) => (own?.length ?? 0) > 0)).toEqual([
    true,
    true,
    true,
  ]);
  const issues = (await read(/^issues\/.*\/issue\.json$/)).map((bytes) =>
    askedSchema.parse(JSON.parse(bytes.toString())),
  );
  const promised = issues
    .sort((one, other) => (one.window.first < other.window.first ? -1 : 1))
    .map(({ workbooks }) => workbooks[0]?.measures.ppc?.promises?.promised ?? 0);
  expect(promised.slice(0, 2)).toEqual([0, 0]);
  expect(promised.slice(2).filter((count) => count > 0).length).toBeGreaterThanOrEqual(3);
});

const call = (out: string, ...words: string[]) => callCli(['answers', '--out', out, ...words]);

async function answersIn(out: string) {
  const store = createDirectoryStore(out);
  return { answers: await store.list('answers/riverside/'), names: await store.list('answer-names/') };
}

describe('answers of the demo', () => {
  it('are listed by week, as text, JSON and a table', async () => {
    const { out } = await theDemo();
    const { stdout } = await call(out);
    expect(stdout).toMatch(/week 48: 0 of \d+ tasks promised, 0 declined, \d+ not answered\./);
    expect(stdout).toMatch(/week 47: [1-9]\d* of \d+ tasks promised, [\s\S]*Said to be done: [1-9]/);
    const json = JSON.parse((await call(out, '--json')).stdout);
    const rows = parse((await call(out, 'weekly', '--csv')).stdout, { columns: true });
    expect(rows).toHaveLength(json.weeks.flatMap(({ tasks }: { tasks: unknown[] }) => tasks).length);
    expect((await call(out, 'weekli')).stderr).toContain('Did you mean weekly?');
  });

  it('are kept when a name is removed from all of them', async () => {
    const { out } = await aDemo();
    const before = await answersIn(out);
    const json = JSON.parse((await call(out, '--json')).stdout);
    const by = json.weeks[1].tasks.find((task: { by: string }) => task.by !== '').by;
    const refused = await call(out, '--forget', by);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('Add --yes')]);
    expect(await answersIn(out)).toEqual(before);
    const { code, stdout } = await call(out, '--forget', ` ${by.toUpperCase()} `, '--yes');
    expect([code, stdout]).toEqual([0, expect.stringContaining('The answers stay, without a name.')]);
    const after = await answersIn(out);
    expect(after.answers).toEqual(before.answers);
    expect(after.names.length).toBeLessThan(before.names.length);
    const told = (await call(out, '--json')).stdout;
    expect(told).not.toContain(by);
    expect(told).toContain('(name removed)');
    expect((await call(out, '--forget', by, '--yes')).stdout).toContain('No answer has this name.');
  });
});
