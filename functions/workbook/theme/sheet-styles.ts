/**
 * The styles that all sheets share, each one object that is made once: the writer tells styles apart by reference.
 * `day-grid-styles.ts` and `summary-styles.ts` hold those of the days and of Summary.
 */

import { palette } from '#display/colors.ts';
import { fontSizes } from '#workbook/layout/text-width.ts';
import type { Style } from '#workbook/xlsx/sheet-plan.ts';
import { sheetColors } from './colors.ts';
import {
  boldFont,
  center,
  dateFormats,
  dotted,
  filled,
  fitting,
  fittingLeft,
  font,
  heavy,
  indented,
  left,
  lined,
  muted,
  noted,
  numberFormats,
  plain,
  right,
  rule,
  strong,
  strongNoted,
  under,
  wrapped,
} from './fonts-and-borders.ts';

type Styles = Readonly<Record<string, Style>>;

export const lineHeight = 16.5;
export const headerHeight = 18;

export const titleFonts = {
  figures: font(fontSizes.note, palette.muted),
  link: font(fontSizes.note, palette.link, { underline: true }),
} as const;

export const titles = {
  project: { font: boldFont(fontSizes.title), alignment: left },
  projectLong: { font: boldFont(fontSizes.subtitle), alignment: left },
  week: { font: boldFont(fontSizes.title), alignment: right },
  sheet: { font: boldFont(fontSizes.subtitle, palette.muted), alignment: left },
  revision: { font: boldFont(fontSizes.subtitle, palette.muted), alignment: right },
  only: { font: boldFont(fontSizes.subtitle), alignment: left },
  figures: { font: titleFonts.figures, alignment: left },
  dates: { font: font(fontSizes.note, palette.muted), alignment: right },
} as const satisfies Styles;

type LeftTitles = Readonly<Record<'project' | 'projectLong' | 'sheet' | 'only' | 'figures', Style>>;
const besideLogo = new Map<number, LeftTitles>();

export function titlesBesideLogo(indent: number): LeftTitles {
  const known = besideLogo.get(indent);
  if (known) return known;
  const withIndent = (style: Style): Style => ({ ...style, alignment: { ...style.alignment, indent } });
  const made = {
    project: withIndent(titles.project),
    projectLong: withIndent(titles.projectLong),
    sheet: withIndent(titles.sheet),
    only: withIndent(titles.only),
    figures: withIndent(titles.figures),
  };
  besideLogo.set(indent, made);
  return made;
}

const bottomEdge = { border: { bottom: heavy } };
const bothEdges = { border: { top: heavy, bottom: heavy } };

export const heads = {
  left: filled(palette.head, strong, { ...wrapped, vertical: 'bottom' }, bottomEdge),
  center: filled(palette.head, strong, { ...center, vertical: 'bottom', wrap: true }, bottomEdge),
  upper: filled(palette.head, strong, left, { border: { top: heavy } }),
  upperMiddle: filled(palette.head, strong, left),
  week: filled(palette.head, strong, indented, { border: { top: heavy, left: rule } }),
  oneRowLeft: filled(palette.head, strong, wrapped, bothEdges),
  oneRowOverflow: filled(palette.head, strong, indented, bothEdges),
  oneRowCenter: filled(palette.head, strong, { ...center, wrap: true }, bothEdges),
} as const satisfies Styles;

const groupEdge = { border: { top: rule } };
const groupPeople = boldFont(fontSizes.text, palette.muted);

export const groups = {
  name: filled(palette.group, strongNoted, indented, groupEdge),
  band: filled(palette.group, plain, left, groupEdge),
  people: filled(palette.group, groupPeople, fitting, { ...groupEdge, numberFormat: '0.##;-0.##;' }),
  peopleWhole: filled(palette.group, groupPeople, fitting, {
    ...groupEdge,
    numberFormat: '0;-0;',
  }),
} as const satisfies Styles;

const bad = boldFont(fontSizes.text, palette.bad);
const good = boldFont(fontSizes.text, sheetColors.good);
const signedWhole = '+0;-0;0';
const fillInEdges = { border: { ...under, left: dotted } };

