import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { createDirectoryStore } from '../../../functions/archive/directory.ts';
import { csvLine } from '../../../functions/commands/answers/csv-line.ts';
import { aConfigurationText, weekly } from '../../support/builders/a-configuration.ts';
import { callCli } from '../../support/call-cli.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const subcontractors = ['Stonebridge Frame Ltd', 'Brightwater Electrical Ltd', 'Fairface Interiors Ltd'];
const trades = {
  ...weekly,
  key: 'trades',
  answers: '{ until: MON 07:00 }',
  audiences: `[{ each: subcontractor, to: { ${subcontractors.map((name) => `${name}: [them@example.com]`).join(', ')} } }]`,
};

/** What a demo with made-up answers left. */
async function aDemo() {
  const folder = await temporaryDirectory();
  const [config, out] = [join(folder, 'lookahead.yaml'), join(folder, 'out')];
  await writeFile(config, aConfigurationText({ reports: [trades] }));
  const made = await callCli(['demo', '--config', config, '--out', out, '--tasks', '300']);
  expect(made.code, made.stderr).toBe(0);
  const call = (...words: string[]) => callCli(['answers', '--out', out, ...words]);
  return { out, call, store: createDirectoryStore(out) };
}

const answersIn = async ({ store }: { store: ReturnType<typeof createDirectoryStore> }) => ({
  answers: await store.list('answers/'),
  names: await store.list('answer-names/'),
});

describe('answers of the demo', () => {
  it('are given from its second week on, the same each time', async () => {
    const [one, other] = [await aDemo(), await aDemo()];
    const { answers, names } = await answersIn(one);
    expect(await answersIn(other)).toEqual({ answers, names });
    const windows = new Set(answers.map((key) => key.split('/')[3]));
    expect([windows.has('2026-11-16_2026-11-22'), windows.has('2026-10-12_2026-10-18')]).toEqual([
      true,
      false,
    ]);
    const { stdout } = await one.call();
    expect(stdout).toMatch(/week 48: 0 of \d+ tasks promised, 0 declined, \d+ not answered\./);
    expect(stdout).toMatch(/week 47: [1-9]\d* of \d+ tasks promised, [\s\S]*Said to be done: [1-9]/);
    const json = JSON.parse((await one.call('--json')).stdout);
    const rows = parse((await one.call('trades', '--csv')).stdout, { columns: true });
    expect(rows).toHaveLength(json.weeks.flatMap(({ tasks }: { tasks: unknown[] }) => tasks).length);
    expect((await one.call('trade')).stderr).toContain('Did you mean trades?');
  });

  it('lose a name in every place, and stay', async () => {
    const demo = await aDemo();
    const before = await answersIn(demo);
    const json = JSON.parse((await demo.call('--json')).stdout);
    const by = json.weeks[1].tasks.find((task: { by: string }) => task.by !== '').by;
    const refused = await demo.call('--forget', by);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('Add --yes')]);
    expect(await answersIn(demo)).toEqual(before);
    const { code, stdout } = await demo.call('--forget', ` ${by.toUpperCase()} `, '--yes');
    expect([code, stdout]).toEqual([0, expect.stringContaining('The answers stay, without a name.')]);
    const after = await answersIn(demo);
    expect(after.answers).toEqual(before.answers);
    expect(after.names.length).toBeLessThan(before.names.length);
    const told = (await demo.call('--json')).stdout;
    expect(told).not.toContain(by);
    expect(told).toContain('(name removed)');
    expect((await demo.call('--forget', by, '--yes')).stdout).toContain('No answer has this name.');
  });
});

describe('a line of the table', () => {
  it.each([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+44 20', "'+44 20"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['a, "b"\nc', '"a, ""b""\nc"'],
    ['plain', 'plain'],
  ])('%j is written as %j', (text, written) => {
    expect(csvLine([text])).toBe(written);
  });

  it('keeps numbers, and leaves out what is not there', () => {
    expect(csvLine([-1, undefined, ''])).toBe('-1,,');
  });
});
