/**
 * The styles of all sheets, named for what they are for. Each is one object, made once: the writer tells styles apart by
 * reference, so a variant of a style is kept too.
 */
import { getOrInsert } from '#base/get-or-insert.ts';
import { palette, statusPalette } from '#display/colors.ts';
import type { DayKind } from '#lookahead/grid/day-columns.ts';
import { type BarText, gridMarks } from '#lookahead/grid/grid-text.ts';
import { type StatusKind, statusKinds } from '#lookahead/tasks/status.ts';
import { fontSizes } from '#workbook/layout/text-width.ts';
import type { CellValue, Edge, Rgb, Style } from '#workbook/xlsx/sheet-plan.ts';
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
  /** Marks the header cell of a day, on every sheet. */
  dayOfMonth: 'd',
} as const;
/** A number format is `above 0;below 0;0`. */
const thousands = { whole: '#,##0', decimal: '#,##0.##' };
const people = { ...thousands, whole: '#,##0;-#,##0;"–"' };
const signed = { whole: '+#,##0;-#,##0;0', decimal: '+#,##0.##;-#,##0.##;0' };
/** In the narrow days of a longer window: `1.2k`, `113`, `52.5`. */
const narrow = { whole: '[>=1000]0.0,"k";0', decimal: '[>=1000]0.0,"k";[>=100]0;0.#' };

/** Calibri: LibreOffice substitutes Carlito, which has the same letter widths. */
function font(size: number, color: Rgb = palette.ink, more: Partial<Font> = {}): Font {
  return { name: 'Calibri', size, color, ...more };
}

function bold(size: number = fontSizes.text, color: Rgb = palette.ink): Font {
  return font(size, color, { bold: true });
}

const plain = font(fontSizes.text);
const strong = bold();
const muted = font(fontSizes.text, palette.muted);
const noted = font(fontSizes.note);
const strongNoted = bold(fontSizes.note);
const bad = bold(fontSizes.text, palette.bad);
const good = bold(fontSizes.text, sheetColors.good);
const linked = font(fontSizes.text, palette.link, { underline: true });

const left: Alignment = { horizontal: 'left', vertical: 'middle' };
const right: Alignment = { horizontal: 'right', vertical: 'middle' };
const center: Alignment = { horizontal: 'center', vertical: 'middle' };
/** Text in tables is indented from the column's edge, so that columns never touch. */
const indented: Alignment = { ...left, indent: 1 };
const wrapped: Alignment = { ...indented, wrap: true };
/** A text that is too long shrinks instead of running over or turning into `###`. */
const fitting: Alignment = { ...center, shrink: true };
const fittingLeft: Alignment = { ...indented, shrink: true };

const hairline: Edge = { style: 'thin', color: palette.hairline };
const dotted: Edge = { style: 'dotted', color: palette.hairline };
const rule: Edge = { style: 'thin', color: sheetColors.rule };
const heavy: Edge = { style: 'medium', color: palette.heavyRule };
const bothEdges: Border = { top: heavy, bottom: heavy };

function around(edge: Edge): Border {
  return { top: edge, right: edge, bottom: edge, left: edge };
}

/** Over the hairline between two rows. */
function lined(own: Font, alignment: Alignment, numberFormat?: string): Style {
  const style = { font: own, alignment, border: { bottom: hairline } };
  return numberFormat === undefined ? style : { ...style, numberFormat };
}

function filled(fill: Rgb, own: Font, alignment: Alignment, border?: Border, numberFormat?: string): Style {
  return {
    font: own,
    fill: { color: fill },
    alignment,
    ...(border && { border }),
    ...(numberFormat && { numberFormat }),
  };
}

/** For whole numbers and for others: `0.##` would show a whole number with a bare decimal point. */
export type NumberStyle = readonly [whole: Style, decimal: Style];

function isPair(style: Style | NumberStyle): style is NumberStyle {
  return Array.isArray(style);
}

export function styleFor(value: CellValue | undefined, style: Style | NumberStyle): Style {
  if (!isPair(style)) return style;
  return typeof value === 'number' && !Number.isInteger(value) ? style[1] : style[0];
}

type Formats = { readonly whole: string; readonly decimal: string };

function numbers(formats: Formats, style: (format: string) => Style): NumberStyle {
  return [style(formats.whole), style(formats.decimal)];
}

