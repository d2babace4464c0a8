/**
 * EventBridge Scheduler as a small clock: a local time that the clocks jump over does not fire, one that comes
 * twice fires the first time. It promises at least once, so a test may fire the same again.
 */
import { Temporal } from 'temporal-polyfill';
import type { Stack } from '../runtime/synthesise.ts';

export type Firing = {
  readonly at: Temporal.Instant;
  /** The event that the function is invoked with. */
  readonly event: unknown;
};

const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** Everything that fires from the one instant up to the other, without it, in order. */
export function firings(
  schedules: Stack['schedules'],
  span: { readonly from: string; readonly to: string },
): readonly Firing[] {
  const end = Temporal.Instant.from(span.to);
  const found: Firing[] = [];
  let at = Temporal.Instant.from(span.from).round({ smallestUnit: 'minute', roundingMode: 'ceil' });
  for (; Temporal.Instant.compare(at, end) < 0; at = at.add({ minutes: 1 })) {
    for (const schedule of schedules) {
      if (!fires(schedule, at)) continue;
      const event: unknown = JSON.parse(
        schedule.input.replaceAll('<aws.scheduler.scheduled-time>', at.toString()),
      );
      found.push({ at, event });
    }
  }
  return found;
}

function fires({ expression, timeZone = 'UTC' }: Stack['schedules'][number], at: Temporal.Instant): boolean {
  const rate = /^rate\((\d+) minutes\)$/.exec(expression);
  if (rate) return (at.epochMilliseconds / 60_000) % Number(rate[1]) === 0;
  const fields = /^cron\((.+)\)$/.exec(expression)?.[1]?.split(' ') ?? [];
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = '', year = ''] = fields;
  const local = at.toZonedDateTimeISO(timeZone);
  const first = local.toPlainDateTime().toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  return (
    first.toInstant().equals(at) &&
    local.second === 0 &&
    matches(minute, local.minute, []) &&
    matches(hour, local.hour, []) &&
    matches(dayOfMonth, local.day, []) &&
    matches(month, local.month, ['', ...months]) &&
    matches(dayOfWeek, local.dayOfWeek, ['', ...days]) &&
    matches(year, local.year, [])
  );
}

/** A field of an expression: `*`, `?`, `5`, `FRI`, `MON-FRI`, `0,30`, `0/15`. In EventBridge's numbers, Sunday is 1. */
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
