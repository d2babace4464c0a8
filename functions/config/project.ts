import * as z from 'zod/mini';
import { addDays, type Day, parseDay } from '#base/day.ts';
import { looksLikeSecret } from '#base/text/looks-like-key.ts';
import type { ShiftHours } from '#lookahead/dates/shift-hours.ts';
import { isEncryptedOrLocal } from '#planning/contract/base-url.ts';
import { regions, type Shift } from '#planning/contract/tasks-query.ts';
import {
  keySchema,
  oneLineTextSchema,
  optionalWithDescription,
  patternTextSchema,
  planningRegionSchema,
  timeZoneSchema,
  titleSchema,
  wholeNumberSchema,
  withDescription,
} from './fields.ts';

/** The schema of a name. It refuses a text that looks like a key, because the file must not contain secrets. */
function nameLike(pattern: RegExp, problem: string) {
  const isName = (text: unknown) => typeof text !== 'string' || !pattern.test(text) || !looksLikeSecret(text);
  return z.string().check(z.regex(pattern, problem), z.refine(isName, 'looks like a key'));
}

export const environmentVariableSchema = withDescription(
  nameLike(
    /^[A-Za-z_][A-Za-z0-9_]*$/,
    'is not a name of an environment variable. Use letters, digits and underscores, without $.',
  ),
  'Name of the environment variable that holds it, outside of AWS.',
);
const secretName = withDescription(
  nameLike(
    /^[A-Za-z0-9/_+=.@-]{1,512}$/,
    'is not a valid secret name. Use the characters that Secrets Manager allows: letters, digits and /_+=.@-.',
  ),
  'Name of the Secrets Manager secret that holds it in the cloud.',
);

const secretProperty = withDescription(
  z.optional(
    nameLike(
      /^[A-Za-z0-9._-]{1,100}$/,
      'is not a valid name of a property. Use letters, digits, full stops, hyphens and underscores.',
    ),
  ),
  'Name of a property, if the secret is JSON that holds many values.',
);

const secretReferences = [
  z.strictObject({ env: environmentVariableSchema }),
  z.strictObject({ env: environmentVariableSchema, secret: secretName, property: secretProperty }),
  z.strictObject({ secret: secretName, property: secretProperty }),
] as const;

const secretSource = withDescription(
  z.union(
    secretReferences,
    'Use env, secret (with or without property) or both, such as { env: PLANNING_API_KEY }.',
  ),
  'Where a secret value is stored. Never write the value itself in this file.',
);

const keySource = withDescription(
  z.union(
    [
      ...secretReferences,
      z.strictObject({
        token: withDescription(
          z.strictObject({ clientId: secretSource, clientSecret: secretSource }),
          'Fetch a token with a client id and secret, and renew it before it expires.',
        ),
      }),
    ],
    'Use env, secret (with or without property), both, or token, such as { env: PLANNING_API_KEY }.',
  ),
  'Names of the places that hold the API key.',
);

