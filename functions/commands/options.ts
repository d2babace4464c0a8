import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { formatDay, parseDay } from '#base/day.ts';
import type { LookaheadError } from '#base/lookahead-error.ts';
import { englishZodMessages } from '#base/text/english.ts';
import { regions } from '#planning/contract/tasks-query.ts';
import type { ProjectReference } from '#planning-server/versions/version.ts';
import type { RequestError } from '#queue/parse-report-request.ts';
import { badInputError } from './failure.ts';

export function wholeNumberOption(from: number, to: number) {
  const wrong = `use a whole number from ${from} to ${to}`;
  return z
    .pipe(z.string().check(z.regex(/^\d{1,9}$/, wrong)), z.transform(Number))
    .check(z.refine((value) => value >= from && value <= to, wrong));
}

/** First and last date of a run, a year or more inside the range of dates: a run also reads weeks around its window. */
const firstRun = '1901-01-01';
const lastRun = '9998-12-31';

/** @param read returns undefined for a value that is wrong */
export function parsedOption<Input, Value>(
  schema: z.ZodMiniType<Input>,
  read: (input: Input) => Value | undefined,
  wrong: string,
) {
  const parse = z.transform((input: Input, { issues }): Value => {
    const value = read(input);
    if (value !== undefined) return value;
    issues.push({ code: 'custom', message: wrong, input });
    return z.NEVER;
  });
  return z.pipe(schema, parse);
}

export const dayOption = parsedOption(z.string(), parseDay, 'use a date that exists, as YYYY-MM-DD').check(
  z.refine((day) => {
    const date = formatDay(day);
    return date >= firstRun && date <= lastRun;
  }, `use a date from ${firstRun} to ${lastRun}`),
);

/** An option without a value, false by default. */
export const flagOption = z._default(z.boolean(), false);

export const fileOption = z.string().check(z.minLength(1, 'name a file'));

export const folderOption = z.string().check(z.minLength(1, 'name a folder'));
export const sampleOptions = {
  tasks: wholeNumberOption(10, 50_000),
  seed: wholeNumberOption(0, 999_999_999),
};

/** @throws BadInput with one line for every option that cannot be used */
export function parseOptions<Schema extends z.ZodMiniType>(
  schema: Schema,
  options: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(options, englishZodMessages);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => {
    const option = String(path[0]).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return `--${option}: ${message}.`;
  });
  throw badInputError('The options cannot be used', 'See --help.', [...new Set(lines)].join('\n'));
}

/** Options as a person types them. @param options an option that is false or undefined is left out */
export function optionWords(
  options: Readonly<Record<string, readonly string[] | string | boolean | undefined>>,
): readonly string[] {
  return Object.entries(options).flatMap(([name, value = false]) =>
    typeof value === 'boolean'
      ? [`--${name}`].filter(() => value)
      : [value].flat().flatMap((one) => [`--${name}`, one]),
  );
}

/** @throws BadInput for `--take-over` without `--out`: the next command without `--out` would use another folder */
export function requireOutWithTakeOver({
  takeOver,
  out,
}: {
  readonly takeOver: boolean;
  readonly out?: string | undefined;
}) {
  if (!takeOver || out !== undefined) return { takeOver };
  throw badInputError(
    '--take-over does not say which folder',
    'Name with --out the folder whose messages were files, now and in later commands.',
  );
}

const optionOf: Readonly<Record<string, string>> = {
  project: '--project',
  weeks: '--weeks',
  shifts: '--shift',
  runId: '--run-id',
};

export function unusableOptionsError({ problems, remedy }: RequestError): LookaheadError {
  const lines = problems.map(({ property, message }) => `${optionOf[property] ?? property}: ${message}`);
  return badInputError('The options cannot be used', remedy, lines.join('\n'));
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
/** Number of days before today from which the command `status` shows reports by default. */
const defaultDaysBack = 7;

/**
 * Parses `--since` of the command `status`, the first date that it shows: `2026-11-20`, `today`, `yesterday`, or a
 * weekday such as `friday`, which means the last Friday, or today if it is Friday. The default is a week ago.
 * @throws BadInput for any other text
 */
export function parseSinceDate(text: string | undefined, today: Temporal.PlainDate): Temporal.PlainDate {
  if (text === undefined) return today.subtract({ days: defaultDaysBack });
  const word = text.trim().toLowerCase();
  if (word === 'today') return today;
  if (word === 'yesterday') return today.subtract({ days: 1 });
  const weekday = weekdays.findIndex((name) => word === name || word === name.slice(0, 3)) + 1;
  if (weekday > 0) return today.subtract({ days: (today.dayOfWeek - weekday + 7) % 7 });
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(word)) return Temporal.PlainDate.from(word);
  } catch {
    // The date does not exist, such as 2026-02-30. It is refused below.
  }
  throw badInputError(
    `--since: ${JSON.stringify(text.slice(0, 40))} is not a day`,
    'Use a date such as 2026-11-20, a weekday such as friday, today or yesterday.',
  );
}

/** Ids are limited to what a key of the archive and a path of the API can hold. */
const reference = /^([a-z]+)\/([A-Za-z0-9_][A-Za-z0-9._-]{0,127})$/;

export const projectReferenceHint = `use the region and the id, such as gb/riverside; regions are ${regions.join(' and ')}`;

export const projectReferenceOption = parsedOption(
  z.string(),
  (text): ProjectReference | undefined => {
    const [, named, projectId = ''] = reference.exec(text) ?? [];
    const region = regions.find((each) => each === named);
    return region && { region, projectId };
  },
  projectReferenceHint,
);
