import { randomBytes } from 'node:crypto';
import { glob, open, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import * as z from 'zod/mini';
import { errorCodeOf } from '#base/text/redact.ts';
import { commandText, setVariableCommandText, shellQuoted } from '#base/text/shell.ts';
import { dataAndRegionOptions, type OpenedArchive, openArchiveAt } from '#commands/archive-place.ts';
import { badInputError } from '#commands/failure.ts';
import {
  dayOption,
  fileOption,
  optionWords,
  parseOptions,
  sampleOptions,
  wholeNumberOption,
} from '#commands/options.ts';
import { type Terminal, waitForInterrupt } from '#commands/terminal.ts';
import { warnOfExposedSecret } from '#commands/warn-of-exposed.ts';
import { regions } from '#planning/contract/tasks-query.ts';
import { currentBuildVersion } from '#planning-server/build.ts';
import {
  createPlanningServer,
  type FailedRequest,
  type PlanningServerOptions,
} from '#planning-server/http/create-planning-server.ts';
import { type ListeningServer, listen } from '#planning-server/http/listen.ts';
import { createStoredKeyRing, maxKeyCacheAgeMs } from '#planning-server/keys/key-ring.ts';
import { createKey, type NewKey } from '#planning-server/keys/manage-keys.ts';
import { keyCreationObject, signingSecretObject } from '#planning-server/keys/objects.ts';
import { readOrCreateSigningSecret } from '#planning-server/keys/tokens.ts';
import { listVersionedProjects } from '#planning-server/versions/manifest.ts';
import {
  createVersionStore,
  makeVersionsFolder,
  maxVersionCacheAgeMs,
} from '#planning-server/versions/open-versions.ts';
import type { ProjectDescription, ProjectReference } from '#planning-server/versions/version.ts';
import { createKeyManagementContext, hasProjectVersions } from './keys.ts';

const originOption = z
  .string()
  .check(
    z.refine(
      (text) => /^https?:/.test(text) && URL.parse(text)?.origin === text,
      'use scheme, host and port only, such as https://planning.example.com',
    ),
  );

const schema = z.object({
  ...sampleOptions,
  port: wholeNumberOption(0, 65_535),
  ...dataAndRegionOptions,
  date: z.optional(dayOption),
  origin: z.optional(originOption),
  allowOrigin: z._default(z.array(originOption), []),
  requestsPerMinute: wholeNumberOption(1, 10_000_000),
  accessLog: z.optional(fileOption),
});

export async function serveCommand(words: unknown, terminal: Terminal): Promise<void> {
  const request = parseOptions(schema, words);
  const { data, region, port, origin, allowOrigin: allowedOrigins, requestsPerMinute, accessLog } = request;
  const onError = errorPrinter(terminal);
  const place = await openArchiveAt(data ?? { name: makeVersionsFolder(tmpdir()) }, region);
  const { name, bucket, store } = place;
  const before = bucket === undefined ? await stateOfFolder(name) : 'filled';
  if (before !== 'filled') {
    const { writeSamples } = await import('./sample-projects.ts');
    await writeSamples(store, request);
    const mistyped =
      before === 'was empty' ? '' : ' If you meant another folder, remove this one and check --data.';
    if (data) terminal.warn(`${name} ${before}: sample projects were written into it.${mistyped}`);
  }
  const projects = await listVersionedProjects(store, onError);
  // Only the SHA-256 of a key is stored. If there is no key yet, one is made and printed, so that the service can be
  // read.
  const hasKeys = (await keyCreationObject.list(store, {})).length > 0;
  const credentials = hasKeys ? undefined : await createKey(createKeyManagementContext(store), firstKey);
  const onRequest = accessLog === undefined ? undefined : await openAccessLog(accessLog);
  const options = {
    allowedOrigins,
    requestsPerMinute,
    ...(origin && { origin }),
    ...(onRequest && { onRequest }),
    onError,
  };
  const server = await serveProgrammeVersions(place, options, { port });
  if (bucket === undefined)
    await warnOfExposedSecret(terminal, { folder: name, key: signingSecretObject.key({}) });
  const to = optionWords({ to: name, region }).join(' ');
  // This comes before the announcement: a person may press Ctrl-C as soon as they read it.
  const stopped = waitForInterrupt();
  announce({ url: server.url, projects, credentials, data: name, to }, terminal);
  await stopped;
  await server.drain();
}

/** Approximate maximum size of the decompressed versions in the temporary folder, in bytes. */
const maxBytes = 4 * 1024 ** 3;
/**
 * Maximum number of open versions. Each takes about 2 MB of memory; opening one again takes a fifth of a millisecond.
 */
const maxOpen = 20;

/**
 * Serves the versions of an archive on loopback.
 * @param at.maxAge milliseconds for which an older version may be served
 * @throws ListenError, and what the archive throws
 */
export async function serveProgrammeVersions(
  place: OpenedArchive,
  options: Partial<PlanningServerOptions> & { readonly onError: OnError },
  at: { readonly port: number; readonly maxAge?: number },
): Promise<ListeningServer> {
  const { store: archive, bucket } = place;
  const { onError } = options;
  if (bucket === undefined) await reportUnservedJson(place, onError);
  const kind = bucket === undefined ? 'folder' : 'bucket';
  const { port, maxAge: maxAgeMs = maxVersionCacheAgeMs[kind] } = at;
  const folder = makeVersionsFolder(tmpdir());
  const now = Date.now;
  const app = createPlanningServer({
    ...options,
    store: createVersionStore({ archive, folder, maxBytes, maxOpen, maxAgeMs, onError, now }),
    keys: createStoredKeyRing(archive, { maxAge: maxKeyCacheAgeMs[kind], now, onError }),
    signingSecret: await readOrCreateSigningSecret(archive, randomBytes),
    build: currentBuildVersion,
    now,
  });
  return listen(app, { host: '127.0.0.1', port });
}

/** Reports JSON files in the folder, which earlier releases served: they have to be imported. */
async function reportUnservedJson({ name, store }: OpenedArchive, onError: OnError): Promise<void> {
  for (const region of regions) {
    for await (const file of glob('*/tasks.json', { cwd: join(name, region) })) {
      const projectId = dirname(file);
      if (await hasProjectVersions(store, { region, projectId })) continue;
      const folder = join(name, region, projectId);
      const words = ['import', folder, ...optionWords({ project: `${region}/${projectId}`, to: name })];
      onError(
        badInputError(`${folder} has no imported version to serve`, `Import it: ${commandText(words)}.`),
      );
    }
  }
}

/**
 * Opens the access log. For each request, it gets a line of JSON with time, request, name of the key and status; never
 * a key or a query. @throws BadInput
 */
async function openAccessLog(file: string): Promise<NonNullable<PlanningServerOptions['onRequest']>> {
  const log = await open(file, 'a').catch((cause: NodeJS.ErrnoException) => {
    throw badInputError(`Cannot write ${file} (${cause.code})`, 'Name another file for --access-log.');
  });
  const lines = log.createWriteStream();
  return (entry) => lines.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
}

type OnError = (error: unknown, request?: FailedRequest) => void;

function errorPrinter(terminal: Terminal): OnError {
  return (error, request) => {
    const time = new Date().toISOString();
    const asked = request ? ` ${request.requestId} ${request.method} ${request.path}` : '';
    terminal.warn(`${time}${asked}: ${error instanceof Error ? error.message : String(error)}`);
  };
}

/** The key that is made when a folder or bucket is served for the first time. */
const firstKey = { name: 'first key', projects: '*', lifetime: 365 * 24 * 3_600_000 } as const;

async function stateOfFolder(folder: string) {
  try {
    return (await readdir(folder)).length === 0 ? 'was empty' : 'filled';
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === 'ENOENT') return 'did not exist';
    if (code === 'ENOTDIR') {
      throw badInputError(
        `${folder} is a file`,
        'Name a folder for --data; a file of a planning tool has to be imported first (lookahead import).',
      );
    }
    throw error;
  }
}

