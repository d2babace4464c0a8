import { Temporal } from 'temporal-polyfill';
import { type Day, localDayOf } from '../../base/day.ts';
import { dayAndYearText } from './day-text.ts';

/** When the tasks were read from the planning service. */
export type ReadTime = {
  /** ISO 8601 instant, UTC. */
  readonly instant: string;
  /** Local date in the project's zone. */
  readonly day: Day;
  /** Local time in the project's zone, as people read it: `Fri 20 Nov 2026 14:02 GMT`. */
  readonly label: string;
};

/** English locales: each knows the abbreviations of its own part of the world. */
const locales = ['en-GB', 'en-AU', 'en-US'];
const abbreviation = /^[A-Z]{3,5}$/;

function zoneName(moment: Temporal.ZonedDateTime): string {
  for (const locale of locales) {
    const parts = new Intl.DateTimeFormat(locale, {
      timeZone: moment.timeZoneId,
      timeZoneName: 'short',
    }).formatToParts(moment.epochMilliseconds);
    const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
    if (abbreviation.test(name)) return name;
  }
  const minutes = moment.offsetNanoseconds / 60e9;
  if (minutes === 0) return 'UTC';
  const rest = Math.abs(minutes % 60);
  const sign = minutes > 0 ? '+' : '−';
  const hours = Math.floor(Math.abs(minutes) / 60);
  return `UTC${sign}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/**
 * An instant in the project's zone: `Fri 20 Nov 2026 14:02 GMT`. With the zone's abbreviation if it has
 * one (GMT, BST, AEDT), else its offset: `UTC+5:30`.
 * @param instant ISO 8601 instant
 * @throws RangeError when the instant or the time zone cannot be read
 */
export function readTimeOf(instant: string, timeZone: string): ReadTime {
  const at = Temporal.Instant.from(instant);
  const moment = at.toZonedDateTimeISO(timeZone);
  const day = localDayOf(at, timeZone);
  const clock = `${String(moment.hour).padStart(2, '0')}:${String(moment.minute).padStart(2, '0')}`;
  return { instant, day, label: `${dayAndYearText(day)} ${clock} ${zoneName(moment)}` };
}
