/** The OpenAPI 3.1 document of the server, made from the table of operations and the schemas it answers with. */
import * as z from 'zod/mini';
import { type Collection, envelopeSchema, resourceSchemas } from '../../planning/contract/resources.ts';
import { tokenRequestSchema, tokenSchema } from '../keys/tokens.ts';
import {
  collections,
  type PagingParameters,
  projectId,
  queryParametersOf,
  region,
} from './operations-and-parameters.ts';
import type { JsonObject, Parameter } from './parameter-kinds.ts';
import { type Refusal, refusals } from './refusals.ts';

const messageSchema = z.object({ message: z.string() });
const problemsSchema = z.object({
  message: z.string(),
  errors: z.array(
    z.object({
      parameter: z.string(),
      value: z.optional(z.string()),
      reason: z.string(),
      allowed: z.optional(z.array(z.string())),
    }),
  ),
});

/** @param tokens whether the server issues tokens */
export function openApiDocument(paging: PagingParameters, tokens: 'issued' | 'not issued'): JsonObject {
  const paths = collections.map(({ collection, resource }) => [
    `/{region}/v1/projects/{projectId}/${collection}`,
    { get: readOperation(collection, `${resource}Page`, paging) },
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Planning Read API',
      version: '1',
      description: 'Read-only planning data of one project in one region.',
    },
    paths: {
      ...Object.fromEntries(paths),
      ...(tokens === 'issued' && { '/{region}/v1/auth/token': { post: tokenOperation } }),
      '/openapi.json': { get: openOperation('getOpenApi', 'This document.') },
      '/health': { get: openOperation('getHealth', 'The server answers.') },
    },
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      schemas: schemas(),
    },
  };
}

function readOperation(collection: Collection, answer: string, paging: PagingParameters): JsonObject {
  const title = `${collection.charAt(0).toUpperCase()}${collection.slice(1)}`;
  return {
    operationId: `get${title}`,
    summary: `Get ${title}`,
    security: [{ apiKey: [] }],
    parameters: [
      inPath(region),
      inPath(projectId),
      ...queryParametersOf(collection, paging).map(({ name, openApi }) => ({
        name,
        in: 'query',
        required: false,
        ...openApi,
      })),
    ],
    responses: {
      200: json(`A page of ${collection}.`, answer),
      ...refusalsOf(refusals.unauthorized, refusals.noSuchProject, refusals.failed),
      422: json('Parameters are wrong; the body lists each of them.', 'ParameterProblems'),
    },
  };
}

const tokenOperation: JsonObject = {
  operationId: 'issueToken',
  summary: 'Issue a token that counts as a key until it expires',
  security: [],
  parameters: [inPath(region)],
  requestBody: { required: true, content: { 'application/json': { schema: ref('TokenRequest') } } },
  responses: {
    200: json('A token.', 'Token'),
    ...refusalsOf(refusals.wrongCredentials, refusals.bodyTooLarge, refusals.failed),
    422: json('The region or the body is wrong.', 'ParameterProblems'),
  },
};

/** An operation that needs no key. */
function openOperation(operationId: string, description: string): JsonObject {
  const content = { 'application/json': { schema: { type: 'object' } } };
  return { operationId, summary: description, security: [], responses: { 200: { description, content } } };
}

function inPath({ name, openApi }: Parameter<unknown>): JsonObject {
  return { name, in: 'path', required: true, ...openApi };
}

function refusalsOf(...answered: readonly Refusal[]): JsonObject {
  return Object.fromEntries(answered.map(({ status, message }) => [status, json(message, 'Message')]));
}

function json(description: string, schema: string): JsonObject {
  return { description, content: { 'application/json': { schema: ref(schema) } } };
}

function ref(schema: string): JsonObject {
  return { $ref: `#/components/schemas/${schema}` };
}

function schemas(): JsonObject {
  const { properties, ...envelope } = schemaOf(envelopeSchema);
  const perCollection = collections.flatMap(({ collection, resource }) => {
    const results = { type: 'array', items: ref(resource) };
    return [
      [resource, schemaOf(resourceSchemas[collection])],
      [`${resource}Page`, { ...envelope, properties: { ...(properties ?? {}), results } }],
    ];
  });
  return {
    ...Object.fromEntries(perCollection),
    Message: schemaOf(messageSchema),
    ParameterProblems: schemaOf(problemsSchema),
    TokenRequest: schemaOf(tokenRequestSchema),
    Token: schemaOf(tokenSchema),
  };
}

function schemaOf(schema: z.ZodMiniType): z.core.JSONSchema.BaseSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' });
  return rest;
}
