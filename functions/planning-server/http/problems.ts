import { maxIdsPerFilter } from '#planning/contract/tasks-query.ts';
import { createResponse, type RequestContext } from './response.ts';

export const httpRefusals = {
  malformed: {
    status: 400,
    code: 'request_malformed',
    title: 'Malformed request',
    message: 'This is not a valid HTTP request. Check the client, and what is between it and the service.',
  },
  unauthorized: {
    status: 401,
    code: 'key_invalid',
    title: 'No valid key',
    message: 'The header X-API-Key is missing, or its key or token is not valid.',
  },
  wrongCredentials: {
    status: 401,
    code: 'credentials_invalid',
    title: 'No valid credentials',
    message: 'The client id or the client secret is wrong.',
  },
  /**
   * The same response for a project that does not exist and for one that the key may not read, so that a key cannot be
   * used to find out which other projects exist.
   */
  noSuchProject: {
    status: 404,
    code: 'project_not_found',
    title: 'No such project',
    message: 'There is no such project, or the key may not read it.',
  },
  noSuchPath: {
    status: 404,
    code: 'path_not_found',
    title: 'No such path',
    message: 'There is nothing at this path. GET /openapi.json lists the operations.',
  },
  tooSlow: {
    status: 408,
    code: 'request_timeout',
    title: 'Request too slow',
    message: 'The request did not arrive in time. Send it again.',
  },
  bodyTooLarge: {
    status: 413,
    code: 'body_too_large',
    title: 'Body too large',
    message: 'The request body is over 16 kB.',
  },
  uriTooLong: {
    status: 414,
    code: 'uri_too_long',
    title: 'Address too long',
    message: 'Path and query are over 8 kB. Split the id lists over several requests.',
  },
  tooManyRequests: {
    status: 429,
    code: 'too_many_requests',
    title: 'Too many requests',
    message: 'There were too many requests. Retry-After says in how many seconds there is room again.',
  },
  headersTooLarge: {
    status: 431,
    code: 'headers_too_large',
    title: 'Headers too large',
    message:
      'Request line and headers are over 64 kB. Send fewer or shorter headers, and split the id lists over several requests.',
  },
  failed: {
    status: 500,
    code: 'internal_error',
    title: 'Internal error',
    message: 'The planning service could not answer. Its operator finds the cause in its log.',
  },
} as const;

export type HttpRefusal = (typeof httpRefusals)[keyof typeof httpRefusals];

export const problemContentType = 'application/problem+json';

export function createRefusalResponse(c: RequestContext, refusal: HttpRefusal): Response {
  const isUnauthorized = refusal === httpRefusals.unauthorized;
  return problemResponse(c, refusal, isUnauthorized ? { 'www-authenticate': 'ApiKey realm="planning"' } : {});
}

export function createTooManyRequestsResponse(c: RequestContext, seconds: number): Response {
  return problemResponse(c, httpRefusals.tooManyRequests, { 'retry-after': String(seconds) });
}

export function createMethodNotAllowedResponse(c: RequestContext, allowed: string): Response {
  const refusal = {
    status: 405,
    code: 'method_not_allowed',
    title: 'Method not allowed',
    message: `This path takes ${allowed} only.`,
  } as const;
  return problemResponse(c, refusal, { allow: allowed });
}

/**
 * Maximum number of items on a page.
 * @limit the Planning Read API
 */
export const maxPageSize = 1_000;

/**
 * Problems of a parameter or of a property of a body, by code. In a sentence, the text follows the name of the
 * parameter or property.
 */
export const parameterProblemTexts = {
  parameter_unknown: 'is not a parameter of this operation',
  parameter_repeated: 'is given more than once; give it once, with values separated by commas',
  value_empty: 'has an empty value; give one or leave the parameter out',
  value_unknown: 'must be one of the allowed values',
  date_invalid: 'must be a date that exists, from 1900 on, as YYYY-MM-DD',
  dates_reversed: 'is after finish',
  number_invalid: `must be a whole number from 1 to ${maxPageSize}`,
  label_invalid: 'must be lower-case letters and digits',
  too_many_ids: `has more than ${maxIdsPerFilter} different ids; split them over several requests`,
  cursor_invalid:
    'is not a cursor of this query; take it from paging.next.after and do not change the other parameters',
  cursor_expired: 'has expired; send the query again without it',
  version_unknown: 'is not a version of the project, or is no longer stored',
  version_conflict: 'is not the version of the cursor; leave one of them out',
  body_invalid: 'is missing, or not of the right type',
} as const;
type ParameterProblemCode = keyof typeof parameterProblemTexts;

function isProblemCode(code: string): code is ParameterProblemCode {
  return Object.hasOwn(parameterProblemTexts, code);
}

/**
 * If a request has only one problem and its code is one of these, the whole response has that code too, because
 * programs look for it there.
 */
const codesOfWholeResponse: ReadonlySet<string> = new Set<ParameterProblemCode>([
  'cursor_invalid',
  'cursor_expired',
  'version_unknown',
  'too_many_ids',
]);

export type ParameterProblem = {
  readonly parameter: string;
  readonly value?: string | undefined;
  readonly reason: string;
  readonly allowed?: readonly string[] | undefined;
  readonly code: ParameterProblemCode;
};

/** @param code a key of `parameterProblemTexts`; any other text, such as zod's own message, becomes `body_invalid` */
export function createParameterProblem(
  parameter: string,
  code: string,
  found: Pick<ParameterProblem, 'value' | 'allowed'> & { readonly suggestion?: string | undefined } = {},
): ParameterProblem {
  const { suggestion, ...rest } = found;
  const known = isProblemCode(code) ? code : 'body_invalid';
  const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
  return { parameter, ...rest, reason: `${parameterProblemTexts[known]}${hint}`, code: known };
}

/** Maximum number of problems in the message, which is read as one line. */
const maxSentences = 10;

export function createUnprocessableResponse(
  c: RequestContext,
  problems: readonly ParameterProblem[],
): Response {
  const [only, ...more] = problems;
  const sentences = [...new Set(problems.map(({ parameter, reason }) => `${parameter} ${reason}.`))];
  const rest =
    sentences.length > maxSentences ? [`${sentences.length - maxSentences} more: see errors.`] : [];
  return problemResponse(
    c,
    {
      status: 422,
      code:
        only && more.length === 0 && codesOfWholeResponse.has(only.code) ? only.code : 'parameters_invalid',
      title: 'Wrong parameters',
      message: [...sentences.slice(0, maxSentences), ...rest].join(' '),
    },
    {},
    problems,
  );
}

type Problem = {
  readonly status: HttpRefusal['status'] | 405 | 422;
  readonly code: string;
  readonly title: string;
  readonly message: string;
};

/** `message` is what existing clients read; `detail` is its name in RFC 9457. */
export function problemBody(
  { status, code, title, message }: Problem,
  errors?: readonly ParameterProblem[],
): string {
  const type = `urn:lookahead:problem:${code}`;
  return JSON.stringify({ type, title, status, code, detail: message, message, ...(errors && { errors }) });
}

function problemResponse(
  c: RequestContext,
  refusal: Problem,
  headers: Readonly<Record<string, string>>,
  errors?: readonly ParameterProblem[],
): Response {
  const body = problemBody(refusal, errors);
  const length = String(Buffer.byteLength(body));
  return createResponse(c, refusal.status, body, {
    ...headers,
    'content-type': problemContentType,
    'content-length': length,
  });
}
