import { expect, it } from 'vitest';
import { renderWorkbook } from '../../functions/workbook/render-workbook.ts';
import { aBusySite } from '../support/builders/a-busy-site.ts';
import { officeVersions, openXmlFaults } from '../support/workbook/read-with-others.ts';

it.each([
  ['a week', { tasks: 120, weeks: 1 }],
  ['six weeks', { tasks: 120, weeks: 6 }],
])("Microsoft's validator finds nothing in %s, for each version from Excel 2013 on", async (_case, site) => {
  const bytes = await renderWorkbook(aBusySite(site), { paper: 'A3' });
  expect(openXmlFaults(bytes, officeVersions) ?? []).toEqual([]);
});

it("Microsoft's validator finds nothing in 4,000 tasks, for Excel 2013 and 365", async () => {
  const bytes = await renderWorkbook(aBusySite({ tasks: 4_000, weeks: 1 }), { paper: 'A3' });
  expect(openXmlFaults(bytes) ?? []).toEqual([]);
}, 180_000);