type Announced = {
  readonly url: string;
  readonly projects: readonly (ProjectReference & ProjectDescription)[];
  readonly credentials: NewKey | undefined;
  readonly data: string;
  readonly to: string;
};

function announce({ url, projects: served, credentials, data, to }: Announced, terminal: Terminal): void {
  const projects = served.map(({ region, projectId, name }) => ({ region, id: projectId, name }));
  const lines = [
    `Planning Read API at ${url} (to read and try: ${url}/docs)`,
    ...projects.map(({ region, id, name }) => `  ${region}  ${id}  ${name}`),
    projects.length === 0 && `  No projects to serve in ${data}: lookahead import ${to} brings one in.`,
    ...(credentials
      ? keyLines(credentials, url, projects)
      : [`Keys: lookahead keys list ${to} shows them; keys create makes another.`]),
    '\nPress Ctrl-C to stop.',
  ];
  const { text: key, id: clientId, secret: clientSecret } = credentials ?? {};
  terminal.print(lines, { url, key, clientId, clientSecret, projects });
}

function keyLines(
  { text, expires, id, secret }: NewKey,
  url: string,
  [first]: readonly { readonly region: string; readonly id: string }[],
) {
  const curl = process.platform === 'win32' ? 'curl.exe' : 'curl';
  return [
    `X-API-Key: ${text}`,
    `reads all projects until ${expires.slice(0, 10)}, and is shown only now;`,
    `or a token for client ${id}, secret ${secret}`,
    first &&
      `\n${curl} -H ${shellQuoted(`X-API-Key: ${text}`)} ${shellQuoted(`${url}/${first.region}/v1/projects/${first.id}/tasks?limit=2`)}`,
    setVariableCommandText('PLANNING_API_KEY', text),
  ];
}
