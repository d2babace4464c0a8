import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { workbookContentType } from '#archive/object-store.ts';
import { composeMessage } from '#mail/transport/compose-message.ts';
import { writeWorkbook } from '#workbook/xlsx/workbook-writer.ts';
import { writeBundle } from '../../infra/write-bundle.ts';
import { aMessageContent } from '../support/builders/a-message.ts';
import { samplePlan } from '../support/workbook/sample-plan.ts';

const root = resolve(import.meta.dirname, '../..');

it('a bundle without the replaced packages writes the same bytes of a workbook and of a message', async () => {
  const message = aMessageContent({});
  const file = { fileName: 'week 48.xlsx', contentType: workbookContentType };
  const out = mkdtempSync(join(tmpdir(), 'lookahead-bundle-'));
  const entry = join(out, 'print-hash.ts');
  writeFileSync(
    entry,
    `
    import { createHash } from 'node:crypto';
    import { composeMessage } from '${root}/functions/mail/transport/compose-message.ts';
    import { writeWorkbook } from '${root}/functions/workbook/xlsx/workbook-writer.ts';
    import { samplePlan } from '${root}/test/support/workbook/sample-plan.ts';
    const bytes = await writeWorkbook(samplePlan(60));
    const { raw } = await composeMessage(${JSON.stringify(message)}, [{ ...${JSON.stringify(file)}, bytes }]);
    process.stdout.write(createHash('sha256').update(bytes).update(raw).digest('hex'));`,
  );
  const folder = join(out, 'print-hash');
  await writeBundle(entry, folder);
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'index.mjs')], { env: {} });
  const bytes = await writeWorkbook(samplePlan(60));
  const { raw } = await composeMessage(message, [{ ...file, bytes }]);
  expect(stdout).toBe(createHash('sha256').update(bytes).update(raw).digest('hex'));
});
