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

// The versions differ in the elements that they know, and a large workbook has those of a small one.
it("Microsoft's validator finds nothing in 4,000 tasks, for Excel 2013", async () => {
  const bytes = await renderWorkbook(aBusySite({ tasks: 4_000, weeks: 1 }), { paper: 'A3' });
  expect(openXmlFaults(bytes, ['Office2013']) ?? []).toEqual([]);
}, 180_000);
