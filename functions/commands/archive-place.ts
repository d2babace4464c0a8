import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { createDirectoryStore, removeFromDirectory } from '#archive/directory.ts';
import { hasCode } from '#archive/file-system.ts';
import type { ObjectStore, RemoveObject } from '#archive/object-store.ts';
import { resumeCommand } from '#runs/messages/stoppable-mailer.ts';
import { mailed } from '#runs/store/objects.ts';
import { byCommandLine, byFunction, type SendAgain } from '#watch/send-again-command.ts';
import { openBucket, regionOption } from './bucket.ts';
import { badInput } from './failure.ts';
import { folderOption } from './options.ts';

export const archiveOptions = {
  out: z.optional(folderOption),
  bucket: z.optional(z.string().check(z.minLength(3, 'name a bucket'))),
  region: regionOption,
};

export type ArchivePlace = {
  readonly name: string;
  readonly store: ObjectStore;
  readonly sendAgain: SendAgain;
  readonly resume: string;
  readonly remove: RemoveObject;
};

type Options = { readonly [Name in keyof typeof archiveOptions]?: string | undefined };

/** @throws BadInput for a folder that does not exist, or a bucket of unknown region */
export async function openPlace({ bucket, region, out }: Options): Promise<ArchivePlace> {
  if (bucket === undefined) {
    const folder = out === undefined ? await localFolder() : await existing(out);
    const sendAgain = byCommandLine([...((await isMailed(folder)) ? ['--send'] : []), '--out', folder]);
    return {
      name: folder,
      store: createDirectoryStore(folder),
      sendAgain,
      resume: resumeCommand('--out', folder),
      remove: removeFromDirectory(folder),
    };
  }
  const { client, region: known, stage = '<stage>' } = await openBucket(bucket, region);
  const { openArchive } = await import('#archive/s3.ts');
  const { removeFromBucket } = await import('#archive/s3-remove.ts');
  return {
    name: bucket,
    // S3 answers 403 for a missing object if the caller may list only some prefixes.
    store: openArchive(bucket, { client, forbiddenIsMissing: true }),
    sendAgain: byFunction({ name: `lookahead-${stage}-report`, region: known }),
    resume: resumeCommand('--bucket', bucket, '--region', known),
    remove: removeFromBucket(client, bucket),
  };
}

/**
 * For commands that act on mail: refuses a folder whose reports are not mailed.
 * @throws BadInput that names nearby folders whose reports are mailed
 */
export async function openMailedPlace({ out = 'sent', ...options }: Options): Promise<ArchivePlace> {
  if (options.bucket !== undefined || (await isMailed(out))) return openPlace({ ...options, out });
  const found = await mailedFolders();
  throw badInput(
    `No reports are mailed from ${out}, so no mail of it can be stopped`,
    found.length > 0
      ? `Name with --out the folder that start was given; reports are mailed from ${found.join(', ')}.`
      : 'Name with --out the folder that start was given, as the user of the service or root; or --bucket.',
  );
}

async function isMailed(folder: string): Promise<boolean> {
  return (await createDirectoryStore(folder).get(mailed.key({}))) !== undefined;
}

/** Only folders that this user may read. */
async function mailedFolders(): Promise<readonly string[]> {
  const below = await Promise.all(
    ['.', '/var/lib'].map(async (above) =>
      (await readdir(above).catch(() => [])).map((name) => join(above, name)),
    ),
  );
  const found: string[] = [];
  for (const folder of ['.', ...below.flat()]) {
    if (await isMailed(folder).catch(() => false)) found.push(resolve(folder));
  }
  return found;
}

/** A misspelt folder must not look like 'nothing was due'. @throws BadInput */
async function existing(out: string): Promise<string> {
  const found = await stat(out).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  });
  if (found?.isDirectory()) return out;
  throw badInput(
    found ? `${out} is a file` : `The folder ${out} does not exist`,
    'Name the folder that run or start was given with --out.',
  );
}

/** The default folder of mailed reports; if nothing was mailed, that of messages in files. */
async function localFolder(): Promise<string> {
  return (await isMailed('sent')) ? 'sent' : 'out';
}