function linedNumbers(formats: Formats, own: Font = plain): NumberStyle {
  return numbers(formats, (format) => lined(own, fitting, format));
}

/** A variant of styles, made once for each. */
function variant(make: (style: Style) => Style): (style: Style) => Style {
  const made = new Map<Style, Style>();
  return (style) => getOrInsert(made, style, () => make(style));
}

/** In a row that is one line high, a text runs over the empty cells beside it. */
export const unwrapped = variant((style) =>
  style.alignment?.wrap === true ? { ...style, alignment: indented } : style,
);

export const totalStyle = variant((style) => ({
  font: strongNoted,
  alignment: unwrapped(style).alignment ?? indented,
  border: { top: heavy },
  ...(style.numberFormat && { numberFormat: style.numberFormat }),
}));

/** The cells of tables. */
export const cell = {
  id: lined(muted, wrapped),
  text: lined(plain, wrapped),
  strong: lined(strong, wrapped),
  detail: lined(muted, wrapped),
  link: lined(linked, wrapped),
  date: lined(plain, fittingLeft, dateFormats.short),
  farDate: lined(plain, fittingLeft, dateFormats.shortFar),
  longDate: lined(plain, fittingLeft, dateFormats.long),
  farLongDate: lined(plain, fittingLeft, dateFormats.longFar),
  centeredDate: lined(plain, fitting, dateFormats.short),
  number: linedNumbers({ whole: '0', decimal: '0.##' }),
  people: linedNumbers(people),
  quantity: linedNumbers(thousands),
  short: linedNumbers(signed, bad),
  over: linedNumbers(signed, good),
  /** Without a number format: a correction can turn a whole number into a fraction, and back. */
  figure: lined(plain, fitting),
  strongFigure: lined(strong, fitting),
  share: lined(plain, fitting, '0%'),
  lines: lined(muted, wrapped, '[=1]0" line";0" lines"'),
  /** Days by which something moved. */
  days: lined(plain, fitting, '+0;-0;0'),
  late: lined(bad, fitting, '+0;-0;0'),
  early: lined(good, fitting, '+0;-0;0'),
  behind: lined(bad, wrapped),
  ahead: lined(good, wrapped),
  ready: lined(good, wrapped),
  gap: lined(strong, wrapped),
  notReady: lined(bad, wrapped),
  warning: lined(bold(fontSizes.note, palette.bad), wrapped),
  fillIn: filled(sheetColors.fillIn, plain, wrapped, { bottom: hairline, left: dotted }),
  fillInDate: filled(
    sheetColors.fillIn,
    plain,
    wrapped,
    { bottom: hairline, left: dotted },
    dateFormats.long,
  ),
  resource: lined(noted, wrapped),
  resourceTotal: numbers({ whole: '0;-0;"–"', decimal: '0.##' }, (format) => ({
    ...lined(strongNoted, fitting, format),
    border: { bottom: hairline, left: rule },
  })),
  sign: { font: plain, border: { bottom: hairline, left: dotted } },
} as const satisfies Readonly<Record<string, Style | NumberStyle>>;

const tileEdge: Border = { left: { style: 'medium', color: palette.paper } };
const onTile = (own: Font, alignment: Alignment, border?: Border, numberFormat?: string) =>
  filled(palette.group, own, alignment, border, numberFormat);

/** Large figures, each between its label and its caption, on a band across the page. */
export const tile = {
  label: onTile(bold(fontSizes.note, palette.muted), indented, { ...tileEdge, top: heavy }),
  figure: onTile(bold(fontSizes.figure), indented, tileEdge, thousands.whole),
  share: onTile(bold(fontSizes.figure), indented, tileEdge, '0%'),
  caption: onTile(muted, { ...wrapped, vertical: 'top' }, tileEdge),
  top: onTile(plain, left, { top: heavy }),
  band: onTile(plain, left),
} as const;

const onHead = (alignment: Alignment, border?: Border) => filled(palette.head, strong, alignment, border);

