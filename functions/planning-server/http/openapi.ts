/** The OpenAPI 3.1 document of the server, made from the schemas it answers with. */
import * as z from 'zod/mini';
import { type Collection, envelopeSchema, resourceSchemas } from '../../planning/contract/resources.ts';
import { idFilters, regions, shifts, taskFields } from '../../planning/contract/tasks-query.ts';
import { tokenAnswerSchema, tokenRequestSchema } from '../keys/tokens.ts';

type JsonObject = { readonly [property: string]: unknown };

const resourceNames = {
  users: 'User',
  subcontractors: 'Subcontractor',
  folders: 'Folder',
  packages: 'Package',
  calendars: 'Calendar',
  locations: 'Location',
  tasks: 'Task',
} as const satisfies Record<Collection, string>;

const problemSchema = z.object({
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
const messageSchema = z.object({ message: z.string() });

export function openApiDocument(server: {
  readonly pageSize: number;
  readonly maxPageSize: number;
  readonly tokens: 'issued' | 'not issued';
}): JsonObject {
  const collections = Object.entries(resourceNames);
  const paths = collections.map(([collection, name]) => [
    `/{region}/v1/projects/{projectId}/${collection}`,
    { get: readOperation(collection, { name, ...server }) },
  ]);
  const tokenPath = server.tokens === 'issued' ? { '/{region}/v1/auth/token': { post: tokenOperation } } : {};
  return {
    openapi: '3.1.0',
    info: {
      title: 'Planning Read API',
      version: '1',
      description: 'Read-only planning data of one project in one region.',
    },
    paths: {
      ...Object.fromEntries(paths),
      ...tokenPath,
      '/openapi.json': { get: openOperation('getOpenApi', 'This document.') },
      '/health': { get: openOperation('getHealth', 'The server answers.') },
    },
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      schemas: schemas(),
    },
  };
}

function schemas(): JsonObject {
  const resources = Object.entries(resourceNames).map(([collection, name]) => [
    name,
    schemaOf(resourceSchemas[isCollection(collection) ? collection : 'tasks']),
  ]);
  const envelope = schemaOf(envelopeSchema);
  const pages = Object.values(resourceNames).map((name) => [
    `${name}Page`,
    { ...envelope, properties: { ...propertiesOf(envelope), results: { type: 'array', items: ref(name) } } },
  ]);
  return {
    ...Object.fromEntries(resources),
    ...Object.fromEntries(pages),
    Message: schemaOf(messageSchema),
    ParameterProblems: schemaOf(problemSchema),
    TokenRequest: schemaOf(tokenRequestSchema),
    Token: schemaOf(tokenAnswerSchema),
  };
}

function isCollection(name: string): name is Collection {
  return Object.hasOwn(resourceSchemas, name);
}

function schemaOf(schema: z.ZodMiniType): JsonObject {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' });
  return rest;
}

function propertiesOf(schema: JsonObject): JsonObject {
  const { properties } = schema;
  return typeof properties === 'object' && properties !== null ? { ...properties } : {};
}

function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

function json(description: string, name: string): JsonObject {
  return { description, content: { 'application/json': { schema: ref(name) } } };
}

const region = { name: 'region', in: 'path', required: true, schema: { type: 'string', enum: regions } };
const projectId = { name: 'projectId', in: 'path', required: true, schema: { type: 'string', minLength: 1 } };

type ReadOperation = { readonly name: string; readonly pageSize: number; readonly maxPageSize: number };

function readOperation(collection: string, { name, ...sizes }: ReadOperation): JsonObject {
  const title = `${collection.charAt(0).toUpperCase()}${collection.slice(1)}`;
  return {
    operationId: `get${title}`,
    summary: `Get ${title}`,
    security: [{ apiKey: [] }],
    parameters: [
      region,
      projectId,
      ...(collection === 'tasks' ? taskParameters : []),
      ...pagingParameters(sizes),
    ],
    responses: {
      200: json(`A page of ${collection}.`, `${name}Page`),
      401: json('The key or token is missing or not valid.', 'Message'),
      404: json('There is no such project, or the key may not read it.', 'Message'),
      422: json('Parameters are wrong; the body lists each of them.', 'ParameterProblems'),
      500: json('The service could not answer.', 'Message'),
    },
  };
}

function query(name: string, schema: JsonObject, description: string): JsonObject {
  return { name, in: 'query', required: false, schema, description };
}

/** Comma-delimited in one parameter: OpenAPI's form style, not exploded. */
function list(name: string, items: JsonObject, description: string): JsonObject {
  const schema = { type: 'array', minItems: 1, items };
  return { ...query(name, schema, description), style: 'form', explode: false };
}

const taskParameters: readonly JsonObject[] = [
  query('start', { type: 'string', format: 'date' }, 'Only tasks that end on this local date or later.'),
  query('finish', { type: 'string', format: 'date' }, 'Only tasks that begin on this local date or before.'),
  query('shift', { type: 'string', enum: shifts }, 'Only tasks of this shift.'),
  ...idFilters.map((filter) =>
    list(filter, { type: 'string', minLength: 1 }, 'Alternatives; different parameters all apply.'),
  ),
  list('fields', { type: 'string', enum: taskFields }, 'Properties to answer beside the ones always there.'),
];

function pagingParameters({
  pageSize,
  maxPageSize,
}: {
  pageSize: number;
  maxPageSize: number;
}): JsonObject[] {
  const limit = { type: 'integer', minimum: 1, maximum: maxPageSize, default: pageSize };
  return [
    query('after', { type: 'string' }, 'The cursor of the page: paging.next.after of the one before.'),
    query('limit', limit, 'Items on a page.'),
  ];
}

const tokenOperation: JsonObject = {
  operationId: 'issueToken',
  summary: 'Issue a token that counts as a key until it expires',
  security: [],
  parameters: [region],
  requestBody: { required: true, content: { 'application/json': { schema: ref('TokenRequest') } } },
  responses: {
    200: json('A token.', 'Token'),
    401: json('The client id or the client secret is wrong.', 'Message'),
    413: json('The request body is too large.', 'Message'),
    422: json('The region or the body is wrong.', 'ParameterProblems'),
    500: json('The service could not answer.', 'Message'),
  },
};

function openOperation(operationId: string, description: string): JsonObject {
  const content = { 'application/json': { schema: { type: 'object' } } };
  return { operationId, summary: description, security: [], responses: { 200: { description, content } } };
}
