import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { toDotPath } from 'zod/v4/core';
import { LookaheadError } from '#base/lookahead-error.ts';
import { englishZodMessages } from '#base/text/english.ts';

class EventError extends LookaheadError {
  override readonly name = 'EventError';
}

/** @throws EventError naming every property that is wrong */
export function parseEvent<Schema extends z.ZodMiniType>(
  schema: Schema,
  event: unknown,
  expected: string,
): z.output<Schema> {
  const parsed = schema.safeParse(event, englishZodMessages);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${toDotPath(path)}: ${message}`);
  throw new EventError(`The event is not ${expected} (${problems.join('; ')})`, {
    kind: 'input',
    remedy: 'Check what invokes this function, and which event it sends.',
  });
}

export const eventInstantSchema = z.pipe(
  z.string(),
  z.transform((text, { issues }): Temporal.Instant => {
    try {
      return Temporal.Instant.from(text);
    } catch {
      const message = 'expected an instant, such as 2026-11-20T14:00:00Z';
      issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    }
  }),
);
