import { expect, it } from 'vitest';
import { renderWorkbook } from '#workbook/render-workbook.ts';
import { aBusySite } from '../support/builders/a-busy-site.ts';
import { officeVersions, openXmlFaults } from '../support/workbook/read-with-others.ts';

// The versions of Office know different elements. A week and a large workbook have no elements that six weeks lack.
it.each([
  ['six weeks', { tasks: 120, weeks: 6 }, officeVersions],
  ['a week', { tasks: 120, weeks: 1 }, ['Office2013']],
  ['4,000 tasks', { tasks: 4_000, weeks: 1 }, ['Office2013']],
] as const)(
  "Microsoft's validator finds nothing in %s, for %o",
  async (_case, site, versions) => {
    const bytes = await renderWorkbook(aBusySite(site), { paper: 'A3' });
    expect(openXmlFaults(bytes, versions) ?? []).toEqual([]);
  },
  180_000,
);
