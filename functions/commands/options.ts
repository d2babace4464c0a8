import * as z from 'zod';
import { type Day, parseDay } from '../lookahead/day.ts';
import { BadInput } from './bad-input.ts';

/** A whole number typed on the command line. */
export function wholeNumber(from: number, to: number) {
  const wrong = `use a whole number from ${from} to ${to}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, wrong)
    .transform(Number)
    .refine((value) => value >= from && value <= to, wrong);
}

/** A local date typed on the command line. */
export const dayOption = z.string().transform((text, context): Day => {
  const day = parseDay(text);
  if (day !== undefined) return day;
  context.addIssue({ code: 'custom', message: 'use a date that exists, as YYYY-MM-DD' });
  return z.NEVER;
});

const folder = z.string().min(1, 'name a folder');
export const commonOptions = { config: z.string().min(1, 'name a file'), json: z.boolean().default(false) };
export const sampleOptions = {
  tasks: wholeNumber(50, 50_000),
  seed: wholeNumber(0, 999_999_999),
};
export const outOption = folder;

/**
 * A command's options, parsed by its schema.
 * @throws BadInput with one line for every option that cannot be used
 */
export function parseOptions<Schema extends z.ZodType>(schema: Schema, options: unknown): z.output<Schema> {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => {
    const option = String(path[0]).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return `--${option}: ${message}.`;
  });
  throw new BadInput([...new Set(lines)].join('\n'));
}
