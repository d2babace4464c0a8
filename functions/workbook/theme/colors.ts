/** The palette. Fills are light and text is dark, which costs little toner and survives a copier. */
import type { ShiftSlot } from '../../lookahead/tasks/select.ts';
import type { StatusKind } from '../../lookahead/tasks/status.ts';
import type { Argb } from '../xlsx/sheet-plan.ts';

export const colors = {
  paper: 'FFFFFFFF',
  ink: 'FF1B2733',
  muted: 'FF55606E',
  hairline: 'FFD5DBE2',
  rule: 'FF9AA7B5',
  heavyRule: 'FF22303F',
  head: 'FFDDE5EE',
  headDayOff: 'FFC9D3DE',
  headToday: 'FFFFE08A',
  group: 'FFEFF3F7',
  dayOff: 'FFF4F6F8',
  today: 'FFFFFAE8',
  off: 'FFECEFF2',
  offLines: 'FFA9B4BF',
  good: 'FF1D6B34',
  bad: 'FF9B1C13',
  link: 'FF1A4F8B',
  heatLow: 'FFFFFFFF',
  heatHigh: 'FFF6B98A',
  bar: 'FFBFD6EE',
  fillIn: 'FFFFFDF2',
} as const;

/** Columns of charts, told apart by how dark they are too. */
export const chartColors: Readonly<Record<ShiftSlot, Argb>> & { readonly single: Argb } = {
  day: 'FF4F81B0',
  afternoon: 'FFF0D3A0',
  night: 'FF22384F',
  '24hr': 'FFA9BACB',
  none: 'FF575E66',
  single: 'FF4F81B0',
};

/** A status's light fill and dark text; its letter says the same without colour. */
export const statusColors: Readonly<Record<StatusKind, { readonly fill: Argb; readonly text: Argb }>> = {
  backlog: { fill: 'FFD9EFEE', text: 'FF17504E' },
  planned: { fill: 'FFD5E6F7', text: 'FF1A4A7C' },
  promised: { fill: 'FFE3DAF5', text: 'FF4A2D85' },
  started: { fill: 'FFFBE7B0', text: 'FF664600' },
  complete: { fill: 'FFD2EED6', text: 'FF1A5A2B' },
  delayed: { fill: 'FFFAD0CB', text: 'FF8A1A12' },
  blocked: { fill: 'FFDCDCDC', text: 'FF333333' },
  cancelled: { fill: 'FFF0F0F0', text: 'FF595959' },
  other: { fill: 'FFEDE7DE', text: 'FF4D4232' },
};
