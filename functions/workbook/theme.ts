/**
 * Every style of the workbook, each one object made once here: the writer tells styles apart by reference.
 * No text is under 10 points, because pages are scaled to seven tenths at the smallest.
 */
import type { StatusKind } from '../lookahead/status.ts';
import { colors, statusColors, statusKinds } from './colors.ts';
import { dayOfMonthFormat } from './printed-size.ts';
import type { Argb, Edge, Style } from './sheet-plan.ts';

type Alignment = NonNullable<Style['alignment']>;
type Font = NonNullable<Style['font']>;

/** Font sizes in points, for row heights too. */
export const sizes = {
  title: 24,
  subtitle: 14,
  text: 10,
  task: 12,
  compactTask: 11,
  figure: 26,
  wallBar: 14,
} as const;

export const dateFormats = { short: 'd mmm', far: 'd mmm yy', long: 'ddd d mmm', weekday: 'ddd' } as const;

function font(size: number, color: Argb = colors.ink, more: Font = {}): Font {
  return { name: 'Calibri', size, color, ...more };
}

const bold: Font = { bold: true };
const left: Alignment = { horizontal: 'left', vertical: 'middle' };
const center: Alignment = { horizontal: 'center', vertical: 'middle' };
const right: Alignment = { horizontal: 'right', vertical: 'middle' };
/** Numbers keep a step away from the words of the next column. */
const figure: Alignment = { ...right, indent: 1 };
const wrapped: Alignment = { ...left, wrap: true };
const fitting: Alignment = { ...center, shrink: true };

const hairline: Edge = { style: 'thin', color: colors.hairline };
const dotted: Edge = { style: 'dotted', color: colors.hairline };
const rule: Edge = { style: 'thin', color: colors.rule };
const heavy: Edge = { style: 'medium', color: colors.heavyRule };

const under = { bottom: hairline };
const dayEdges = { bottom: hairline, left: dotted, right: dotted };
const text = font(sizes.text);
const mutedText = font(sizes.text, colors.muted);

function head(fill: Argb, alignment: Alignment, more: Style = {}): Style {
  const base: Style = { font: font(sizes.text, colors.ink, bold), fill: { color: fill }, alignment };
  return { ...base, ...more };
}

/** Title blocks, the same on every sheet. */
export const titles = {
  project: { font: font(sizes.title, colors.ink, bold), alignment: left },
  projectLong: { font: font(sizes.subtitle, colors.ink, bold), alignment: left },
  week: { font: font(sizes.title, colors.ink, bold), alignment: right },
  sheet: { font: font(sizes.subtitle, colors.muted, bold), alignment: left },
  dates: { font: font(sizes.subtitle, colors.muted, bold), alignment: right },
  figures: { font: font(11, colors.muted), alignment: left },
  issue: { font: font(11, colors.muted), alignment: right },
  back: { font: font(sizes.text, colors.link, { underline: true }), alignment: right },
} as const satisfies Record<string, Style>;

export type DayKind = 'weekday' | 'weekend' | 'today';

const topEdge = { top: heavy };
const bottomEdge = { bottom: heavy };

/** Header rows: a light band between two heavy rules. */
export const heads = {
  left: head(colors.head, { ...wrapped, vertical: 'bottom' }, { border: bottomEdge }),
  center: head(colors.head, { ...center, vertical: 'bottom', wrap: true }, { border: bottomEdge }),
  right: head(colors.head, { ...figure, vertical: 'bottom', wrap: true }, { border: bottomEdge }),
  besideGrid: head(colors.head, { ...wrapped, vertical: 'bottom', indent: 1 }, { border: bottomEdge }),
  upper: head(colors.head, left, { border: topEdge }),
  upperMiddle: head(colors.head, left),
  /** A header of one row. */
  onlyLeft: head(colors.head, wrapped, { border: { top: heavy, bottom: heavy } }),
  onlyCenter: head(colors.head, { ...center, wrap: true }, { border: { top: heavy, bottom: heavy } }),
  onlyRight: head(colors.head, { ...figure, wrap: true }, { border: { top: heavy, bottom: heavy } }),
  week: head(colors.head, left, { border: { top: heavy, left: rule } }),
} as const satisfies Record<string, Style>;

const headFills: Readonly<Record<DayKind, Argb>> = {
  weekday: colors.head,
  weekend: colors.headWeekend,
  today: colors.headToday,
};

function perDayKind(style: (fill: Argb, kind: DayKind) => Style): Readonly<Record<DayKind, Style>> {
  return {
    weekday: style(headFills.weekday, 'weekday'),
    weekend: style(headFills.weekend, 'weekend'),
    today: style(headFills.today, 'today'),
  };
}

