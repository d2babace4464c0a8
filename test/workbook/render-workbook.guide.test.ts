import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { gridMarks } from '#lookahead/grid/grid-text.ts';
import { readStatus, statusKinds, statusLabel } from '#lookahead/tasks/status.ts';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { weekResultTexts } from '#workbook/sheets/last-week/last-week-columns.ts';
import { aBusySite } from '../support/builders/a-busy-site.ts';

const guide = await readFile('docs/workbook.md', 'utf8');

it('the guide for planners names every sheet', () => {
  const { sheets } = planWorkbook(aBusySite({ tasks: 40, weeks: 1 }), { paper: 'A3' });
  const shifts = ['Day', 'Night', 'Afternoon, 24 hr, No shift'];
  for (const { name } of sheets) {
    if (!shifts.includes(name)) expect(guide).toContain(`**${name}**`);
  }
});

it('the guide for planners explains the letters, marks and results that the sheets show', () => {
  for (const text of [
    ...statusKinds.map((kind) => statusLabel(readStatus(kind))),
    ...Object.values(gridMarks),
    ...Object.values(weekResultTexts),
  ]) {
    expect(guide).toContain(text);
  }
});
