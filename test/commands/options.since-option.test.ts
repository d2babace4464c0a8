import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { parseSinceDate } from '#commands/options.ts';

const sunday = Temporal.PlainDate.from('2026-11-22');

describe('the first day of the log', () => {
  it.each([
    [undefined, '2026-11-15'],
    ['2026-11-20', '2026-11-20'],
    ['friday', '2026-11-20'],
    ['Fri', '2026-11-20'],
    ['monday', '2026-11-16'],
    ['sunday', '2026-11-22'],
    ['today', '2026-11-22'],
    ['yesterday', '2026-11-21'],
  ])('of --since %s is %s', (text, date) => {
    expect(parseSinceDate(text, sunday).toString()).toBe(date);
  });

  it.each(['2026-02-30', '20.11.2026', 'last week', ''])(
    'is refused with the possible values if it is %j',
    (text) => {
      expect(() => parseSinceDate(text, sunday)).toThrow(/--since: .* is not a day\. Use a date/);
    },
  );
});
