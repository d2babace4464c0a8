/** Mistakes that the schemas of ECMA-376 allow, and Excel repairs or shows wrong. */
import { absoluteReference, cellReference } from '../../../functions/workbook/xlsx/cell-references.ts';
import { parseArea, type ReadCells } from './read-cells.ts';
import { attributeOf, childOf, descendantsOf, type XmlElement } from './read-package.ts';

/** Those that the sheets use: each is in a file under this name, without `_xlfn.`, and none has to be entered as an array. */
const functions: ReadonlySet<string> = new Set(
  'CHOOSE COUNTA COUNTIF COUNTIFS HYPERLINK IF IFERROR MATCH MAX ROUND SUBTOTAL SUM SUMIF SUMPRODUCT TEXT'.split(
    ' ',
  ),
);
const maxFormulaText = 255;

export function formulaFaults(address: string, formula: string): string[] {
  const faults: string[] = [];
  if (formula.startsWith('=')) faults.push(`${address}: the formula begins with =.`);
  const texts = formula.replaceAll(/'(?:[^']|'')+'!/g, '').match(/"(?:[^"]|"")*"/g) ?? [];
  if (texts.some((text) => text.slice(1, -1).replaceAll('""', '"').length > maxFormulaText))
    faults.push(`${address}: a text in the formula has over ${maxFormulaText} characters.`);
  const code = formula.replaceAll(/"(?:[^"]|"")*"|'(?:[^']|'')+'!/g, '');
  for (const [, name = ''] of code.matchAll(/([A-Z_][A-Z0-9_.]*)\(/gi))
    if (!functions.has(name))
      faults.push(`${address}: the function ${name} is not one of those known to work.`);
  return faults;
}

/** A filter is also a hidden name. */
export function filterFaults(sheet: XmlElement, name: string | undefined): string[] {
  const filter = childOf(sheet, 'autoFilter');
  const area = filter && parseArea(attributeOf(filter, 'ref'));
  const expected = area && absoluteReference(area);
  const named = name?.slice(name.lastIndexOf('!') + 1);
  return named === expected ? [] : [`The filter over ${expected} is named as ${named}.`];
}

/** `&&` is an ampersand; any other begins a code. */
export function footerFaults(text: string): string[] {
  const rest = text.replaceAll(/&(?:&|[LCRPNBIUSDTFAZ]|"[^"]*"|\d{1,3}(?!\d))/g, '');
  return rest.includes('&') ? [`The footer has an unknown code: ${rest}.`] : [];
}

/** The ids of a drawing's objects. */
export function drawingFaults(drawing: XmlElement): string[] {
  const ids = descendantsOf(drawing, 'xdr:cNvPr').map((object) => attributeOf(object, 'id'));
  return new Set(ids).size === ids.length ? [] : ['Two objects of a drawing have the same id.'];
}

/** Where the cached values of a chart differ from the cells they stand for. Shares are stored with six decimals. */
export function chartFaults(chart: XmlElement, cellsOf: ReadonlyMap<string, ReadCells>): string[] {
  const references = [...descendantsOf(chart, 'c:strRef'), ...descendantsOf(chart, 'c:numRef')];
  return references.flatMap((reference) => {
    const formula = childOf(reference, 'c:f')?.text ?? '';
    const [, sheet = '', range = ''] = /^'((?:[^']|'')+)'!(.+)$/.exec(formula) ?? [];
    const area = parseArea(range);
    const cells = cellsOf.get(sheet.replaceAll("''", "'"));
    if (!area || !cells) return [`A chart reads ${formula}, which is not there.`];
    const values: unknown[] = [];
    for (let row = area.top; row <= area.bottom; row += 1)
      for (let column = area.left; column <= area.right; column += 1)
        values.push(cells.get(cellReference(row, column))?.value);
    const cached = new Map(
      descendantsOf(reference, 'c:pt').map((point) => [
        Number(attributeOf(point, 'idx')),
        childOf(point, 'c:v')?.text ?? '',
      ]),
    );
    const [count] = descendantsOf(reference, 'c:ptCount');
    const isSame = (value: unknown, text: string | undefined) =>
      typeof value === 'number' ? Math.abs(value - Number(text)) < 1e-6 : value === text;
    return attributeOf(count, 'val') === String(values.length) &&
      values.every((value, index) => isSame(value, cached.get(index)))
      ? []
      : [
          `A chart shows ${[...cached.values()].join()} for ${formula}, where the cells have ${values.join()}.`,
        ];
  });
}
