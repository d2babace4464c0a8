/** Recognizes a file by its content. The file name's ending only helps to explain a content that cannot be read. */

import { extname } from 'node:path';
import {
  type Programme,
  ProgrammeError,
  type ProgrammeFormat,
  type ReadOptions,
} from '#programme/programme.ts';
import { readMspdi } from './mspdi/read-mspdi.ts';
import { readCsv } from './table/read-csv.ts';
import { readExcel } from './table/read-excel.ts';
import { encodingOfFirstBytes } from './text-lines.ts';
import { readXer } from './xer/read-xer.ts';
import { asXer } from './xer/xer-tables.ts';

/** Maximum size of a file. A larger one holds several projects, or pictures. */
const maxFileBytes = 100_000_000;

export async function readProgrammeFile(
  name: string,
  bytes: Uint8Array,
  options: ReadOptions = {},
): Promise<Programme> {
  return inFile(name, () => {
    switch (kindOfFile(bytes, name)) {
      case 'xer':
        return readXer(bytes, options);
      case 'mspdi':
        return readMspdi(bytes);
      case 'excel':
        return readExcel(bytes, options);
      case 'csv':
        return readCsv(bytes, options);
      case 'json':
        throw refused(needsNoMapping);
    }
  });
}

/** @param mapping by which the file is to be read, if one is given */
export async function checkKindOfFile(
  name: string,
  bytes: Uint8Array,
  mapping: unknown,
): Promise<ProgrammeFormat> {
  return inFile(name, () => {
    const kind = kindOfFile(bytes, name);
    if (kind === 'json' && mapping !== undefined) throw refused(needsNoMapping);
    return kind;
  });
}

export async function inFile<Result>(name: string, read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof ProgrammeError ? error.inFile(name) : error;
  }
}

const headBytes = 8 * 1024;

const anyProgramme =
  'Give XER (Primavera P6), XML (MS Project), Excel (.xlsx), CSV, or JSON of the Planning Read API.';
const asXml = 'In MS Project choose File > Save As, type XML Format (*.xml).';
const fromPowerproject = asXml
  .replace('MS Project', 'Powerproject')
  .replace('XML Format', 'Microsoft Project XML');
const asXlsx = 'Save it as an Excel workbook (.xlsx).';
const unpacked = 'Unpack it.';

type Refusal = readonly [what: string, remedy: string];

const needsNoMapping: Refusal = [
  'JSON of the Planning Read API, which needs no mapping',
  'Import it without --map.',
];
const msProject: Refusal = ['an MS Project programme (.mpp)', asXml];
const powerproject: Refusal = ['a Powerproject programme (.pp)', fromPowerproject];
const oldExcel: Refusal = ['an old Excel workbook (.xls)', asXlsx];

