/** The cell formats of a workbook: what each cell's style index stands for. */
import { attributeOf, childOf, childrenOf, type XmlElement } from './read-package.ts';

const lists = ['numFmts', 'fonts', 'fills', 'borders', 'cellStyleXfs', 'cellXfs', 'cellStyles', 'dxfs'];
/** Those that this project uses; the others are asked for in words. */
const builtIn: ReadonlyMap<string, string> = new Map([
  ['0', 'General'],
  ['1', '0'],
  ['2', '0.00'],
  ['9', '0%'],
  ['10', '0.00%'],
  ['14', 'mm-dd-yy'],
  ['15', 'd-mmm-yy'],
  ['16', 'd-mmm'],
  ['22', 'm/d/yy h:mm'],
  ['49', '@'],
]);

export type ReadFormat = {
  readonly numberFormat: string;
  readonly font: XmlElement | undefined;
  readonly fill: XmlElement | undefined;
  readonly border: XmlElement | undefined;
  readonly alignment: XmlElement | undefined;
};

/** By style index. Adds to `faults` what is out of range or miscounted. */
export function readFormats(styles: XmlElement, faults: string[]): ReadFormat[] {
  for (const name of lists) {
    const list = childOf(styles, name);
    const count = list?.attributes.get('count');
    if (list && count !== undefined && Number(count) !== list.children.length)
      faults.push(`<${name}> says ${count} and has ${list.children.length}.`);
  }
  const numberFormats = new Map(builtIn);
  for (const format of childrenOf(childOf(styles, 'numFmts'), 'numFmt')) {
    const id = attributeOf(format, 'numFmtId');
    if (numberFormats.has(id)) faults.push(`The number format ${id} comes twice.`);
    numberFormats.set(id, attributeOf(format, 'formatCode'));
  }
  const part = (list: string, format: XmlElement, attribute: string): XmlElement | undefined => {
    const index = Number(attributeOf(format, attribute));
    const found = childOf(styles, list)?.children[index];
    if (!found) faults.push(`A cell format refers to ${attribute} ${index} of ${list}, which is not there.`);
    return found;
  };
  return childrenOf(childOf(styles, 'cellXfs'), 'xf').map((format) => {
    const id = attributeOf(format, 'numFmtId');
    const numberFormat = numberFormats.get(id);
    if (numberFormat === undefined && Number(id) >= 164) faults.push(`There is no number format ${id}.`);
    return {
      numberFormat: numberFormat ?? `built-in ${id}`,
      font: part('fonts', format, 'fontId'),
      fill: part('fills', format, 'fillId'),
      border: part('borders', format, 'borderId'),
      alignment: childOf(format, 'alignment'),
    };
  });
}
