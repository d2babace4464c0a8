import { comparableText } from '#base/text/comparable-text.ts';
import { type DurationUnit, parseDurationUnit, wordsPatternSource } from '#planning/contract/known-words.ts';

export type DurationParseOptions = {
  readonly hoursPerDay: number;
  readonly daysPerWeek: number;
  /** The unit of a text that names none. */
  readonly unit: DurationUnit;
  readonly decimal: DecimalSign;
};
/** The decimal sign of the mapping, for numbers that do not show theirs; undefined if it names none. */
export type DecimalSign = '.' | ',' | undefined;

export const numberPatternSource = '\\d+(?:[.,]\\d+)*';

/**
 * Reads `36.5`, `36,5`, `1.234,5` and `1,234.5`.
 * @returns undefined for other texts, and if only a decimal sign could tell 1200 from 1.2, as in `1,200`
 */
export function parseWrittenNumber(text: string, decimal: DecimalSign): number | undefined {
  const unclear = /^(?!0\D)\d{1,3}([.,])\d{3}$/.exec(text);
  if (unclear) return decimal && Number(text.replace(/\D/, unclear[1] === decimal ? '.' : ''));
  if (/^\d{1,30}(?:[.,]\d{1,30})?$/.test(text)) return Number(text.replace(',', '.'));
  // Groups of three digits, then decimals after the other sign.
  const grouped = /^(\d{1,30}([.,])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d{1,30}))?$/.exec(text);
  const [, whole, , decimals = ''] = grouped ?? [];
  return whole === undefined ? undefined : Number(`${whole.replaceAll(/\D/g, '')}.${decimals}`);
}

const percentPattern = new RegExp(`^(${numberPatternSource})\\s*(%|percent|prozent|pct)?$`);

/**
 * @param scale the number, without a percent sign, that means complete: 1 or 100
 * @returns 0 to 1; undefined for other texts and for more than 100 %
 */
export function parseWrittenPercent(text: string, scale: number): number | undefined {
  const [, number, sign] = percentPattern.exec(comparableText(text.trim())) ?? [];
  const value =
    number === undefined ? undefined : parseWrittenNumber(number, number.includes(',') ? ',' : '.');
  if (value === undefined) return undefined;
  const share = value / (sign === undefined ? scale : 100);
  return share <= 1 ? share : undefined;
}

export function percentScaleOf(texts: readonly string[]): number {
  const bare = texts.flatMap((text) => (text.includes('%') ? [] : (parseWrittenPercent(text, 100) ?? [])));
  return bare.some((share) => share > 0) && bare.every((share) => share <= 0.01) ? 1 : 100;
}

/** Working days of a month: the default of MS Project, which planners seldom change. */
const daysPerMonth = 20;

const working = new RegExp(`\\b(?:${wordsPatternSource('working')})\\b`, 'g');
/** MS Project marks elapsed time by a prefix of the unit: `e` in English, others in German. */
const elapsedTime = new RegExp(
  `\\b(?:${wordsPatternSource('elapsed')})\\b|^(?:${wordsPatternSource('elapsedMark')})(?=\\w)`,
  'g',
);

function durationUnit(text: string) {
  const whole = text
    .replaceAll(/[.\s]+/g, ' ')
    .trim()
    .replaceAll(working, '');
  const usual = parseDurationUnit(whole);
  const unit = usual ?? parseDurationUnit(whole.replaceAll(elapsedTime, ''));
  return unit && { unit, elapsed: usual === undefined };
}

export function durationUnitOfHeading(heading: string): DurationUnit | undefined {
  const text = comparableText(heading);
  const [, inBrackets, last] = /[([]([^)\]]+)[)\]]\s*$|(?:^|\s)in\s+(\S+)$/.exec(text) ?? [];
  return durationUnit(inBrackets ?? last ?? text)?.unit;
}

/**
 * The days of a duration: `5`, `5d`, `5 days?`, `40 hrs`, `2 wks`, `1w 2d`, `1,5 jours`, `2 edays`. They are working
 * days; for elapsed time, they are calendar days and `elapsed` is true. A unit in the text overrides `unit`.
 * @returns undefined for other texts
 */
export function parseWrittenDuration(
  text: string,
  { hoursPerDay, daysPerWeek, unit: usual, decimal }: DurationParseOptions,
) {
  const parts = [...comparableText(text.trim()).matchAll(durationPartPattern)];
  if (parts.length === 0 || parts[0]?.index !== 0) return undefined;
  const sum = { days: 0, elapsed: false };
  for (const [, number = '', word = ''] of parts) {
    const value = parseWrittenNumber(number, decimal);
    const known = word.trim() === '' ? { unit: usual, elapsed: false } : durationUnit(word);
    if (value === undefined || known === undefined) return undefined;
    const { unit, elapsed } = known;
    const [hours, weeks, months] = elapsed ? [24, 7, 30] : [hoursPerDay, daysPerWeek, daysPerMonth];
    sum.elapsed ||= elapsed;
    sum.days += value * { minutes: 1 / 60 / hours, hours: 1 / hours, days: 1, weeks, months }[unit];
  }
  return sum;
}

const durationPartPattern = new RegExp(`(${numberPatternSource})([^\\d?]*)\\??`, 'g');
