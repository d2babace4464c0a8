/** The stack of `lookahead.yaml`, made once for all tests of a run, and again only if something changed. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { prodStage } from '../../support/infra/a-deployment.ts';
import { sampleText } from '../../support/sample-configuration.ts';
import { readStack, type Stack, synthesise } from './synthesise.ts';

const root = resolve(import.meta.dirname, '../../..');
const cache = join(root, 'node_modules/.cache/lookahead-stack');
/** In milliseconds. No synthesis takes this long, so the process that began it was killed. */
const abandonedAfter = 120_000;

/**
 * Returns the stack. Test files run in parallel: the first one makes it, and the others wait. Call this outside of
 * tests, because making the stack can exceed their default time limit.
 */
export async function keptStack(): Promise<Stack> {
  const folder = join(cache, digest());
  const lock = `${folder}.lock`;
  await mkdir(cache, { recursive: true });
  while (!(await exists(folder))) {
    if (await lockOf(lock)) {
      try {
        await make(folder);
      } finally {
        await rmdir(lock);
      }
    } else await pause(50);
  }
  return readStack(folder);
}

async function make(folder: string): Promise<void> {
  if (await exists(folder)) return;
  for (const old of await readdir(cache)) {
    if (!old.endsWith('.lock')) await rm(join(cache, old), { recursive: true, force: true });
  }
  const out = `${folder}.making`;
  await mkdir(out);
  const site = `${folder}.site`;
  await mkdir(site, { recursive: true });
  await writeFile(join(site, 'lookahead.yaml'), oneStage());
  await synthesise({ configuration: join(site, 'lookahead.yaml'), stage: 'prod', out });
  await rm(site, { recursive: true });
  await rename(out, folder);
}

/**
 * The sample file, with its stages replaced by one. That stage has all projects of the file, their schedules, and the
 * Planning Read API.
 */
function oneStage(): string {
  // A stage in production needs a configuration that is committed, and this one is not.
  const stage = prodStage.replace('production: on', 'production: off');
  return `${sampleText.slice(0, sampleText.indexOf('\ndeployment:'))}\n${stage}      readApi: {}\n`;
}

async function lockOf(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch {
    const made = await stat(path).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > abandonedAfter) await rmdir(path).catch(() => undefined);
    return false;
  }
}

/** Digest of all inputs of the bundles and the template. */
function digest(): string {
  const hash = createHash('sha256');
  const files = ['functions', 'infra'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const alone = ['package-lock.json', 'lookahead.yaml', 'cdk.json'].map((name) => join(root, name));
  for (const file of [...files, ...alone].sort())
    hash.update(`${relative(root, file)}\n`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 32);
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
