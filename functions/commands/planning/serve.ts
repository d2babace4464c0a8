import { randomBytes } from 'node:crypto';
import { open as openFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import process from 'node:process';
import * as z from 'zod/mini';
import { codeOf } from '#base/text/redact.ts';
import { inShell, setVariable } from '#base/text/shell.ts';
import { regionOption } from '#commands/bucket.ts';
import { badInput } from '#commands/failure.ts';
import { dayOption, fileOption, parseOptions, sampleOptions, wholeNumber } from '#commands/options.ts';
import { interrupted, type Terminal } from '#commands/terminal.ts';
import { warnOfExposed } from '#commands/warn-of-exposed.ts';
import { build } from '#planning-server/build.ts';
import {
  createPlanningServer,
  type FailedRequest,
  type PlanningServerOptions,
} from '#planning-server/http/create-planning-server.ts';
import { type Listening, listen } from '#planning-server/http/listen.ts';
import { keyAge, storedKeys } from '#planning-server/keys/key-ring.ts';
import { createKey, type NewKey } from '#planning-server/keys/manage-keys.ts';
import { createdKey, signingSecretFile } from '#planning-server/keys/objects.ts';
import { signingSecretOf } from '#planning-server/keys/tokens.ts';
import { listVersionedProjects } from '#planning-server/versions/manifest.ts';
import { makeVersionsFolder, versionAge } from '#planning-server/versions/open-versions.ts';
import type { ProjectDescription, ProjectReference } from '#planning-server/versions/version.ts';
import { archiveOption, type DataPlace, dataStore, isS3, openDataPlace, placeWords } from './data-place.ts';
import { keyServices } from './keys.ts';

const originOption = z
  .string()
  .check(
    z.refine(
      (text) =>
        ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.origin === text,
      'use scheme, host and port only, such as https://planning.example.com',
    ),
  );

const schema = z.object({
  ...sampleOptions,
  port: wholeNumber(0, 65_535),
  data: z.optional(archiveOption),
  region: regionOption,
  date: z.optional(dayOption),
  origin: z.optional(originOption),
  allowOrigin: z._default(z.array(originOption), []),
  requestsPerMinute: wholeNumber(1, 10_000_000),
  accessLog: z.optional(fileOption),
});
type ServeOptions = z.infer<typeof schema>;

type Served = {
  readonly place: DataPlace;
  readonly projects: readonly (ProjectReference & ProjectDescription)[];
  /** Undefined if the folder already had keys, because only their SHA-256 is stored. */
  readonly credentials: NewKey | undefined;
};

export async function serve(options: unknown, terminal: Terminal): Promise<void> {
  const request = parseOptions(schema, options);
  const { place, projects, credentials } = await whatToServe(request, terminal);
  const { place: data } = place;
  const { origin, allowOrigin: allowedOrigins, requestsPerMinute, accessLog, region } = request;
  const onRequest = accessLog === undefined ? undefined : await appendTo(accessLog);
  const http = {
    allowedOrigins,
    requestsPerMinute,
    ...(origin && { origin }),
    ...(onRequest && { onRequest }),
  };
  const server = await open(place, { ...http, onError: warnOf(terminal) }, request.port);
  if (!isS3(data)) await warnOfExposed(terminal, { folder: data, key: signingSecretFile.key({}) });
  const to = placeWords('--to', { place: data, region }).join(' ');
  // Before it is announced: whoever reads that may press Ctrl-C at once.
  const stopped = interrupted();
  announce(server.url, { projects, credentials, data, to }, terminal);
  await stopped;
  await server.drain();
}

/** Serves the projects of a folder on loopback. @throws ListenError, and what is wrong with the folder */
export async function servePlanning(
  { data, port }: { readonly data: string; readonly port: number },
  log: Pick<PlanningServerOptions, 'onRequest'> & { readonly onError: OnError },
): Promise<Listening> {
  return open(await openDataPlace(data, log.onError), log, port);
}

/**
 * Appends a line of JSON for each request: when, which, whose, and how it went; never a key or a query. @throws
 * BadInput
 */
async function appendTo(file: string): Promise<NonNullable<PlanningServerOptions['onRequest']>> {
  const log = await openFile(file, 'a').catch((cause: NodeJS.ErrnoException) => {
    throw badInput(`Cannot write ${file} (${cause.code})`, 'Name another file for --access-log.');
  });
  const lines = log.createWriteStream();
  return (entry) => lines.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
}

async function open(
  place: DataPlace,
  options: Partial<PlanningServerOptions>,
  port: number,
): Promise<Listening> {
  const { archive, onError } = place;
  const kind = isS3(place.place) ? 'bucket' : 'folder';
  const served = {
    store: dataStore(place, versionAge[kind]),
    keys: storedKeys(archive, { maxAge: keyAge[kind], now: Date.now, onError }),
    signingSecret: await signingSecretOf(archive, randomBytes),
  };
  const app = createPlanningServer({ ...options, ...served, build, now: Date.now });
  return listen(app, { host: '127.0.0.1', port });
}

type OnError = (error: unknown, request?: FailedRequest) => void;

function warnOf(terminal: Terminal): OnError {
  return (error, request) => {
    const time = new Date().toISOString();
    const asked = request ? ` ${request.requestId} ${request.method} ${request.path}` : '';
    terminal.warn(`${time}${asked}: ${error instanceof Error ? error.message : String(error)}`);
  };
}

async function whatToServe(request: ServeOptions, terminal: Terminal): Promise<Served> {
  const { data = makeVersionsFolder(tmpdir()) } = request;
  const place = await openDataPlace(data, warnOf(terminal), request.region);
  const before = isS3(data) ? 'filled' : await stateOfFolder(data);
  if (before !== 'filled') {
    const { writeSamples } = await import('./sample-projects.ts');
    await writeSamples(place.archive, request);
    if (request.data !== undefined) {
      terminal.warn(`${data} ${before}: sample projects were written into it.${mistyped(before)}`);
    }
  }
  const projects = await listVersionedProjects(place.archive, place.onError);
  // Without a key nobody could read what is served.
  const hasKeys = (await createdKey.list(place.archive, {})).length > 0;
  const credentials = hasKeys ? undefined : await createKey(keyServices(place.archive), firstKey);
  return { place, projects, credentials };
}

/** Made when a folder or bucket is served for the first time. */
const firstKey = { name: 'first key', projects: '*', lifetime: 365 * 24 * 3_600_000 } as const;

type FolderState = 'did not exist' | 'was empty' | 'filled';

async function stateOfFolder(folder: string): Promise<FolderState> {
  try {
    return (await readdir(folder)).length === 0 ? 'was empty' : 'filled';
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return 'did not exist';
    if (code === 'ENOTDIR') {
      throw badInput(
        `${folder} is a file`,
        'Name a folder for --data; a file of a planning tool has to be imported first (lookahead import).',
      );
    }
    throw error;
  }
}

function mistyped(before: FolderState): string {
  return before === 'did not exist' ? ' If you meant another folder, remove this one and check --data.' : '';
}

function announce(
  url: string,
  served: Omit<Served, 'place'> & { readonly data: string; readonly to: string },
  terminal: Terminal,
): void {
  const projects = served.projects.map(({ region, projectId, name }) => ({ region, id: projectId, name }));
  const { credentials } = served;
  terminal.json({
    url,
    ...(credentials && {
      key: credentials.text,
      clientId: credentials.id,
      clientSecret: credentials.secret,
    }),
    projects,
  });
  terminal.line(`Planning Read API at ${url} (to read and try: ${url}/docs)`);
  for (const { region, id, name } of projects) terminal.line(`  ${region}  ${id}  ${name}`);
  if (projects.length === 0) {
    terminal.line(`  No projects to serve in ${served.data}: lookahead import ${served.to} brings one in.`);
  }
  if (credentials) {
    terminal.line(`X-API-Key: ${credentials.text}`);
    terminal.line(`reads all projects until ${credentials.expires.slice(0, 10)}, and is shown only now;`);
    terminal.line(`or a token for client ${credentials.id}, secret ${credentials.secret}`);
    const [first] = projects;
    if (first) {
      terminal.line(
        `\n${process.platform === 'win32' ? 'curl.exe' : 'curl'} -H ${inShell(`X-API-Key: ${credentials.text}`)} ${inShell(`${url}/${first.region}/v1/projects/${first.id}/tasks?limit=2`)}`,
      );
    }
    terminal.line(setVariable('PLANNING_API_KEY', credentials.text));
  } else {
    terminal.line(`Keys: lookahead keys list ${served.to} shows them; keys create makes another.`);
  }
  terminal.line('\nPress Ctrl-C to stop.');
}
