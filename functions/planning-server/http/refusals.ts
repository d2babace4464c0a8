/** Every answer other than 200: its status and message, for the caller and for the OpenAPI document. */
import type { Context } from 'hono';
import type { ParameterProblem } from './parameter-kinds.ts';

export const refusals = {
  unauthorized: {
    status: 401,
    message: 'The header X-API-Key is missing, or its key or token is not valid.',
  },
  wrongCredentials: { status: 401, message: 'The client id or the client secret is wrong.' },
  /** One answer for both cases, so that a key cannot be used to find out which other projects there are. */
  noSuchProject: { status: 404, message: 'There is no such project, or the key may not read it.' },
  noSuchPath: {
    status: 404,
    message: 'There is nothing at this path. GET /openapi.json lists the operations.',
  },
  bodyTooLarge: { status: 413, message: 'The request body is over 16 kB.' },
  failed: {
    status: 500,
    message: 'The planning service could not answer. Its operator finds the cause in its log.',
  },
} as const;

export type Refusal = (typeof refusals)[keyof typeof refusals];

export function refuse(c: Context, refusal: Refusal): Response {
  const { status, message } = refusal;
  if (refusal === refusals.unauthorized) c.header('WWW-Authenticate', 'ApiKey realm="planning"');
  return c.json({ message }, status);
}

export function methodNotAllowed(c: Context, allowed: string): Response {
  c.header('Allow', allowed);
  return c.json({ message: `This path takes ${allowed} only.` }, 405);
}

/** The body of every 422: everything that is wrong with the request, in one answer. */
export function unprocessable(c: Context, problems: readonly ParameterProblem[]): Response {
  const parameters = [...new Set(problems.map(({ parameter }) => parameter))].join(', ');
  const message = `The request cannot be answered as it is: ${parameters}.`;
  return c.json({ message, errors: problems }, 422);
}