/** The weekday over a column, first row of a header; and below a row of weeks. */
export const weekdayHeads = {
  top: perDayKind((fill) => head(fill, fitting, { border: topEdge, numberFormat: dateFormats.weekday })),
  below: perDayKind((fill) => head(fill, fitting, { numberFormat: dateFormats.weekday })),
} as const;

/** The day of the month; today's is underlined too, as colour alone is no sign. */
export const dayHeads = perDayKind((fill, kind) =>
  head(fill, fitting, {
    font: font(14, colors.ink, { bold: true, underline: kind === 'today' }),
    border: bottomEdge,
    numberFormat: dayOfMonthFormat,
  }),
);

const groupFill = { color: colors.group };

export const groups = {
  name: { font: font(11, colors.ink, bold), fill: groupFill, alignment: left, border: { top: rule } },
  people: {
    font: font(sizes.text, colors.muted, bold),
    fill: groupFill,
    alignment: fitting,
    border: { top: rule },
    numberFormat: '0.##',
  },
  peopleWhole: {
    font: font(sizes.text, colors.muted, bold),
    fill: groupFill,
    alignment: fitting,
    border: { top: rule },
    numberFormat: '0',
  },
  band: { font: text, fill: groupFill, border: { top: rule } },
} as const satisfies Record<string, Style>;

/** Cells of a list: wrapped, top-heavy rows kept calm by a hairline under each. */
export const cells = {
  id: { font: mutedText, alignment: wrapped, border: under },
  text: { font: text, alignment: wrapped, border: under },
  besideGrid: { font: text, alignment: { ...wrapped, indent: 1 }, border: under },
  strong: { font: font(sizes.text, colors.ink, bold), alignment: wrapped, border: under },
  task: { font: font(sizes.task), alignment: wrapped, border: under },
  keyTask: { font: font(sizes.task, colors.ink, bold), alignment: wrapped, border: under },
  compactTask: { font: font(sizes.compactTask), alignment: wrapped, border: under },
  compactKeyTask: { font: font(sizes.compactTask, colors.ink, bold), alignment: wrapped, border: under },
  date: { font: text, alignment: { ...left, shrink: true }, border: under, numberFormat: dateFormats.short },
  farDate: { font: text, alignment: { ...left, shrink: true }, border: under, numberFormat: dateFormats.far },
  longDate: {
    font: text,
    alignment: { ...left, shrink: true },
    border: under,
    numberFormat: dateFormats.long,
  },
  farLongDate: {
    font: text,
    alignment: { ...left, shrink: true },
    border: under,
    numberFormat: 'ddd d mmm yy',
  },
  whole: { font: text, alignment: { ...figure, shrink: true }, border: under, numberFormat: '0' },
  decimal: { font: text, alignment: { ...figure, shrink: true }, border: under, numberFormat: '0.##' },
  signedWhole: { font: text, alignment: figure, border: under, numberFormat: '+0;-0;0' },
  behind: { font: font(sizes.text, colors.bad, bold), alignment: wrapped, border: under },
  ahead: { font: font(sizes.text, colors.good, bold), alignment: wrapped, border: under },
  late: {
    font: font(sizes.text, colors.bad, bold),
    alignment: figure,
    border: under,
    numberFormat: '+0;-0;0',
  },
  early: {
    font: font(sizes.text, colors.good, bold),
    alignment: figure,
    border: under,
    numberFormat: '+0;-0;0',
  },
  short: {
    font: font(sizes.text, colors.bad, bold),
    alignment: { ...figure, shrink: true },
    border: under,
    numberFormat: '+0.##;-0.##;0',
  },
  over: {
    font: font(sizes.text, colors.good, bold),
    alignment: { ...figure, shrink: true },
    border: under,
    numberFormat: '+0.##;-0.##;0',
  },
  ready: { font: font(sizes.text, colors.good, bold), alignment: center, border: under },
  notReady: { font: font(sizes.text, colors.bad, bold), alignment: center, border: under },
  center: { font: text, alignment: center, border: under },
  /** Empty cells that people write in. */
  fillIn: {
    font: text,
    fill: { color: colors.fillIn },
    alignment: wrapped,
    border: { ...under, left: dotted },
  },
  fillInDate: {
    font: text,
    fill: { color: colors.fillIn },
    alignment: wrapped,
    border: { ...under, left: dotted },
    numberFormat: dateFormats.long,
  },
  sign: { font: text, border: { ...under, left: dotted } },
} as const satisfies Record<string, Style>;

const emptyFills: Readonly<Record<DayKind, Style['fill']>> = {
  weekday: undefined,
  weekend: { color: colors.weekend },
  today: { color: colors.today },
};

