/** Numbers as tables of several countries write them. */
import { plainText } from '../../readers/table/heading-row.ts';

/** The sign before the decimals, where a number itself does not show it; undefined where nobody says. */
export type DecimalSign = '.' | ',' | undefined;

/** A number within a longer text, with decimals and thousands. */
export const numberPattern = '\\d+(?:[.,]\\d+)*';

/**
 * Reads `36.5`, `36,5`, `1.234,5` and `1,234.5`.
 * @returns undefined for other texts, and for one such as `1,200` that is 1200 or 1.2 where nobody says which
 */
export function writtenNumber(text: string, decimal: DecimalSign): number | undefined {
  const groups = text.split(/[.,]/);
  const signs = text.replaceAll(/\d/g, '');
  const [first = '', second = ''] = groups;
  if (groups.some((group) => !/^\d+$/.test(group))) return undefined;
  if (signs === '') return Number(text);
  const last = signs.at(-1);
  const unclear = groups.length === 2 && second.length === 3 && first.length <= 3 && first !== '0';
  if (unclear && decimal === undefined) return undefined;
  const hasDecimals = groups.length === 2 ? !unclear || last === decimal : new Set(signs).size > 1;
  const whole = hasDecimals ? groups.slice(0, -1) : groups;
  const isGrouped = whole.slice(1).every((group) => group.length === 3);
  if (!isGrouped || (hasDecimals && groups.length > 2 && signs.indexOf(last ?? '') !== signs.length - 1))
    return undefined;
  return Number(hasDecimals ? `${whole.join('')}.${groups.at(-1)}` : whole.join(''));
}

/** The figure, without a percent sign, that means complete. */
export type PercentScale = 1 | 100;

const pattern = new RegExp(`^(${numberPattern})\\s*(%|percent|prozent|pct)?$`);

/** @returns 0 to 1; undefined for other texts and for more than 100 % */
export function writtenPercent(text: string, scale: PercentScale): number | undefined {
  const [, number, sign] = pattern.exec(plainText(text.trim())) ?? [];
  // No percentage has thousands.
  const value = number === undefined ? undefined : writtenNumber(number, number.includes(',') ? ',' : '.');
  if (value === undefined) return undefined;
  const share = value / (sign === undefined ? scale : 100);
  return share <= 1 ? share : undefined;
}

/** Fractions, where no number without a sign is above 1 and one of them is above 0. */
export function percentScaleOf(texts: readonly string[]): PercentScale {
  const bare = texts.flatMap((text) => (text.includes('%') ? [] : (writtenPercent(text, 100) ?? [])));
  const max = bare.reduce((most, share) => Math.max(most, share), 0);
  return max > 0 && max <= 0.01 ? 1 : 100;
}
