import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { renderWorkbook } from '#workbook/render-workbook.ts';
import { aBusySite } from '../support/builders/a-busy-site.ts';

const run = promisify(execFile);
const script = join(import.meta.dirname, '../support/workbook/print-site-hash.ts');

it('the same plan, with charts, gives the same bytes in three processes and time zones', async () => {
  const bytes = await renderWorkbook(aBusySite({ tasks: 120, weeks: 2 }), { paper: 'A4' });
  const here = createHash('sha256').update(bytes).digest('hex');
  const zones = ['Pacific/Kiritimati', 'Pacific/Honolulu', 'Europe/London'];
  const hashes = await Promise.all(
    zones.map(async (zone) => {
      const { stdout } = await run(process.execPath, [script], { env: { ...process.env, TZ: zone } });
      return stdout;
    }),
  );
  expect(hashes).toEqual([here, here, here]);
});