export const cells = {
  link: lined(font(fontSizes.text, palette.link, { underline: true }), wrapped),
  id: lined(muted, wrapped),
  text: lined(plain, wrapped),
  strong: lined(strong, wrapped),
  task: lined(font(fontSizes.task), wrapped),
  keyTask: lined(boldFont(fontSizes.task), wrapped),
  compactTask: lined(font(fontSizes.compactTask), wrapped),
  compactKeyTask: lined(boldFont(fontSizes.compactTask), wrapped),
  date: lined(plain, fittingLeft, dateFormats.short),
  farDate: lined(plain, fittingLeft, dateFormats.far),
  longDate: lined(plain, fittingLeft, dateFormats.long),
  farLongDate: lined(plain, fittingLeft, dateFormats.farLong),
  whole: lined(plain, fitting, numberFormats.whole),
  decimal: lined(plain, fitting, numberFormats.decimal),
  /** Sums of days, without a number format: a correction can turn a whole number into a fraction, and back. */
  days: lined(plain, fitting),
  quantityWhole: lined(plain, fitting, numberFormats.quantityWhole),
  quantity: lined(plain, fitting, numberFormats.quantity),
  share: lined(plain, fitting, numberFormats.share),
  lines: lined(muted, wrapped, numberFormats.lines),
  signedWhole: lined(plain, fitting, signedWhole),
  late: lined(bad, fitting, signedWhole),
  early: lined(good, fitting, signedWhole),
  behind: lined(bad, wrapped),
  ahead: lined(good, wrapped),
  short: lined(bad, fitting, numberFormats.signedQuantity),
  over: lined(good, fitting, numberFormats.signedQuantity),
  shortWhole: lined(bad, fitting, numberFormats.signedQuantityWhole),
  overWhole: lined(good, fitting, numberFormats.signedQuantityWhole),
  ready: lined(good, wrapped),
  gap: lined(strong, wrapped),
  notReady: lined(bad, wrapped),
  fillIn: filled(sheetColors.fillIn, plain, wrapped, fillInEdges),
  fillInDate: filled(sheetColors.fillIn, plain, wrapped, { ...fillInEdges, numberFormat: dateFormats.long }),
  sign: { font: plain, ...fillInEdges },
} as const satisfies Styles;

const totalEdge = { border: { top: heavy } };

export const totals = {
  label: { font: strongNoted, alignment: indented, ...totalEdge },
  band: { font: plain, ...totalEdge },
  number: { font: strongNoted, alignment: fitting, ...totalEdge, numberFormat: numberFormats.noneAsDash },
  decimal: { font: strongNoted, alignment: fitting, ...totalEdge, numberFormat: numberFormats.decimal },
  whole: { font: strongNoted, alignment: fitting, ...totalEdge, numberFormat: numberFormats.whole },
  share: { font: strongNoted, alignment: fitting, ...totalEdge, numberFormat: numberFormats.share },
  days: { font: strongNoted, alignment: fitting, ...totalEdge },
} as const satisfies Styles;

const signEdge = { border: { top: { style: 'thin', color: palette.heavyRule } } } as const;

export const notes = {
  legend: { font: muted, alignment: indented },
  signLabel: { font: muted, alignment: { horizontal: 'left', vertical: 'top' }, ...signEdge },
  signLine: { font: plain, ...signEdge },
  sentence: { font: font(12), alignment: left },
  big: { font: boldFont(18), alignment: left },
} as const satisfies Styles;

export const flat = {
  head: filled(palette.head, strong, wrapped, bothEdges),
  headCenter: filled(palette.head, strong, { ...center, wrap: true }, bothEdges),
  text: lined(plain, wrapped),
  date: lined(plain, fittingLeft, dateFormats.farLong),
  whole: lined(plain, fitting, numberFormats.whole),
  decimal: lined(plain, fitting, numberFormats.decimal),
} as const satisfies Styles;

export const heat = {
  name: lined(noted, wrapped),
  total: { ...lined(strongNoted, fitting, numberFormats.whole), border: { ...under, left: rule } },
  totalDecimal: {
    ...lined(strongNoted, fitting, numberFormats.decimal),
    border: { ...under, left: rule },
  },
} as const satisfies Styles;

/** The style for a whole number or a decimal: `0.##` would show a whole number with a bare decimal point. */
export function byNumber(value: number, styles: { readonly whole: Style; readonly decimal: Style }): Style {
  return Number.isInteger(value) ? styles.whole : styles.decimal;
}
