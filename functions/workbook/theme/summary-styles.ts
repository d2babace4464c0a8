/** The styles of Summary: tiles of figures, tables, links. Each made once. */

import { fontSizes } from '../layout/font-sizes.ts';
import type { Edge, Style } from '../xlsx/sheet-plan.ts';
import { colors } from './colors.ts';
import {
  boldFont,
  center,
  dateFormats,
  filled,
  font,
  heavy,
  indented,
  left,
  lined,
  noted,
  numberFormats,
  plain,
  rule,
  strong,
  strongNoted,
  wrapped,
} from './fonts-and-borders.ts';

const tileEdge: Edge = { style: 'medium', color: colors.paper };
const tile = { border: { left: tileEdge } };
const words = { ...indented, vertical: 'top', wrap: true } as const;
const figure = boldFont(fontSizes.figure);
const headEdges = { border: { top: heavy, bottom: heavy } };
const totalEdges = { border: { top: rule, bottom: rule } };

export const summary = {
  tileLabel: filled(colors.group, boldFont(fontSizes.note, colors.muted), indented, {
    border: { top: heavy, left: tileEdge },
  }),
  tileTop: filled(colors.group, plain, left, { border: { top: heavy } }),
  tileFigure: filled(colors.group, figure, indented, { ...tile, numberFormat: numberFormats.whole }),
  tileDecimal: filled(colors.group, figure, indented, { ...tile, numberFormat: numberFormats.decimal }),
  tileShare: filled(colors.group, figure, indented, { ...tile, numberFormat: numberFormats.share }),
  tileWords: filled(colors.group, font(fontSizes.text, colors.muted), words, tile),
  tileBand: filled(colors.group, plain, left),
  section: { font: boldFont(fontSizes.subtitle), alignment: { horizontal: 'left', vertical: 'bottom' } },
  week: filled(colors.group, boldFont(fontSizes.note, colors.muted), indented),
  keyRun: lined(strongNoted, indented),
  run: lined(noted, indented),
  date: lined(noted, indented, dateFormats.long),
  number: lined(noted, center, numberFormats.noneAsDash),
  decimal: lined(noted, center, numberFormats.decimal),
  total: { font: strongNoted, alignment: center, ...totalEdges, numberFormat: numberFormats.noneAsDash },
  totalDecimal: {
    font: strongNoted,
    alignment: center,
    ...totalEdges,
    numberFormat: numberFormats.decimal,
  },
  totalLabel: { font: strongNoted, alignment: indented, ...totalEdges },
  totalBand: { font: plain, ...totalEdges },
  weekDay: filled(colors.group, font(fontSizes.note, colors.muted), center),
  weekLink: filled(colors.group, font(fontSizes.note, colors.link, { underline: true }), indented),
  headDate: filled(colors.head, strong, center, { ...headEdges, numberFormat: dateFormats.long }),
  headWeekday: filled(colors.head, strong, center, { ...headEdges, numberFormat: dateFormats.weekday }),
  headBlock: filled(colors.head, strong, indented, { border: { top: heavy, left: rule } }),
  headLink: filled(colors.head, font(fontSizes.text, colors.link, { underline: true }), indented, headEdges),
  link: lined(font(fontSizes.note, colors.link, { underline: true }), indented),
  warning: lined(boldFont(fontSizes.note, colors.bad), wrapped),
  /** What is missing, running over the empty cells to its right. */
  notReady: lined(boldFont(fontSizes.text, colors.bad), indented),
  detail: lined(font(fontSizes.note, colors.muted), indented),
} as const satisfies Record<string, Style>;
