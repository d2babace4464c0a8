import { Temporal } from 'temporal-polyfill';
import { BadInput } from './bad-input.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
/** Days before today, where nothing is asked for. */
const byDefault = 7;

/**
 * The first date of the log: `2026-11-20`, `today`, `yesterday`, or the last `friday`, which may be today; a week ago by
 * default.
 * @throws BadInput for any other text
 */
export function readSince(text: string | undefined, today: Temporal.PlainDate): Temporal.PlainDate {
  if (text === undefined) return today.subtract({ days: byDefault });
  const word = text.trim().toLowerCase();
  if (word === 'today') return today;
  if (word === 'yesterday') return today.subtract({ days: 1 });
  const weekday = weekdays.findIndex((name) => word === name || word === name.slice(0, 3)) + 1;
  if (weekday > 0) return today.subtract({ days: (today.dayOfWeek - weekday + 7) % 7 });
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(word)) return Temporal.PlainDate.from(word);
  } catch {
    // A date that does not exist, such as 2026-02-30.
  }
  throw new BadInput(
    `--since: ${JSON.stringify(text.slice(0, 40))} is not a day`,
    'Use a date such as 2026-11-20, a weekday such as friday, today or yesterday.',
  );
}
