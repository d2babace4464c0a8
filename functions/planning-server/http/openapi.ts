/** `/openapi.json`, made from the schemas of the contract, of the parameters and of the bodies below. */
import * as z from 'zod/mini';
import { type CollectionName, collectionNames, schemasByCollection } from '#planning/contract/resources.ts';
import { tokenRequestSchema, tokenSchema } from '#planning-server/keys/tokens.ts';
import { pathParametersSchema, type QueryParameterSchemas, regionParameterSchema } from './parameters.ts';
import { type HttpRefusal, httpRefusals, parameterProblemTexts, problemContentType } from './problems.ts';
import { requestIdPattern } from './response.ts';

type JsonObject = { readonly [property: string]: unknown };

const apiDescription = `Read-only planning data of one project in one region, page by page.

Send a key, or a token that was issued for one, in \`X-API-Key\`. A page says in \`paging.next\` where the next one is: follow
\`link\`, or send the query again with \`after\`. All pages of a query come from one version of the project, which
\`Planning-Version\` names; \`Planning-Data-Date\` and \`Planning-Imported-At\` say how old it is. Only this service has
these three headers.`;

const exampleUser = { id: 'u-1', displayName: 'Ann Lee', email: 'ann.lee@example.com' };
const exampleCalendar = { id: 'c-1', name: 'Monday to Friday', type: 'five-day' };
const exampleCredentials = { clientId: '0123456789ab', clientSecret: 'the rest of the key' };
const exampleToken = {
  accessToken: 'pt1.eyJjbGllbnQiOiIwMTIzIn0.c2lnbmVk',
  expiresIn: 3_600,
  tokenType: 'ApiKey',
};

const collectionDocs: Readonly<
  Record<
    CollectionName,
    { readonly name: string; readonly description: string; readonly example: JsonObject }
  >
> = {
  users: {
    name: 'User',
    description: 'A person who owns tasks or is assigned to them.',
    example: exampleUser,
  },
  subcontractors: {
    name: 'Subcontractor',
    description: 'A subcontractor, as tasks refer to it.',
    example: { id: 's-4', name: 'Northgate Piling' },
  },
  folders: {
    name: 'Folder',
    description: 'A folder of the work breakdown, as tasks refer to it.',
    example: { id: 'f-12', code: 'SUB-01', name: 'Piling', parentId: 'f-1', path: 'Substructure › Piling' },
  },
  packages: {
    name: 'Package',
    description: 'A work package, as tasks refer to it.',
    example: { id: 'p-2', code: '2100', name: 'Piling' },
  },
  calendars: { name: 'Calendar', description: 'A calendar, as tasks refer to it.', example: exampleCalendar },
  locations: {
    name: 'Location',
    description: 'A location, as tasks refer to it.',
    example: { id: 'l-3', name: 'East bay', type: 'map' },
  },
  tasks: {
    name: 'Task',
    description:
      'A task in its current state. Properties beyond the basic ones are included if fields names them.',
    example: {
      ...{ id: 't-481', name: 'Bored piles, grid A to D', start: '2026-11-23', finish: '2026-11-27' },
      ...{ duration: 5, keyTask: false, shift: 'day', status: 'planned' },
      ...{ owner: exampleUser, calendar: exampleCalendar },
    },
  },
};

const schemas = z.registry<{ id: string }>();

/** Gives a schema a name of its own in the document, so that others refer to it. */
function registerSchema<Schema extends z.ZodMiniType>(
  id: string,
  description: string,
  schema: Schema,
): Schema {
  z.globalRegistry.add(schema, { description });
  schemas.add(schema, { id });
  return schema;
}

const text = (description: string) => z.string().check(z.describe(description));
const paging = registerSchema(
  'Paging',
  'Where the page after this one is.',
  z.strictObject({
    next: z
      .nullable(
        z.strictObject({
          after: text('The cursor of the next page, for the parameter after.'),
          link: z.url().check(z.describe('The address of the next page.')),
        }),
      )
      .check(z.describe('The next page; null on the last one.')),
  }),
);
for (const collection of collectionNames) {
  const { name, description } = collectionDocs[collection];
  const results = z.array(registerSchema(name, description, schemasByCollection[collection]));
  registerSchema(
    `${name}Page`,
    'A page of the collection, in order of id.',
    z.strictObject({
      paging,
      results: results.check(z.describe('The items of the page.')),
    }),
  );
}

