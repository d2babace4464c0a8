/**
 * The styles of all sheets, named after their use. Each style is one object that is created once, and so is each of its
 * variants: the writer tells styles apart by reference.
 */
import { getOrInsert } from '#base/get-or-insert.ts';
import { palette, statusPalette } from '#display/colors.ts';
import type { DayKind } from '#lookahead/grid/day-columns.ts';
import { gridMarks, type TextAroundPeople } from '#lookahead/grid/grid-text.ts';
import { type StatusKind, statusKinds } from '#lookahead/tasks/status.ts';
import { fontSizes } from '#workbook/layout/text-width.ts';
import type { BorderEdge, CellValue, Rgb, Style } from '#workbook/xlsx/sheet-plan.ts';
import { sheetColors } from './colors.ts';

type Alignment = NonNullable<Style['alignment']>;
type Font = NonNullable<Style['font']>;
type Border = NonNullable<Style['border']>;

export const dateFormats = {
  short: 'd mmm',
  shortFar: 'd mmm yy',
  long: 'ddd d mmm',
  longFar: 'ddd d mmm yy',
  weekdayAndDay: 'ddd d',
  weekday: 'ddd',
  /** Format of the header cell of a day, on every sheet. */
  dayOfMonth: 'd',
} as const;
/** A number format has up to three parts: for numbers above 0, for numbers below 0, and for 0. */
const thousands = { whole: '#,##0', decimal: '#,##0.##' };
const peopleFormat = { ...thousands, whole: '#,##0;-#,##0;"–"' };
const signedFormat = { whole: '+#,##0;-#,##0;0', decimal: '+#,##0.##;-#,##0.##;0' };
/** Quantities in the narrow days of a window of several weeks: `1.2k`, `113`, `52.5`. */
const narrowFormat = { whole: '[>=1000]0.0,"k";0', decimal: '[>=1000]0.0,"k";[>=100]0;0.#' };

/** Calibri: LibreOffice substitutes Carlito, which has the same letter widths. */
function font(size: number, color: Rgb = palette.ink, more: Partial<Font> = {}): Font {
  return { name: 'Calibri', size, color, ...more };
}

function bold(size: number = fontSizes.text, color: Rgb = palette.ink): Font {
  return font(size, color, { bold: true });
}

const plainFont = font(fontSizes.text);
const strong = bold();
const mutedFont = font(fontSizes.text, palette.muted);
const noteFont = font(fontSizes.note);
const strongNoteFont = bold(fontSizes.note);
const badFont = bold(fontSizes.text, palette.bad);
const goodFont = bold(fontSizes.text, sheetColors.good);
const linkFont = font(fontSizes.text, palette.link, { underline: true });

const left: Alignment = { horizontal: 'left', vertical: 'middle' };
const right: Alignment = { horizontal: 'right', vertical: 'middle' };
const center: Alignment = { horizontal: 'center', vertical: 'middle' };
/** Text in tables is indented from the column's edge, so that columns never touch. */
const indentedAlignment: Alignment = { ...left, indent: 1 };
const wrappedAlignment: Alignment = { ...indentedAlignment, wrap: true };
/** A text that is too long shrinks instead of running over or turning into `###`. */
const shrinkingAlignment: Alignment = { ...center, shrink: true };
const shrinkingLeftAlignment: Alignment = { ...indentedAlignment, shrink: true };

const hairline: BorderEdge = { style: 'thin', color: palette.hairline };
const dotted: BorderEdge = { style: 'dotted', color: palette.hairline };
const ruleEdge: BorderEdge = { style: 'thin', color: sheetColors.rule };
const heavyEdge: BorderEdge = { style: 'medium', color: palette.heavyRule };
const topAndBottomBorder: Border = { top: heavyEdge, bottom: heavyEdge };

function borderAround(edge: BorderEdge): Border {
  return { top: edge, right: edge, bottom: edge, left: edge };
}

/** Style of a cell with a hairline below it, which separates it from the next row. */
function linedStyle(own: Font, alignment: Alignment, numberFormat?: string): Style {
  const style = { font: own, alignment, border: { bottom: hairline } };
  return numberFormat === undefined ? style : { ...style, numberFormat };
}

