import * as z from 'zod/mini';
import { isTimeZone } from '#base/day.ts';
import { maxRecipients, parseDomainName, parseMailAddress } from '#base/text/mail-address.ts';
import { firstNonBlank } from '#base/text/one-line.ts';
import { regions } from '#planning/contract/tasks-query.ts';
import { nearestCandidates } from './nearest.ts';

/** A copy of the schema with a description. The schema itself is not changed, because several properties may use it. */
export function withDescription<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  const copy = schema.clone();
  z.globalRegistry.add(copy, { description });
  return copy;
}

export function optionalWithDescription<Schema extends z.ZodMiniType>(schema: Schema, description: string) {
  return withDescription(z.optional(schema), description);
}

export function wholeNumberSchema(min: number, max: number) {
  return z.int().check(z.gte(min), z.lte(max));
}

export const awsRegionNamePattern = /^[a-z]{2,3}(?:-[a-z]+)+-[0-9]$/;

export function patternTextSchema(pattern: RegExp, problem: string) {
  return z.string().check(z.regex(pattern, problem));
}

export const requiredTextSchema = z.string().check(z.minLength(1));

/** A text of one line: names appear in subjects, file names and cells. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it refuses control characters, in a form that is also a JSON Schema pattern, with or without the u flag.
const oneLine = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;
export const oneLineTextSchema = requiredTextSchema.check(
  z.regex(
    oneLine,
    'contains a line break or another control character. Write the name on one line of plain text.',
  ),
  z.refine(
    (text) => text === '' || firstNonBlank(String(text)) !== '',
    'is blank. Write a name of letters or digits.',
  ),
);
export const titleSchema = oneLineTextSchema.check(z.maxLength(120));

export const nameListSchema = z
  .array(withDescription(oneLineTextSchema, 'A name or an id.'))
  .check(z.minLength(1, 'is empty. Add at least one name, or remove the list.'));

export const keySchema = withDescription(
  patternTextSchema(
    /^[a-z0-9][a-z0-9-]{0,39}$/,
    'is not a valid key. Use 1 to 40 lower-case letters, digits and hyphens, starting with a letter or digit.',
  ),
  'Short name in storage keys and commands: lower-case letters, digits, hyphens.',
);

/** The word for all reports of a project in a request, instead of a report key. No report may have this key. */
export const allReportsKey = 'all';

function normalizedTextChecks(
  form: (text: string) => string | undefined,
  { pattern, message }: { readonly pattern: RegExp; readonly message: string },
) {
  return [
    z.regex(pattern, { message, abort: true }),
    z.refine<string>((text) => form(text) !== undefined, { message, abort: true }),
    z.overwrite((text: string) => form(text) ?? text),
  ] as const;
}

export const emailAddressSchema = withDescription(
  z.string().check(
    z.maxLength(254, 'is longer than the 254 characters an e-mail address may have. Check it.'),
    ...normalizedTextChecks(parseMailAddress, {
      pattern: /^\s*[^\s@]+@[^\s@]+\s*$/,
      message: 'is not an e-mail address. Write the address alone, such as site.office@example.com.',
    }),
  ),
  'An e-mail address.',
);
export const domainSchema = z.string().check(
  z.maxLength(253, 'is longer than the 253 characters a domain may have. Check it.'),
  ...normalizedTextChecks(parseDomainName, {
    pattern: /^[^\s@/:]+$/,
    message: 'is not a domain. Write it alone, such as example.com.',
  }),
);

export const emailAddressesSchema = z
  .array(emailAddressSchema)
  .check(
    z.maxLength(
      maxRecipients,
      `has too many addresses. A message can go to at most ${maxRecipients}: use a distribution list.`,
    ),
  );
export const recipientsSchema = emailAddressesSchema.check(
  z.minLength(1, 'has no recipients. Add at least one address.'),
);

export const linkDaysSchema = withDescription(
  z._default(wholeNumberSchema(1, 365), 30),
  'Days for which links in messages work, 1 to 365.',
);

export const planningRegionSchema = z.enum(regions);

/** @param problemOf returns what is wrong and what to do, or undefined */
export function checkedTextSchema(problemOf: (text: string) => string | undefined) {
  return requiredTextSchema.check(
    z.superRefine((text, context) => {
      const message = problemOf(text);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }),
  );
}

export const timeZoneSchema = checkedTextSchema(timeZoneProblem);

const knownZones: readonly string[] = Intl.supportedValuesOf('timeZone');

const utcOffsetPattern = /^((etc\/)?(utc|gmt)?[+-]\d|(gmt|est|mst|hst)$)/i;

/**
 * Says what is wrong with the name of a time zone, and what to do. Old names that IANA keeps as links, such as
 * Asia/Calcutta, are valid. Offsets are not, because they do not follow daylight saving time.
 */
function timeZoneProblem(name: string): string | undefined {
  if (name === '' || knownZones.includes(name) || name === 'UTC') return undefined;
  if (utcOffsetPattern.test(name.trim())) {
    return 'is an offset, which does not follow daylight saving time. Use the name of a place, such as Europe/London or Australia/Sydney.';
  }
  const spelled = knownZones.find((zone) => zone.toLowerCase() === name.trim().toLowerCase());
  if (spelled === undefined && isTimeZone(name)) return undefined;
  // An abbreviation such as AEST or UK is not spelled like the place that is meant, so no name is near.
  const meant = spelled ?? (/^[A-Z]{2,5}$/.test(name) ? undefined : nearestZone(name, knownZones));
  const question = meant === undefined ? '' : `Did you mean ${meant}? `;
  return `is not an IANA time zone. ${question}Use the name of a place, such as Europe/London or Australia/Sydney.`;
}

/**
 * The nearest known name. It compares the whole name, then only the city: `Sydney` and `Australia/Sidney` both give
 * Australia/Sydney.
 */
function nearestZone(name: string, known: readonly string[]): string | undefined {
  const whole = nearestCandidates(name.replaceAll(' ', '_'), known)[0];
  if (whole !== undefined) return whole;
  const cities = new Map(known.map((zone) => [zone.slice(zone.lastIndexOf('/') + 1), zone]));
  const city = nearestCandidates(
    name.slice(name.lastIndexOf('/') + 1).replaceAll(' ', '_'),
    cities.keys(),
  )[0];
  return city === undefined ? undefined : cities.get(city);
}
