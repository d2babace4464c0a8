import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { looksLikeKey } from '#base/text/looks-like-key.ts';
import { regionOption } from '#commands/bucket.ts';
import { flag, parseOptions } from '#commands/options.ts';
import type { Terminal } from '#commands/terminal.ts';
import { regions } from '#planning/contract/tasks-query.ts';
import type { Scope } from '#planning-server/keys/key-ring.ts';
import {
  createKey,
  type KeyServices,
  type ListedKey,
  listKeys,
  type NewKey,
  revokeKey,
  rotateKey,
} from '#planning-server/keys/manage-keys.ts';
import { endOf } from '#planning-server/keys/objects.ts';
import { archiveOption, hasProject, isS3, openPlanningArchive } from './data-place.ts';

const maxDays = 3_650;
const wrongTime = `use hours or days, such as 12h or 90d, at most ${maxDays}d`;

const lifetimeOption = z
  .pipe(
    z.string().check(z.regex(/^\d{1,5}[hd]$/, wrongTime)),
    z.transform((text) => Number(text.slice(0, -1)) * (text.endsWith('d') ? 24 : 1) * 3_600_000),
  )
  .check(z.refine((time) => time > 0 && time <= maxDays * 24 * 3_600_000, wrongTime));

const wrongProject = `use the region and the id, such as gb/riverside, or all; regions are ${regions.join(' and ')}`;

const projectsOption = z.pipe(
  z.array(z.string(), 'say which: --project gb/riverside, or --project all').check(z.minLength(1)),
  z.transform((places, { issues }): Scope => {
    if (places.length === 1 && places[0] === 'all') return '*';
    const wrong = () => issues.push({ code: 'custom', message: wrongProject, input: places });
    return places.flatMap((place) => {
      const [, region = '', projectId = ''] = /^([^/]+)\/([^/]+)$/.exec(place) ?? [];
      const known = regions.find((each) => each === region);
      if (known === undefined) wrong();
      return known === undefined ? [] : [{ region: known, projectId }];
    });
  }),
);

const common = { to: archiveOption, region: regionOption, json: flag };
const text = (message: string) => z.string(message).check(z.minLength(1, message), z.maxLength(100, message));
const createSchema = z.object({
  ...common,
  name: text('say who gets the key, in at most 100 characters').check(
    z.refine((name) => !looksLikeKey(name), 'this looks like a key; say who gets it'),
  ),
  project: projectsOption,
  expires: lifetimeOption,
});
const listSchema = z.object(common);
const rotateSchema = z.object({ ...common, id: z.string(), overlap: lifetimeOption });
const revokeSchema = z.object({ ...common, id: z.string() });

/**
 * Prints the new key, which is stored nowhere, and names projects that do not exist yet.
 * @throws BadInput, ArchiveError
 */
export async function createKeyCommand(words: unknown, terminal: Terminal): Promise<void> {
  const { to, region, name, project: projects, expires: lifetime } = parseOptions(createSchema, words);
  const archive = await openPlanningArchive(to, region);
  const key = await createKey(keyServices(archive), { name, projects, lifetime });
  showKey(key, terminal);
  for (const project of projects === '*' ? [] : projects) {
    if (await hasProject(archive, project)) continue;
    terminal.warn(
      `${to} has no project ${project.region}/${project.projectId}. The key was created, and reads it once it is imported; if the id is wrong, revoke the key.`,
    );
  }
}

export async function listKeysCommand(words: unknown, terminal: Terminal): Promise<void> {
  const { to, region } = parseOptions(listSchema, words);
  let damaged = 0;
  const keys = await listKeys(await openPlanningArchive(to, region), ({ message }) => {
    damaged += 1;
    terminal.warn(message);
  });
  const now = Date.now();
  for (const key of keys) {
    const { sha256: _, ...record } = key.key;
    const { id, used = null, replaced = null, revoked = null } = key;
    terminal.json({ id, ...record, state: keyStateText(key, now), used, replaced, revoked });
    terminal.line(`${id}  ${record.name}`);
    terminal.line(`  ${keyStateText(key, now)}; reads ${scopeText(record.projects)}`);
    terminal.line(
      `  created ${minuteText(record.created)} by ${record.createdBy}; ${used === null ? 'never used' : `last used in the hour from ${minuteText(`${used}:00`)}`}`,
    );
  }
  if (keys.length + damaged === 0) {
    const place = isS3(to) ? to : resolve(to);
    terminal.line(
      `No keys in ${place}. If they are elsewhere, name the place with --to; keys create makes one.`,
    );
  }
}

export async function rotateKeyCommand(words: unknown, terminal: Terminal): Promise<void> {
  const { to, region, id, overlap } = parseOptions(rotateSchema, words);
  const key = await rotateKey(await servicesFor(to, region), { id, overlap });
  showKey(key, terminal, { id, until: key.oldUntil });
}

export async function revokeKeyCommand(words: unknown, terminal: Terminal): Promise<void> {
  const { to, region, id } = parseOptions(revokeSchema, words);
  const services = await servicesFor(to, region);
  const { key, revoked } = await revokeKey(services, id);
  const keys = await listKeys(services.store, ({ message }) => terminal.warn(message));
  const before = keys.find((each) => each.replaced?.by === id && Date.now() < endOf(each));
  terminal.json({ id, name: key.name, revoked, stillWorks: before?.id });
  terminal.line(`${id} of ${key.name} was revoked at ${minuteText(revoked?.at ?? '')} by ${revoked?.by}.`);
  const seconds = isS3(to) ? 60 : 5;
  terminal.line(`A running server refuses it within ${seconds} seconds, and the tokens issued for it too.`);
  if (before) {
    terminal.line(
      `${before.id}, which it replaced, ${keyStateText(before, Date.now())}. keys revoke ends it too.`,
    );
  }
}

async function servicesFor(to: string, region: string | undefined): Promise<KeyServices> {
  return keyServices(await openPlanningArchive(to, region));
}

export function keyServices(store: KeyServices['store']): KeyServices {
  return { store, now: Date.now, randomBytes, by: userInfo().username };
}

function showKey(
  key: NewKey,
  terminal: Terminal,
  old?: { readonly id: string; readonly until: string },
): void {
  const { id, secret, text: whole, name, projects, expires } = key;
  terminal.json({
    id,
    name,
    projects,
    expires,
    key: whole,
    clientId: id,
    clientSecret: secret,
    replaces: old,
  });
  terminal.line(`Key for ${name}, which reads ${scopeText(projects)} until ${minuteText(expires)}:`);
  terminal.line(`  X-API-Key: ${whole}`);
  terminal.line(`or a token for client ${id}, secret ${secret}`);
  terminal.line('It is shown only now: nothing keeps more than its SHA-256.');
  if (old) terminal.line(`${old.id}, which it replaces, works until ${minuteText(old.until)}.`);
}

function keyStateText(key: ListedKey, now: number): string {
  const { revoked, replaced } = key;
  if (revoked) return `revoked ${minuteText(revoked.at)} by ${revoked.by}`;
  const until = minuteText(new Date(endOf(key)).toISOString());
  const successor = replaced ? `, replaced by ${replaced.by}` : '';
  return now < endOf(key) ? `works until ${until}${successor}` : `ended ${until}${successor}`;
}

function scopeText(projects: Scope): string {
  if (projects === '*') return 'all projects';
  return projects.map(({ region, projectId }) => `${region}/${projectId}`).join(', ');
}

function minuteText(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}