function filledStyle(
  fill: Rgb,
  own: Font,
  alignment: Alignment,
  border?: Border,
  numberFormat?: string,
): Style {
  return {
    font: own,
    fill: { color: fill },
    alignment,
    ...(border && { border }),
    ...(numberFormat && { numberFormat }),
  };
}

/** A style for whole numbers and one for others: `0.##` would show a whole number with a bare decimal point. */
export type WholeAndDecimalStyles = readonly [whole: Style, decimal: Style];

function isNumberStyle(style: Style | WholeAndDecimalStyles): style is WholeAndDecimalStyles {
  return Array.isArray(style);
}

export function styleForValue(value: CellValue | undefined, style: Style | WholeAndDecimalStyles): Style {
  if (!isNumberStyle(style)) return style;
  return typeof value === 'number' && !Number.isInteger(value) ? style[1] : style[0];
}

type Formats = { readonly whole: string; readonly decimal: string };

function numbers(formats: Formats, style: (format: string) => Style): WholeAndDecimalStyles {
  return [style(formats.whole), style(formats.decimal)];
}

function linedNumbers(formats: Formats, own: Font = plainFont): WholeAndDecimalStyles {
  return numbers(formats, (format) => linedStyle(own, shrinkingAlignment, format));
}

/** Returns a function that derives a variant of a style, once for each style. */
function styleVariant(make: (style: Style) => Style): (style: Style) => Style {
  const made = new Map<Style, Style>();
  return (style) => getOrInsert(made, style, () => make(style));
}

/** Variant for a row that is one line high: its text does not wrap, but runs over the empty cells beside it. */
export const withoutWrapping = styleVariant((style) =>
  style.alignment?.wrap === true ? { ...style, alignment: indentedAlignment } : style,
);

export const asTotalStyle = styleVariant((style) => ({
  font: strongNoteFont,
  alignment: withoutWrapping(style).alignment ?? indentedAlignment,
  border: { top: heavyEdge },
  ...(style.numberFormat && { numberFormat: style.numberFormat }),
}));

export const tableCellStyles = {
  id: linedStyle(mutedFont, wrappedAlignment),
  text: linedStyle(plainFont, wrappedAlignment),
  strong: linedStyle(strong, wrappedAlignment),
  detail: linedStyle(mutedFont, wrappedAlignment),
  link: linedStyle(linkFont, wrappedAlignment),
  date: linedStyle(plainFont, shrinkingLeftAlignment, dateFormats.short),
  farDate: linedStyle(plainFont, shrinkingLeftAlignment, dateFormats.shortFar),
  longDate: linedStyle(plainFont, shrinkingLeftAlignment, dateFormats.long),
  farLongDate: linedStyle(plainFont, shrinkingLeftAlignment, dateFormats.longFar),
  centeredDate: linedStyle(plainFont, shrinkingAlignment, dateFormats.short),
  number: linedNumbers({ whole: '0', decimal: '0.##' }),
  people: linedNumbers(peopleFormat),
  quantity: linedNumbers(thousands),
  short: linedNumbers(signedFormat, badFont),
  over: linedNumbers(signedFormat, goodFont),
  /** It has no number format, because a correction can turn a whole number into a fraction, and back. */
  figure: linedStyle(plainFont, shrinkingAlignment),
  strongFigure: linedStyle(strong, shrinkingAlignment),
  share: linedStyle(plainFont, shrinkingAlignment, '0%'),
  lines: linedStyle(mutedFont, wrappedAlignment, '[=1]0" line";0" lines"'),
  /** Number of days by which a date moved. */
  days: linedStyle(plainFont, shrinkingAlignment, '+0;-0;0'),
  late: linedStyle(badFont, shrinkingAlignment, '+0;-0;0'),
  early: linedStyle(goodFont, shrinkingAlignment, '+0;-0;0'),
  behind: linedStyle(badFont, wrappedAlignment),
  ahead: linedStyle(goodFont, wrappedAlignment),
  ready: linedStyle(goodFont, wrappedAlignment),
  gap: linedStyle(strong, wrappedAlignment),
  notReady: linedStyle(badFont, wrappedAlignment),
  warning: linedStyle(bold(fontSizes.note, palette.bad), wrappedAlignment),
  fillIn: filledStyle(sheetColors.fillIn, plainFont, wrappedAlignment, { bottom: hairline, left: dotted }),
  fillInDate: filledStyle(
    sheetColors.fillIn,
    plainFont,
    wrappedAlignment,
    { bottom: hairline, left: dotted },
    dateFormats.long,
  ),
  resource: linedStyle(noteFont, wrappedAlignment),
  resourceTotal: numbers({ whole: '0;-0;"–"', decimal: '0.##' }, (format) => ({
    ...linedStyle(strongNoteFont, shrinkingAlignment, format),
    border: { bottom: hairline, left: ruleEdge },
  })),
  sign: { font: plainFont, border: { bottom: hairline, left: dotted } },
} as const satisfies Readonly<Record<string, Style | WholeAndDecimalStyles>>;

