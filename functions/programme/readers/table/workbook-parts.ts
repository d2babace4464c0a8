import { dayNumber, minutesPerDay } from '#programme/readers/local-date-time.ts';
import { declaredEncoding, XmlError, xmlParser } from '#programme/readers/parse-xml.ts';
import { dateTimeOfMinute, dayOfMinute } from '#programme/readers/working-time.ts';
import { listZipEntries, unreadableWorkbookError, type ZipEntry } from './unzip.ts';

/** Maximum number of shared texts: ten different texts for each row of the largest worksheet that is read. */
const maxSharedTexts = 2_000_000;
/** Maximum number of cell formats; Excel itself allows 65,490. */
const maxStyles = 100_000;

export type Worksheet = { readonly name: string; readonly hidden: boolean; readonly entry: ZipEntry };

export type WorkbookParts = {
  readonly worksheets: readonly Worksheet[];
  readonly from1904: boolean;
  readonly sharedTexts: readonly string[];
  readonly styles: readonly CellStyle[];
};

type CellStyle = {
  readonly formatNumber: NumberFormatter;
  readonly isBold: boolean;
  /** Colour of a solid fill; empty without one. */
  readonly fill: string;
  readonly indent: number;
};

type Attributes = Readonly<Record<string, string>>;

/**
 * Calls `visit` for each element of a part, after the elements inside it. Phonetic readings are left out.
 * @param isEnough reading ends soon after it returns true
 */
export async function forEachElement(
  entry: ZipEntry | undefined,
  visit: (name: string, attributes: Attributes, text: string, parent: string) => void,
  isEnough = () => false,
): Promise<void> {
  if (entry === undefined) return;
  const around: { readonly name: string; readonly attributes: Attributes }[] = [];
  let text = '';
  const parser = xmlParser({
    open: (name, attributes) => {
      around.push({ name, attributes });
      text = '';
    },
    text: (found) => {
      text += found;
    },
    close: (name) => {
      const { attributes = {} } = around.pop() ?? {};
      const { name: parent = '' } = around.at(-1) ?? {};
      if (parent !== 'rPh') visit(name, attributes, text, parent);
      text = '';
    },
    forbiddenCharacter: () => {},
  });
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  try {
    for await (const piece of entry.read()) {
      decoder ??= new TextDecoder(declaredEncoding(piece) ?? 'utf-8');
      parser.write(decoder.decode(piece, { stream: true }));
      if (isEnough()) return;
    }
    parser.write(decoder?.decode() ?? '');
    parser.end();
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw unreadableWorkbookError(
      `the workbook's part ${entry.name} cannot be read: ${error.problem}`,
      error,
    );
  }
}

/** @throws ProgrammeError for a workbook without worksheets or with parts that cannot be read */
export async function readWorkbookParts(bytes: Uint8Array): Promise<WorkbookParts> {
  const entries = await listZipEntries(bytes);
  const targets = new Map<string, string>();
  await forEachElement(
    entries.get('xl/_rels/workbook.xml.rels'),
    (_, { Id: id = '', Target: target = '', Type: type = '' }) => {
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
      if (type.endsWith('/worksheet')) targets.set(id, path);
    },
  );
  const worksheets: Worksheet[] = [];
  let from1904 = false;
  await forEachElement(entries.get('xl/workbook.xml'), (name, attributes) => {
    if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
    if (name !== 'sheet') return;
    const [, id = ''] = Object.entries(attributes).find(([attribute]) => attribute.endsWith(':id')) ?? [];
    const entry = entries.get(targets.get(id) ?? '');
    const hidden = (attributes['state'] ?? 'visible') !== 'visible';
    if (entry) worksheets.push({ name: attributes['name'] ?? '', hidden, entry });
  });
  return {
    worksheets,
    from1904,
    sharedTexts: await sharedTexts(entries.get('xl/sharedStrings.xml')),
    styles: await cellStyles(entries.get('xl/styles.xml'), from1904),
  };
}

/** The shared texts by number. Runs in several fonts are joined. */
async function sharedTexts(entry: ZipEntry | undefined) {
  const texts: string[] = [];
  let joined = '';
  await forEachElement(entry, (name, _, text) => {
    if (name === 't') joined += text;
    if (name !== 'si') return;
    if (texts.length === maxSharedTexts)
      throw unreadableWorkbookError(
        `the workbook has more than ${maxSharedTexts.toLocaleString('en')} different texts`,
      );
    texts.push(joined);
    joined = '';
  });
  return texts;
}

async function cellStyles(entry: ZipEntry | undefined, from1904: boolean) {
  const formats = new Map<number, string>();
  const styles: CellStyle[] = [];
  const bold: boolean[] = [];
  const fills: string[] = [];
  let isBold = false;
  let fill = '';
  let indent = 0;
  await forEachElement(entry, (name, attributes, _, parent) => {
    const number = (attribute: string) => Number(attributes[attribute] ?? 0);
    switch (name) {
      case 'numFmt':
        formats.set(number('numFmtId'), attributes['formatCode'] ?? '');
        break;
      case 'b':
        isBold = !/^(?:0|false)$/.test(attributes['val'] ?? '');
        break;
      case 'font':
        if (parent === 'fonts') bold.push(isBold);
        isBold = false;
        break;
      case 'fgColor':
        fill = JSON.stringify(attributes);
        break;
      case 'patternFill':
        fill = attributes['patternType'] === 'solid' ? fill || name : '';
        break;
      case 'fill':
        if (parent === 'fills') fills.push(fill);
        fill = '';
        break;
      case 'alignment':
        indent = number('indent');
        break;
      case 'xf': {
        const id = number('numFmtId');
        if (styles.length === maxStyles)
          throw unreadableWorkbookError(
            `the workbook has more than ${maxStyles.toLocaleString('en')} cell formats`,
          );
        if (parent === 'cellXfs')
          styles.push({
            formatNumber: numberFormatter(formats.get(id) ?? builtInFormat(id), from1904),
            isBold: bold[number('fontId')] ?? false,
            fill: fills[number('fillId')] ?? '',
            indent,
          });
        indent = 0;
      }
    }
  });
  return styles;
}