function onEveryDay(
  style: (fill: { fill?: NonNullable<Style['fill']> }) => Style,
): Readonly<Record<DayKind, Style>> {
  const fillOf = (kind: DayKind) => {
    const fill = emptyFills[kind];
    return fill === undefined ? {} : { fill };
  };
  return {
    weekday: style(fillOf('weekday')),
    weekend: style(fillOf('weekend')),
    today: style(fillOf('today')),
  };
}

function perStatus(style: (kind: StatusKind) => Style): ReadonlyMap<StatusKind, Style> {
  return new Map(statusKinds.map((kind) => [kind, style(kind)]));
}

function bar(size: number): (kind: StatusKind) => Style {
  return (kind) => ({
    font: font(size, statusColors[kind].text, bold),
    fill: { color: statusColors[kind].fill },
    alignment: fitting,
    border: under,
  });
}

/** The grid of days. `bars` by status, with the larger letters of a week on A3 in `wideBars`. */
export const grid = {
  empty: onEveryDay((fill) => ({ font: mutedText, ...fill, alignment: fitting, border: dayEdges })),
  milestone: onEveryDay((fill) => ({ font: font(14), ...fill, alignment: fitting, border: dayEdges })),
  off: {
    font: font(sizes.text, colors.muted),
    fill: { pattern: 'lightUp', color: colors.offLines, background: colors.off },
    alignment: fitting,
    border: under,
  } satisfies Style,
  wideBars: perStatus(bar(sizes.wallBar)),
  bars: perStatus(bar(sizes.text)),
  statusWords: perStatus((kind) => ({
    font: font(sizes.text, statusColors[kind].text, bold),
    alignment: wrapped,
    border: under,
  })),
  noStatus: cells.text,
} as const;

const noneAsDash = '0;-0;"–"';

/** Totals under a table. */
export const totals = {
  label: { font: font(11, colors.ink, bold), alignment: left, border: { top: heavy } },
  number: {
    font: font(11, colors.ink, bold),
    alignment: fitting,
    border: { top: heavy },
    numberFormat: noneAsDash,
  },
  decimal: {
    font: font(11, colors.ink, bold),
    alignment: fitting,
    border: { top: heavy },
    numberFormat: '0.##',
  },
  right: {
    font: font(11, colors.ink, bold),
    alignment: figure,
    border: { top: heavy },
    numberFormat: noneAsDash,
  },
  rightDecimal: {
    font: font(11, colors.ink, bold),
    alignment: figure,
    border: { top: heavy },
    numberFormat: '0.##',
  },
  band: { font: text, border: { top: heavy } },
} as const satisfies Record<string, Style>;

/** Legend, lines to sign, sentences. */
export const notes = {
  legend: { font: mutedText, alignment: left },
  signLabel: {
    font: mutedText,
    alignment: { horizontal: 'left', vertical: 'top' },
    border: { top: { style: 'thin', color: colors.heavyRule } },
  },
  signLine: { font: text, border: { top: { style: 'thin', color: colors.heavyRule } } },
  sentence: { font: font(12, colors.ink), alignment: left },
  wrappedSentence: { font: font(11, colors.ink), alignment: wrapped },
  big: { font: font(18, colors.ink, bold), alignment: left },
  gap: { font: text },
} as const satisfies Record<string, Style>;

/** Swatches of the legend. */
export const swatches = perStatus((kind) => ({
  font: font(sizes.text, statusColors[kind].text, bold),
  fill: { color: statusColors[kind].fill },
  alignment: fitting,
}));

/** Name × day tables and their heat map. */
export const heat = {
  name: { font: font(11), alignment: wrapped, border: under },
  whole: { font: font(11), alignment: fitting, border: dayEdges, numberFormat: '0' },
  decimal: { font: font(11), alignment: fitting, border: dayEdges, numberFormat: '0.##' },
  empty: { font: font(11), border: dayEdges },
  total: {
    font: font(11, colors.ink, bold),
    alignment: { ...figure, shrink: true },
    border: { ...under, left: rule },
    numberFormat: '0',
  },
  totalDecimal: {
    font: font(11, colors.ink, bold),
    alignment: { ...figure, shrink: true },
    border: { ...under, left: rule },
    numberFormat: '0.##',
  },
} as const satisfies Record<string, Style>;

const tileFill = { color: colors.group };
const tileEdge: Edge = { style: 'medium', color: 'FFFFFFFF' };

