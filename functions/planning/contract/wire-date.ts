/**
 * Dates as the service writes them. Open point of the contract: it does not show the format of dates. We read
 * `YYYY-MM-DD` as a local date, and ISO 8601 date-times: with an offset or `Z` as the local date in the project's
 * zone, without one as local time.
 */

import { Temporal } from 'temporal-polyfill';
import { type Day, dayFromNumber, maxDay, minDay, parseDay, plainDateFromDay } from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';

export type InterpretedDate =
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable' }
  | {
      readonly kind: 'date';
      readonly day: Day;
      /** Milliseconds after local midnight, as a clock shows it; undefined for a date without a time. */
      readonly timeMs: number | undefined;
      /** A date-time at exactly 00:00 local, or at the day's first moment if a clock change skips 00:00. */
      readonly midnight: boolean;
      /**
       * The local date is before `minDay` or after `maxDay`, and `day` is the nearer of the two. For example,
       * 9999-12-31T23:59:59Z, which often means 'no end', is in the year 10000 in Sydney.
       */
      readonly clamped: boolean;
    };

export type WireDateReader = (text: string | undefined) => InterpretedDate;

const wireDatePattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?(?:\[[^\]]*\])?)?$/i;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Maximum time that a zone's clocks skip at midnight. */
const maxClockSkipMs = 2 * hourMs;

function offsetIn(text: string): number {
  if (text === 'Z' || text === 'z') return 0;
  const digits = text.replace(/\D/g, '').padEnd(4, '0');
  const size = Number(digits.slice(0, 2)) * hourMs + Number(digits.slice(2)) * 60_000;
  return text.startsWith('-') ? -size : size;
}

/**
 * Converts instants to local time. It calls Temporal when a day first occurs, and on days with a clock change for each
 * instant.
 */
function zoneClock(timeZone: string) {
  const offsets = new Map<number, number | undefined>();
  const firstMoments = new Map<Day, number>();
  const offsetAt = (instant: number) =>
    // Temporal needs whole milliseconds, and an offset does not change within a millisecond.
    Temporal.Instant.fromEpochMilliseconds(Math.floor(instant)).toZonedDateTimeISO(timeZone)
      .offsetNanoseconds / 1e6;
  return {
    toLocal(instant: number): number {
      const day = Math.floor(instant / dayMs);
      if (!offsets.has(day)) {
        const morning = offsetAt(day * dayMs);
        offsets.set(day, morning === offsetAt((day + 1) * dayMs) ? morning : undefined);
      }
      return instant + (offsets.get(day) ?? offsetAt(instant));
    },
    firstMoment(day: Day): number {
      return getOrInsert(firstMoments, day, () => {
        const start = plainDateFromDay(day).toZonedDateTime(timeZone);
        return start.hour * hourMs + start.minute * 60_000;
      });
    },
  };
}

function dateWithoutTime(day: Day): Extract<InterpretedDate, { readonly kind: 'date' }> {
  return { kind: 'date', day, timeMs: undefined, midnight: false, clamped: false };
}

/** Reads dates of the service. Each text is cached, because a project uses the same few hundred dates. */
export function wireDateReader(timeZone: string): WireDateReader {
  const clock = zoneClock(timeZone);
  const seen = new Map<string, InterpretedDate>();

  function atLocal(local: number): InterpretedDate {
    const day = dayFromNumber(Math.floor(local / dayMs));
    if (day < minDay || day > maxDay) {
      return { ...dateWithoutTime(day < minDay ? minDay : maxDay), clamped: true };
    }
    const timeMs = local - day * dayMs;
    const midnight = timeMs === 0 || (timeMs <= maxClockSkipMs && timeMs === clock.firstMoment(day));
    return { ...dateWithoutTime(day), timeMs, midnight };
  }

  function read(text: string): InterpretedDate {
    const match = wireDatePattern.exec(text);
    const day = match?.[1] === undefined ? undefined : parseDay(match[1]);
    if (!match || day === undefined) return { kind: 'unreadable' };
    const [, , hours, minutes, seconds, fraction, offset] = match;
    if (hours === undefined) return dateWithoutTime(day);
    const timeMs =
      Number(hours) * hourMs +
      Number(minutes) * 60_000 +
      Number(seconds ?? 0) * 1000 +
      Number(`0.${fraction ?? 0}`) * 1000;
    if (Number(minutes) > 59 || Number(seconds ?? 0) > 60 || timeMs > dayMs) return { kind: 'unreadable' };
    if (offset !== undefined) return atLocal(clock.toLocal(day * dayMs + timeMs - offsetIn(offset)));
    // 24:00 without a zone is the end of its day, not the beginning of the next day.
    if (timeMs === dayMs) return { ...dateWithoutTime(day), timeMs };
    return atLocal(day * dayMs + timeMs);
  }

  return (text) => {
    const trimmed = text?.trim() ?? '';
    if (trimmed === '') return { kind: 'missing' };
    return getOrInsert(seen, trimmed, read);
  };
}

export function dayOfInterpretedDate(date: InterpretedDate): Day | undefined {
  return date.kind === 'date' ? date.day : undefined;
}
