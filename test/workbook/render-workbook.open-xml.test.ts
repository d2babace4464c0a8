import { expect, it } from 'vitest';
import { renderWorkbook } from '../../functions/workbook/render-workbook.ts';
import { aBusySite } from '../support/builders/a-busy-site.ts';
import { officeVersions, openXmlFaults } from '../support/workbook/read-with-others.ts';

it.each([
  ['a week', 120, 1],
  ['six weeks', 120, 6],
  ['4,000 tasks', 4_000, 1],
])("Microsoft's validator finds nothing in %s, for Excel 2013 to 365", async (_case, tasks, weeks) => {
  const bytes = await renderWorkbook(aBusySite({ tasks, weeks }), { paper: 'A3' });
  expect(openXmlFaults(bytes, officeVersions) ?? []).toEqual([]);
});
