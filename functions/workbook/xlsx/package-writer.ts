/** Writes the file of a workbook: a zip of its parts, of which exceljs writes styles, theme and core properties. */
import CoreXform from 'exceljs/lib/xlsx/xform/core/core-xform.js';
import StylesXform from 'exceljs/lib/xlsx/xform/style/styles-xform.js';
import theme from 'exceljs/lib/xlsx/xml/theme1.js';
import type { Picture, WorkbookPlan } from './sheet-plan.ts';
import { escapeAttribute, escapeElement, xmlDeclaration, xmlLegalText, xmlSchemaUris } from './xml-text.ts';
import { type PartByteWriter, ZipFile } from './zip-file.ts';

const creator = 'Lookahead';
/** Compression level of zlib: files are 2% larger than at the default of 6, and take two thirds of the time. */
const level = 5;

/** Child elements of a font in the order of Excel's schema (CT_Font). exceljs writes them in another order. */
const fontChildren =
  'b i strike condense extend outline shadow u vertAlign sz color name family charset scheme'.split(' ');

function withOrderedFonts(stylesXml: string): string {
  const rank = (child: string) => fontChildren.indexOf(/\w+/.exec(child)?.[0] ?? '');
  return stylesXml.replace(/(?<=<font>).*?(?=<\/font>)/g, (children) =>
    (children.match(/<[^>]*>/g) ?? []).sort((a, b) => rank(a) - rank(b)).join(''),
  );
}

export class PackageWriter {
  readonly styles = new StylesXform(true);
  readonly #properties: WorkbookPlan['properties'];
  readonly #zip: ZipFile;

  constructor(properties: WorkbookPlan['properties']) {
    this.#properties = properties;
    this.#zip = new ZipFile({ date: new Date(properties.created), level });
  }

  addPart(name: string, xml: string): void {
    this.#zip.add(name, Buffer.from(xml), 'deflated');
  }

  /** Adds a picture without compressing it: PNG and JPEG are compressed already. */
  addPicture(name: string, bytes: Picture['bytes']): void {
    this.#zip.add(name, bytes, 'stored');
  }

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
        title: xmlLegalText(title),
        subject: xmlLegalText(subject),
      }),
    );
    this.addPart('xl/theme/theme1.xml', theme);
  }

  /**
   * Adds a part that is created while it is compressed.
   * @throws what `chunks` throws
   */
  addStreamedPart(name: string, chunks: Iterable<Uint8Array | undefined>): Promise<void> {
    return this.#zip.addStreamed(name, chunks);
  }

  openPart(name: string): PartByteWriter {
    return this.#zip.open(name);
  }

  finish(): Promise<Uint8Array> {
    this.addPart('xl/styles.xml', withOrderedFonts(this.styles.xml));
    return this.#zip.finish();
  }
}

const formats = 'application/vnd.openxmlformats-officedocument';

export type PartRelation = {
  readonly type:
    | 'worksheet'
    | 'styles'
    | 'theme'
    | 'sharedStrings'
    | 'drawing'
    | 'table'
    | 'image'
    | 'chart'
    | 'officeDocument'
    | 'extended-properties'
    | 'metadata/core-properties';
  readonly target: string;
};

export function relationsXml(relations: readonly PartRelation[]): string {
  const items = relations.map(({ type, target }, index) => {
    const schema = type === 'metadata/core-properties' ? xmlSchemaUris.package : xmlSchemaUris.office;
    return `<Relationship Id="rId${index + 1}" Type="${schema}/relationships/${type}" Target="${target}"/>`;
  });
  return `${xmlDeclaration}<Relationships xmlns="${xmlSchemaUris.package}/relationships">${items.join('')}</Relationships>`;
}

export type PartCounts = {
  readonly sheets: number;
  readonly drawings: number;
  readonly charts: number;
  readonly tables: number;
  readonly pictureFormats: ReadonlySet<'png' | 'jpeg'>;
};

export function fileRelationsXml(): string {
  return relationsXml([
    { type: 'officeDocument', target: 'xl/workbook.xml' },
    { type: 'metadata/core-properties', target: 'docProps/core.xml' },
    { type: 'extended-properties', target: 'docProps/app.xml' },
  ]);
}

