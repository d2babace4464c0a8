/**
 * Recognises a file by its content. The ending of its name only tells JSON from a table, and helps to explain a file
 * that cannot be read.
 */

import { extname } from 'node:path';
import {
  type Programme,
  ProgrammeError,
  type ProgrammeFormat,
  type ProgrammeReadOptions,
} from '#programme/programme.ts';
import { readMspdi } from './mspdi/read-mspdi.ts';
import { readCsv } from './table/read-csv.ts';
import { readExcel } from './table/read-excel.ts';
import { encodingOfFirstBytes } from './text-lines.ts';
import { readXer } from './xer/read-xer.ts';
import { exportAsXerRemedy } from './xer/xer-tables.ts';

/**
 * Bytes of a file; a larger one is refused, because it holds several projects, or pictures.
 * @limit importing
 */
const maxFileBytes = 100_000_000;

export async function readProgrammeFile(
  name: string,
  bytes: Uint8Array,
  options: ProgrammeReadOptions = {},
): Promise<Programme> {
  return withFileNameInErrors(name, () => {
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

/**
 * Recognises the kind of a file.
 * @param mapping the given mapping, if any
 * @throws ProgrammeError for an unknown kind, and for JSON with a mapping
 */
export async function recogniseFileFormat(
  name: string,
  bytes: Uint8Array,
  mapping: unknown,
): Promise<ProgrammeFormat> {
  return withFileNameInErrors(name, () => {
    const kind = kindOfFile(bytes, name);
    if (kind === 'json' && mapping !== undefined) throw refused(needsNoMapping);
    return kind;
  });
}

export async function withFileNameInErrors<Result>(
  name: string,
  read: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof ProgrammeError ? error.inFile(name) : error;
  }
}

const headBytes = 8 * 1024;

const anyProgrammeRemedy =
  'Give XER (Primavera P6), XML (MS Project), Excel (.xlsx), CSV, or JSON of the Planning Read API.';
const asXmlRemedy = 'In MS Project choose File > Save As, type XML Format (*.xml).';
const powerprojectXmlRemedy = asXmlRemedy
  .replace('MS Project', 'Powerproject')
  .replace('XML Format', 'Microsoft Project XML');
const asXlsxRemedy = 'Save it as an Excel workbook (.xlsx).';
const unpackRemedy = 'Unpack it.';

type FileRefusal = readonly [what: string, remedy: string];

const needsNoMapping: FileRefusal = [
  'JSON of the Planning Read API, which needs no mapping',
  'Import it without --map.',
];
const msProject: FileRefusal = ['an MS Project programme (.mpp)', asXmlRemedy];
const powerproject: FileRefusal = ['a Powerproject programme (.pp)', powerprojectXmlRemedy];
const oldExcel: FileRefusal = ['an old Excel workbook (.xls)', asXlsxRemedy];

/** Files that are refused, by the beginning of their text; for XML, by `<` and the name of the first element. */
const refusedBeginnings: readonly (readonly [beginning: RegExp, ...FileRefusal])[] = [
  [/^$/, 'empty', 'Export the programme again.'],
  [/^%PDF-|^‰PNG|^ÿØÿ/, 'a PDF or a picture of a programme', anyProgrammeRemedy],
  [/^\p{Cc}‹|^Rar!|^7z¼¯/u, 'packed (gzip, RAR or 7z)', unpackRemedy],
  [/^\p{Cc}{2}0{6}/u, ...powerproject],
  [
    /^SQLite format/,
    'a database: a Powerproject programme (.pp), or one of Primavera P6',
    `${powerprojectXmlRemedy} ${exportAsXerRemedy}`,
  ],
  [/^MPX,/, 'MPX, which MS Project last wrote in 2000', asXmlRemedy],
  [/^%T\t/, 'an XER file without its beginning', exportAsXerRemedy],
  [/^\{\\rtf/, 'a text document (RTF)', anyProgrammeRemedy],
  [
    /^<(?:html|head|meta|title|style|script|body|div|table)$/,
    'a web page (HTML), such as a sign-in page or an export named .xls',
    anyProgrammeRemedy,
  ],
  [/^<(?:api)?businessobjects$/, "Primavera P6's own XML", exportAsXerRemedy],
  [/^<workbook$/, 'an Excel workbook of 2003 (XML)', asXlsxRemedy],
];

const refusalsByEnding: ReadonlyMap<string, FileRefusal> = new Map([
  ['.mpp', msProject],
  ['.mpt', msProject],
  ['.pp', powerproject],
  ['.xls', oldExcel],
]);

const oleBeginning = 'd0cf11e0a1b11ae1';
const zipBeginning = '504b';
/** Signature of the end of the central directory, which comes before the last bytes of every complete ZIP archive. */
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
  const named = refusalsByEnding.get(ending);
  checkFileSize(bytes.length);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const beginning = buffer.toString('hex', 0, 8);
  if (beginning === oleBeginning) throw refused(refusalOfOleDocument(buffer, named));
  if (beginning.startsWith(zipBeginning)) {
    if (buffer.includes('xl/workbook.xml')) return 'excel';
    throw refused(refusalOfZip(buffer));
  }
  const kind = kindOfText(buffer, named);
  if (kind === 'csv' && ending === '.json') return 'json';
  // Excel neither writes nor opens plain text with this ending.
  if (kind === 'csv' && /^\.xls[xm]$/.test(ending)) {
    throw refused([
      'plain text with the name of an Excel workbook',
      'Save it in Excel as .xlsx, or rename it to .csv.',
    ]);
  }
  return kind;
}

/** Says what a ZIP archive is, from the names of its entries, which are stored uncompressed. */
function refusalOfZip(buffer: Buffer): FileRefusal {
  if (buffer.includes('xl/workbook.bin')) return ['a binary workbook (.xlsb)', asXlsxRemedy];
  if (!buffer.includes(zipEnd))
    return ['an Excel workbook or a ZIP archive that was cut off', 'Copy or download the whole file again.'];
  if (buffer.includes('opendocument.spreadsheet'))
    return ['an OpenDocument spreadsheet (.ods)', asXlsxRemedy];
  if (['opendocument', '[Content_Types].xml'].some((part) => buffer.includes(part)))
    return ['an Office document that is not a workbook', anyProgrammeRemedy];
  return ['a ZIP archive and not an Excel workbook', unpackRemedy];
}

/**
 * Says what an OLE document is: MS Project files (.mpp), Excel workbooks before 2007 and workbooks with a password
 * share this container.
 */
function refusalOfOleDocument(buffer: Buffer, named: FileRefusal | undefined): FileRefusal {
  const has = (name: string) => buffer.includes(Buffer.from(name, 'utf16le'));
  if (has('EncryptedPackage')) return ['protected by a password', 'Save it without a password.'];
  if (has('Workbook')) return oldExcel;
  if (buffer.includes('MSProject.')) return msProject;
  return (
    named ?? [
      'an MS Project programme (.mpp), or an old Excel workbook (.xls)',
      `${asXmlRemedy} ${asXlsxRemedy}`,
    ]
  );
}

const firstElement = /^(?:\s+|<\?[^>]*>|<!--.*?-->)*<(?:!doctype\s+)?(?:[\w.-]+:)?([\w.-]+)/is;

function kindOfText(buffer: Buffer, named: FileRefusal | undefined): ProgrammeFormat {
  const encoding = encodingOfFirstBytes(buffer);
  const head = new TextDecoder(encoding ?? 'windows-1252').decode(buffer.subarray(0, headBytes)).trimStart();
  if (head.startsWith('ERMHDR')) return 'xer';
  const isMarkup = head.startsWith('<');
  const beginning = isMarkup ? `<${firstElement.exec(head)?.[1]?.toLowerCase()}` : head;
  for (const [pattern, ...refusal] of refusedBeginnings) if (pattern.test(beginning)) throw refused(refusal);
  if (isMarkup) return 'mspdi';
  if (named && named !== oldExcel) throw refused(named);
  if (/^(?:\{\s*["}]|\[\s*[{\]])/.test(head)) return 'json';
  if (/[^\P{Cc}\s\u007f-\u009f]/u.test(head)) throw refused(['of an unknown kind', anyProgrammeRemedy]);
  return 'csv';
}

function refused([what, remedy]: FileRefusal): ProgrammeError {
  return new ProgrammeError(`the file is ${what}`, { remedy });
}
