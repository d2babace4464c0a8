import * as z from 'zod/mini';
import { type Collection, collections, resourceSchemas } from '#planning/contract/resources.ts';
import { tokenRequestSchema, tokenSchema } from '#planning-server/keys/tokens.ts';
import { describedSchemas } from './openapi-descriptions.ts';
import {
  allowance,
  allowanceAndPolicy,
  anyRefusal,
  components,
  getAndHead,
  header,
  headers,
  ifNoneMatch,
  noKey,
  object,
  problem,
  ref,
  requestId,
  tooManyRequests,
} from './openapi-parts.ts';
import { type PagingParameters, projectId, queryParametersOf, region } from './operations-and-parameters.ts';
import type { JsonObject, Parameter } from './parameter-kinds.ts';
import { refusals } from './refusals.ts';

const description = `Read-only planning data of one project in one region, page by page.

Send a key, or a token that was issued for one, in \`X-API-Key\`. A page says in \`paging.next\` where the next one is: follow
\`link\`, or send the query again with \`after\`. All pages of a query come from one version of the project, which
\`Planning-Version\` names; \`Planning-Data-Date\` and \`Planning-Imported-At\` say how old it is. These three headers are this
service's own, beyond the contract.`;

// Examples.
const user = { id: 'u-1', displayName: 'Ann Lee', email: 'ann.lee@example.com' };
const folder = { id: 'f-12', code: 'SUB-01', name: 'Piling', parentId: 'f-1', path: 'Substructure › Piling' };
const subcontractor = { id: 's-4', name: 'Northgate Piling' };
const calendar = { id: 'c-1', name: 'Monday to Friday', type: 'five-day' };

const items: Readonly<Record<Collection, JsonObject>> = {
  users: user,
  subcontractors: subcontractor,
  folders: folder,
  packages: { id: 'p-2', code: '2100', name: 'Piling' },
  calendars: calendar,
  locations: { id: 'l-3', name: 'East bay', type: 'map' },
  tasks: {
    id: 't-481',
    name: 'Bored piles, grid A to D',
    start: '2026-11-23',
    finish: '2026-11-27',
    duration: 5,
    keyTask: false,
    shift: 'day',
    status: 'planned',
    owner: user,
    calendar,
    folder,
    subcontractor,
  },
};

const credentials = { clientId: '0123456789ab', clientSecret: 'the rest of the key' };
const token = { accessToken: 'pt1.eyJjbGllbnQiOiIwMTIzIn0.c2lnbmVk', expiresIn: 3_600, tokenType: 'ApiKey' };

