import { palette } from '#display/colors.ts';
import { fontSizes } from '#workbook/layout/text-width.ts';
import type { Edge, Rgb, Style } from '#workbook/xlsx/sheet-plan.ts';
import { sheetColors } from './colors.ts';

export type Alignment = NonNullable<Style['alignment']>;
export type Font = NonNullable<Style['font']>;
export type Border = NonNullable<Style['border']>;

export const numberFormats = {
  whole: '0',
  decimal: '0.##',
  noneAsDash: '0;-0;"–"',
  thousandsOrDash: '#,##0;-#,##0;"–"',
  share: '0%',
  lines: '[=1]0" line";0" lines"',
  quantityWhole: '#,##0',
  quantity: '#,##0.##',
  signedQuantityWhole: '+#,##0;-#,##0;0',
  signedQuantity: '+#,##0.##;-#,##0.##;0',
  /** The same in the narrow days of a longer window: `1.2k`, `113`, `52.5`. */
  narrowWhole: '[>=1000]0.0,"k";0',
  narrowQuantity: '[>=1000]0.0,"k";[>=100]0;0.#',
} as const;
export const dateFormats = {
  short: 'd mmm',
  far: 'd mmm yy',
  long: 'ddd d mmm',
  farLong: 'ddd d mmm yy',
  weekdayAndDay: 'ddd d',
  weekday: 'ddd',
  /** Marks the header cell of a day, on every sheet. */
  dayOfMonth: 'd',
} as const;

/** Calibri: LibreOffice substitutes Carlito, which has the same letter widths. */
export function font(size: number, color: Rgb = palette.ink, more: Font = {}): Font {
  return { name: 'Calibri', size, color, ...more };
}

export function boldFont(size: number, color: Rgb = palette.ink): Font {
  return font(size, color, { bold: true });
}

export const plain = font(fontSizes.text);
export const strong = boldFont(fontSizes.text);
export const muted = font(fontSizes.text, palette.muted);
export const noted = font(fontSizes.note);
export const strongNoted = boldFont(fontSizes.note);

export const left: Alignment = { horizontal: 'left', vertical: 'middle' };
export const center: Alignment = { horizontal: 'center', vertical: 'middle' };
export const right: Alignment = { horizontal: 'right', vertical: 'middle' };
/** Text in tables is indented from the column's edge, so that columns never touch. */
export const indented: Alignment = { ...left, indent: 1 };
export const wrapped: Alignment = { ...indented, wrap: true };
/** Centred; a text that is too long shrinks instead of running over or turning into `###`. */
export const fitting: Alignment = { ...center, shrink: true };
export const fittingLeft: Alignment = { ...indented, shrink: true };

const hairline: Edge = { style: 'thin', color: palette.hairline };
export const dotted: Edge = { style: 'dotted', color: palette.hairline };
export const rule: Edge = { style: 'thin', color: sheetColors.rule };
export const heavy: Edge = { style: 'medium', color: palette.heavyRule };

export const under: Border = { bottom: hairline };
export const dayEdges: Border = { bottom: hairline, left: dotted, right: dotted };

export function lined(own: Font, alignment: Alignment, numberFormat?: string): Style {
  const style = { font: own, alignment, border: under };
  return numberFormat === undefined ? style : { ...style, numberFormat };
}

export function filled(fill: Rgb, own: Font, alignment: Alignment, more: Style = {}): Style {
  return { font: own, fill: { color: fill }, alignment, ...more };
}
