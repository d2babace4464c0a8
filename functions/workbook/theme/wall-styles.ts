/** The styles of the Wall sheet, which is read at two metres: printed at three quarters, 19 points are 14. */

import { palette } from '#display/colors.ts';
import type { Style } from '#workbook/xlsx/sheet-plan.ts';
import { sheetColors } from './colors.ts';
import { grid, headFills, perDay } from './day-grid-styles.ts';
import {
  boldFont,
  dateFormats,
  filled,
  fitting,
  font,
  heavy,
  indented,
  lined,
  numberFormats,
  rule,
  wrapped,
} from './fonts-and-borders.ts';

export const wallSizes = { figure: 32, task: 19, ready: 16, day: 20, head: 16, legend: 14 } as const;

const bothEdges = { border: { top: heavy, bottom: heavy } };

export const wall = {
  head: filled(palette.head, boldFont(wallSizes.head), indented, bothEdges),
  shift: filled(palette.group, boldFont(wallSizes.head), indented, { border: { top: rule } }),
  band: filled(palette.group, font(wallSizes.head), indented, { border: { top: rule } }),
  task: lined(font(wallSizes.task), wrapped),
  keyTask: lined(boldFont(wallSizes.task), wrapped),
  detail: lined(font(wallSizes.task), wrapped),
  ready: lined(boldFont(wallSizes.ready, sheetColors.good), wrapped),
  gap: lined(boldFont(wallSizes.ready), wrapped),
  notReady: lined(boldFont(wallSizes.ready, palette.bad), wrapped),
  total: { font: boldFont(wallSizes.head), alignment: indented, border: { top: heavy } },
  people: {
    font: boldFont(wallSizes.day),
    alignment: fitting,
    border: { top: heavy },
    numberFormat: numberFormats.noneAsDash,
  },
  peopleDecimal: {
    font: boldFont(wallSizes.day),
    alignment: fitting,
    border: { top: heavy },
    numberFormat: numberFormats.decimal,
  },
  code: {
    font: boldFont(wallSizes.task),
    alignment: { horizontal: 'left', vertical: 'middle', wrap: true, indent: 1 },
  },
  figure: { font: boldFont(wallSizes.figure), alignment: indented },
  legend: { font: font(wallSizes.legend, palette.muted), alignment: indented },
} as const satisfies Readonly<Record<string, Style>>;

export const wallDays = perDay((kind) =>
  filled(headFills[kind], { ...boldFont(wallSizes.day), underline: kind === 'today' }, fitting, {
    ...bothEdges,
    numberFormat: `${dateFormats.weekday} ${dateFormats.dayOfMonth}`,
  }),
);

const larger = (style: Style, size: number): Style => ({ ...style, font: { ...style.font, size } });

export const wallEmpty = perDay((kind) => larger(grid.empty[kind], wallSizes.day));
export const wallMilestone = perDay((kind) => larger(grid.milestone[kind], wallSizes.day));
export const wallOff = larger(grid.off, wallSizes.ready);