export function openApiDocument(paging: PagingParameters, tokens: 'issued' | 'not issued'): JsonObject {
  const paths = collections.map((collection) => [
    `/{region}/v1/projects/{projectId}/${collection}`,
    getAndHead(readOperation(collection, paging)),
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Planning Read API',
      version: '1',
      description,
      contact: { name: 'The operator of this service' },
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This service' }],
    tags: [
      { name: 'Planning', description: 'The collections of a project.' },
      { name: 'Tokens', description: 'Tokens that count as keys for an hour.' },
      { name: 'Service', description: 'What the service says of itself.' },
    ],
    security: [{ apiKey: [] }],
    paths: {
      ...Object.fromEntries(paths),
      ...(tokens === 'issued' && { '/{region}/v1/auth/token': { post: tokenOperation } }),
      '/': getAndHead(serviceOperation('getService', 'Where the documents are', ref('schemas', 'Service'))),
      '/openapi.json': getAndHead(serviceOperation('getOpenApi', 'This document', { type: 'object' })),
      '/health': getAndHead(
        serviceOperation('getHealth', 'Whether the server answers, and its build', ref('schemas', 'Health')),
      ),
      '/ready': getAndHead(readyOperation),
    },
    components: {
      ...components,
      schemas: describedSchemas({ ...components.schemas, ...schemas() }),
    },
  };
}

function titleOf(collection: Collection): string {
  return `${collection.charAt(0).toUpperCase()}${collection.slice(1)}`;
}

/** The name of one item: `User` of `users`. */
function resourceOf(collection: Collection): string {
  return titleOf(collection).slice(0, -1);
}

function readOperation(collection: Collection, paging: PagingParameters) {
  const title = titleOf(collection);
  return {
    tags: ['Planning'],
    operationId: `get${title}`,
    summary: `Get ${title}`,
    description: `The ${collection} of a project, in order of id.`,
    security: [{ apiKey: [] }],
    parameters: [
      inPath(region, 'gb'),
      inPath(projectId, 'riverside-tower'),
      ...queryParametersOf(collection, paging).map(({ name, openApi }) => ({
        name,
        in: 'query',
        required: false,
        ...openApi,
      })),
      ifNoneMatch,
      requestId,
    ],
    responses: {
      ...anyRefusal('GET, HEAD'),
      200: {
        description: `A page of ${collection}.`,
        headers: headers(pageHeaders, allowanceAndPolicy),
        content: {
          'application/json': {
            schema: ref('schemas', `${resourceOf(collection)}Page`),
            example: { paging: { next: null }, results: [items[collection]] },
          },
        },
      },
      304: {
        description: 'The page is the one that If-None-Match names.',
        headers: headers(pageHeaders, allowance),
      },
      401: noKey,
      404: problem(refusals.noSuchProject.message, allowanceAndPolicy),
      422: problem(
        'Parameters are wrong; the body lists each of them.',
        allowanceAndPolicy,
        'ParameterProblems',
      ),
      429: tooManyRequests,
    },
  };
}

const pageHeaders = {
  ETag: header('ETag'),
  'Planning-Version': header('PlanningVersion'),
  'Planning-Data-Date': header('PlanningDataDate'),
  'Planning-Imported-At': header('PlanningImportedAt'),
};

const tokenOperation: JsonObject = {
  tags: ['Tokens'],
  operationId: 'issueToken',
  summary: 'Issue a token that counts as a key until it expires',
  description: 'A key is also a client: its id is the client id, what follows the id is the client secret.',
  security: [],
  parameters: [inPath(region, 'gb'), requestId],
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: ref('schemas', 'TokenRequest'), example: credentials },
    },
  },
  responses: {
    ...anyRefusal('POST'),
    200: {
      description: 'A token.',
      headers: headers(allowanceAndPolicy),
      content: { 'application/json': { schema: ref('schemas', 'Token'), example: token } },
    },
    401: problem(refusals.wrongCredentials.message),
    413: problem(refusals.bodyTooLarge.message),
    422: problem('The region or the body is wrong.', {}, 'ParameterProblems'),
    429: tooManyRequests,
  },
};

const ready = serviceOperation('getReady', 'Whether the server is ready', ref('schemas', 'Ready'));
const readyOperation = {
  ...ready,
  description: 'With a key it also lists the items of its projects that are left out because they are wrong.',
  security: [{}, { apiKey: [] }],
  responses: {
    ...ready.responses,
    200: { ...ready.responses[200], headers: headers(allowanceAndPolicy) },
    401: noKey,
    429: tooManyRequests,
  },
};

function serviceOperation(operationId: string, summary: string, schema: JsonObject) {
  return {
    tags: ['Service'],
    operationId,
    summary,
    description: `${summary}; needs no key.`,
    security: [],
    parameters: [requestId],
    responses: {
      ...anyRefusal('GET, HEAD'),
      200: {
        description: `${summary}.`,
        headers: headers(),
        content: { 'application/json': { schema } },
      },
    },
  };
}

function inPath({ name, openApi }: Parameter<unknown>, example: string): JsonObject {
  return { name, in: 'path', required: true, ...openApi, example };
}

function schemas(): JsonObject {
  const perCollection = collections.flatMap((collection) => [
    [resourceOf(collection), schemaOf(resourceSchemas[collection])],
    [
      `${resourceOf(collection)}Page`,
      object({
        paging: ref('schemas', 'Paging'),
        results: { type: 'array', items: ref('schemas', resourceOf(collection)) },
      }),
    ],
  ]);
  return {
    ...Object.fromEntries(perCollection),
    TokenRequest: schemaOf(tokenRequestSchema),
    Token: { ...schemaOf(tokenSchema), additionalProperties: false },
  };
}

function schemaOf(schema: z.ZodMiniType): z.core.JSONSchema.BaseSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-2020-12',
    // "Anything, or null" is anything.
    override: ({ jsonSchema }) => {
      if (jsonSchema.anyOf?.some((each) => Object.keys(each).length === 0)) delete jsonSchema.anyOf;
    },
  });
  return rest;
}
