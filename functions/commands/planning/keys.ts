import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import { looksLikeSecret } from '#base/text/looks-like-key.ts';
import { openArchiveAt, toAndRegionOptions } from '#commands/archive-place.ts';
import {
  parsedOption,
  parseOptions,
  projectReferenceHint,
  projectReferenceOption,
} from '#commands/options.ts';
import type { Terminal } from '#commands/terminal.ts';
import type { KeyScope } from '#planning-server/keys/key-ring.ts';
import {
  createKey,
  type KeyManagementContext,
  type ListedKey,
  listKeys,
  type NewKey,
  revokeKey,
  rotateKey,
} from '#planning-server/keys/manage-keys.ts';
import { keyEndMs } from '#planning-server/keys/objects.ts';
import { listVersions } from '#planning-server/versions/manifest.ts';
import { isStorableId, type ProjectReference } from '#planning-server/versions/version.ts';

const maxDays = 3_650;
const wrongTime = `use hours or days, such as 12h or 90d, at most ${maxDays}d`;

const lifetimeOption = z
  .pipe(
    z.string().check(z.regex(/^\d{1,5}[hd]$/, wrongTime)),
    z.transform((text) => Number(text.slice(0, -1)) * (text.endsWith('d') ? 24 : 1) * 3_600_000),
  )
  .check(z.refine((time) => time > 0 && time <= maxDays * 24 * 3_600_000, wrongTime));

const projectsOption = parsedOption(
  z.array(z.string(), 'say which: --project gb/riverside, or --project all'),
  (places): KeyScope | undefined =>
    places.length === 1 && places[0] === 'all' ? '*' : z.array(projectReferenceOption).safeParse(places).data,
  projectReferenceHint.replace(';', ', or all;'),
);

const wrongName = 'say who gets the key, in at most 100 characters';
const createSchema = z.object({
  ...toAndRegionOptions,
  name: z.string(wrongName).check(
    z.minLength(1, wrongName),
    z.maxLength(100, wrongName),
    z.refine((name) => !looksLikeSecret(name), 'this looks like a key; say who gets it'),
  ),
  project: projectsOption,
  expires: lifetimeOption,
});
const listSchema = z.object(toAndRegionOptions);
const rotateSchema = z.object({ ...toAndRegionOptions, id: z.string(), overlap: lifetimeOption });
const revokeSchema = z.object({ ...toAndRegionOptions, id: z.string() });

/**
 * Creates a key and prints it; only its SHA-256 is stored. Warns about each project of the key that does not exist yet.
 * @throws BadInput, ArchiveError
 */
export async function createKeyCommand(words: unknown, terminal: Terminal): Promise<void> {
  const { to, region, name, project: projects, expires: lifetime } = parseOptions(createSchema, words);
  const { store } = await openArchiveAt(to, region);
  const key = await createKey(createKeyManagementContext(store), { name, projects, lifetime });
  showKey(key, terminal);
  for (const project of projects === '*' ? [] : projects) {
    if (await hasProjectVersions(store, project)) continue;
    terminal.warn(
      `${to.name} has no project ${project.region}/${project.projectId}. The key was created, and reads it once it is imported; if the id is wrong, revoke the key.`,
    );
  }
}

export async function listKeysCommand(words: unknown, terminal: Terminal): Promise<void> {
  const { to, region } = parseOptions(listSchema, words);
  let damaged = 0;
  const { store, name, bucket } = await openArchiveAt(to, region);
  const keys = await listKeys(store, ({ message }) => {
    damaged += 1;
    terminal.warn(message);
  });
  const now = Date.now();
  for (const key of keys) {
    const { sha256: _, ...record } = key.key;
    const { id, used = null, replaced = null, revoked = null } = key;
    const state = keyStateText(key, now);
    const lines = [
      `${id}  ${record.name}`,
      `  ${state}; reads ${scopeText(record.projects)}`,
      `  created ${minuteText(record.created)} by ${record.createdBy}; ${used === null ? 'never used' : `last used in the hour from ${minuteText(`${used}:00`)}`}`,
    ];
    terminal.print(lines, { id, ...record, state, used, replaced, revoked });
  }
  if (keys.length + damaged === 0) {
    const place = bucket === undefined ? resolve(name) : name;
    terminal.print([
      `No keys in ${place}. If they are elsewhere, name the place with --to; keys create makes one.`,
    ]);
  }
}

export async function rotateKeyCommand(words: unknown, terminal: Terminal): Promise<void> {
  const { to, region, id, overlap } = parseOptions(rotateSchema, words);
  const { store } = await openArchiveAt(to, region);
  const key = await rotateKey(createKeyManagementContext(store), { id, overlap });
  showKey(key, terminal, { id, until: key.oldUntil });
}

export async function revokeKeyCommand(words: unknown, terminal: Terminal): Promise<void> {
  const { to, region, id } = parseOptions(revokeSchema, words);
  const { store, bucket } = await openArchiveAt(to, region);
  const { key, revoked } = await revokeKey(createKeyManagementContext(store), id);
  const keys = await listKeys(store, ({ message }) => terminal.warn(message));
  const before = keys.find((each) => each.replaced?.by === id && Date.now() < keyEndMs(each));
  const seconds = bucket === undefined ? 5 : 60;
  const lines = [
    `${id} of ${key.name} was revoked at ${minuteText(revoked?.at ?? '')} by ${revoked?.by}.`,
    `A running server refuses it within ${seconds} seconds, and the tokens issued for it too.`,
    before &&
      `${before.id}, which it replaced, ${keyStateText(before, Date.now())}. keys revoke ends it too.`,
  ];
  terminal.print(lines, { id, name: key.name, revoked, stillWorks: before?.id });
}

export async function hasProjectVersions(archive: ObjectStore, project: ProjectReference): Promise<boolean> {
  return isStorableId(project.projectId) && (await listVersions(archive, project)).numbers.length > 0;
}

export function createKeyManagementContext(store: KeyManagementContext['store']): KeyManagementContext {
  return { store, now: Date.now, randomBytes, changedBy: userInfo().username };
}

function showKey(
  key: NewKey,
  terminal: Terminal,
  old?: { readonly id: string; readonly until: string },
): void {
  const { id, secret, text: whole, name, projects, expires } = key;
  const lines = [
    `Key for ${name}, which reads ${scopeText(projects)} until ${minuteText(expires)}:`,
    `  X-API-Key: ${whole}`,
    `or a token for client ${id}, secret ${secret}`,
    'It is shown only now: only its SHA-256 is stored.',
    old && `${old.id}, which it replaces, works until ${minuteText(old.until)}.`,
  ];
  const json = { id, name, projects, expires, key: whole, clientId: id, clientSecret: secret, replaces: old };
  terminal.print(lines, json);
}

function keyStateText(key: ListedKey, now: number): string {
  const { revoked, replaced } = key;
  if (revoked) return `revoked ${minuteText(revoked.at)} by ${revoked.by}`;
  const until = minuteText(new Date(keyEndMs(key)).toISOString());
  const successor = replaced ? `, replaced by ${replaced.by}` : '';
  return now < keyEndMs(key) ? `works until ${until}${successor}` : `ended ${until}${successor}`;
}

function scopeText(projects: KeyScope): string {
  if (projects === '*') return 'all projects';
  return projects.map(({ region, projectId }) => `${region}/${projectId}`).join(', ');
}

function minuteText(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}