const problem = registerSchema(
  'Problem',
  'Why a request was refused.',
  z.strictObject({
    type: z.url().check(z.describe('Identifies the kind of problem, as in RFC 9457.')),
    title: text('The kind of problem, for people.'),
    status: z.int().check(z.minimum(400), z.maximum(599), z.describe('The status of the answer.')),
    code: text('For programs: a word that stays the same.'),
    detail: text('What is wrong, and what to do.'),
    message: text('The same as detail.'),
  }),
);
const problemCodeTexts = Object.entries(parameterProblemTexts).map(
  ([code, meaning]) => `${code}: ${meaning}`,
);
registerSchema(
  'ParameterProblems',
  'Why a request with wrong parameters was refused.',
  z.extend(problem, {
    errors: z
      .array(
        z.strictObject({
          parameter: text('The name of the parameter, or of the property of the body.'),
          value: z.optional(text('What was sent.')),
          reason: text('What is wrong with it, for people.'),
          allowed: z.optional(z.array(z.string()).check(z.describe('What may be sent instead.'))),
          code: z
            .enum(Object.keys(parameterProblemTexts))
            .check(z.describe(`For programs. ${problemCodeTexts.join('; ')}.`)),
        }),
      )
      .check(
        z.minLength(1),
        z.describe('Everything that is wrong with the request, each parameter with its reason.'),
      ),
  }),
);

const storedProblem = registerSchema(
  'StoredProblem',
  'A stored version that is skipped.',
  z.strictObject({ source: text('Where it is stored.'), problem: text('What is wrong with it.') }),
);
registerSchema(
  'Service',
  'What this service is, and where it says more.',
  z.strictObject({
    name: text('The name of the interface.'),
    documentation: text('The path of the page that shows every operation.'),
    openApi: text('The path of this document.'),
    health: text('The path that says whether the server answers.'),
  }),
);
registerSchema(
  'Health',
  'The server answers; also its build.',
  z.strictObject({
    status: z.literal('ok').check(z.describe('Always ok.')),
    version: z.optional(text('The release of the program.')),
    commit: z.optional(text('The commit that the program was built from; absent if that is not known.')),
  }),
);
registerSchema(
  'Ready',
  'The server is ready; with a key, also what is wrong with the data that the key may read.',
  z.strictObject({
    status: z.literal('ready').check(z.describe('Always ready.')),
    problems: z.optional(
      z
        .array(storedProblem)
        .check(z.describe('Versions that are skipped because they are damaged; only with a key.')),
    ),
  }),
);
registerSchema('TokenRequest', 'A key as a client: the two parts of it.', tokenRequestSchema);
registerSchema('Token', 'A token that counts as a key.', tokenSchema);

const headers = {
  ETag: { description: 'Names this page in this version, for If-None-Match.' },
  'Planning-Version': { description: 'The version of the project that the page is from.' },
  'Planning-Data-Date': {
    description:
      "The version's data date: up to when progress is known in the programme. A date, or date and time, local to the project. Absent if the programme names none.",
    example: '2026-11-20T17:00',
  },
  'Planning-Imported-At': {
    description: 'When the version was imported.',
    schema: { type: 'string', format: 'date-time' },
    example: '2026-11-20T18:00:00Z',
  },
  'X-Request-Id': { description: 'The id of the request in the log of the service.' },
  RateLimit: {
    description:
      'How many requests the key may still send (r) in this window, and in how many seconds (t) the next one begins.',
    example: '"key";r=59999;t=42',
  },
  'RateLimit-Policy': {
    description:
      'How many requests a key may send (q) in a window of so many seconds (w). A 304 leaves it out.',
    example: '"key";q=60000;w=60',
  },
  Allow: { description: 'The methods that the path takes.' },
  'WWW-Authenticate': {
    description: 'A key is required, in X-API-Key.',
    example: 'ApiKey realm="planning"',
  },
  'Retry-After': { description: 'Seconds until there is room again.', schema: { type: 'integer' } },
} as const;
type Header = keyof typeof headers;
/** Sent with every response to a valid key; a 304 leaves out the policy, which came with the page. */
const rateLimitHeaders: readonly Header[] = ['RateLimit', 'RateLimit-Policy'];
const headersOfPage: readonly Header[] = [
  'ETag',
  'Planning-Version',
  'Planning-Data-Date',
  'Planning-Imported-At',
];