export const head = {
  left: onHead({ ...wrapped, vertical: 'bottom' }, { bottom: heavy }),
  center: onHead({ ...center, vertical: 'bottom', wrap: true }, { bottom: heavy }),
  upper: onHead(left, { top: heavy }),
  upperMiddle: onHead(left),
  week: onHead(indented, { top: heavy, left: rule }),
  oneRowLeft: onHead(wrapped, bothEdges),
  oneRowCenter: onHead({ ...center, wrap: true }, bothEdges),
  oneLineCenter: onHead(fitting, bothEdges),
  oneLineLink: filled(palette.head, linked, fitting, bothEdges),
  oneLineDate: filled(palette.head, strong, fitting, bothEdges, dateFormats.weekdayAndDay),
  oneLineWeekday: filled(palette.head, strong, fitting, bothEdges, dateFormats.weekday),
} as const;

/** @param isOneLine of a table whose rows are one line high */
export function headStyle(align: 'left' | 'center' | undefined, isOneLine: boolean): Style {
  if (align === 'center') return isOneLine ? head.oneLineCenter : head.oneRowCenter;
  return isOneLine ? unwrapped(head.oneRowLeft) : head.oneRowLeft;
}

/** Of a table, a list or a section. */
export const heading: Style = {
  font: bold(fontSizes.subtitle),
  alignment: { horizontal: 'left', vertical: 'bottom' },
};

const onBand = (own: Font, alignment: Alignment, numberFormat?: string) =>
  filled(palette.group, own, alignment, { top: rule }, numberFormat);
const bandPeople = bold(fontSizes.text, palette.muted);

/** The rows that name groups of tasks or items. */
export const band = {
  name: onBand(strongNoted, indented),
  empty: onBand(plain, left),
  people: numbers({ whole: '0;-0;', decimal: '0.##;-0.##;' }, (format) =>
    onBand(bandPeople, fitting, format),
  ),
} as const;

const headFills: Readonly<Record<DayKind, Rgb>> = {
  workday: palette.head,
  dayOff: sheetColors.headDayOff,
  today: sheetColors.headToday,
};

function perDay<Made>(make: (kind: DayKind) => Made): Readonly<Record<DayKind, Made>> {
  return { workday: make('workday'), dayOff: make('dayOff'), today: make('today') };
}

/** The heads of days. Today is also underlined, because colour is not enough. */
export const dayHead = perDay((kind) => {
  const onDay = (own: Font, border: Border | undefined, numberFormat: string) =>
    filled(headFills[kind], { ...own, underline: kind === 'today' }, fitting, border, numberFormat);
  return {
    topWeekday: filled(headFills[kind], strong, fitting, { top: heavy }, dateFormats.weekday),
    weekday: filled(headFills[kind], strong, fitting, undefined, dateFormats.weekday),
    large: onDay(bold(14), { bottom: heavy }, dateFormats.dayOfMonth),
    small: onDay(bold(10), { bottom: heavy }, dateFormats.dayOfMonth),
    wall: onDay(bold(20), bothEdges, `${dateFormats.weekday} ${dateFormats.dayOfMonth}`),
  };
});

const dayFills = {
  workday: {},
  dayOff: { fill: { color: palette.ground } },
  today: { fill: { color: sheetColors.today } },
} as const satisfies Readonly<Record<DayKind, Style>>;

/** The cells of days. */
export const day = perDay((kind) => {
  const onDay = (own: Font, more: Style = {}): Style => ({
    font: own,
    ...dayFills[kind],
    alignment: fitting,
    border: { bottom: hairline, left: dotted, right: dotted },
    ...more,
  });
  const onDays = (formats: Formats, own: Font) =>
    numbers(formats, (numberFormat) => onDay(own, { numberFormat }));
  return {
    empty: onDay(muted),
    /** A milestone is the number 0, which shows as its mark. */
    milestone: onDay(font(14), { numberFormat: `"";"";"${gridMarks.key}"` }),
    was: onDay(muted, { border: around({ style: 'dotted', color: palette.heavyRule }) }),
    people: onDays({ whole: '0;-0;"–"', decimal: '0.##' }, noted),
    quantity: onDays(thousands, plain),
    narrowQuantity: onDays(narrow, plain),
  };
});

export const dayOff: Style = {
  font: muted,
  fill: { pattern: 'lightUp', color: sheetColors.offLines, background: sheetColors.off },
  alignment: fitting,
  border: { bottom: hairline },
};

