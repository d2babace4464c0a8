/** Reads a file as a programme. Its content tells its kind; its ending only explains a content that cannot be read. */

import { extname } from 'node:path';
import { type Programme, ProgrammeError, type ProgrammeFormat, type ReadOptions } from '../programme.ts';
import { readMspdi } from './mspdi/read-mspdi.ts';
import { readCsv } from './table/read-csv.ts';
import { readExcel } from './table/read-excel.ts';
import { encodingOfFirstBytes } from './text-lines.ts';
import { readXer } from './xer/read-xer.ts';

/**
 * Reads a programme of any kind, which its content tells.
 * @param name the file's, for the way to save what cannot be read
 * @throws ProgrammeError where the file as a whole cannot be used; single wrong records are in `problems`
 */
export async function readProgramme(
  bytes: Uint8Array,
  options: ReadOptions = {},
  name?: string,
): Promise<Programme> {
  switch (kindOfFile(bytes, name)) {
    case 'xer':
      return readXer(bytes, options);
    case 'mspdi':
      return readMspdi(bytes);
    case 'excel':
      return readExcel(bytes, options);
    case 'csv':
      return readCsv(bytes, options);
  }
}

/** @throws ProgrammeError, which names the file */
export async function readProgrammeFile(
  name: string,
  bytes: Uint8Array,
  options: ReadOptions,
): Promise<Programme> {
  try {
    return await readProgramme(bytes, options, name);
  } catch (error) {
    throw inFile(error, name);
  }
}

/** @throws ProgrammeError, which names the file, for a kind of file that cannot be read */
export function checkKindOfFile(name: string, bytes: Uint8Array): void {
  try {
    kindOfFile(bytes, name);
  } catch (error) {
    throw inFile(error, name);
  }
}

function inFile(error: unknown, name: string): unknown {
  return error instanceof ProgrammeError ? error.inFile(name) : error;
}

/** Maximum size of a file. A larger one holds several projects, or pictures. */
const maxFileBytes = 100_000_000;
const headBytes = 8 * 1024;

const asXml = 'In MS Project choose File > Save As, type XML Format (*.xml), and import that file.';
const asXer = 'In Primavera P6 choose File > Export, format Primavera PM (XER), and import that file.';
const fromPowerproject =
  'In Powerproject choose File > Save As, type Microsoft Project XML (*.xml), and import that file.';
const anyProgramme =
  'Give an XER file (Primavera P6), an XML file (MS Project), an Excel workbook (.xlsx) or a CSV file.';

type Refusal = { readonly problem: string; readonly remedy: string };

const msProject: Refusal = {
  problem: 'the file is an MS Project programme (.mpp), which only MS Project can read',
  remedy: asXml,
};
const powerproject: Refusal = {
  problem: 'the file is a Powerproject programme (.pp)',
  remedy: fromPowerproject,
};
const oldExcel: Refusal = {
  problem: 'the file is an old Excel workbook (.xls)',
  remedy: 'Save it in Excel as .xlsx.',
};

/** Beginnings of files that cannot be read, as hexadecimal digits. */
const refusedBeginnings: readonly (Refusal & { readonly hex: string })[] = [
  { hex: '255044462d', problem: 'the file is a PDF, a picture of a programme', remedy: anyProgramme },
  { hex: '0000303030303030', ...powerproject },
  {
    hex: '53514c69746520666f726d6174',
    problem: 'the file is a database: a Powerproject programme (.pp), or one of Primavera P6',
    remedy: `${fromPowerproject} ${asXer}`,
  },
  { hex: '000100005374616e', problem: 'the file is a database of Microsoft Access', remedy: anyProgramme },
  { hex: '4d50582c', problem: 'the file is MPX, which MS Project last wrote in 2000', remedy: asXml },
  { hex: '1f8b', problem: 'the file is packed (gzip)', remedy: 'Unpack it and import what is inside.' },
  {
    hex: '526172211a07',
    problem: 'the file is packed (RAR)',
    remedy: 'Unpack it and import what is inside.',
  },
  { hex: '377abcaf271c', problem: 'the file is packed (7z)', remedy: 'Unpack it and import what is inside.' },
  { hex: '89504e47', problem: 'the file is a picture', remedy: anyProgramme },
  { hex: 'ffd8ff', problem: 'the file is a picture', remedy: anyProgramme },
];

const textAsWorkbook: Refusal = {
  problem: 'the file is plain text, although its name is that of an Excel workbook',
  remedy: 'Save the programme in Excel as .xlsx; if the text is a table, give the file the ending .csv.',
};

/** Files of planning tools' own formats, by the endings of their names. */
const byEnding: ReadonlyMap<string, Refusal> = new Map([
  ['.mpp', msProject],
  ['.mpt', msProject],
  ['.pp', powerproject],
  ['.xls', oldExcel],
]);

const oleBeginning = 'd0cf11e0a1b11ae1';
const zipBeginning = '504b';
/** Before the last bytes of every ZIP archive. */
const zipEnd = Buffer.from('504b0506', 'hex');

/** @throws ProgrammeError for a file of more bytes than are read */
export function checkFileSize(bytes: number): void {
  if (bytes <= maxFileBytes) return;
  throw refused({
    problem: `the file has ${Math.ceil(bytes / 1_000_000)} MB, and at most ${maxFileBytes / 1_000_000} MB are read`,
    remedy: 'Export one project without its baselines and notes.',
  });
}