/** By the beginning of a file as text; of XML, by its first element. */
const refusedBeginnings: readonly (readonly [beginning: RegExp, ...Refusal])[] = [
  [/^$/, 'empty', 'Export the programme again.'],
  [/^%PDF-|^‰PNG|^ÿØÿ/, 'a PDF or a picture of a programme', anyProgramme],
  [/^\p{Cc}‹|^Rar!|^7z¼¯/u, 'packed (gzip, RAR or 7z)', unpacked],
  [/^\p{Cc}{2}0{6}/u, ...powerproject],
  [
    /^SQLite format/,
    'a database: a Powerproject programme (.pp), or one of Primavera P6',
    `${fromPowerproject} ${asXer}`,
  ],
  [/^MPX,/, 'MPX, which MS Project last wrote in 2000', asXml],
  [/^%T\t/, 'an XER file without its beginning', asXer],
  [/^\{\\rtf/, 'a text document (RTF)', anyProgramme],
  [
    /^<(?:html|head|meta|title|style|script|body|div|table)$/,
    'a web page (HTML), such as a sign-in page or an export named .xls',
    anyProgramme,
  ],
  [/^<(?:api)?businessobjects$/, "Primavera P6's own XML", asXer],
  [/^<workbook$/, 'an Excel workbook of 2003 (XML)', asXlsx],
];

const byEnding: ReadonlyMap<string, Refusal> = new Map([
  ['.mpp', msProject],
  ['.mpt', msProject],
  ['.pp', powerproject],
  ['.xls', oldExcel],
]);

const oleBeginning = 'd0cf11e0a1b11ae1';
const zipBeginning = '504b';
/** End of central directory, before the last bytes of every ZIP archive. */
const zipEnd = Buffer.from('504b0506', 'hex');

export function checkFileSize(bytes: number): void {
  if (bytes <= maxFileBytes) return;
  throw new ProgrammeError(
    `the file has ${Math.ceil(bytes / 1_000_000)} MB, and at most ${maxFileBytes / 1_000_000} MB are read`,
    { remedy: 'Export one project, without baselines and notes.' },
  );
}

export function kindOfFile(bytes: Uint8Array, name = ''): ProgrammeFormat {
  const ending = extname(name).toLowerCase();
  const named = byEnding.get(ending);
  checkFileSize(bytes.length);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const beginning = buffer.toString('hex', 0, 8);
  if (beginning === oleBeginning) throw refused(oleDocument(buffer, named));
  if (beginning.startsWith(zipBeginning)) {
    if (buffer.includes('xl/workbook.xml')) return 'excel';
    throw refused(zipArchive(buffer));
  }
  const kind = kindOfText(buffer, named);
  if (kind === 'csv' && ending === '.json') return 'json';
  // Excel never writes such a file, and cannot open one.
  if (kind === 'csv' && /^\.xls[xm]$/.test(ending)) {
    throw refused([
      'plain text with the name of an Excel workbook',
      'Save it in Excel as .xlsx, or rename it to .csv.',
    ]);
  }
  return kind;
}

/** The names of the entries of an archive are stored uncompressed. */
function zipArchive(buffer: Buffer): Refusal {
  if (buffer.includes('xl/workbook.bin')) return ['a binary workbook (.xlsb)', asXlsx];
  if (!buffer.includes(zipEnd))
    return ['an Excel workbook or a ZIP archive that was cut off', 'Copy or download the whole file again.'];
  if (buffer.includes('opendocument.spreadsheet')) return ['an OpenDocument spreadsheet (.ods)', asXlsx];
  if (['opendocument', '[Content_Types].xml'].some((part) => buffer.includes(part)))
    return ['an Office document that is not a workbook', anyProgramme];
  return ['a ZIP archive and not an Excel workbook', unpacked];
}

/** MS Project before its XML, Excel before 2007 and workbooks with a password share one container. */
function oleDocument(buffer: Buffer, named: Refusal | undefined): Refusal {
  const has = (name: string) => buffer.includes(Buffer.from(name, 'utf16le'));
  if (has('EncryptedPackage')) return ['protected by a password', 'Save it without a password.'];
  if (has('Workbook')) return oldExcel;
  if (buffer.includes('MSProject.')) return msProject;
  return named ?? ['an MS Project programme (.mpp), or an old Excel workbook (.xls)', `${asXml} ${asXlsx}`];
}

const firstElement = /^(?:\s+|<\?[^>]*>|<!--.*?-->)*<(?:!doctype\s+)?(?:[\w.-]+:)?([\w.-]+)/is;

function kindOfText(buffer: Buffer, named: Refusal | undefined): ProgrammeFormat {
  const encoding = encodingOfFirstBytes(buffer);
  const head = new TextDecoder(encoding ?? 'windows-1252').decode(buffer.subarray(0, headBytes)).trimStart();
  if (head.startsWith('ERMHDR')) return 'xer';
  const isMarkup = head.startsWith('<');
  const beginning = isMarkup ? `<${firstElement.exec(head)?.[1]?.toLowerCase()}` : head;
  for (const [pattern, ...refusal] of refusedBeginnings) if (pattern.test(beginning)) throw refused(refusal);
  if (isMarkup) return 'mspdi';
  if (named && named !== oldExcel) throw refused(named);
  if (/^(?:\{\s*["}]|\[\s*[{\]])/.test(head)) return 'json';
  if (/[^\P{Cc}\s\u007f-\u009f]/u.test(head)) throw refused(['of an unknown kind', anyProgramme]);
  return 'csv';
}

function refused([what, remedy]: Refusal): ProgrammeError {
  return new ProgrammeError(`the file is ${what}`, { remedy });
}