const tileEdge: Border = { left: { style: 'medium', color: palette.paper } };
const tileStyle = (own: Font, alignment: Alignment, border?: Border, numberFormat?: string) =>
  filledStyle(palette.group, own, alignment, border, numberFormat);

/** Styles of the tiles on Summary: a label, a large figure and a caption, on a band across the page. */
export const tileStyles = {
  label: tileStyle(bold(fontSizes.note, palette.muted), indentedAlignment, { ...tileEdge, top: heavyEdge }),
  figure: tileStyle(bold(fontSizes.figure), indentedAlignment, tileEdge, thousands.whole),
  share: tileStyle(bold(fontSizes.figure), indentedAlignment, tileEdge, '0%'),
  caption: tileStyle(mutedFont, { ...wrappedAlignment, vertical: 'top' }, tileEdge),
  top: tileStyle(plainFont, left, { top: heavyEdge }),
  band: tileStyle(plainFont, left),
} as const;

const headCellStyle = (alignment: Alignment, border?: Border) =>
  filledStyle(palette.head, strong, alignment, border);

export const columnHeadStyles = {
  left: headCellStyle({ ...wrappedAlignment, vertical: 'bottom' }, { bottom: heavyEdge }),
  center: headCellStyle({ ...center, vertical: 'bottom', wrap: true }, { bottom: heavyEdge }),
  upper: headCellStyle(left, { top: heavyEdge }),
  upperMiddle: headCellStyle(left),
  week: headCellStyle(indentedAlignment, { top: heavyEdge, left: ruleEdge }),
  oneRowLeft: headCellStyle(wrappedAlignment, topAndBottomBorder),
  oneRowCenter: headCellStyle({ ...center, wrap: true }, topAndBottomBorder),
  oneLineCenter: headCellStyle(shrinkingAlignment, topAndBottomBorder),
  oneLineLink: filledStyle(palette.head, linkFont, shrinkingAlignment, topAndBottomBorder),
  oneLineDate: filledStyle(
    palette.head,
    strong,
    shrinkingAlignment,
    topAndBottomBorder,
    dateFormats.weekdayAndDay,
  ),
  oneLineWeekday: filledStyle(
    palette.head,
    strong,
    shrinkingAlignment,
    topAndBottomBorder,
    dateFormats.weekday,
  ),
} as const;

/** @param isOneLine whether the rows of the table are one line high */
export function columnHeadStyle(align: 'left' | 'center' | undefined, isOneLine: boolean): Style {
  if (align === 'center') return isOneLine ? columnHeadStyles.oneLineCenter : columnHeadStyles.oneRowCenter;
  return isOneLine ? withoutWrapping(columnHeadStyles.oneRowLeft) : columnHeadStyles.oneRowLeft;
}

/** Style of the heading of a table, a list or a section. */
export const headingStyle: Style = {
  font: bold(fontSizes.subtitle),
  alignment: { horizontal: 'left', vertical: 'bottom' },
};

const bandStyle = (own: Font, alignment: Alignment, numberFormat?: string) =>
  filledStyle(palette.group, own, alignment, { top: ruleEdge }, numberFormat);
