import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayFromNumber } from '#base/day.ts';
import type { Cell, CellValue, SheetPlan, SheetRow, Style, WorkbookPlan } from '#workbook/xlsx/sheet-plan.ts';
import { writeWorkbook } from '#workbook/xlsx/workbook-writer.ts';
import { aPrintSetup } from '../../support/builders/a-workbook-plan.ts';
import { deep } from '../../support/deep-checks.ts';
import { expectedValues } from '../../support/workbook/expected-values.ts';
import {
  differences,
  openXmlFaults,
  readWithOpenpyxl,
  valuesOf,
} from '../../support/workbook/read-with-others.ts';
import { validateWorkbook } from '../../support/workbook/validate-workbook.ts';

/** Texts in which every UTF-16 unit occurs: control characters, halves of pairs, non-characters. */
const anyUnits = fc.array(fc.nat(0xff_ff)).map((units) => String.fromCharCode(...units));
const looksSpecial = fc.constantFrom(
  '_x0041_',
  '=1+1',
  '<b>',
  '&amp;',
  "O'Brien",
  '  ends  ',
  'a\r\nb',
  ']]>',
  '-- 100%',
  'x'.repeat(33_000),
  '😀'.repeat(20_000),
);
const text = fc.oneof(anyUnits, fc.string({ unit: 'grapheme' }), looksSpecial);
const color = fc.constantFrom('FF0000', '00FF00', '123456');
const styles: Style[] = [
  {},
  { font: { bold: true, size: 7.5 } },
  { fill: { color: 'EEEEEE' }, alignment: { wrap: true } },
  { numberFormat: '0.##' },
];

const value: fc.Arbitrary<CellValue | undefined> = fc.oneof(
  fc.constant(undefined),
  text,
  fc.double(),
  fc.boolean(),
  fc.integer({ min: -25_000, max: 60_000 }).map((day) => ({ day: dayFromNumber(day) })),
  fc.record({ formula: fc.constantFrom('1+1', 'A1&"<"', "'Day'!A1"), result: fc.oneof(fc.double(), text) }),
  fc.record({ text, sheet: fc.constantFrom('Day', 'Nowhere'), cell: fc.constant('A1') }),
);
/** Style that only days have: openpyxl reads any number in a date format as a date, down to the microsecond. */
const dated: Style = { numberFormat: 'ddd d mmm', border: { top: { style: 'thin', color: '000000' } } };
const cell: fc.Arbitrary<Cell | undefined> = fc.option(
  fc
    .record({ value, style: fc.constantFrom(...styles) })
    .map((any) => (typeof any.value === 'object' && 'day' in any.value ? { ...any, style: dated } : any)),
  { nil: undefined },
);
const row: fc.Arbitrary<SheetRow> = fc.record(
  {
    cells: fc.array(cell, { maxLength: 12 }),
    height: fc.double({ min: 1, max: 500, noNaN: true }),
    outline: fc.nat(7),
  },
  { requiredKeys: ['cells'] },
);
/** Areas below the rows and apart from each other, so that no two overlap. */
const area = fc.nat(5).map((index) => ({ top: 100, left: 1 + index * 3, bottom: 102, right: 2 + index * 3 }));
const areas = fc.uniqueArray(area, { selector: ({ left }) => left });

const sheet: fc.Arbitrary<SheetPlan> = fc.record(
  {
    name: text,
    columns: fc.array(fc.record({ width: fc.double({ min: 0, max: 300, noNaN: true }) }), { maxLength: 12 }),
    rows: fc.array(row, { maxLength: 12 }),
    print: fc.record({ left: text, center: text }).map(({ left, center }) => ({
      ...aPrintSetup,
      titleRows: { first: 1, last: 2 },
      breaksAfter: [9, 3],
      footer: { left, center, right: 'page' as const },
    })),
    merges: areas,
    freeze: fc.record({ row: fc.integer({ min: 1, max: 9 }), column: fc.integer({ min: 1, max: 9 }) }),
    autoFilter: area,
    validations: areas.chain((all) =>
      fc.tuple(
        ...all.map((one) => fc.record({ area: fc.constant(one), choices: fc.array(text), prompt: text })),
      ),
    ),
    colorScales: fc.array(fc.record({ areas: fc.tuple(area), low: color, high: color }), { maxLength: 3 }),
    zoom: fc.integer({ min: 0, max: 900 }),
    tabColor: color,
    showGridLines: fc.boolean(),
  },
  { requiredKeys: ['name', 'columns', 'rows', 'print'] },
);
const plan: fc.Arbitrary<WorkbookPlan> = fc.record({
  properties: fc.record({
    title: text,
    subject: text,
    company: text,
    created: fc.constant('2026-11-20T03:04:06Z'),
  }),
  sheets: fc.array(sheet, { minLength: 1, maxLength: 3 }),
});

it('writes any plan as a valid workbook that reads back the same', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async (any) => {
      const workbook = await validateWorkbook(await writeWorkbook(any));
      const visible = { ...workbook, sheets: workbook.sheets.filter(({ hidden }) => !hidden) };
      expect(differences(expectedValues(any), valuesOf(visible))).toEqual([]);
    }),
    { numRuns: deep ? 60 : 3, seed: 4 },
  );
});

it.runIf(deep)('writes plans as workbooks that openpyxl reads the same', async () => {
  for (const any of fc.sample(plan, { numRuns: 5, seed: 7 })) {
    const bytes = await writeWorkbook(any);
    const theirs = readWithOpenpyxl(bytes);
    if (theirs) expect(differences(valuesOf(await validateWorkbook(bytes)), theirs)).toEqual([]);
  }
});

it.runIf(deep)("writes plans as workbooks that pass Microsoft's validator", async () => {
  for (const any of fc.sample(plan, { numRuns: 2, seed: 11 }))
    expect(openXmlFaults(await writeWorkbook(any)) ?? []).toEqual([]);
});
