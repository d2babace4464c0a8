/** Colours that only sheets use. Fills are light and text is dark, which saves toner and stays readable on a copy. */
import { palette } from '#display/colors.ts';
import type { SheetShift } from '#lookahead/tasks/select-tasks.ts';
import type { Rgb } from '#workbook/xlsx/sheet-plan.ts';

export const sheetColors = {
  rule: '9AA7B5',
  headDayOff: 'C9D3DE',
  headToday: 'FFE08A',
  today: 'FFFAE8',
  off: 'ECEFF2',
  offLines: 'A9B4BF',
  good: '1D6B34',
  heatHigh: 'F6B98A',
  fillIn: 'FFFDF2',
  /** Colour of TMR in the chart of the weeks: lighter than the other lines on a copy. */
  madeReady: 'E0A83C',
} as const;

/** Colours of the shifts in charts and tabs. They also differ in brightness, for black-and-white copies. */
export const shiftColors: Readonly<Record<SheetShift, Rgb>> = {
  day: palette.calm,
  afternoon: 'F0D3A0',
  night: '22384F',
  '24hr': 'A9BACB',
  none: '575E66',
};
