/** How much of a task is done, as tables write it: `45`, `45 %`, `45,5`, and `0.45` in a column of fractions. */
import { plainText } from '../../readers/table/heading-words.ts';
import { numberPattern, writtenNumber } from './written-number.ts';

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
