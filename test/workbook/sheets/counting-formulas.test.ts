import { describe, expect, it } from 'vitest';
import {
  countFormula,
  createCountableTextPredicate,
  sumFormula,
} from '#workbook/sheets/counting-formulas.ts';
import type { CellValue } from '#workbook/xlsx/sheet-plan.ts';
import { writeWorkbook } from '#workbook/xlsx/workbook-writer.ts';
import { aRow, aWorkbook } from '../../support/builders/a-workbook-plan.ts';
import { deep } from '../../support/deep-checks.ts';
import { allFormulas } from '../../support/workbook/formula.ts';
import { readWithLibreOffice } from '../../support/workbook/read-with-others.ts';

/** Texts that COUNTIF reads as values, patterns or comparisons, each beside a text that COUNTIF takes for the same. */
const texts = [
  ['1.1', '1.10'],
  ['TRUE', '1'],
  ['5%', '0.05'],
  ['1/2', '2 Jan'],
  ['1e3', '1000'],
  ['0x10', '16'],
  ['007', '7'],
  [' ', ''],
  ['10:30', '10:30:00'],
  ['$5', '5'],
  ['(3)', '-3'],
  ['#N/A', '#REF!'],
  ['a*', 'ab'],
  ['a?', 'ax'],
  ['~*', '*'],
  ['>5', '6'],
  ['<>', 'x'],
  ['=', '=1'],
  ['^b.*$', 'b'],
  ['"said"', 'said'],
  ['_x0041_', 'A'],
  ['line\nbreak', 'line break'],
  ['x'.repeat(255), 'x'.repeat(254)],
].flat();

describe('formulas over texts', () => {
  it('compare with =, in any number of ranges', () => {
    expect(countFormula(['A1:A9', 'a "b"'])).toBe('SUMPRODUCT(--(A1:A9="a ""b"""))');
    expect(countFormula(['A1:A9', 'x'], ['B1:B9', ''])).toBe('SUMPRODUCT(--(A1:A9="x"),--(B1:B9=""))');
    expect(sumFormula([['A1:A9', 'x']], 'B1:B9')).toBe('SUMPRODUCT(--(A1:A9="x"),B1:B9)');
    expect(sumFormula([], '--(B1:B9>0)')).toBe('SUMPRODUCT(--(B1:B9>0))');
  });

  it('are not used for texts that differ only in case or are too long for a cell', () => {
    const long = 'Access to Levels 9–10 from the hoist at the south elevation, closed';
    const names = ['Weather', 'WEATHER', 'Straße', 'STRASSE', 'crane', 'Levels 9–10', long, 'x'.repeat(256)];
    expect(names.filter(createCountableTextPredicate(names, 30))).toEqual(['crane', 'Levels 9–10']);
    expect(
      createCountableTextPredicate([long.replace('9–10', 'nine')], 30)(long.replace('9–10', 'nine')),
    ).toBe(true);
  });

  it.runIf(deep)('match each text and no other in LibreOffice', async () => {
    const list = [...texts, ...texts.map((_text, index) => index + 0.5), 'Weather', 'weather'];
    const range = `A1:A${list.length}`;
    const amounts = `B1:B${list.length}`;
    const rows = list.map((text, index): (CellValue | undefined)[] => {
      const wanted = String(text);
      const isTyped = typeof text === 'number';
      const ofCase = index >= list.length - 2 ? 2 : 1;
      return [
        text === '' ? undefined : text,
        index + 1,
        { formula: countFormula([range, wanted]), result: isTyped ? 0 : ofCase },
        {
          formula: sumFormula([[range, wanted]], amounts),
          result: isTyped ? 0 : ofCase === 2 ? 2 * list.length - 1 : index + 1,
        },
      ];
    });
    const plan = aWorkbook({ name: 'Day', rows: rows.map((row) => aRow(row)) });
    const [read] = (await readWithLibreOffice([await writeWorkbook(plan)])) ?? [];
    if (read === undefined) return;
    const wrong = allFormulas(plan).filter(({ address, cached }) => read.get('Day')?.get(address) !== cached);
    expect(wrong).toEqual([]);
  });
});