/** Relations of the workbook. The sheets come first, so that sheet n has the id `rIdn`. */
export function workbookRelationsXml(sheetCount: number): string {
  return relationsXml([
    ...Array.from(
      { length: sheetCount },
      (_, index): PartRelation => ({ type: 'worksheet', target: `worksheets/sheet${index + 1}.xml` }),
    ),
    { type: 'styles', target: 'styles.xml' },
    { type: 'theme', target: 'theme/theme1.xml' },
    { type: 'sharedStrings', target: 'sharedStrings.xml' },
  ]);
}

export function contentTypesXml(counts: PartCounts): string {
  const defaults = [
    ['rels', 'application/vnd.openxmlformats-package.relationships+xml'],
    ['xml', 'application/xml'],
    ...[...counts.pictureFormats].sort().map((format) => [format, `image/${format}`]),
  ].map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`);
  const numbered = (count: number, path: string, type: string): string[][] =>
    Array.from({ length: count }, (_, index) => [`${path}${index + 1}.xml`, type]);
  const overrides = [
    ['/xl/workbook.xml', `${formats}.spreadsheetml.sheet.main+xml`],
    ...numbered(counts.sheets, '/xl/worksheets/sheet', `${formats}.spreadsheetml.worksheet+xml`),
    ['/xl/theme/theme1.xml', `${formats}.theme+xml`],
    ['/xl/styles.xml', `${formats}.spreadsheetml.styles+xml`],
    ['/xl/sharedStrings.xml', `${formats}.spreadsheetml.sharedStrings+xml`],
    ...numbered(counts.drawings, '/xl/drawings/drawing', `${formats}.drawing+xml`),
    ...numbered(counts.charts, '/xl/charts/chart', `${formats}.drawingml.chart+xml`),
    ...numbered(counts.tables, '/xl/tables/table', `${formats}.spreadsheetml.table+xml`),
    ['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
    ['/docProps/app.xml', `${formats}.extended-properties+xml`],
  ].map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`);
  return `${xmlDeclaration}<Types xmlns="${xmlSchemaUris.package}/content-types">${defaults.join('')}${overrides.join('')}</Types>`;
}

export function applicationPropertiesXml(company: string): string {
  return (
    `${xmlDeclaration}<Properties xmlns="${xmlSchemaUris.office}/extended-properties"><Application>Microsoft Excel</Application>` +
    `<DocSecurity>0</DocSecurity><ScaleCrop>false</ScaleCrop><Company>${escapeElement(xmlLegalText(company))}</Company>` +
    '<LinksUpToDate>false</LinksUpToDate><SharedDoc>false</SharedDoc><HyperlinksChanged>false</HyperlinksChanged>' +
    '<AppVersion>16.0300</AppVersion></Properties>'
  );
}

export type WorkbookSheetEntry = {
  readonly name: string;
  readonly definedNames: readonly { readonly name: string; readonly value: string }[];
};

/**
 * Writes `xl/workbook.xml`. `calcId` is the calculation engine of Excel 2019 and 365: they recalculate a file with a
 * lower number when they open it, and then ask to save it when they close it.
 */
export function workbookXml(sheets: readonly WorkbookSheetEntry[]): string {
  const entries = sheets.map(
    ({ name }, index) =>
      `<sheet name="${escapeAttribute(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const names = sheets.flatMap(({ definedNames }, index) =>
    definedNames.map(({ name, value }) => {
      const hidden = name === '_xlnm._FilterDatabase' ? ' hidden="1"' : '';
      return `<definedName name="${name}" localSheetId="${index}"${hidden}>${escapeElement(value)}</definedName>`;
    }),
  );
  return (
    `${xmlDeclaration}<workbook xmlns="${xmlSchemaUris.sheets}" xmlns:r="${xmlSchemaUris.office}/relationships">` +
    '<workbookPr defaultThemeVersion="124226"/>' +
    '<bookViews><workbookView xWindow="0" yWindow="0" windowWidth="28800" windowHeight="15000"/></bookViews>' +
    `<sheets>${entries.join('')}</sheets>` +
    (names.length > 0 ? `<definedNames>${names.join('')}</definedNames>` : '') +
    '<calcPr calcId="191029"/></workbook>'
  );
}
