import { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { toDotPath } from 'zod/v4/core';

/** An event that this function is not for. */
class EventError extends Error {
  override readonly name = 'EventError';
}

/** @throws EventError naming every property that is wrong */
export function parseEvent<Schema extends z.ZodType>(
  schema: Schema,
  event: unknown,
  expected: string,
): z.output<Schema> {
  const parsed = schema.safeParse(event);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${toDotPath(path)}: ${message}`);
  throw new EventError(
    `The event is not ${expected} (${problems.join('; ')}). See who invokes this function, and with what.`,
  );
}

/** For a property that is an instant. */
export function instantOf(text: string, context: z.core.$RefinementCtx): Temporal.Instant {
  try {
    return Temporal.Instant.from(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'expected an instant, such as 2026-11-20T14:00:00Z' });
    return z.NEVER;
  }
}
