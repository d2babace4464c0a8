/** The parts of the OpenAPI document that several operations share. */
import type { JsonObject } from './parameter-kinds.ts';
import { problemType, refusals } from './refusals.ts';

export function ref(kind: 'schemas' | 'headers', name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` };
}

export function header(name: string): JsonObject {
  return ref('headers', name);
}

export function problem(description: string, schema: 'Problem' | 'ParameterProblems' = 'Problem') {
  return { description, content: { [problemType]: { schema: ref('schemas', schema) } } };
}

const text = { type: 'string' };
const properties = {
  type: { type: 'string', format: 'uri' },
  title: text,
  status: { type: 'integer' },
  code: { type: 'string', description: 'For programs: a word that stays the same.' },
  detail: text,
  message: { type: 'string', description: 'The same as detail.' },
};
const required = Object.keys(properties);

const parameterProblem = {
  type: 'object',
  additionalProperties: false,
  required: ['parameter', 'reason'],
  properties: {
    parameter: text,
    value: text,
    reason: text,
    allowed: { type: 'array', items: text },
    code: text,
  },
};

export const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the page that the caller has; 304 says that it is still the same.',
  schema: text,
};

export const tooManyRequests = {
  ...problem(refusals.tooManyRequests.message),
  headers: { 'Retry-After': header('RetryAfter') },
};

export const components = {
  securitySchemes: {
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'A key as `lookahead keys create` prints it, or a token.',
    },
  },
  headers: {
    ETag: { description: 'Names this page in this version, for If-None-Match.', schema: text },
    PlanningVersion: { description: 'The version of the project that the page is from.', schema: text },
    RequestId: { description: 'Names the request in the log of the service.', schema: text },
    RetryAfter: { description: 'Seconds until there is room again.', schema: { type: 'integer' } },
  },
  schemas: {
    Paging: {
      type: 'object',
      additionalProperties: false,
      required: ['next'],
      properties: {
        next: {
          oneOf: [
            { type: 'null' },
            {
              type: 'object',
              additionalProperties: false,
              required: ['after', 'link'],
              properties: { after: text, link: { type: 'string', format: 'uri' } },
            },
          ],
        },
      },
    },
    Problem: { type: 'object', additionalProperties: false, required, properties },
    ParameterProblems: {
      type: 'object',
      additionalProperties: false,
      required: [...required, 'errors'],
      properties: { ...properties, errors: { type: 'array', minItems: 1, items: parameterProblem } },
    },
    StoredProblem: {
      type: 'object',
      additionalProperties: false,
      required: ['source', 'problem'],
      properties: { source: text, problem: text },
    },
  },
};