/** A copier makes fills look alike, so delayed and blocked work is outlined, and cancelled work is struck through. */
function statusOutline(status: StatusKind): Border | undefined {
  const isOutlined = status === 'delayed' || status === 'blocked';
  return isOutlined ? around({ style: 'thin', color: statusPalette[status].text }) : undefined;
}

function perStatus(make: (kind: StatusKind) => Style): (kind: StatusKind) => Style {
  const made = new Map(statusKinds.map((kind) => [kind, make(kind)]));
  return (kind) => made.get(kind) ?? cell.text;
}

export const statusWord = perStatus((kind) => lined(bold(fontSizes.text, statusPalette[kind].text), wrapped));

/** In the legend. */
export const statusSwatch = perStatus((kind) =>
  filled(
    statusPalette[kind].fill,
    bold(fontSizes.text, statusPalette[kind].text),
    fitting,
    statusOutline(kind),
  ),
);

export type BarStyle = {
  readonly size: number;
  readonly status: StatusKind;
  readonly text: BarText;
  readonly whole: boolean;
};

const madeBars = new Map<string, Style>();

/**
 * A bar's cell holds the number of people; the letter and the marks around it are its number format, so that days filter,
 * sum and pivot. Excel takes about 200 different formats.
 */
export function barStyle({ size, status, text: { lead, tail, withoutPeople }, whole }: BarStyle): Style {
  return getOrInsert(madeBars, `${size} ${status} ${lead} ${tail} ${withoutPeople} ${whole}`, () => {
    const { fill, text } = statusPalette[status];
    const quoted = (part: string) => (part === '' ? '' : `"${part}"`);
    const number = (sign: string) => `${quoted(lead + sign)}${whole ? '0' : '0.##'}${quoted(tail)}`;
    return filled(
      fill,
      font(size, text, { bold: true, ...(status === 'cancelled' && { strike: true }) }),
      fitting,
      statusOutline(status) ?? { bottom: hairline },
      `${number('')};${number('−')};"${withoutPeople}"`,
    );
  });
}

export const titleFonts = {
  figures: font(fontSizes.note, palette.muted),
  link: font(fontSizes.note, palette.link, { underline: true }),
} as const;

/** Above each sheet, at the left and the right edge of the page. */
export const titles = {
  project: { font: bold(fontSizes.title), alignment: left },
  longProject: { font: bold(fontSizes.subtitle), alignment: left },
  week: { font: bold(fontSizes.title), alignment: right },
  sheet: { font: bold(fontSizes.subtitle, palette.muted), alignment: left },
  revision: { font: bold(fontSizes.subtitle, palette.muted), alignment: right },
  only: { font: bold(fontSizes.subtitle), alignment: left },
  figures: { font: titleFonts.figures, alignment: left },
  dates: { font: titleFonts.figures, alignment: right },
} as const satisfies Readonly<Record<string, Style>>;

/** @param indent steps that make room for a logo at the left */
export function besideLogo(style: Style, indent: number): Style {
  return withSetting('indent', indent, style);
}

/** The same style with letters of another size. */
export function sized(style: Style, size: number): Style {
  return withSetting('size', size, style);
}

const withSettings = new Map<string, (style: Style) => Style>();

function withSetting(setting: 'indent' | 'size', value: number, style: Style): Style {
  const make = () =>
    variant((plainStyle) =>
      setting === 'indent'
        ? { ...plainStyle, alignment: { ...plainStyle.alignment, indent: value } }
        : { ...plainStyle, font: { ...plainStyle.font, size: value } },
    );
  return getOrInsert(withSettings, `${setting} ${value}`, make)(style);
}

const signEdge = { border: { top: { style: 'thin', color: palette.heavyRule } } } as const;

export const note = {
  legend: { font: muted, alignment: indented },
  signLabel: { font: muted, alignment: { horizontal: 'left', vertical: 'top' }, ...signEdge },
  signLine: { font: plain, ...signEdge },
  code: { font: bold(19), alignment: wrapped },
  figure: { font: bold(32), alignment: indented },
} as const satisfies Readonly<Record<string, Style>>;

/** The Wall sheet is read at two metres: printed at three quarters, 19 points are 14. */
export const wallSizes = { figure: 32, task: 19, ready: 16, day: 20, head: 16, legend: 14 } as const;
/** Says why a workbook has no tasks. */
export const announcement: Style = { font: bold(18), alignment: left };
