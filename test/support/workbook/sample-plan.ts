/** A plan with everything that a plan can have; it is the same every time. */
import { dayFromNumber } from '#base/day.ts';
import type { SheetRow, Style, WorkbookPlan } from '#workbook/xlsx/sheet-plan.ts';
import { aPrintSetup, aRow, aWorkbook, pngBytes } from '../builders/a-workbook-plan.ts';

const heading: Style = { font: { size: 11, bold: true, color: 'FFFFFF' }, fill: { color: '1F2D3D' } };
const date: Style = { numberFormat: 'ddd d mmm' };
const bar: Style = {
  fill: { color: 'FDE9D9' },
  border: { bottom: { style: 'hair', color: '888888' } },
  alignment: { horizontal: 'center' },
};

function* taskRows(count: number): Generator<SheetRow> {
  yield aRow(['Task', 'Start', 'People', 'Twice', 'Link'], heading);
  for (let index = 0; index < count; index += 1)
    yield {
      cells: [
        {
          value: `Pour slab ${index % 700}, ${index % 2 === 0 ? 'façade <A>' : 'core & stairs'}`,
          style: bar,
        },
        { value: { day: dayFromNumber(20_780 + (index % 7)) }, style: date },
        { value: (index % 9) + 0.5, style: bar },
        { value: { formula: `C${index + 2}*2`, result: ((index % 9) + 0.5) * 2 }, style: bar },
        { value: { text: 'Night', sheet: "Night's [2]", cell: 'A1' }, style: bar },
        { style: bar },
        { value: '◆ key', style: bar },
      ],
      ...(index % 5 === 0 ? {} : { outline: 1 }),
    };
}

export function samplePlan(tasks: number): WorkbookPlan {
  const data = { top: 2, left: 3, bottom: tasks + 1, right: 3 };
  return aWorkbook(
    {
      name: 'Day',
      columns: [
        { width: 40 },
        { width: 12 },
        { width: 8 },
        { width: 8 },
        { width: 8 },
        { width: 4 },
        { width: 8 },
      ],
      rows: taskRows(tasks),
      freeze: { row: 2, column: 2 },
      autoFilter: { top: 1, left: 1, bottom: tasks + 1, right: 5 },
      validations: [
        { area: { ...data, left: 6, right: 6 }, choices: ['rain, wind', 'crane'], prompt: 'Why?' },
      ],
      colorScales: [{ areas: [data], low: 'FFFFFF', high: 'FF6600' }],
      pictures: [
        { bytes: pngBytes, format: 'png', column: 9, row: 1, width: 80, height: 80, alternative: 'Logo' },
      ],
      print: { ...aPrintSetup, titleRows: { first: 1, last: 1 }, breaksAfter: [21] },
      tabColor: '1F2D3D',
      zoom: 85,
      showGridLines: false,
    },
    {
      name: "Night's [2]",
      rows: [aRow(['ID', 'Name'], heading), aRow(['001', 'Pour'])],
      table: { name: 'Tasks', area: { top: 1, left: 1, bottom: 2, right: 2 }, columns: ['ID', 'Name'] },
      merges: [{ top: 4, left: 1, bottom: 5, right: 2 }],
    },
  );
}
