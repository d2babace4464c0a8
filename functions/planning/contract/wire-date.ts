/**
 * Dates as the service writes them. Open point of the contract: it does not show the format of dates. We read
 * `YYYY-MM-DD` as a local date, and ISO 8601 date-times: with an offset or `Z` as the local date in the project's
 * zone, without one as local time.
 */

import { Temporal } from 'temporal-polyfill';
import { type Day, dayFromNumber, maxDay, minDay, parseDay, plainDateFromDay } from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';

export type WireDate =
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable' }
  | {
      readonly kind: 'date';
      readonly day: Day;
      /** Milliseconds after local midnight, as a clock shows it; undefined for a date without a time. */
      readonly time: number | undefined;
      /** A date-time at exactly 00:00 local, or at the day's first moment if a clock change skips 00:00. */
      readonly midnight: boolean;
      /**
       * The local date is before `minDay` or after `maxDay`, and this is the nearer of the two: a usual 'no end',
       * 9999-12-31T23:59:59Z, is in the year 10000 in Sydney.
       */
      readonly clamped: boolean;
    };

export type DateReader = (text: string | undefined) => WireDate;

const format =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?(?:\[[^\]]*\])?)?$/i;
const hour = 3_600_000;
const dayLength = 24 * hour;
/** No zone's clocks skip more than this at midnight. */
const maxSkip = 2 * hour;

function offsetIn(text: string): number {
  if (text === 'Z' || text === 'z') return 0;
  const digits = text.replace(/\D/g, '').padEnd(4, '0');
  const size = Number(digits.slice(0, 2)) * hour + Number(digits.slice(2)) * 60_000;
  return text.startsWith('-') ? -size : size;
}

/** Calls Temporal once for each day, and for each instant of a day on which clocks change. */
function zoneClock(timeZone: string) {
  const offsets = new Map<number, number | undefined>();
  const firstMoments = new Map<Day, number>();
  const offsetAt = (instant: number) =>
    // Temporal takes whole milliseconds, and an offset does not change within one.
    Temporal.Instant.fromEpochMilliseconds(Math.floor(instant)).toZonedDateTimeISO(timeZone)
      .offsetNanoseconds / 1e6;
  return {
    toLocal(instant: number): number {
      const day = Math.floor(instant / dayLength);
      if (!offsets.has(day)) {
        const morning = offsetAt(day * dayLength);
        offsets.set(day, morning === offsetAt((day + 1) * dayLength) ? morning : undefined);
      }
      return instant + (offsets.get(day) ?? offsetAt(instant));
    },
    firstMoment(day: Day): number {
      return getOrInsert(firstMoments, day, () => {
        const start = plainDateFromDay(day).toZonedDateTime(timeZone);
        return start.hour * hour + start.minute * 60_000;
      });
    },
  };
}

function withoutTime(day: Day): Extract<WireDate, { readonly kind: 'date' }> {
  return { kind: 'date', day, time: undefined, midnight: false, clamped: false };
}

/** Caches each text, because a project uses the same few hundred dates. */
export function dateReader(timeZone: string): DateReader {
  const clock = zoneClock(timeZone);
  const seen = new Map<string, WireDate>();

  function atLocal(local: number): WireDate {
    const day = dayFromNumber(Math.floor(local / dayLength));
    if (day < minDay || day > maxDay) {
      return { ...withoutTime(day < minDay ? minDay : maxDay), clamped: true };
    }
    const time = local - day * dayLength;
    const midnight = time === 0 || (time <= maxSkip && time === clock.firstMoment(day));
    return { ...withoutTime(day), time, midnight };
  }

  function read(text: string): WireDate {
    const match = format.exec(text);
    const day = match?.[1] === undefined ? undefined : parseDay(match[1]);
    if (!match || day === undefined) return { kind: 'unreadable' };
    const [, , hours, minutes, seconds, fraction, offset] = match;
    if (hours === undefined) return withoutTime(day);
    const time =
      Number(hours) * hour +
      Number(minutes) * 60_000 +
      Number(seconds ?? 0) * 1000 +
      Number(`0.${fraction ?? 0}`) * 1000;
    if (Number(minutes) > 59 || Number(seconds ?? 0) > 60 || time > dayLength) return { kind: 'unreadable' };
    if (offset !== undefined) return atLocal(clock.toLocal(day * dayLength + time - offsetIn(offset)));
    // 24:00 without a zone is the end of the day it names, not the beginning of the next.
    if (time === dayLength) return { ...withoutTime(day), time };
    return atLocal(day * dayLength + time);
  }

  return (text) => {
    const trimmed = text?.trim() ?? '';
    if (trimmed === '') return { kind: 'missing' };
    return getOrInsert(seen, trimmed, read);
  };
}

export function dayIn(date: WireDate): Day | undefined {
  return date.kind === 'date' ? date.day : undefined;
}
