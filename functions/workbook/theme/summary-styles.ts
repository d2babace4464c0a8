import { palette } from '#display/colors.ts';
import { fontSizes } from '#workbook/layout/text-width.ts';
import type { Edge, Style } from '#workbook/xlsx/sheet-plan.ts';
import { sheetColors } from './colors.ts';
import {
  boldFont,
  center,
  dateFormats,
  filled,
  fitting,
  font,
  heavy,
  indented,
  left,
  lined,
  numberFormats,
  plain,
  rule,
  strong,
  wrapped,
} from './fonts-and-borders.ts';

/** Points of a row of a table, of its header, of the heading over it. Lower than on other sheets: Summary is one page of A4. */
export const summaryHeights = { line: 14.25, head: 15, heading: 18.75 } as const;

const tileEdge: Edge = { style: 'medium', color: palette.paper };
const tile = { border: { left: tileEdge } };
const words = { ...indented, vertical: 'top', wrap: true } as const;
const figure = boldFont(fontSizes.figure);
const headEdges = { border: { top: heavy, bottom: heavy } };
const totalEdges = { border: { top: rule, bottom: rule } };

export const summary = {
  tileLabel: filled(palette.group, boldFont(fontSizes.note, palette.muted), indented, {
    border: { top: heavy, left: tileEdge },
  }),
  tileTop: filled(palette.group, plain, left, { border: { top: heavy } }),
  tileFigure: filled(palette.group, figure, indented, { ...tile, numberFormat: numberFormats.quantityWhole }),
  tileShare: filled(palette.group, figure, indented, { ...tile, numberFormat: numberFormats.share }),
  tileWords: filled(palette.group, font(fontSizes.text, palette.muted), words, tile),
  tileBand: filled(palette.group, plain, left),
  section: { font: boldFont(fontSizes.subtitle), alignment: { horizontal: 'left', vertical: 'bottom' } },
  keyOverflow: lined(strong, indented),
  overflow: lined(plain, indented),
  date: lined(plain, fitting, dateFormats.short),
  number: lined(plain, fitting, numberFormats.thousandsOrDash),
  decimal: lined(plain, fitting, numberFormats.quantity),
  share: lined(plain, fitting, numberFormats.share),
  total: { font: strong, alignment: center, ...totalEdges, numberFormat: numberFormats.thousandsOrDash },
  totalDecimal: {
    font: strong,
    alignment: center,
    ...totalEdges,
    numberFormat: numberFormats.quantity,
  },
  totalLabel: { font: strong, alignment: indented, ...totalEdges },
  totalBand: { font: plain, ...totalEdges },
  headDate: filled(palette.head, strong, fitting, { ...headEdges, numberFormat: dateFormats.weekdayAndDay }),
  headWeekday: filled(palette.head, strong, fitting, { ...headEdges, numberFormat: dateFormats.weekday }),
  headFigure: filled(palette.head, strong, fitting, headEdges),
  headFigureLink: filled(
    palette.head,
    font(fontSizes.text, palette.link, { underline: true }),
    fitting,
    headEdges,
  ),
  link: lined(font(fontSizes.text, palette.link, { underline: true }), indented),
  warning: lined(boldFont(fontSizes.note, palette.bad), wrapped),
  notReady: lined(boldFont(fontSizes.text, palette.bad), indented),
  ready: lined(boldFont(fontSizes.text, sheetColors.good), indented),
  gap: lined(strong, indented),
  later: lined(boldFont(fontSizes.text, palette.bad), fitting),
  earlier: lined(boldFont(fontSizes.text, sheetColors.good), fitting),
  news: lined(strong, fitting),
  detail: lined(font(fontSizes.text, palette.muted), indented),
  detailWords: lined(font(fontSizes.text, palette.muted), { ...words, vertical: 'middle' }),
} as const satisfies Record<string, Style>;
