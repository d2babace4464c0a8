import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { planningService } from '../../support/planning/planning-service.ts';

const parameterSchema = z.looseObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  schema: z.looseObject({}),
});
const operationSchema = z.looseObject({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z._default(z.array(parameterSchema), []),
  responses: z.record(
    z.string().check(z.regex(/^\d{3}$/)),
    z.looseObject({ description: z.string(), headers: z.record(z.string(), z.looseObject({})) }),
  ),
});
const documentSchema = z.looseObject({
  openapi: z.literal('3.1.0'),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(
    z.string().check(z.startsWith('/')),
    z.union([z.object({ get: operationSchema, head: operationSchema }), z.object({ post: operationSchema })]),
  ),
  components: z.looseObject({
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.string() })),
    schemas: z.record(z.string(), z.looseObject({})),
  }),
});

async function documentOf() {
  const { app } = planningService([]);
  const response = await app.request('/openapi.json');
  expect(response.status).toBe(200);
  return documentSchema.parse(await response.json());
}

/** Every `$ref` anywhere in the document. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : references(inner),
  );
}

/** Properties of the document whose entries each need a description. */
const listed = new Set(['schemas', 'properties', 'parameters', 'headers', 'responses', 'securitySchemes']);

/** The places of everything without a description. A reference is described at its target. */
function undescribed(value: unknown, place = ''): string[] {
  return entriesOf(value).flatMap(([key, inner]) => {
    const here = `${place}/${key}`;
    if (!listed.has(key)) return undescribed(inner, here);
    return entriesOf(inner).flatMap(([name, each]) => {
      const isDescribed = entriesOf(each).some(
        ([word, text]) => text !== '' && (word === 'description' || word === '$ref'),
      );
      return [...(isDescribed ? [] : [`${here}/${name}`]), ...undescribed(each, `${here}/${name}`)];
    });
  });
}

function entriesOf(value: unknown): readonly [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

describe('the OpenAPI document', () => {
  it('needs no key and names every path', async () => {
    const { paths } = await documentOf();
    expect(Object.keys(paths).sort()).toEqual([
      '/',
      '/health',
      '/openapi.json',
      '/ready',
      '/{region}/v1/auth/token',
      '/{region}/v1/projects/{projectId}/calendars',
      '/{region}/v1/projects/{projectId}/folders',
      '/{region}/v1/projects/{projectId}/locations',
      '/{region}/v1/projects/{projectId}/packages',
      '/{region}/v1/projects/{projectId}/subcontractors',
      '/{region}/v1/projects/{projectId}/tasks',
      '/{region}/v1/projects/{projectId}/users',
    ]);
  });

  it('describes each collection with its parameters, statuses and security', async () => {
    const { paths } = await documentOf();
    for (const [path, item] of Object.entries(paths)) {
      if (!path.includes('/projects/')) continue;
      const get = 'get' in item ? item.get : undefined;
      expect(get?.security).toEqual([{ apiKey: [] }]);
      expect(Object.keys(get?.responses ?? {})).toEqual([
        '200',
        '304',
        '400',
        '401',
        '404',
        '405',
        '408',
        '414',
        '422',
        '429',
        '431',
        '500',
      ]);
      expect(get?.parameters.map(({ name }) => name)).toEqual([
        'region',
        'projectId',
        ...(path.endsWith('/tasks')
          ? [
              'start',
              'finish',
              'shift',
              'ownerIds',
              'folderIds',
              'packageIds',
              'locationIds',
              'calendarIds',
              'subcontractorIds',
              'assignedToIds',
              'fields',
            ]
          : []),
        'after',
        'limit',
        'version',
        'If-None-Match',
        'X-Request-Id',
      ]);
    }
  });

  it('declares every path parameter that a path has', async () => {
    for (const [path, item] of Object.entries((await documentOf()).paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const operation of Object.values(item)) {
        const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
        expect(declared.map(({ name }) => name)).toEqual(inPath);
        expect(declared.every(({ required }) => required)).toBe(true);
      }
    }
  });

  it('contains every schema that it refers to, and unique operation ids', async () => {
    const document = await documentOf();
    for (const reference of references(document)) {
      expect(document).toHaveProperty(reference.replace('#/', '').split('/'));
    }
    const names = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it('describes the headers of each answer, and HEAD as GET without bodies', async () => {
    const { paths } = await documentOf();
    const { get, head } = z
      .object({ get: operationSchema, head: operationSchema })
      .parse(paths['/{region}/v1/projects/{projectId}/tasks']);
    const headersOf = (responses: typeof get.responses) =>
      Object.fromEntries(
        Object.entries(responses).map(([status, { headers }]) => [status, Object.keys(headers).sort()]),
      );
    const ofVersion = ['Planning-Data-Date', 'Planning-Imported-At', 'Planning-Version'];
    const counted = ['RateLimit', 'RateLimit-Policy', 'X-Request-Id'];
    expect(headersOf(get.responses)).toEqual({
      200: ['ETag', ...ofVersion, ...counted],
      304: ['ETag', ...ofVersion, 'RateLimit', 'X-Request-Id'],
      400: ['X-Request-Id'],
      401: ['WWW-Authenticate', 'X-Request-Id'],
      404: counted,
      405: ['Allow', ...counted],
      408: ['X-Request-Id'],
      414: counted,
      422: counted,
      429: [...counted.slice(0, 2), 'Retry-After', 'X-Request-Id'],
      431: ['X-Request-Id'],
      500: counted,
    });
    expect(headersOf(head.responses)).toEqual(headersOf(get.responses));
    expect(head).toMatchObject({ operationId: 'headTasks', parameters: get.parameters });
    expect(JSON.stringify(head.responses)).not.toContain('"content"');
  });

  it('describes every schema, property, parameter, header and answer', async () => {
    const document = await documentOf();
    expect(undescribed(document)).toEqual([]);
    const { Task: _described, ...schemas } = document.components.schemas;
    const without = {
      ...document,
      components: { schemas: { ...schemas, Task: { properties: { id: {} } } } },
    };
    expect(undescribed(without)).toEqual([
      '/components/schemas/Task',
      '/components/schemas/Task/properties/id',
    ]);
  });

  it('describes the task as the contract does', async () => {
    const { components } = await documentOf();
    expect(components.schemas).toMatchObject({
      Task: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string' },
          duration: { type: ['number', 'null'] },
          relatedTasks: {},
          workArea: {},
        },
      },
      TaskPage: {
        required: ['paging', 'results'],
        additionalProperties: false,
        properties: { paging: {}, results: { type: 'array', items: { $ref: '#/components/schemas/Task' } } },
      },
    });
  });
});