/** Summary: tiles of figures, sections, links. */
export const summary = {
  tileLabel: {
    font: font(11, colors.muted, bold),
    fill: tileFill,
    alignment: { ...left, indent: 1 },
    border: { top: heavy, left: tileEdge },
  },
  tileTop: { font: text, fill: tileFill, border: { top: heavy } },
  tileFigure: {
    font: font(sizes.figure, colors.ink, bold),
    fill: tileFill,
    alignment: { ...left, indent: 1 },
    border: { left: tileEdge },
    numberFormat: '0',
  },
  tileShare: {
    font: font(sizes.figure, colors.ink, bold),
    fill: tileFill,
    alignment: { ...left, indent: 1 },
    border: { left: tileEdge },
    numberFormat: '0%',
  },
  tileWords: {
    font: font(sizes.text, colors.muted),
    fill: tileFill,
    alignment: { horizontal: 'left', vertical: 'top', wrap: true, indent: 1 },
    border: { left: tileEdge },
  },
  tileBand: { font: text, fill: tileFill },
  section: {
    font: font(sizes.subtitle, colors.ink, bold),
    alignment: { horizontal: 'left', vertical: 'bottom' },
  },
  week: { font: font(11, colors.muted, bold), fill: tileFill, alignment: left },
  weekBand: { font: text, fill: tileFill },
  row: { font: font(11), alignment: wrapped, border: under },
  key: { font: font(11, colors.ink, bold), alignment: wrapped, border: under },
  run: { font: font(11), alignment: left, border: under },
  date: { font: font(11), alignment: left, border: under, numberFormat: dateFormats.long },
  number: { font: font(11), alignment: center, border: under, numberFormat: noneAsDash },
  decimal: { font: font(11), alignment: center, border: under, numberFormat: '0.##' },
  total: {
    font: font(11, colors.ink, bold),
    alignment: center,
    border: { top: rule, bottom: rule },
    numberFormat: noneAsDash,
  },
  totalDecimal: {
    font: font(11, colors.ink, bold),
    alignment: center,
    border: { top: rule, bottom: rule },
    numberFormat: '0.##',
  },
  totalLabel: { font: font(11, colors.ink, bold), alignment: left, border: { top: rule, bottom: rule } },
  totalBand: { font: text, border: { top: rule, bottom: rule } },
  headDate: head(colors.head, center, {
    border: { top: heavy, bottom: heavy },
    numberFormat: dateFormats.long,
  }),
  headWeekday: head(colors.head, center, {
    border: { top: heavy, bottom: heavy },
    numberFormat: dateFormats.weekday,
  }),
  headBlock: head(colors.head, left, { border: { top: heavy, left: rule } }),
  link: { font: font(11, colors.link, { underline: true }), alignment: left, border: under },
  sentence: { font: font(11, colors.bad, bold), alignment: left, border: under },
  detail: { font: font(11, colors.muted), alignment: left, border: under },
} as const satisfies Record<string, Style>;

/** The flat table's cells; Excel's own table style draws the bands. */
export const flat = {
  head: head(colors.head, wrapped, { border: { top: heavy, bottom: heavy } }),
  text: { font: text, alignment: { horizontal: 'left', vertical: 'top', wrap: true } },
  date: {
    font: text,
    alignment: { horizontal: 'left', vertical: 'top', shrink: true },
    numberFormat: dateFormats.long,
  },
  whole: { font: text, alignment: { horizontal: 'right', vertical: 'top', indent: 1 }, numberFormat: '0' },
  decimal: {
    font: text,
    alignment: { horizontal: 'right', vertical: 'top', indent: 1 },
    numberFormat: '0.##',
  },
} as const satisfies Record<string, Style>;

/** The style of a whole or broken number, so that `0.##` never leaves a bare point behind. */
export function byNumber(value: number, styles: { readonly whole: Style; readonly decimal: Style }): Style {
  return Number.isInteger(value) ? styles.whole : styles.decimal;
}

/** Finds a status's style; every status has one. */
export function styleOf(styles: ReadonlyMap<StatusKind, Style>, kind: StatusKind): Style {
  return styles.get(kind) ?? cells.text;
}

const besideLogo = new Map<
  number,
  Readonly<Record<'project' | 'projectLong' | 'sheet' | 'figures', Style>>
>();

/** Titles that stand to the right of a logo; made once for each indent. */
export function titlesBesideLogo(
  indent: number,
): Readonly<Record<'project' | 'projectLong' | 'sheet' | 'figures', Style>> {
  const known = besideLogo.get(indent);
  if (known) return known;
  const indented = (style: Style): Style => ({ ...style, alignment: { ...style.alignment, indent } });
  const made = {
    project: indented(titles.project),
    projectLong: indented(titles.projectLong),
    sheet: indented(titles.sheet),
    figures: indented(titles.figures),
  };
  besideLogo.set(indent, made);
  return made;
}
