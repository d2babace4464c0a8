import type { Rgb } from './sheet-plan.ts';

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const schemaRoot = 'http://schemas.openxmlformats.org';
export const xmlSchemaUris = {
  sheets: `${schemaRoot}/spreadsheetml/2006/main`,
  drawings: `${schemaRoot}/drawingml/2006`,
  office: `${schemaRoot}/officeDocument/2006`,
  package: `${schemaRoot}/package/2006`,
} as const;

/** Maximum number of UTF-16 units in a cell. */
const maxCellLength = 32_767;
const shortenedMark = '… (cut)';

/**
 * Characters that XML 1.0 forbids: control characters except tab, line feed and carriage return, two non-characters,
 * and surrogates without their other half (with the `u` flag, `\p{Cs}` matches only these).
 */
const forbidden = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\p{Cs}\ufffe\uffff]/gu;

/** Spreadsheets read `_x0041_` in a string as the character with that number, and `_x005F_` as `_`. */
const looksEscaped = /_(?=x[0-9a-f]{4}_)/gi;

const lineEnd = /\r\n?/g;

export function xmlLegalText(text: string): string {
  return text.replace(forbidden, '').replace(lineEnd, '\n');
}

/** Shortens a text to at most `units` UTF-16 units. A shortened text ends in `mark`, never in half a character. */
export function shortenText(text: string, units: number, mark: string): string {
  if (text.length <= units) return text;
  const end = units - mark.length;
  const unit = text.charCodeAt(end - 1);
  const splitsPair = unit >= 0xd8_00 && unit <= 0xdb_ff;
  return text.slice(0, splitsPair ? end - 1 : end) + mark;
}

export function legalCellText(text: string): string {
  return shortenText(xmlLegalText(text), maxCellLength, shortenedMark);
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Escapes the content of an element. The text must be legal already, see `xmlLegalText`. */
export function escapeElement(text: string): string {
  return escapeMarkup(text);
}

export function escapeAttribute(text: string): string {
  return escapeMarkup(xmlLegalText(text))
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\t', '&#9;');
}

/** Characters that must be removed or escaped, and spaces at the ends. A text without them is written unchanged. */
const special = /[\p{Cc}\p{Cs}&<>_\ufffe\uffff]|^ | $/u;

/** Whether a text can be written unchanged. Nearly every text can, and the test is cheaper than replacements. */
function isPlain(text: string): boolean {
  return text.length <= maxCellLength && !special.test(text);
}

export function xmlTextElement(text: string): string {
  if (isPlain(text)) return `<t>${text}</t>`;
  return legalTextElement(legalCellText(text));
}

export function formulaResultXml(text: string): string {
  return escapeElement(legalCellText(text).replace(looksEscaped, '_x005F_'));
}

function legalTextElement(text: string): string {
  const xml = escapeElement(text.replace(looksEscaped, '_x005F_'));
  return /^\s|\s$|\n/.test(text) ? `<t xml:space="preserve">${xml}</t>` : `<t>${xml}</t>`;
}

const maxBytesPerUnit = 3;
/** Size of a chunk in bytes; a single longer text has a larger chunk. */
const size = 262_144;

/**
 * Collects texts as bytes. Each text is encoded when it is added: joining the texts of a hundred rows first would keep
 * all of them in memory, and cost a quarter of the time to write a sheet.
 */
export class ByteChunk {
  #bytes = Buffer.allocUnsafe(size);
  #length = 0;

  hasRoomFor(text: string): boolean {
    return this.#length + text.length * maxBytesPerUnit <= this.#bytes.length;
  }

  add(text: string): void {
    if (!this.hasRoomFor(text)) {
      const grown = Buffer.allocUnsafe(this.#length + text.length * maxBytesPerUnit);
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#length += this.#bytes.write(text, this.#length);
  }

  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafe(size);
    this.#length = 0;
    return taken;
  }
}

/** Colour as it is written in a file: alpha comes before red, green and blue. */
export function opaqueColor(color: Rgb): string {
  return `FF${color}`;
}
