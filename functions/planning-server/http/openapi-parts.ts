import { requestIdPattern } from './answer.ts';
import { type JsonObject, problemCodes } from './parameter-kinds.ts';
import { problemType, refusals } from './refusals.ts';

export function ref(kind: 'schemas' | 'headers', name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` };
}

export function header(name: string): JsonObject {
  return ref('headers', name);
}

const everywhere = { 'X-Request-Id': header('RequestId') };
/** On every response to a valid key; a 304 leaves out the policy, which came with the page. */
export const allowance = { RateLimit: header('RateLimit') };
export const allowanceAndPolicy = { ...allowance, 'RateLimit-Policy': header('RateLimitPolicy') };

export function headers(...some: readonly JsonObject[]): JsonObject {
  return Object.assign({}, ...some, everywhere);
}

export function problem(
  description: string,
  own: JsonObject = {},
  schema: 'Problem' | 'ParameterProblems' = 'Problem',
): JsonObject {
  return {
    description,
    headers: headers(own),
    content: { [problemType]: { schema: ref('schemas', schema) } },
  };
}

type Operation = JsonObject & {
  readonly operationId: string;
  readonly summary: string;
  readonly responses: Readonly<Record<number, JsonObject>>;
};

export function getAndHead(get: Operation): JsonObject {
  const bodiless = Object.entries(get.responses).map(([status, { content: _, ...rest }]) => [status, rest]);
  return {
    get,
    head: {
      ...get,
      operationId: get.operationId.replace(/^get/, 'head'),
      summary: `${get.summary}: headers only`,
      responses: Object.fromEntries(bodiless),
    },
  };
}

export function anyRefusal(allowed: 'GET, HEAD' | 'POST') {
  return {
    400: problem(refusals.malformed.message),
    405: problem(`Any other method: this path takes ${allowed} only.`, {
      ...allowanceAndPolicy,
      Allow: header('Allow'),
    }),
    408: problem(refusals.tooSlow.message),
    414: problem(refusals.uriTooLong.message, allowanceAndPolicy),
    431: problem(refusals.headersTooLarge.message),
    500: problem(refusals.failed.message, allowanceAndPolicy),
  };
}

export const noKey = problem(refusals.unauthorized.message, { 'WWW-Authenticate': header('Authenticate') });

/** Schema of an object with exactly these properties. @param optional names of those that may be absent */
export function object(properties: JsonObject, ...optional: readonly string[]) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', additionalProperties: false, required, properties };
}

const text = { type: 'string' };
const properties = {
  type: { type: 'string', format: 'uri' },
  title: text,
  status: { type: 'integer' },
  code: text,
  detail: text,
  message: text,
};

const parameterProblem = object(
  {
    parameter: text,
    value: text,
    reason: text,
    allowed: { type: 'array', items: text },
    code: {
      type: 'string',
      enum: Object.keys(problemCodes),
      description: `For programs. ${Object.entries(problemCodes)
        .map(([code, meaning]) => `${code}: ${meaning}`)
        .join('; ')}.`,
    },
  },
  'value',
  'allowed',
);

export const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the page that the caller has; 304 says that it is still the same.',
  schema: text,
};

export const requestId = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description:
    "The caller's own name of the request, for the answer and the log of the service. Any other text is replaced by one that the service draws.",
  schema: { type: 'string', pattern: requestIdPattern.source },
};

export const tooManyRequests = problem(refusals.tooManyRequests.message, {
  ...allowanceAndPolicy,
  'Retry-After': header('RetryAfter'),
});

export const components = {
  securitySchemes: {
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description:
        'A key as `lookahead keys create` prints it, or a token, with no word before it. A token is not sent as `Authorization: Bearer`.',
    },
  },
  headers: {
    ETag: { description: 'Names this page in this version, for If-None-Match.', schema: text },
    PlanningVersion: { description: 'The version of the project that the page is from.', schema: text },
    PlanningDataDate: {
      description:
        "The version's data date: up to when progress is known in the programme. A date, or date and time, local to the project. Absent if the programme names none.",
      schema: text,
      example: '2026-11-20T17:00',
    },
    PlanningImportedAt: {
      description: 'When the version was imported. Absent for a project that was not imported.',
      schema: { type: 'string', format: 'date-time' },
      example: '2026-11-20T18:00:00Z',
    },
    RequestId: { description: 'Names the request in the log of the service.', schema: text },
    RateLimit: {
      description:
        'What the key may still send (r) in this window, and in how many seconds (t) the next one begins.',
      schema: text,
      example: '"key";r=59999;t=42',
    },
    RateLimitPolicy: {
      description:
        'How many requests a key may send (q) in a window of so many seconds (w). A 304 leaves it out.',
      schema: text,
      example: '"key";q=60000;w=60',
    },
    Allow: { description: 'The methods that the path takes.', schema: text },
    Authenticate: {
      description: 'That a key is wanted, in X-API-Key.',
      schema: text,
      example: 'ApiKey realm="planning"',
    },
    RetryAfter: { description: 'Seconds until there is room again.', schema: { type: 'integer' } },
  },
  schemas: {
    Paging: object({
      next: { oneOf: [{ type: 'null' }, object({ after: text, link: { type: 'string', format: 'uri' } })] },
    }),
    Problem: object(properties),
    ParameterProblems: object({
      ...properties,
      errors: { type: 'array', minItems: 1, items: parameterProblem },
    }),
    StoredProblem: object({ source: text, problem: text }),
    Service: object({ name: text, documentation: text, openApi: text, health: text }),
    Health: object({ status: { const: 'ok' }, version: text, commit: text }, 'version', 'commit'),
    Ready: object(
      { status: { const: 'ready' }, problems: { type: 'array', items: ref('schemas', 'StoredProblem') } },
      'problems',
    ),
  },
};