const bandPeople = bold(fontSizes.text, palette.muted);

/** Styles of the rows that name groups of tasks or items. */
export const groupRowStyles = {
  name: bandStyle(strongNoteFont, indentedAlignment),
  empty: bandStyle(plainFont, left),
  people: numbers({ whole: '0;-0;', decimal: '0.##;-0.##;' }, (format) =>
    bandStyle(bandPeople, shrinkingAlignment, format),
  ),
} as const;

const headFills: Readonly<Record<DayKind, Rgb>> = {
  workday: palette.head,
  dayOff: sheetColors.headDayOff,
  today: sheetColors.headToday,
};

function perDayKind<Made>(make: (kind: DayKind) => Made): Readonly<Record<DayKind, Made>> {
  return { workday: make('workday'), dayOff: make('dayOff'), today: make('today') };
}

/** Styles of the heads of days. The report day is also underlined, because a colour alone is lost on a copy. */
export const dayHeadStyles = perDayKind((kind) => {
  const onDay = (own: Font, border: Border | undefined, numberFormat: string) =>
    filledStyle(
      headFills[kind],
      { ...own, underline: kind === 'today' },
      shrinkingAlignment,
      border,
      numberFormat,
    );
  return {
    topWeekday: filledStyle(
      headFills[kind],
      strong,
      shrinkingAlignment,
      { top: heavyEdge },
      dateFormats.weekday,
    ),
    weekday: filledStyle(headFills[kind], strong, shrinkingAlignment, undefined, dateFormats.weekday),
    large: onDay(bold(14), { bottom: heavyEdge }, dateFormats.dayOfMonth),
    small: onDay(bold(10), { bottom: heavyEdge }, dateFormats.dayOfMonth),
    wall: onDay(bold(20), topAndBottomBorder, `${dateFormats.weekday} ${dateFormats.dayOfMonth}`),
  };
});

const dayFills = {
  workday: {},
  dayOff: { fill: { color: palette.ground } },
  today: { fill: { color: sheetColors.today } },
} as const satisfies Readonly<Record<DayKind, Style>>;

export const dayStyles = perDayKind((kind) => {
  const onDay = (own: Font, more: Style = {}): Style => ({
    font: own,
    ...dayFills[kind],
    alignment: shrinkingAlignment,
    border: { bottom: hairline, left: dotted, right: dotted },
    ...more,
  });
  const onDays = (formats: Formats, own: Font) =>
    numbers(formats, (numberFormat) => onDay(own, { numberFormat }));
  return {
    empty: onDay(mutedFont),
    /** The cell of a milestone holds the number 0, which is shown as the mark of a milestone. */
    milestone: onDay(font(14), { numberFormat: `"";"";"${gridMarks.key}"` }),
    was: onDay(mutedFont, { border: borderAround({ style: 'dotted', color: palette.heavyRule }) }),
    people: onDays({ whole: '0;-0;"–"', decimal: '0.##' }, noteFont),
    quantity: onDays(thousands, plainFont),
    narrowQuantity: onDays(narrowFormat, plainFont),
  };
});

export const dayOffStyle: Style = {
  font: mutedFont,
  fill: { pattern: 'lightUp', color: sheetColors.offLines, background: sheetColors.off },
  alignment: shrinkingAlignment,
  border: { bottom: hairline },
};

/** A copier makes fills look alike, so delayed and blocked work is outlined, and cancelled work is struck through. */
function statusOutline(status: StatusKind): Border | undefined {
  const isOutlined = status === 'delayed' || status === 'blocked';
  return isOutlined ? borderAround({ style: 'thin', color: statusPalette[status].text }) : undefined;
}

function perStatus(make: (kind: StatusKind) => Style): (kind: StatusKind) => Style {
  const made = new Map(statusKinds.map((kind) => [kind, make(kind)]));
  return (kind) => made.get(kind) ?? tableCellStyles.text;
}

export const statusWordStyleOf = perStatus((kind) =>
  linedStyle(bold(fontSizes.text, statusPalette[kind].text), wrappedAlignment),
);

