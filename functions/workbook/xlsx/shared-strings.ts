/**
 * The workbook's table of strings. Apple's Numbers and the mail preview of iPhone and iPad show a text cell only if its
 * text is in this table (XlsxWriter and box/spout #53 document it), and subcontractors open the workbook there. Sharing
 * also leaves a third less to compress, as most texts of a project occur many times.
 */
import type { TextRun } from './sheet-plan.ts';
import { schemas, textElement, xmlStart } from './xml-text.ts';

/**
 * Further texts are written in their cells, so that memory does not grow with the sheet; a phone shows none of them. A
 * week of 2,000 tasks fits, and the sheets that people read come before the flat data.
 */
const maxTexts = 16_384;
const chunkLength = 65_536;

export class SharedStrings {
  readonly #indexes = new Map<string, number>();
  readonly #texts: string[] = [];
  #uses = 0;

  /** A cell's XML from its type on: a reference to the text, or the text itself when the table is full. */
  cellText(text: string): string {
    const known = this.#indexes.get(text);
    if (known !== undefined) return this.#reference(known);
    const xml = textElement(text);
    const index = this.#add(xml);
    if (index === undefined) return inline(xml);
    this.#indexes.set(text, index);
    return this.#reference(index);
  }

  cellRuns(runs: readonly TextRun[]): string {
    const xml = runs.map(({ text, font }) => `<r>${fontXml(font)}${textElement(text)}</r>`).join('');
    const index = this.#add(xml);
    return index === undefined ? inline(xml) : this.#reference(index);
  }

  #add(xml: string): number | undefined {
    return this.#texts.length >= maxTexts ? undefined : this.#texts.push(xml) - 1;
  }

  #reference(index: number): string {
    this.#uses += 1;
    return ` t="s"><v>${index}</v></c>`;
  }

  *chunks(): Generator<Uint8Array> {
    let chunk =
      `${xmlStart}<sst xmlns="${schemas.sheets}"` +
      ` count="${this.#uses}" uniqueCount="${this.#texts.length}">`;
    for (const xml of this.#texts) {
      chunk += `<si>${xml}</si>`;
      if (chunk.length < chunkLength) continue;
      yield Buffer.from(chunk);
      chunk = '';
    }
    yield Buffer.from(`${chunk}</sst>`);
  }
}

function inline(xml: string): string {
  return ` t="inlineStr"><is>${xml}</is></c>`;
}

function fontXml({ name = 'Calibri', size = 11, bold, underline, color }: TextRun['font']): string {
  const flags = `${bold === true ? '<b/>' : ''}${underline === true ? '<u/>' : ''}`;
  const colored = color === undefined ? '' : `<color rgb="${color}"/>`;
  return `<rPr>${flags}<sz val="${size}"/>${colored}<rFont val="${name}"/></rPr>`;
}
