import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { decodeSubmission } from '../../../functions/pages/answers/stored-answers.ts';
import { aConfigurationText, weekly } from '../../support/builders/a-configuration.ts';
import { callCli } from '../../support/call-cli.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const issueSchema = z.object({
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

/** The demo of a report that asks two subcontractors. */
async function anAnsweredDemo() {
  const folder = await temporaryDirectory();
  const [config, out] = [join(folder, 'lookahead.yaml'), join(folder, 'out')];
  const to = '{ Stonebridge Frame Ltd: [a@example.com], Fairface Interiors Ltd: [b@example.com] }';
  const report = {
    ...weekly,
    when: "{ cron: '0 14 * * FRI' }",
    audiences: `[{ each: subcontractor, to: ${to} }]`,
    answers: '{ until: MON 07:00 }',
  };
  await writeFile(config, aConfigurationText({ reports: [report] }));
  const told = await callCli(['demo', '--config', config, '--out', out, '--tasks', '400']);
  expect(told.code, told.stderr).toBe(0);
  const files = (await readdir(out, { recursive: true })).sort();
  const read = (pattern: RegExp) =>
    Promise.all(files.filter((file) => pattern.test(file)).map((file) => readFile(join(out, file))));
  return { files, read };
}

it('has foremen who answer from the second week on, the same each time, and the next report measures it', async () => {
  const { files, read } = await anAnsweredDemo();
  const answers = files.filter((file) => /^answers\/.*json$/.test(file));
  const windows = new Set(answers.map((file) => file.split('/')[3]?.slice(0, 10)));
  // Not the first week, of Mon 12 Oct; in one of the others nobody answers.
  expect([...windows]).toEqual(['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16']);
  expect(files.filter((file) => /^answer-names\/.*json$/.test(file))).toHaveLength(answers.length);
  const said = (await read(/^answers\/.*json$/)).flatMap((bytes) => decodeSubmission(bytes)?.entries ?? []);
  const kinds = Object.groupBy(said, ({ says }) => says);
  expect(kinds.promise?.length).toBeGreaterThan(kinds.decline?.length ?? 0);
  expect([kinds.decline, kinds.done, kinds.undone].map((own) => (own?.length ?? 0) > 0)).toEqual([
    true,
    true,
    true,
  ]);
  const issues = (await read(/^issues\/.*\/issue\.json$/)).map((bytes) =>
    issueSchema.parse(JSON.parse(bytes.toString())),
  );
  const promised = issues
    .sort((one, other) => (one.window.first < other.window.first ? -1 : 1))
    .map(({ workbooks }) => workbooks[0]?.measures.ppc?.promises?.promised ?? 0);
  expect(promised.slice(0, 2)).toEqual([0, 0]);
  expect(promised.slice(2).filter((count) => count > 0).length).toBeGreaterThanOrEqual(3);
  const again = await anAnsweredDemo();
  expect(again.files.filter((file) => file.startsWith('answers/'))).toEqual(
    files.filter((file) => file.startsWith('answers/')),
  );
});
