/**
 * The workbook's table of strings. Apple's Numbers and the mail preview of iPhone and iPad show a text cell only if its
 * text is in this table (XlsxWriter and box/spout #53 document it), and subcontractors open the workbook there. Sharing
 * also leaves a third less to compress, as most texts of a project occur many times.
 */
import type { TextPart } from './sheet-plan.ts';
import { ByteChunk, opaqueColor, xmlDeclaration, xmlSchemaUris, xmlTextElement } from './xml-text.ts';
import type { PartByteWriter } from './zip-file.ts';

/** Maximum number of shared texts. Further texts get an entry for each cell, so that memory does not grow. */
const maxIndexedTexts = 16_384;
/**
 * Number of items that are encoded together. Encoding them one by one takes about 5 % of the time to write a workbook.
 */
const itemsAtOnce = 64;

export class SharedStrings {
  readonly #part: PartByteWriter;
  readonly #indexes = new Map<string, number>();
  readonly #chunk = new ByteChunk();
  readonly #items: string[] = [`${xmlDeclaration}<sst xmlns="${xmlSchemaUris.sheets}">`];
  #entries = 0;

  constructor(part: PartByteWriter) {
    this.#part = part;
  }

  /** XML of a text cell, from its type on: ` t="s"><v>7</v></c>`. */
  cellText(text: string): string {
    const known = this.#indexes.get(text);
    if (known !== undefined) return reference(known);
    const index = this.#add(xmlTextElement(text));
    if (this.#indexes.size < maxIndexedTexts) this.#indexes.set(text, index);
    return reference(index);
  }

  cellParts(parts: readonly TextPart[]): string {
    return reference(
      this.#add(parts.map(({ text, font }) => `<r>${fontXml(font)}${xmlTextElement(text)}</r>`).join('')),
    );
  }

  #add(xml: string): number {
    if (this.#items.push(`<si>${xml}</si>`) >= itemsAtOnce) this.#encode();
    this.#entries += 1;
    return this.#entries - 1;
  }

  #encode(): void {
    const xml = this.#items.join('');
    if (!this.#chunk.hasRoomFor(xml)) this.#part.write(this.#chunk.take());
    this.#chunk.add(xml);
    this.#items.length = 0;
  }

  end(): void {
    this.#items.push('</sst>');
    this.#encode();
    this.#part.write(this.#chunk.take());
    this.#part.end();
  }
}

function reference(index: number): string {
  return ` t="s"><v>${index}</v></c>`;
}

function fontXml({ name = 'Calibri', size = 11, bold, underline, color }: TextPart['font']): string {
  const flags = `${bold === true ? '<b/>' : ''}${underline === true ? '<u/>' : ''}`;
  const colored = color === undefined ? '' : `<color rgb="${opaqueColor(color)}"/>`;
  return `<rPr>${flags}<sz val="${size}"/>${colored}<rFont val="${name}"/></rPr>`;
}
