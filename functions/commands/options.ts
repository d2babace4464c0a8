import * as z from 'zod/mini';
import { type Day, parseDay } from '../base/day.ts';
import { inEnglish } from '../base/english.ts';
import type { RequestError } from '../delivery/request/request-error.ts';
import { BadInput } from './bad-input.ts';

/** A whole number typed on the command line. */
export function wholeNumber(from: number, to: number) {
  const wrong = `use a whole number from ${from} to ${to}`;
  return z
    .pipe(z.string().check(z.regex(/^\d{1,9}$/, wrong)), z.transform(Number))
    .check(z.refine((value) => value >= from && value <= to, wrong));
}

/** Around the day of a run, the weeks that are read before and after its window must be dates of the calendar too. */
const firstRun = '1901-01-01';
const lastRun = '9998-12-31';

/** A local date typed on the command line. */
export const dayOption = z.pipe(
  z.string(),
  z.transform((text, { issues }): Day => {
    const day = parseDay(text);
    if (day !== undefined && text >= firstRun && text <= lastRun) return day;
    const message =
      day === undefined
        ? 'use a date that exists, as YYYY-MM-DD'
        : `use a date from ${firstRun} to ${lastRun}`;
    issues.push({ code: 'custom', message, input: text });
    return z.NEVER;
  }),
);

/** A folder typed on the command line. */
export const folderOption = z.string().check(z.minLength(1, 'name a folder'));
export const commonOptions = {
  config: z.string().check(z.minLength(1, 'name a file')),
  json: z._default(z.boolean(), false),
};
export const sampleOptions = {
  tasks: wholeNumber(10, 50_000),
  seed: wholeNumber(0, 999_999_999),
};

/**
 * A command's options, parsed by its schema.
 * @throws BadInput with one line for every option that cannot be used
 */
export function parseOptions<Schema extends z.ZodMiniType>(
  schema: Schema,
  options: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(options, inEnglish);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => {
    const option = String(path[0]).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return `--${option}: ${message}.`;
  });
  throw new BadInput('The options cannot be used', 'See --help.', [...new Set(lines)].join('\n'));
}

const optionOf: Readonly<Record<string, string>> = {
  project: '--project',
  weeks: '--weeks',
  shifts: '--shift',
  runId: '--run-id',
};

/** The error for a request made of options: names them instead of the request's properties. */
export function unusableOptions({ problems, remedy }: RequestError): BadInput {
  const lines = problems.map(({ property, message }) => `${optionOf[property] ?? property}: ${message}`);
  return new BadInput('The options cannot be used', remedy, lines.join('\n'));
}
