import * as z from 'zod/mini';
import { usualReasons } from '#lookahead/reasons.ts';
import { closingDays } from './closing-days.ts';
import { described, textLike, title } from './fields.ts';

const closingTime = textLike(
  new RegExp(`^(${Object.keys(closingDays).join('|')}) ([01]\\d|2[0-3]):([0-5]\\d)$`),
  'is not a day and a time. Write FRI, SAT or SUN before the first week, or MON to THU in it, then the time: MON 07:00.',
);

export const answersSchema = z.strictObject({
  until: described(
    z._default(closingTime, 'MON 07:00'),
    "When they close, in the project's time zone: FRI to SUN before the first week, or MON to THU in it; not sooner than 24 hours after the tasks were read, and not on a holiday of the project but on the next working day.",
  ),
  remind: described(
    z.optional(closingTime),
    'When those who have not answered are reminded, before `until`; never by default.',
  ),
  reasons: described(
    z._default(
      z
        .array(title)
        .check(
          z.minLength(1, 'is empty. Add at least one reason, or remove the list for the usual ones.'),
          z.maxLength(20, 'has more than 20 reasons. Keep those that people will find.'),
        ),
      [...usualReasons],
    ),
    'Why a task is not done as planned.',
  ),
});
