/**
 * A small model of EventBridge Scheduler: a local time that the clocks skip does not fire, and one that occurs twice
 * fires the first time. Scheduler promises to fire at least once, so a test may fire an event again.
 */
import { Temporal } from 'temporal-polyfill';
import type { Stack } from '../runtime/synthesise.ts';

export type Firing = {
  readonly at: Temporal.Instant;
  readonly event: unknown;
};

const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** All firings from the first instant up to, but not including, the second, in order. */
export function firings(
  schedules: Stack['schedules'],
  span: { readonly from: string; readonly to: string },
): readonly Firing[] {
  const from = Temporal.Instant.from(span.from);
  const end = Temporal.Instant.from(span.to);
  const found = schedules.flatMap((schedule) => {
    const times = [...timesOf(schedule, from, end)].filter(
      (at) => Temporal.Instant.compare(at, from) >= 0 && Temporal.Instant.compare(at, end) < 0,
    );
    return times.map((at): Firing => {
      const text = schedule.input.replaceAll('<aws.scheduler.scheduled-time>', at.toString());
      return { at, event: JSON.parse(text) };
    });
  });
  return found.sort((left, right) => Temporal.Instant.compare(left.at, right.at));
}

/** All times between the two instants and perhaps some around them, in no particular order. */
function* timesOf(
  { expression, timeZone = 'UTC' }: Stack['schedules'][number],
  from: Temporal.Instant,
  end: Temporal.Instant,
): Iterable<Temporal.Instant> {
  const rate = /^rate\((\d+) minutes\)$/.exec(expression);
  if (rate) {
    const every = Number(rate[1]) * 60_000;
    let at = Math.ceil(from.epochMilliseconds / every) * every;
    for (; at < end.epochMilliseconds; at += every) yield Temporal.Instant.fromEpochMilliseconds(at);
    return;
  }
  const fields = /^cron\((.+)\)$/.exec(expression)?.[1]?.split(' ') ?? [];
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = '', year = ''] = fields;
  const minutes = numbersBelow(60).filter((value) => matches(minute, value, []));
  const hours = numbersBelow(24).filter((value) => matches(hour, value, []));
  const last = end.toZonedDateTimeISO(timeZone).toPlainDate();
  let day = from.toZonedDateTimeISO(timeZone).toPlainDate();
  for (; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    const fires =
      matches(dayOfMonth, day.day, []) &&
      matches(month, day.month, ['', ...months]) &&
      matches(dayOfWeek, day.dayOfWeek, ['', ...days]) &&
      matches(year, day.year, []);
    if (!fires) continue;
    for (const time of hours.flatMap((hour) => minutes.map((minute) => ({ hour, minute })))) {
      const local = day.toPlainDateTime(time);
      const zoned = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
      if (zoned.toPlainDateTime().equals(local)) yield zoned.toInstant();
    }
  }
}

function numbersBelow(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/**
 * Whether a field of an expression matches: `*`, `?`, `5`, `FRI`, `MON-FRI`, `0,30`, `0/15`. In EventBridge's numbers,
 * Sunday is 1.
 */
function matches(field: string, value: number, names: readonly string[]): boolean {
  const weekday = names.includes('SUN');
  const read = (text: string) => {
    const named = names.indexOf(text.toUpperCase());
    if (named >= 0) return named;
    return weekday ? ((Number(text) + 5) % 7) + 1 : Number(text);
  };
  return field.split(',').some((part) => {
    if (part === '*' || part === '?') return true;
    const [range = '', step] = part.split('/');
    const [from = '', to] = range.split('-');
    const first = from === '*' ? 0 : read(from);
    if (step !== undefined) return value >= first && (value - first) % Number(step) === 0;
    return to === undefined ? value === first : value >= first && value <= read(to);
  });
}
