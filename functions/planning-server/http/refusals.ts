import type { Context } from 'hono';
import { regions } from '../../planning/contract/tasks-query.ts';
import type { ParameterProblem } from './parameters.ts';

export function unauthorized(c: Context): Response {
  c.header('WWW-Authenticate', 'ApiKey realm="planning"');
  return c.json({ message: 'The header X-API-Key is missing, or its key or token is not valid.' }, 401);
}

/** One answer for both, so that a key cannot be used to find out which other projects there are. */
export function noSuchProject(c: Context): Response {
  return c.json({ message: 'There is no such project, or the key may not read it.' }, 404);
}

export function methodNotAllowed(c: Context, allowed: string): Response {
  c.header('Allow', allowed);
  return c.json({ message: `This path takes ${allowed} only.` }, 405);
}

/** The body of every 422: all that is wrong with the request, in one answer. */
export function unprocessable(c: Context, problems: readonly ParameterProblem[]): Response {
  const parameters = [...new Set(problems.map(({ parameter }) => parameter))].join(', ');
  return c.json(
    { message: `The request cannot be answered as it is: ${parameters}.`, errors: problems },
    422,
  );
}

export function regionProblem(value: string): ParameterProblem {
  return { parameter: 'region', value, reason: 'no such region', allowed: regions };
}
