/** The service that is asked the questions of clients, over any archive, and the content of the archive. */
import { Agent } from 'node:http';
import type { ObjectStore } from '#archive/object-store.ts';
import { currentBuildVersion } from '#planning-server/build.ts';
import { createPlanningServer } from '#planning-server/http/create-planning-server.ts';
import { listen } from '#planning-server/http/listen.ts';
import { createStoredKeyRing } from '#planning-server/keys/key-ring.ts';
import { createKey, revokeKey } from '#planning-server/keys/manage-keys.ts';
import { signingSecretObject } from '#planning-server/keys/objects.ts';
import type { ProjectData } from '#planning-server/versions/version.ts';
import { writeVersion } from '#planning-server/versions/write-version.ts';
import { aPlanningProject } from '../../builders/a-planning-project.ts';
import { aVersionOrigin } from '../../builders/a-version-origin.ts';
import { aVersionStore } from '../a-version-store.ts';
import { jetty } from './a-jetty.ts';
import type { QuestionedService } from './question.ts';

/** The time of all questions, by the clock of the service. */
export const questionedAt = '2026-11-20T14:00:00Z';
const now = Date.parse(questionedAt);
const hour = 3_600_000;

const signingSecret = 'signs-the-cursors-and-tokens-of-this-test-0';
export const openOrigin = 'https://bi.example.com';

type WhenOver = (close: () => Promise<void>) => void;

/** A project in the other region, with one user more than a page has. */
const crowd: ProjectData = aPlanningProject(
  { users: Array.from({ length: 101 }, (_, at) => ({ id: `u${1_000 + at}` })) },
  { region: 'au', projectId: 'jetty' },
);

/** Writes the same projects, keys and secret into each archive. @returns the names that requests use */
export async function fillQuestionedArchive(
  archive: ObjectStore,
  whenOver: WhenOver,
): Promise<Readonly<Record<string, string>>> {
  const project = (ids: readonly string[], projectId = 'jetty') =>
    aPlanningProject({ tasks: ids.map((id) => ({ id })) }, { projectId });
  await writeVersion(archive, project(['older-1', 'older-2']), aVersionOrigin());
  await writeVersion(archive, aPlanningProject(jetty, { projectId: 'jetty' }), aVersionOrigin());
  await writeVersion(archive, crowd, aVersionOrigin({ dataDate: null }));
  await writeVersion(archive, project(['quay-1', 'quay-2'], 'quay'), aVersionOrigin());
  const [manifest, text] = ['application/json', 'text/plain'];
  await archive.putOnce('programmes/gb/damaged/1.json', Buffer.from('{"project":'), manifest);
  await archive.putOnce(signingSecretObject.key({}), Buffer.from(signingSecret), text);

  let drawn = 0;
  const randomBytes = (size: number) => {
    drawn += 1;
    return Buffer.alloc(size, drawn);
  };
  const key = (
    projects: '*' | ProjectData[],
    times: { readonly created: number; readonly lifetime: number },
  ) =>
    createKey(
      { store: archive, now: () => now + times.created * hour, randomBytes, changedBy: 'test' },
      { name: 'client', projects, lifetime: times.lifetime * hour },
    );
  const year = { created: -1, lifetime: 365 * 24 };
  const master = await key('*', { ...year, created: -48 });
  const quay = await key([project([], 'quay')], year);
  const expired = await key('*', { created: -2, lifetime: 1 });
  const expiring = await key('*', { created: 0, lifetime: 0.5 });
  const revoked = await key('*', year);
  const atThatTime = { store: archive, now: () => now, randomBytes, changedBy: 'test' };

  const ask = async (hoursAgo: number, path: string, body?: object): Promise<unknown> => {
    const app = await appOver(archive, now - hoursAgo * hour, { whenOver });
    const method = body ? 'POST' : 'GET';
    const headers = { 'X-API-Key': master.text };
    return (await app.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json();
  };
  const cursor = async (hoursAgo: number) =>
    String(Object(await ask(hoursAgo, '/gb/v1/projects/jetty/tasks?limit=1')).paging.next.after);
  const token = async (hoursAgo: number, { id, secret }: typeof master) => {
    const issued = await ask(hoursAgo, '/gb/v1/auth/token', { clientId: id, clientSecret: secret });
    return String(Object(issued).accessToken);
  };
  const names = {
    master: master.text,
    clientId: master.id,
    clientSecret: master.secret,
    quay: quay.text,
    expired: expired.text,
    expiringId: expiring.id,
    expiringSecret: expiring.secret,
    revoked: revoked.text,
    unknown: master.text.replace(master.id, 'eeeeeeeeeeee'),
    wrong: `${master.text.slice(0, -1)}A`,
    cursorOf24Hours: await cursor(24),
    cursorOf36Hours: await cursor(36),
    tokenOf1Hour: await token(1, master),
    tokenOfRevokedKey: await token(0, revoked),
  };
  await revokeKey(atThatTime, revoked.id);
  return names;
}

/**
 * The archive, but `whenOver` also gets a function that waits for its writes: the service answers before it has stored
 * that a key was used, and the archive must not be removed while that is written.
 */
function awaitedAtTheEnd(archive: ObjectStore, whenOver: WhenOver): ObjectStore {
  const writes = new Set<Promise<unknown>>();
  whenOver(async () => void (await Promise.allSettled(writes)));
  return {
    ...archive,
    putOnce: (...args) => {
      const write = archive.putOnce(...args);
      writes.add(write);
      return write;
    },
  };
}

async function appOver(
  archive: ObjectStore,
  time: number,
  {
    whenOver,
    allowedOrigins = [],
  }: { readonly whenOver: WhenOver; readonly allowedOrigins?: readonly string[] },
) {
  const { store } = await aVersionStore(archive, {}, whenOver);
  const keys = createStoredKeyRing(awaitedAtTheEnd(archive, whenOver), {
    maxAge: 0,
    now: () => time,
    onError: () => {},
  });
  return createPlanningServer({
    store,
    keys,
    signingSecret,
    now: () => time,
    build: currentBuildVersion,
    allowedOrigins,
  });
}

/** The service on loopback over an archive that `fillQuestionedArchive` filled, as `serve --data` opens it. */
export async function questionedService(
  archive: ObjectStore,
  names: Readonly<Record<string, string>>,
  whenOver: WhenOver,
): Promise<QuestionedService> {
  const listenTo = async (allowedOrigins: readonly string[]) => {
    const app = await appOver(archive, now, { whenOver, allowedOrigins });
    const { url, close } = await listen(app, { port: 0, host: '127.0.0.1' });
    whenOver(close);
    return url;
  };
  return {
    url: await listenTo([]),
    crossOriginUrl: await listenTo([openOrigin]),
    names,
    agent: questionAgent(whenOver),
  };
}

export function questionAgent(whenOver: WhenOver): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  whenOver(async () => agent.destroy());
  return agent;
}
