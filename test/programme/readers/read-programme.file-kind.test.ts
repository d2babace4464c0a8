import { describe, expect, it } from 'vitest';
import { kindOfFile } from '#programme/readers/read-programme.ts';

const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const withName = (name: string) => Buffer.concat([ole, Buffer.alloc(500), Buffer.from(name, 'utf16le')]);

describe('the kind of a file is known by its content', () => {
  it.each([
    ['xer', Buffer.from('ERMHDR\t19.12\r\n')],
    ['xer', Buffer.from('\uFEFFERMHDR\t19.12\r\n', 'utf16le')],
    ['mspdi', Buffer.from('<?xml version="1.0"?>\n<Project xmlns="http://schemas.microsoft.com/project">')],
    ['mspdi', Buffer.from('\uFEFF<Project>', 'utf16le')],
    // As MS Project 2019 saves it, with its views.
    ['mspdi', Buffer.from('<?xml version="1.0"?>\n<Project><Tables><Table><Name>Entry</Name></Table>')],
    ['mspdi', Buffer.from('<?xml version="1.0"?><!-- <html> --><p:Project><p:Title>body</p:Title>')],
    ['excel', Buffer.from('PK\x03\x04....[Content_Types].xml....xl/workbook.xml')],
    ['csv', Buffer.from('Id;Name\nA1;Fa\xe7ade\n', 'latin1')],
  ])('%s', (kind, bytes) => {
    expect(kindOfFile(bytes)).toBe(kind);
  });
});

it('the extension of a file does not matter if its content can be read', () => {
  expect(kindOfFile(Buffer.from('ERMHDR\t19.12\r\n'), 'plan.mpp')).toBe('xer');
  expect(kindOfFile(Buffer.from('<Project xmlns="http://schemas.microsoft.com/project">'), 'plan.pp')).toBe(
    'mspdi',
  );
  expect(kindOfFile(Buffer.from('Id\tName\n'), 'plan.xls')).toBe('csv');
});

describe('a file that cannot be read is refused, with advice on how to save it', () => {
  it.each([
    [
      '.mpp',
      Buffer.concat([ole, Buffer.from('MSProject.MPP14')]),
      'the file is an MS Project programme (.mpp). In MS Project choose File > Save As, type XML Format (*.xml).',
    ],
    [
      '.xls',
      withName('Workbook'),
      'the file is an old Excel workbook (.xls). Save it as an Excel workbook (.xlsx).',
    ],
    [
      '.xlsx with a password',
      withName('EncryptedPackage'),
      'the file is protected by a password. Save it without a password.',
    ],
    [
      '.pp',
      Buffer.from('0000303030303030', 'hex'),
      'the file is a Powerproject programme (.pp). In Powerproject choose File > Save As, type Microsoft Project XML (*.xml).',
    ],
    [
      '.pp of today',
      Buffer.from('SQLite format 3\0'),
      'the file is a database: a Powerproject programme (.pp), or one of Primavera P6. ',
    ],
    [
      '.zip',
      Buffer.from('PK\x03\x04plan.xerPK\x05\x06'),
      'the file is a ZIP archive and not an Excel workbook. Unpack it.',
    ],
    [
      '.docx',
      Buffer.from('PK\x03\x04[Content_Types].xmlword/document.xmlPK\x05\x06'),
      'the file is an Office document that is not a workbook. Give XER',
    ],
    [
      '.ods',
      Buffer.from('PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK\x05\x06'),
      'the file is an OpenDocument spreadsheet (.ods). Save it as an Excel workbook (.xlsx).',
    ],
    [
      '.xlsx that was truncated before its list of parts',
      Buffer.from('PK\x03\x04[Content_Types].xml'),
      'the file is an Excel workbook or a ZIP archive that was cut off. Copy or download the whole file again.',
    ],
    [
      '.pdf',
      Buffer.from('%PDF-1.7\n'),
      'the file is a PDF or a picture of a programme. Give XER (Primavera P6), XML (MS Project), Excel (.xlsx), CSV, or JSON of the Planning Read API.',
    ],
    [
      '.html',
      Buffer.from('<!DOCTYPE html><html><body>Sign in'),
      'the file is a web page (HTML), such as a sign-in page',
    ],
    [
      '.html without a document type',
      Buffer.from('<!-- saved --><head><meta>'),
      'the file is a web page (HTML), such as a sign-in page',
    ],
    [
      '.xls that is HTML',
      Buffer.from('\n<html xmlns:o="urn"><table>'),
      'the file is a web page (HTML), such as a sign-in page',
    ],
    ['empty', Buffer.from(''), 'the file is empty. Export the programme again.'],
    ['blank', Buffer.from('\uFEFF \r\n'), 'the file is empty.'],
    [
      "P6's own XML",
      Buffer.from('<?xml version="1.0"?><APIBusinessObjects>'),
      "the file is Primavera P6's own XML. In Primavera P6 choose File > Export > Primavera PM (XER), type Project.",
    ],
    ['the end of an XER file', Buffer.from('%T\tTASK\n'), 'the file is an XER file without its beginning. '],
    ['something else', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 1, 1, 1]), 'the file is of an unknown kind. '],
  ])('%s', (_, bytes, message) => {
    expect(() => kindOfFile(bytes)).toThrow(message);
  });

  const asXml = 'In MS Project choose File > Save As, type XML Format (*.xml).';
  const inPowerproject = 'In Powerproject choose File > Save As, type Microsoft Project XML (*.xml).';

  it.each([
    ['Plan.MPP', ole, `the file is an MS Project programme (.mpp). ${asXml}`],
    ['plan.pp', ole, `the file is a Powerproject programme (.pp). ${inPowerproject}`],
    ['plan.xls', ole, 'the file is an old Excel workbook (.xls). Save it as an Excel workbook (.xlsx).'],
    [
      'plan.xer',
      ole,
      `the file is an MS Project programme (.mpp), or an old Excel workbook (.xls). ${asXml} Save it as an Excel workbook (.xlsx).`,
    ],
    [
      'plan.xlsx',
      Buffer.from('Id;Name\nA1;Pour\n'),
      'the file is plain text with the name of an Excel workbook. Save it in Excel as .xlsx, or rename it to .csv.',
    ],
    ['plan.mpp', Buffer.from('Id;Name\nA1;Pour\n'), `the file is an MS Project programme (.mpp)`],
    ['plan.pp', Buffer.from('ASTA,1,2\n'), `the file is a Powerproject programme (.pp). ${inPowerproject}`],
    [
      'plan.pp',
      Buffer.from([0x7f, 0x45, 0x4c, 0x46, 1, 1, 1]),
      'the file is a Powerproject programme (.pp).',
    ],
  ])('by its extension, if its content does not show the kind: %s', (name, bytes, message) => {
    expect(() => kindOfFile(bytes, name)).toThrow(message);
  });

  it('if it is too large', () => {
    expect(() => kindOfFile(new Uint8Array(100_000_001))).toThrow(
      'the file has 101 MB, and at most 100 MB are read. Export one project, without baselines and notes.',
    );
  });
});
