import { describe, expect, it } from 'vitest';
import { statusKinds } from '#lookahead/tasks/status.ts';
import * as theme from '#workbook/theme/styles.ts';
import type { Rgb, Style } from '#workbook/xlsx/sheet-plan.ts';

/** Every style in an export. */
function stylesIn(value: unknown, name: string): { readonly name: string; readonly style: Style }[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('font' in value || 'alignment' in value) return [{ name, style: value as Style }];
  return Object.entries(value).flatMap(([key, inner]) => stylesIn(inner, `${name}.${key}`));
}

const ofStatuses = statusKinds.map((kind) => [
  theme.statusWordStyleOf(kind),
  theme.statusSwatchStyleOf(kind),
]);
const styles = [...stylesIn(theme, 'theme'), ...stylesIn(ofStatuses, 'statuses')];

/** Relative luminance as defined in WCAG 2.2. */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function fillsOf(style: Style): Rgb[] {
  const { fill } = style;
  if (fill === undefined) return ['FFFFFF'];
  return 'pattern' in fill ? [fill.background] : [fill.color];
}

describe('the theme', () => {
  it('has more than 90 styles', () => {
    expect(styles.length).toBeGreaterThan(90);
  });

  it('gives every text a contrast of 4.5 to 1 or more to its fill', () => {
    const poor = styles.flatMap(({ name, style }) =>
      fillsOf(style)
        .map((fill) => ({ name, ratio: contrast(style.font?.color ?? '000000', fill) }))
        .filter(({ ratio }) => ratio < 4.5),
    );
    expect(poor).toEqual([]);
  });

  it('has light fills, to save toner', () => {
    const dark = styles.filter(({ style }) => fillsOf(style).some((fill) => luminance(fill) < 0.55));
    expect(dark.map(({ name }) => name)).toEqual([]);
  });

  it('uses one font, at ten points or more', () => {
    const small = styles.filter(
      ({ style }) => style.font && (style.font.name !== 'Calibri' || (style.font.size ?? 0) < 10),
    );
    expect(small.map(({ name }) => name)).toEqual([]);
  });
});
