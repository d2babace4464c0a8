/** Prints the SHA-256 of the workbook of a site. A test runs it in several processes and time zones. */

import { createHash } from 'node:crypto';
import { renderWorkbook } from '#workbook/render-workbook.ts';
import { aBusySite } from '../builders/a-busy-site.ts';

const bytes = await renderWorkbook(aBusySite({ tasks: 120, weeks: 2 }), { paper: 'A4' });
process.stdout.write(createHash('sha256').update(bytes).digest('hex'));