function componentReference(kind: 'schemas' | 'headers', name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` };
}

function response(description: string, names: readonly Header[], content?: JsonObject): JsonObject {
  const all = [...names, 'X-Request-Id'].map((name) => [name, componentReference('headers', name)]);
  return { description, headers: Object.fromEntries(all), ...(content && { content }) };
}

function jsonContent(schema: string, example?: JsonObject): JsonObject {
  return {
    'application/json': { schema: componentReference('schemas', schema), ...(example && { example }) },
  };
}

const problemContent = (schema: string) => ({
  [problemContentType]: { schema: componentReference('schemas', schema) },
});

function documentedRefusal(
  { status, message }: Pick<HttpRefusal, 'status' | 'message'>,
  names: readonly Header[] = [],
) {
  return { [status]: response(message, names, problemContent('Problem')) };
}

function wrongParameters(description: string, names: readonly Header[] = []) {
  return { 422: response(description, names, problemContent('ParameterProblems')) };
}

const noKeyResponse = documentedRefusal(httpRefusals.unauthorized, ['WWW-Authenticate']);
const tooManyRequestsResponse = documentedRefusal(httpRefusals.tooManyRequests, [
  ...rateLimitHeaders,
  'Retry-After',
]);

function refusalsOfAnyRequest(allowed: 'GET, HEAD' | 'POST') {
  const otherMethod = `Any other method: this path takes ${allowed} only.`;
  return {
    ...documentedRefusal(httpRefusals.malformed),
    405: response(otherMethod, [...rateLimitHeaders, 'Allow'], problemContent('Problem')),
    ...documentedRefusal(httpRefusals.tooSlow),
    ...documentedRefusal(httpRefusals.uriTooLong, rateLimitHeaders),
    ...documentedRefusal(httpRefusals.headersTooLarge),
    ...documentedRefusal(httpRefusals.failed, rateLimitHeaders),
  };
}

/** A parameter for each property of the schema, with the type that its value has after parsing. */
function parametersOf(schema: z.ZodMiniObject, place: 'path' | 'query'): readonly JsonObject[] {
  const { properties = {} } = z.toJSONSchema(schema);
  return Object.entries(properties).map(([name, property]) => {
    const { description, example, ...rest } = Object(property);
    const isList = rest.type === 'array';
    return {
      ...{ name, in: place, required: place === 'path', description, schema: rest },
      // A list is comma-delimited in one parameter.
      ...(isList && { style: 'form', explode: false }),
      ...(example !== undefined && { example }),
    };
  });
}

const headerParameter = (name: string, description: string, schema: JsonObject) => ({
  ...{ name, in: 'header', required: false, description },
  schema: { type: 'string', ...schema },
});
const ifNoneMatch = headerParameter(
  'If-None-Match',
  'The ETag of the page that the caller has; 304 says that it is still the same.',
  {},
);
const requestId = headerParameter(
  'X-Request-Id',
  'An id of your own for the request: the answer and the log of the service have it. A text of another pattern is replaced by an id of the service.',
  { pattern: requestIdPattern.source },
);

type Operation = JsonObject & {
  readonly operationId: string;
  readonly summary: string;
  readonly responses: Readonly<Record<number, JsonObject>>;
};

function getAndHead(get: Operation): JsonObject {
  const bodiless = Object.entries(get.responses).map(([status, { content: _, ...rest }]) => [status, rest]);
  const operationId = get.operationId.replace(/^get/, 'head');
  const summary = `${get.summary}: headers only`;
  return { get, head: { ...get, operationId, summary, responses: Object.fromEntries(bodiless) } };
}

function readOperation(collection: CollectionName, parameters: QueryParameterSchemas): Operation {
  const { name, example } = collectionDocs[collection];
  return {
    tags: ['Planning'],
    operationId: `get${name}s`,
    summary: `Get ${name}s`,
    description: `The ${collection} of a project that fit all parameters, in order of id.`,
    security: [{ apiKey: [] }],
    parameters: [
      ...parametersOf(pathParametersSchema, 'path'),
      ...parametersOf(parameters[collection === 'tasks' ? 'tasks' : 'list'], 'query'),
      ifNoneMatch,
      requestId,
    ],
    responses: {
      ...refusalsOfAnyRequest('GET, HEAD'),
      200: response(
        `A page of ${collection}.`,
        [...headersOfPage, ...rateLimitHeaders],
        jsonContent(`${name}Page`, { paging: { next: null }, results: [example] }),
      ),
      304: response('The page is the one that If-None-Match names.', [...headersOfPage, 'RateLimit']),
      ...noKeyResponse,
      ...documentedRefusal(httpRefusals.noSuchProject, rateLimitHeaders),
      ...wrongParameters('Parameters are wrong; the body lists each of them.', rateLimitHeaders),
      ...tooManyRequestsResponse,
    },
  };
}

function serviceOperation(name: string, summary: string, content: JsonObject): Operation {
  return {
    tags: ['Service'],
    operationId: `get${name}`,
    summary,
    description: `${summary}; needs no key.`,
    security: [],
    parameters: [requestId],
    responses: { ...refusalsOfAnyRequest('GET, HEAD'), 200: response(`${summary}.`, [], content) },
  };
}

const readyWithoutKey = serviceOperation('Ready', 'Whether the server is ready', jsonContent('Ready'));
const readyOperation = {
  ...readyWithoutKey,
  description:
    'With a key it also lists the versions of its projects that are skipped because they are damaged.',
  security: [{}, { apiKey: [] }],
  responses: {
    ...readyWithoutKey.responses,
    200: response('Whether the server is ready.', rateLimitHeaders, jsonContent('Ready')),
    ...noKeyResponse,
    ...tooManyRequestsResponse,
  },
};

const tokenOperation = {
  tags: ['Tokens'],
  operationId: 'issueToken',
  summary: 'Issue a token that counts as a key until it expires',
  description: 'A key is also a client: its id is the client id, what follows the id is the client secret.',
  security: [],
  parameters: [...parametersOf(regionParameterSchema, 'path'), requestId],
  requestBody: { required: true, content: jsonContent('TokenRequest', exampleCredentials) },
  responses: {
    ...refusalsOfAnyRequest('POST'),
    200: response('A token.', rateLimitHeaders, jsonContent('Token', exampleToken)),
    ...documentedRefusal(httpRefusals.wrongCredentials),
    ...documentedRefusal(httpRefusals.bodyTooLarge),
    ...wrongParameters('The region or the body is wrong.'),
    ...tooManyRequestsResponse,
  },
};

export function openApiDocument(parameters: QueryParameterSchemas): JsonObject {
  const pages = collectionNames.map((collection) => [
    `/{region}/v1/projects/{projectId}/${collection}`,
    getAndHead(readOperation(collection, parameters)),
  ]);
  const document = { 'application/json': { schema: { type: 'object' } } };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Planning Read API',
      version: '1',
      description: apiDescription,
      contact: { name: 'The operator of this service' },
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This service' }],
    tags: [
      { name: 'Planning', description: 'The collections of a project.' },
      { name: 'Tokens', description: 'Tokens that count as keys for an hour.' },
      { name: 'Service', description: 'About the service itself.' },
    ],
    security: [{ apiKey: [] }],
    paths: {
      ...Object.fromEntries(pages),
      '/{region}/v1/auth/token': { post: tokenOperation },
      '/': getAndHead(serviceOperation('Service', 'Where the documents are', jsonContent('Service'))),
      '/openapi.json': getAndHead(serviceOperation('OpenApi', 'This document', document)),
      '/health': getAndHead(
        serviceOperation('Health', 'Whether the server answers, and its build', jsonContent('Health')),
      ),
      '/ready': getAndHead(readyOperation),
    },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description:
            'A key as `lookahead keys create` prints it, or a token, with no word before it. A token is not sent as `Authorization: Bearer`.',
        },
      },
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, header]) => [name, { schema: { type: 'string' }, ...header }]),
      ),
      schemas: componentSchemas(),
    },
  };
}

function componentSchemas(): JsonObject {
  const { schemas: made } = z.toJSONSchema(schemas, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    // "Anything, or null" means anything.
    override: ({ jsonSchema }) => {
      if (jsonSchema.anyOf?.some((each) => Object.keys(each).length === 0)) delete jsonSchema.anyOf;
    },
  });
  return Object.fromEntries(
    Object.entries(made).map(([name, { $schema: _, $id: _id, ...schema }]) => [name, schema]),
  );
}