/**
 * Writes the number of a cell as text: a date as `YYYY-MM-DD`, with `THH:mm` if its format shows a time or it is not
 * midnight; a time as `HH:mm`; a share as `45%`; a sum of hours, or a number with a unit in its format, as `40 h`;
 * other numbers with the zeros of their format, because task numbers are written with them.
 */
type NumberFormatter = (value: number) => string;

/** A number with up to 15 digits, as Excel shows it. */
export const formatPlainNumber: NumberFormatter = (value) => String(Number(value.toPrecision(15)));

function numberInUnit(unit: string, factor = 1): NumberFormatter {
  return (value) => `${Number((value * factor).toPrecision(12))}${unit}`;
}

/**
 * The significant characters of a built-in format, which has an id below 164 and is not defined in the workbook: `d`
 * for dates, `h` for times, `%` or `0.00`.
 */
function builtInFormat(id: number) {
  if (id === 2) return '0.00';
  if (id === 9 || id === 10) return '%';
  if (id === 22) return 'd h';
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'd';
  return (id >= 18 && id <= 21) || id === 45 || id === 47 ? 'h' : '';
}

const shownUnit =
  /[0#?]\s*"\s*(h|hrs?|hours?|std\.?|stunden|d|days?|t|tage?|j|jours?|dni|w|wks?|weeks?|wochen|%)\s*"/i;

function numberFormatter(code: string, from1904: boolean): NumberFormatter {
  const unit = shownUnit.exec(code)?.[1];
  if (unit !== undefined) return numberInUnit(` ${unit}`);
  // Leaves out quoted texts, escaped characters, padding, and bracketed conditions, colours and locales.
  const bare = code.replaceAll(/"[^"]*"|\\.|[_*].|\[(?![hms]+\])[^\]]*\]/gi, '').replaceAll(/general/gi, '');
  if (/\[[hms]+\]/i.test(bare)) return numberInUnit(' h', 24);
  const [first = ''] = bare.split(';');
  if (/[yde]/i.test(first.replaceAll(/0[.0]*e[+-]0+/gi, '')) || /m{3,}/i.test(first)) {
    const shown = /h/i.test(first) ? 'date and time' : 'date';
    return (value) => excelDateText(value, shown, from1904);
  }
  if (first.includes('%')) return numberInUnit('%', 100);
  return /[hs]/i.test(first) ? (value) => excelDateText(value, 'time', from1904) : zeroPaddingFormatter(code);
}

/**
 * Shows the zeros of a format such as `0000`, `0.00` or `00-00`. A number that Excel would round is shown in full,
 * because two different ones could look the same.
 */
function zeroPaddingFormatter(code: string): NumberFormatter {
  const [first = ''] = code.split(';');
  const zeros = first.replaceAll(/\\(.)|"([^"]*)"|_./g, '$1$2');
  const places = zeros.replaceAll(/[^0]/g, '').length;
  if (places < 2 || !/^0+(?:[-/ .]0+)*$/.test(zeros)) return formatPlainNumber;
  const decimals = zeros.split('.')[1]?.length ?? 0;
  return (value) => {
    const plain = formatPlainNumber(value);
    const rounded = value.toFixed(decimals);
    if (value < 0 || Number(rounded) !== Number(plain)) return plain;
    const digits = rounded.replace('.', '').padStart(places, '0');
    let at = digits.length - places;
    return digits.slice(0, at) + zeros.replaceAll('0', () => digits[at++] ?? '');
  };
}

/**
 * Day 0 of the two date systems of Excel. In the first, dates before March 1900 are one day off, because Excel has a 29
 * February 1900.
 */
const firstDays = { from1900: dayNumber('1899-12-30'), from1904: dayNumber('1904-01-01') } as const;
const lastDay = dayNumber('2199-12-31');

function excelDateText(value: number, shown: 'date' | 'date and time' | 'time', from1904: boolean): string {
  const minutes = Math.round(value * minutesPerDay);
  const day = dayOfMinute(minutes);
  const isTime = shown === 'time' && day === 0;
  const first = from1904 ? firstDays.from1904 : firstDays.from1900;
  if ((value < 1 && !isTime) || first + day > lastDay) return formatPlainNumber(value);
  const [date = '', time = ''] = dateTimeOfMinute(first * minutesPerDay + minutes).split('T');
  if (isTime) return time;
  return time === '00:00' && shown === 'date' ? date : `${date}T${time}`;
}

const firstSerial = 36_526;
const lastSerial = 73_050;

/** The date of a day number that a cell shows as a plain number; undefined outside 2000 to 2099. */
export function parseSerialDate(text: string, from1904: boolean): string | undefined {
  if (!/^\d{5}(?:\.\d+)?$/.test(text)) return undefined;
  const value = Number(text) + (from1904 ? firstDays.from1904 - firstDays.from1900 : 0);
  return value >= firstSerial && value <= lastSerial ? excelDateText(value, 'date', false) : undefined;
}
