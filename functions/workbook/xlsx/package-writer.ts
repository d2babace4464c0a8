/** The file of a workbook: a zip of its parts, with styles, theme and core properties as exceljs writes them. */
import CoreXform from 'exceljs/lib/xlsx/xform/core/core-xform.js';
import StylesXform from 'exceljs/lib/xlsx/xform/style/styles-xform.js';
import theme from 'exceljs/lib/xlsx/xml/theme1.js';
import { fileRelationsXml } from './package-xml.ts';
import type { Picture, WorkbookPlan } from './sheet-plan.ts';
import { legalText } from './xml-text.ts';
import { ZipFile } from './zip-file.ts';

const creator = 'Lookahead';
/** zlib's level: files 2% larger than at the default 6, in two thirds of the time. */
const level = 5;

/** The children of a font, in the order that Microsoft's schema of Excel prescribes (CT_Font). exceljs has another. */
const fontChildren = [
  ...['b', 'i', 'strike', 'condense', 'extend', 'outline', 'shadow', 'u', 'vertAlign'],
  ...['sz', 'color', 'name', 'family', 'charset', 'scheme'],
];

function createStyles(): StylesXform {
  const styles = new StylesXform(true);
  const { font } = styles.map;
  const rank = ([child]: readonly [string, object]) => fontChildren.indexOf(child);
  font.map = Object.fromEntries(Object.entries(font.map).sort((a, b) => rank(a) - rank(b)));
  return styles;
}

export class PackageWriter {
  readonly styles = createStyles();
  readonly #properties: WorkbookPlan['properties'];
  readonly #zip: ZipFile;

  constructor(properties: WorkbookPlan['properties']) {
    this.#properties = properties;
    this.#zip = new ZipFile({ date: new Date(properties.created), level });
  }

  addPart(name: string, xml: string): void {
    this.#zip.add(name, Buffer.from(xml), 'deflated');
  }

  /** Pictures are compressed by their own format. */
  addPicture(name: string, bytes: Picture['bytes']): void {
    this.#zip.add(name, bytes, 'stored');
  }

  /** Where a file begins to be read, its core properties, and the theme. */
  addFixedParts(): void {
    const { title, subject, created } = this.#properties;
    const date = new Date(created);
    this.addPart('_rels/.rels', fileRelationsXml());
    this.addPart(
      'docProps/core.xml',
      new CoreXform().toXml({
        creator,
        lastModifiedBy: creator,
        created: date,
        modified: date,
        title: legalText(title),
        subject: legalText(subject),
      }),
    );
    this.addPart('xl/theme/theme1.xml', theme);
  }

  /** Adds a part that is made while it is compressed. @throws what `chunks` throws */
  addStreamedPart(name: string, chunks: Iterable<Uint8Array>): Promise<void> {
    return this.#zip.addStreamed(name, chunks);
  }

  finish(): Promise<Uint8Array> {
    this.addPart('xl/styles.xml', this.styles.xml);
    return this.#zip.finish();
  }
}