/** Styles of the swatches in the legend. */
export const statusSwatchStyleOf = perStatus((kind) =>
  filledStyle(
    statusPalette[kind].fill,
    bold(fontSizes.text, statusPalette[kind].text),
    shrinkingAlignment,
    statusOutline(kind),
  ),
);

export type BarStyleOptions = {
  readonly size: number;
  readonly status: StatusKind;
  readonly text: TextAroundPeople;
  readonly whole: boolean;
};

const madeBars = new Map<string, Style>();

/**
 * Style of a cell of a bar. The cell holds the number of people; the letter and the marks around it are its number
 * format, so that days can be filtered, summed and pivoted. Excel accepts about 200 different formats.
 */
export function barStyle({
  size,
  status,
  text: { lead, tail, withoutPeople },
  whole,
}: BarStyleOptions): Style {
  return getOrInsert(madeBars, `${size} ${status} ${lead} ${tail} ${withoutPeople} ${whole}`, () => {
    const { fill, text } = statusPalette[status];
    const quoted = (part: string) => (part === '' ? '' : `"${part}"`);
    const number = (sign: string) => `${quoted(lead + sign)}${whole ? '0' : '0.##'}${quoted(tail)}`;
    return filledStyle(
      fill,
      font(size, text, { bold: true, ...(status === 'cancelled' && { strike: true }) }),
      shrinkingAlignment,
      statusOutline(status) ?? { bottom: hairline },
      `${number('')};${number('−')};"${withoutPeople}"`,
    );
  });
}

export const titleFonts = {
  figures: font(fontSizes.note, palette.muted),
  link: font(fontSizes.note, palette.link, { underline: true }),
} as const;

/** Styles of the title above each sheet, at the left and right edges of the page. */
export const titleStyles = {
  project: { font: bold(fontSizes.title), alignment: left },
  longProject: { font: bold(fontSizes.subtitle), alignment: left },
  week: { font: bold(fontSizes.title), alignment: right },
  sheet: { font: bold(fontSizes.subtitle, palette.muted), alignment: left },
  revision: { font: bold(fontSizes.subtitle, palette.muted), alignment: right },
  only: { font: bold(fontSizes.subtitle), alignment: left },
  figures: { font: titleFonts.figures, alignment: left },
  dates: { font: titleFonts.figures, alignment: right },
} as const satisfies Readonly<Record<string, Style>>;

/** @param indent number of steps of indent that make room for a logo at the left */
export function styleBesideLogo(style: Style, indent: number): Style {
  return withSetting('indent', indent, style);
}

export function withFontSize(style: Style, size: number): Style {
  return withSetting('size', size, style);
}

const settingVariants = new Map<string, (style: Style) => Style>();

function withSetting(setting: 'indent' | 'size', value: number, style: Style): Style {
  const make = () =>
    styleVariant((plainStyle) =>
      setting === 'indent'
        ? { ...plainStyle, alignment: { ...plainStyle.alignment, indent: value } }
        : { ...plainStyle, font: { ...plainStyle.font, size: value } },
    );
  return getOrInsert(settingVariants, `${setting} ${value}`, make)(style);
}

const signatureBorder = { border: { top: { style: 'thin', color: palette.heavyRule } } } as const;

export const legendSignatureAndWallStyles = {
  legend: { font: mutedFont, alignment: indentedAlignment },
  signLabel: { font: mutedFont, alignment: { horizontal: 'left', vertical: 'top' }, ...signatureBorder },
  signLine: { font: plainFont, ...signatureBorder },
  code: { font: bold(19), alignment: wrappedAlignment },
  figure: { font: bold(32), alignment: indentedAlignment },
} as const satisfies Readonly<Record<string, Style>>;

/** Font sizes of the Wall sheet, which is read at two metres. Printed at 75%, 19 points are 14. */
export const wallFontSizes = { figure: 32, task: 19, ready: 16, day: 20, head: 16, legend: 14 } as const;
/** Style of the sentence that says why a workbook has no tasks. */
export const noTasksSentenceStyle: Style = { font: bold(18), alignment: left };
