import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { makeFolder } from '../archive/file-system.ts';
import { addDays, formatDay, localDayOf, mondayOf } from '../lookahead/dates/day.ts';
import { createPlanningServer } from '../planning-server/http/create-planning-server.ts';
import { type Listening, listen } from '../planning-server/http/listen.ts';
import { type Access, loadAccess } from '../planning-server/keys/access-file.ts';
import { sha256Of } from '../planning-server/keys/access-keys.ts';
import {
  generateSampleProject,
  sampleProjects,
} from '../planning-server/sample/generate/generate-sample-project.ts';
import { directoryStore, listProjects } from '../planning-server/stores/directory-store.ts';
import { memoryStore } from '../planning-server/stores/memory-store.ts';
import type {
  PlanningStore,
  ProjectData,
  ProjectDescription,
  ProjectReference,
} from '../planning-server/stores/store.ts';
import { writeProject } from '../planning-server/stores/write-project.ts';
import { dayOption, folderOption, parseOptions, sampleOptions, wholeNumber } from './options.ts';
import type { Terminal } from './terminal.ts';

const schema = z.object({
  ...sampleOptions,
  port: wholeNumber(0, 65_535),
  data: z.optional(folderOption),
  date: z.optional(dayOption),
});
type ServeOptions = z.infer<typeof schema>;

type Served = {
  readonly store: PlanningStore;
  readonly access: Access;
  readonly projects: readonly (ProjectReference & ProjectDescription)[];
  /** Undefined where a folder holds the keys, as their SHA-256 only. */
  readonly credentials: Credentials | undefined;
};

type Credentials = { readonly key: string; readonly clientId: string; readonly clientSecret: string };

/** Serves the Planning Read API on loopback until SIGINT or SIGTERM. */
export async function serve(options: unknown, terminal: Terminal): Promise<void> {
  const request = parseOptions(schema, options);
  const { store, access, projects, credentials } = await whatToServe(request);
  const server = await open({ store, access }, request.port, terminal);
  announce(server.url, { projects, credentials, data: request.data }, terminal);
  await interrupted();
  await server.close();
}

/** Serves the projects of a folder on loopback. @throws ListenError, and what is wrong with the folder */
export async function servePlanning(
  { data, port }: { readonly data: string; readonly port: number },
  terminal: Terminal,
): Promise<Listening> {
  const access = await loadAccess(join(data, keysFile));
  return open({ store: directoryStore(data), access }, port, terminal);
}

function open(
  { store, access }: Pick<Served, 'store' | 'access'>,
  port: number,
  terminal: Terminal,
): Promise<Listening> {
  const app = createPlanningServer({
    store,
    keys: access.keys,
    tokens: { clients: access.clients, signingSecret: randomBytes(32).toString('base64url') },
    now: Date.now,
    onError: (error) => terminal.warn(error instanceof Error ? error.message : String(error)),
  });
  return listen(app, { host: '127.0.0.1', port });
}

async function whatToServe(request: ServeOptions): Promise<Served> {
  const { data } = request;
  if (data === undefined) {
    const projects = samplesOf(request);
    const { access, credentials } = freshAccess();
    return { store: memoryStore(projects), access, projects, credentials };
  }
  const credentials = (await isNewOrEmpty(data)) ? await fill(data, samplesOf(request)) : undefined;
  const access = await loadAccess(join(data, keysFile));
  return { store: directoryStore(data), access, projects: await listProjects(data), credentials };
}

const keysFile = 'keys.json';

/** The sample projects, as on the given date or today: their coming week is the one after it. */
function samplesOf({ seed, tasks, date }: ServeOptions): readonly ProjectData[] {
  const today = date ?? localDayOf(Temporal.Now.instant(), 'UTC');
  const week = formatDay(addDays(mondayOf(today), 7));
  return sampleProjects.map((sample, index) =>
    generateSampleProject({ ...sample, seed: seed + index, tasks, week }),
  );
}

/** A new key and client for this process; the server stores only their SHA-256. */
function freshAccess(): { readonly access: Access; readonly credentials: Credentials } {
  const secret = () => randomBytes(24).toString('base64url');
  const credentials = { key: secret(), clientId: 'sample-client', clientSecret: secret() };
  const access: Access = {
    keys: [{ name: 'sample', sha256: sha256Of(credentials.key), projects: '*' }],
    clients: [
      {
        name: 'sample',
        clientId: credentials.clientId,
        sha256: sha256Of(credentials.clientSecret),
        projects: '*',
      },
    ],
  };
  return { access, credentials };
}

async function isNewOrEmpty(folder: string): Promise<boolean> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries.length === 0;
}

async function fill(folder: string, projects: readonly ProjectData[]): Promise<Credentials> {
  const { access, credentials } = freshAccess();
  await makeFolder(resolve(folder));
  for (const project of projects) await writeProject(folder, project);
  await writeFile(join(folder, keysFile), `${JSON.stringify(access, undefined, 2)}\n`);
  return credentials;
}

function announce(
  url: string,
  served: Pick<Served, 'projects' | 'credentials'> & { readonly data: string | undefined },
  terminal: Terminal,
): void {
  const projects = served.projects.map(({ region, projectId, name }) => ({ region, id: projectId, name }));
  terminal.json({ url, ...served.credentials, projects });
  terminal.line(`Planning Read API at ${url} (OpenAPI: ${url}/openapi.json)`);
  for (const { region, id, name } of projects) terminal.line(`  ${region}  ${id}  ${name}`);
  const { credentials } = served;
  if (credentials) {
    terminal.line(`X-API-Key: ${credentials.key}`);
    terminal.line(`or a token for client ${credentials.clientId}, secret ${credentials.clientSecret}`);
    const [first] = projects;
    if (first) {
      terminal.line(
        `\ncurl -H 'X-API-Key: ${credentials.key}' '${url}/${first.region}/v1/projects/${first.id}/tasks?shift=day&limit=2'`,
      );
    }
    terminal.line(`export PLANNING_API_KEY=${credentials.key}`);
  } else {
    terminal.line(`Keys: their SHA-256 hashes are in ${join(served.data ?? '', keysFile)}`);
  }
  terminal.line('\nPress Ctrl-C to stop.');
}

/** Resolves on the first SIGINT or SIGTERM. */
function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => resolve();
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  });
}
