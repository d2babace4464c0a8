import * as z from 'zod/mini';
import { type $ZodType, type output, safeParse } from 'zod/v4/core';
import { LookaheadError } from '#base/lookahead-error.ts';

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

export const requiredVariableSchema = z.string('is not set').check(z.minLength(1, 'is empty'));

class EnvironmentError extends LookaheadError {
  override readonly name = 'EnvironmentError';
}

/** @throws EnvironmentError naming every unusable variable, never a value */
export function readVariables<Schema extends $ZodType>(
  schema: Schema,
  environment: EnvironmentVariables,
): output<Schema> {
  const parsed = safeParse(schema, environment);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`);
  throw new EnvironmentError(`The function's environment cannot be used: ${problems.join('; ')}`, {
    kind: 'curable',
    remedy: 'Deploy the stack again, or set the variable.',
  });
}
