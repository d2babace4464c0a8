/** The palette. Fills are light and text is dark, which costs little toner and survives a copier. */
import { palette, statusPalette } from '#display/colors.ts';
import type { ShiftSlot } from '#lookahead/tasks/select.ts';
import type { StatusKind } from '#lookahead/tasks/status.ts';
import type { Argb } from '#workbook/xlsx/sheet-plan.ts';

const opaque = (rgb: string): Argb => `FF${rgb}`;

export const colors = {
  paper: opaque(palette.paper),
  ink: opaque(palette.ink),
  muted: opaque(palette.muted),
  hairline: opaque(palette.hairline),
  rule: 'FF9AA7B5',
  heavyRule: opaque(palette.heavyRule),
  head: opaque(palette.head),
  headDayOff: 'FFC9D3DE',
  headToday: 'FFFFE08A',
  group: opaque(palette.group),
  dayOff: opaque(palette.ground),
  today: 'FFFFFAE8',
  off: 'FFECEFF2',
  offLines: 'FFA9B4BF',
  good: 'FF1D6B34',
  bad: opaque(palette.bad),
  link: opaque(palette.link),
  heatLow: 'FFFFFFFF',
  heatHigh: 'FFF6B98A',
  fillIn: 'FFFFFDF2',
} as const;

/** Lines of the trend over the weeks. */
export const trendColors = {
  ppc: opaque(palette.heavyRule),
  anticipated: opaque(palette.calm),
  /** Lighter than the others on a copy. */
  madeReady: 'FFE0A83C',
  promises: 'FF1D6B34',
} as const;

/** Columns of charts, told apart by how dark they are too. */
export const chartColors: Readonly<Record<ShiftSlot, Argb>> = {
  day: opaque(palette.calm),
  afternoon: 'FFF0D3A0',
  night: 'FF22384F',
  '24hr': 'FFA9BACB',
  none: 'FF575E66',
};

/** A status's light fill and dark text; its letter says the same without colour. */
export function statusColorsOf(kind: StatusKind): { readonly fill: Argb; readonly text: Argb } {
  const { fill, text } = statusPalette[kind];
  return { fill: opaque(fill), text: opaque(text) };
}