/**
 * @param name the file's, whose ending says how to save what cannot be read
 * @throws ProgrammeError for a file that cannot be read, with the way to save it as one that can
 */
export function kindOfFile(bytes: Uint8Array, name = ''): ProgrammeFormat {
  const ending = extname(name).toLowerCase();
  const named = byEnding.get(ending);
  checkFileSize(bytes.length);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const beginning = buffer.toString('hex', 0, 16);
  const refusal = refusedBeginnings.find(({ hex }) => beginning.startsWith(hex));
  if (refusal) throw refused(refusal);
  if (beginning.startsWith(oleBeginning)) throw refused(oleDocument(buffer, named));
  if (beginning.startsWith(zipBeginning)) return kindOfZip(buffer);
  const kind = kindOfText(buffer, named);
  // Excel writes no such file, and opens none.
  if (kind === 'csv' && /^\.xls[xm]$/.test(ending)) throw refused(textAsWorkbook);
  return kind;
}

function kindOfZip(buffer: Buffer): ProgrammeFormat {
  // Names of parts lie unpacked in the archive.
  if (buffer.includes('xl/workbook.xml')) return 'excel';
  if (buffer.includes('xl/workbook.bin')) {
    throw refused({ problem: 'the file is a binary workbook (.xlsb)', remedy: 'Save it in Excel as .xlsx.' });
  }
  if (!buffer.includes(zipEnd)) {
    throw refused({
      problem: 'the file is the beginning of an Excel workbook or a ZIP archive, whose end is missing',
      remedy: 'Copy or download the file again, whole.',
    });
  }
  if (buffer.includes('opendocument.spreadsheet')) {
    throw refused({
      problem: 'the file is an OpenDocument spreadsheet (.ods)',
      remedy: 'Save it as an Excel workbook (.xlsx) or as CSV.',
    });
  }
  if (buffer.includes('[Content_Types].xml') || buffer.includes('opendocument')) {
    throw refused({ problem: 'the file is an Office document that is not a workbook', remedy: anyProgramme });
  }
  throw refused({
    problem: 'the file is a ZIP archive and not an Excel workbook',
    remedy: 'Unpack it and import what is inside.',
  });
}

/** MS Project before its XML, Excel before 2007 and workbooks with a password share one container. */
function oleDocument(buffer: Buffer, named: Refusal | undefined): Refusal {
  const has = (name: string) => buffer.includes(Buffer.from(name, 'utf16le'));
  if (has('EncryptedPackage')) {
    return { problem: 'the file is protected by a password', remedy: 'Save it without a password.' };
  }
  if (has('Workbook')) return oldExcel;
  if (buffer.includes('MSProject.')) return msProject;
  return (
    named ?? {
      problem: 'the file is an MS Project programme (.mpp), or an old Excel workbook (.xls)',
      remedy: `${asXml} ${oldExcel.remedy}`,
    }
  );
}

/** @param named the refusal by the ending of its name; a table has none */
function kindOfText(buffer: Buffer, named: Refusal | undefined): ProgrammeFormat {
  const encoding = encodingOfFirstBytes(buffer);
  const head = new TextDecoder(encoding ?? 'windows-1252').decode(buffer.subarray(0, headBytes)).trimStart();
  if (head === '') throw refused({ problem: 'the file is empty', remedy: 'Export the programme again.' });
  if (head.startsWith('ERMHDR')) return 'xer';
  if (head.startsWith('<')) return kindOfMarkup(head);
  if (head.startsWith('%T\t')) {
    throw refused({
      problem: 'the file begins in the middle of an XER file',
      remedy: `Copy the file whole. ${asXer}`,
    });
  }
  if (/^\{\\rtf/.test(head))
    throw refused({ problem: 'the file is a text document (RTF)', remedy: anyProgramme });
  if (named && named !== oldExcel) throw refused(named);
  if (/[^\P{Cc}\s\u007f-\u009f]/u.test(head)) {
    throw refused({ problem: 'the file is of an unknown kind', remedy: anyProgramme });
  }
  return 'csv';
}

/** The name of the first element, or of the document type before it, without its namespace prefix. */
const firstElement = /^(?:\s+|<\?[^>]*>|<!--.*?-->)*<(?:!doctype\s+)?(?:[\w.-]+:)?([\w.-]+)/is;
const elementsOfPages = new Set(['html', 'head', 'meta', 'title', 'style', 'script', 'body', 'div', 'table']);

function kindOfMarkup(head: string): ProgrammeFormat {
  const name = firstElement.exec(head)?.[1]?.toLowerCase() ?? '';
  if (elementsOfPages.has(name)) {
    throw refused({
      problem:
        'the file is a web page (HTML); programs also give such a page the ending .xls, or when a sign-in is due',
      remedy: anyProgramme,
    });
  }
  if (name === 'businessobjects' || name === 'apibusinessobjects') {
    throw refused({ problem: "the file is Primavera P6's own XML", remedy: asXer });
  }
  if (name === 'workbook') {
    throw refused({
      problem: 'the file is an Excel workbook of 2003 (XML)',
      remedy: 'Save it in Excel as .xlsx.',
    });
  }
  return 'mspdi';
}

function refused({ problem, remedy }: Refusal): ProgrammeError {
  return new ProgrammeError(problem, { remedy });
}
