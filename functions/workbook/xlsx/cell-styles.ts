import type { Style as ExcelStyle } from 'exceljs';
import type { Style } from './sheet-plan.ts';
import { opaqueColor } from './xml-text.ts';

/** The locale's short date, for date cells with a style but no number format. */
const shortDate = 'mm-dd-yy';

export function excelStyle(style: Style): Partial<ExcelStyle> {
  const { font, fill, border, alignment, numberFormat } = style;
  const model: Partial<ExcelStyle> = {};
  if (numberFormat !== undefined) model.numFmt = numberFormat;
  if (font !== undefined) {
    const { color, ...rest } = font;
    model.font = { name: 'Calibri', ...rest, ...(color && { color: { argb: opaqueColor(color) } }) };
  }
  if (fill !== undefined) {
    model.fill =
      'pattern' in fill
        ? {
            type: 'pattern',
            pattern: fill.pattern,
            fgColor: { argb: opaqueColor(fill.color) },
            bgColor: { argb: opaqueColor(fill.background) },
          }
        : { type: 'pattern', pattern: 'solid', fgColor: { argb: opaqueColor(fill.color) } };
  }
  if (border !== undefined) {
    model.border = Object.fromEntries(
      Object.entries(border).map(([side, edge]) => [
        side,
        { style: edge.style, color: { argb: opaqueColor(edge.color) } },
      ]),
    );
  }
  if (alignment !== undefined) {
    const { horizontal, vertical, wrap, shrink, indent } = alignment;
    model.alignment = {
      ...(horizontal && { horizontal }),
      ...(vertical && { vertical }),
      ...(wrap && { wrapText: wrap }),
      ...(shrink && { shrinkToFit: shrink }),
      ...(indent !== undefined && { indent }),
    };
  }
  return model;
}

export type StyleAttributeFormatter = {
  readonly attribute: (style: Style) => string;
  /** Attribute for a date. A style without a number format gets one, or the date would be shown as a number. */
  readonly dateAttribute: (style: Style) => string;
};

/**
 * Converts each style object once. Millions of cells share a few hundred objects, so a cell costs one look-up by
 * reference.
 */
export function createStyleAttributeFormatter(
  indexOf: (style: Partial<ExcelStyle>) => number,
): StyleAttributeFormatter {
  const attributes = new Map<Style, string>();
  const dateAttributes = new Map<Style, string>();

  function register(model: Partial<ExcelStyle>): string {
    const index = indexOf(model);
    return index === 0 ? '' : ` s="${index}"`;
  }

  function attribute(style: Style): string {
    const known = attributes.get(style);
    if (known !== undefined) return known;
    const made = register(excelStyle(style));
    attributes.set(style, made);
    return made;
  }

  function dateAttribute(style: Style): string {
    if (style.numberFormat !== undefined) return attribute(style);
    const known = dateAttributes.get(style);
    if (known !== undefined) return known;
    const made = register({ ...excelStyle(style), numFmt: shortDate });
    dateAttributes.set(style, made);
    return made;
  }

  return { attribute, dateAttribute };
}
