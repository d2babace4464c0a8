import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { writeWorkbook } from '#workbook/xlsx/workbook-writer.ts';
import { writeBundle } from '../../infra/write-bundle.ts';
import { samplePlan } from '../support/workbook/sample-plan.ts';

const root = resolve(import.meta.dirname, '../..');

it('a bundle without the replaced packages writes the same bytes of a workbook', async () => {
  const out = mkdtempSync(join(tmpdir(), 'lookahead-bundle-'));
  const entry = join(out, 'print-hash.ts');
  writeFileSync(
    entry,
    `
    import { createHash } from 'node:crypto';
    import { writeWorkbook } from '${root}/functions/workbook/xlsx/workbook-writer.ts';
    import { samplePlan } from '${root}/test/support/workbook/sample-plan.ts';
    const bytes = await writeWorkbook(samplePlan(60));
    process.stdout.write(createHash('sha256').update(bytes).digest('hex'));`,
  );
  const folder = join(out, 'print-hash');
  await writeBundle(entry, folder);
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'index.mjs')], { env: {} });
  const bytes = await writeWorkbook(samplePlan(60));
  expect(stdout).toBe(createHash('sha256').update(bytes).digest('hex'));
});
