import { plainText } from '../../base/text/plain-text.ts';
import { type DurationUnit, knownUnit } from '../../planning/contract/known-words.ts';

/** The decimal sign of the mapping, for numbers that do not show it; undefined if it names none. */
export type DurationFormat = {
  readonly hoursPerDay: number;
  readonly daysPerWeek: number;
  /** For a text that names no unit. */
  readonly unit: DurationUnit;
  readonly decimal: DecimalSign;
};
export type DecimalSign = '.' | ',' | undefined;

export const numberPattern = '\\d+(?:[.,]\\d+)*';

/**
 * Reads `36.5`, `36,5`, `1.234,5` and `1,234.5`.
 * @returns undefined for other texts, and if only a decimal sign could tell 1200 from 1.2, as in `1,200`
 */
export function writtenNumber(text: string, decimal: DecimalSign): number | undefined {
  const groups = text.split(/[.,]/);
  const signs = text.replaceAll(/\d/g, '');
  const [first = '', second = ''] = groups;
  if (groups.some((group) => !/^\d{1,30}$/.test(group))) return undefined;
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

/** The number, without a percent sign, that means complete. */
export type PercentScale = 1 | 100;

const pattern = new RegExp(`^(${numberPattern})\\s*(%|percent|prozent|pct)?$`);

/** @returns 0 to 1; undefined for other texts and for more than 100 % */
export function writtenPercent(text: string, scale: PercentScale): number | undefined {
  const [, number, sign] = pattern.exec(plainText(text.trim())) ?? [];
  const value = number === undefined ? undefined : writtenNumber(number, number.includes(',') ? ',' : '.');
  if (value === undefined) return undefined;
  const share = value / (sign === undefined ? scale : 100);
  return share <= 1 ? share : undefined;
}

export function percentScaleOf(texts: readonly string[]): PercentScale {
  const bare = texts.flatMap((text) => (text.includes('%') ? [] : (writtenPercent(text, 100) ?? [])));
  const max = bare.reduce((most, share) => Math.max(most, share), 0);
  return max > 0 && max <= 0.01 ? 1 : 100;
}

export type WrittenDuration = {
  /** Working days; calendar days for elapsed time. */
  readonly days: number;
  readonly elapsed: boolean;
};

/** The default of MS Project, which planners seldom change. */
const daysPerMonth = 20;

const working = /\b(?:working|work|robocz\w*|ouvre\w*|ouvrable\w*|laborable\w*|lavorativ\w*)\b/g;
const byDayAndNight = /\b(?:elapsed|calendar|cal|calendaires?|kalendarzow\w*|naturales|corridos|solari)\b/g;

function durationUnit(text: string): { readonly unit: DurationUnit; readonly elapsed: boolean } | undefined {
  const bare = text
    .replaceAll(/[.\s]+/g, ' ')
    .replaceAll(working, '')
    .replaceAll(byDayAndNight, '')
    .trim();
  const plain = knownUnit(bare);
  if (plain !== undefined) return { unit: plain, elapsed: text.search(byDayAndNight) >= 0 };
  // MS Project marks elapsed time with a letter before the unit, another one in German.
  const [, word] = /^(?:e|f|kalender|k)(\w+)$/.exec(bare) ?? [];
  const marked = word === undefined ? undefined : knownUnit(word);
  return marked && { unit: marked, elapsed: true };
}

export function unitOfHeading(heading: string): DurationUnit | undefined {
  const text = plainText(heading);
  const [, inBrackets, last] = /[([]([^)\]]+)[)\]]\s*$|(?:^|\s)in\s+(\S+)$/.exec(text) ?? [];
  return durationUnit(inBrackets ?? last ?? text)?.unit;
}

/**
 * The working days of a duration: `5`, `5d`, `5 days?`, `40 hrs`, `2 wks`, `1w 2d`, `1,5 jours`, `2 edays`. Its own
 * unit overrides `unit`.
 * @returns undefined for other texts
 */
export function writtenDuration(
  text: string,
  { hoursPerDay, daysPerWeek, unit: usual, decimal }: DurationFormat,
): WrittenDuration | undefined {
  const plain = plainText(text)
    .replace(/\?\s*$/, '')
    .trim();
  const parts = [...plain.matchAll(part)];
  if (parts.length === 0 || parts[0]?.index !== 0) return undefined;
  const sum = { days: 0, elapsed: false };
  for (const [, number = '', word = ''] of parts) {
    const value = writtenNumber(number, decimal);
    const known = word.trim() === '' ? { unit: usual, elapsed: false } : durationUnit(word);
    if (value === undefined || known === undefined) return undefined;
    sum.elapsed ||= known.elapsed;
    sum.days += value * daysOf(known);
  }
  return sum;

  function daysOf({ unit, elapsed }: { readonly unit: DurationUnit; readonly elapsed: boolean }): number {
    const [hours, week, month] = elapsed ? [24, 7, 30] : [hoursPerDay, daysPerWeek, daysPerMonth];
    return { minutes: 1 / 60 / hours, hours: 1 / hours, days: 1, weeks: week, months: month }[unit];
  }
}

const part = new RegExp(`(${numberPattern})([^\\d]*)`, 'g');