/** Refuses user names, passwords, queries and fragments in a URL, because they may be secrets. */
export const plainUrlCheck = z.refine<string>(
  (text) => {
    const url = URL.parse(text);
    return url === null || (url.username === '' && url.password === '' && !/[?#]/.test(text));
  },
  {
    abort: true,
    error:
      'contains a user name, a password, a query or a fragment. Write the address alone, such as https://planning.example.com.',
  },
);

/** The id is a part of every URL that is requested, and `.` and `..` would be resolved instead of sent. */
const projectId = oneLineTextSchema.check(
  z.regex(
    /^(?!\.{1,2}$)/,
    'cannot be part of an address, because dots alone lead to another path. Give the id of the project, as the planning service shows it.',
  ),
  z.refine(
    (text) => text.isWellFormed(),
    'contains half of a character. Give the id of the project, as the planning service shows it.',
  ),
);

/**
 * Days of a range of holidays, so that a wrong year does not switch a project off.
 * @limit configuration
 */
const maxHolidayRangeDays = 60;
const invalidHolidaysMessage = `is not a date or a range of dates. Write 2026-12-25, or 2026-12-28..2027-01-01 for at most ${maxHolidayRangeDays} days.`;

/** The days of `2026-12-25` or `2026-12-28..2027-01-01`; an empty list for any other text. */
function daysInRange(text: string): readonly Day[] {
  const [first, last = first] = text.split('..').map(parseDay);
  if (first === undefined || last === undefined || last - first >= maxHolidayRangeDays) return [];
  return Array.from({ length: last - first + 1 }, (_, index) => addDays(first, index));
}

const holidays = z.pipe(
  z.array(
    z.string().check(
      z.regex(/^\d{4}-\d{2}-\d{2}(?:\.\.\d{4}-\d{2}-\d{2})?$/, {
        error: invalidHolidaysMessage,
        abort: true,
      }),
      z.refine((text) => daysInRange(text).length > 0, invalidHolidaysMessage),
    ),
  ),
  z.transform((texts) => texts.flatMap(daysInRange)),
);

const invalidHoursMessage =
  'is not a range of hours. Write 07:00-15:30, or 21:00-05:00 for a shift that ends the next morning.';
const clockTimePattern = '(?:[01][0-9]|2[0-3]):[0-5][0-9]';

const rangeOfHours = z.string().check(
  z.regex(new RegExp(`^${clockTimePattern}-${clockTimePattern}$`), {
    error: invalidHoursMessage,
    abort: true,
  }),
);

function splitHourRange(text: string): ShiftHours {
  const [from = '', to = ''] = text.split('-');
  return { from, to };
}

const hours = z.pipe(
  rangeOfHours.check(
    z.refine(
      (text) => !/^(.+)-\1$/.test(text),
      'begins and ends at the same time. Only 24hr may: write when this shift ends, such as 07:00-15:30.',
    ),
  ),
  z.transform(splitHourRange),
);
const hoursAroundTheClock = z.pipe(rangeOfHours, z.transform(splitHourRange));

export const defaultStaleAfterDays = 10;

export const projectSchema = z.strictObject({
  key: keySchema,
  name: withDescription(titleSchema, 'Name on the sheets.'),
  region: withDescription(planningRegionSchema, 'Its region in the planning service.'),
  projectId: withDescription(projectId, 'Its id in the planning service. Put numbers in quotes.'),
  timeZone: withDescription(timeZoneSchema, 'IANA time zone of the site, such as Europe/London.'),
  holidays: optionalWithDescription(
    holidays,
    'Days off of all tasks, besides those of their calendars: [2026-12-25, 2026-12-28..2027-01-01]. A task still works on one for which the service gives it an extra working day or a daily quantity of a material.',
  ),
  planning: optionalWithDescription(
    z.strictObject({
      finish: optionalWithDescription(
        z.enum(['inclusive', 'exclusive']),
        'exclusive: a finish names the day after the last day of work; inclusive (default): that day itself.',
      ),
      duration: optionalWithDescription(
        z.enum(['working', 'calendar']),
        'The days it counts; working by default.',
      ),
    }),
    'What the planning service means by finish and duration; `probe` finds out.',
  ),
  shifts: optionalWithDescription(
    z.strictObject({
      day: optionalWithDescription(hours, 'Such as 07:00-15:30.'),
      afternoon: optionalWithDescription(hours, 'Such as 15:00-23:30.'),
      night: optionalWithDescription(
        hours,
        'Such as 21:00-05:00: a finish not later than the start is on the next morning.',
      ),
      '24hr': optionalWithDescription(
        hoursAroundTheClock,
        'May begin and end at the same time: 07:00-07:00.',
      ),
    } satisfies Readonly<Record<Shift, z.ZodMiniType>>),
    'Hours of the shifts, in the time zone of the site. Sheets, messages and pages show them.',
  ),
  baseUrl: withDescription(
    z
      .url({
        protocol: /^https?$/,
        abort: true,
        error:
          'is not a web address. Start it with https:// (http:// on this machine), and leave out the region.',
      })
      .check(
        plainUrlCheck,
        z.refine(
          (text) => !regions.some((region) => new RegExp(`/${region}(/v1(/.*)?)?/?$`, 'i').test(text)),
          'contains the region. Write the address before it.',
        ),
        z.refine(
          (text) => isEncryptedOrLocal(new URL(text)),
          'would send the key unencrypted. Use https:// (http:// is only for this machine).',
        ),
      ),
    'Address of the Planning Read API, without the region.',
  ),
  apiKey: keySource,
  staleAfter: withDescription(
    z._default(wholeNumberSchema(1, 365), defaultStaleAfterDays),
    'Days after its data date, or else its import, from which a programme is old, 1 to 365. Workbooks and messages say so; the contact is notified once per version.',
  ),
  logo: withDescription(
    z.optional(
      patternTextSchema(
        /\.(?:png|jpe?g)$/i,
        'is not a PNG or JPEG file. Give the path of one, relative to this file.',
      ),
    ),
    'PNG or JPEG file for the top left of each sheet, relative to this file.',
  ),
});

export type ApiKeySource = z.infer<typeof keySource>;
export type SecretSource = z.infer<typeof secretSource>;
