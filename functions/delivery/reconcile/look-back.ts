/** How far back reconcile looks: as long as anything can still be delivered, and a day more for its notices. */
import { Temporal } from 'temporal-polyfill';
import { hoursOfLookBack } from '../limits.ts';

export const lookBack = Temporal.Duration.from({ hours: hoursOfLookBack });

/** The UTC dates, `YYYY-MM-DD`, that the look-back at a time reaches into. */
export function datesInLookBack(at: Temporal.Instant): readonly string[] {
  const first = dateOf(at.subtract(lookBack));
  const dates: string[] = [];
  for (let day = dateOf(at); day.toString() >= first.toString(); day = day.subtract({ days: 1 })) {
    dates.unshift(day.toString());
  }
  return dates;
}

/** In UTC. */
function dateOf(at: Temporal.Instant): Temporal.PlainDate {
  return at.toZonedDateTimeISO('UTC').toPlainDate();
}
