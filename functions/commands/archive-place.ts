/** Finds and opens the place of an archive: a folder, or a bucket of S3. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod/mini';
import { createDirectoryStore } from '#archive/directory.ts';
import { hasErrorCode } from '#archive/file-system.ts';
import { createStoreUnderPrefix, type ObjectStore } from '#archive/object-store.ts';
import { awsRegionNamePattern } from '#config/fields.ts';
import { readYaml } from '#config/yaml-source.ts';
import { archiveSendsMail } from '#runs/store/objects.ts';
import { badInputError } from './failure.ts';
import { folderOption, parsedOption } from './options.ts';

export type ArchiveLocation = {
  /** The folder, or the bucket as the user wrote it. */
  readonly name: string;
  readonly bucket?: string | undefined;
  /** Prefix of the archive's keys in the bucket, ending with a slash; if undefined, the archive is the whole bucket. */
  readonly prefix?: string;
};

export type OpenedArchive = ArchiveLocation & {
  readonly store: ObjectStore;
  /** The client of a bucket. Undefined for a folder, as is `region`. */
  readonly client?: S3Client;
  readonly region?: string;
  /** The stage that owns a bucket; undefined if neither the configuration nor the bucket's name gives it. */
  readonly stage?: string | undefined;
};

const regionOption = z.optional(
  z.string().check(z.regex(awsRegionNamePattern, 'use the name of an AWS region, such as eu-west-2')),
);

/** The options of commands that read an archive of reports. */
export const archiveOptions = {
  out: z.optional(folderOption),
  bucket: z.optional(z.string().check(z.minLength(3, 'name a bucket'))),
  region: regionOption,
};

const address = /^s3:\/\/([a-z0-9][a-z0-9.-]{2,62})((?:\/\w[\w-]*(?:\.[\w-]+)*)*)\/?$/;

/** The place of programmes and keys: a folder, or `s3://`, the name of a bucket and optionally a prefix in it. */
const archiveLocationOption = parsedOption(
  folderOption,
  (name): ArchiveLocation | undefined => {
    if (!name.startsWith('s3:')) return { name };
    const [, bucket, path] = address.exec(name) ?? [];
    return bucket === undefined ? undefined : { name, bucket, ...(path && { prefix: `${path.slice(1)}/` }) };
  },
  'use s3:// and the name of a bucket, such as s3://programmes or s3://programmes/planning',
);

/** The options of commands that read or change programmes and keys. */
export const toAndRegionOptions = { to: archiveLocationOption, region: regionOption };
export const dataAndRegionOptions = { data: z.optional(archiveLocationOption), region: regionOption };

/**
 * Opens a folder, or a bucket with the AWS credentials of the environment.
 * @param region by default that of the bucket's stage in lookahead.yaml, or of the AWS settings
 * @throws BadInput if the region of the bucket is not known
 */
export async function openArchiveAt(
  place: ArchiveLocation,
  region?: string,
  settings: { readonly forbiddenIsMissing?: boolean } = {},
): Promise<OpenedArchive> {
  const { name, bucket, prefix } = place;
  if (bucket === undefined) return { ...place, store: createDirectoryStore(name) };
  const stage = await stageOfBucket(bucket);
  const named = region ?? stage?.awsRegion;
  // The S3 client is slow to load.
  const { createS3Client, openArchive } = await import('#archive/s3.ts');
  const client = createS3Client(named === undefined ? {} : { region: named });
  const known = await client.config.region().catch(() => {
    throw badInputError(
      `The AWS region of the bucket ${bucket} is not known`,
      'Add --region with the region of the bucket, such as --region eu-west-2, or set AWS_REGION.',
    );
  });
  const whole = openArchive(bucket, { client, ...settings });
  const store = prefix === undefined ? whole : createStoreUnderPrefix(whole, prefix);
  return { ...place, store, client, region: known, stage: stage?.name };
}

type ReportArchive = { readonly [Name in keyof typeof archiveOptions]?: string | undefined };

/** @throws BadInput for a folder that does not exist, or a bucket of unknown region */
export async function openReportArchive({ bucket, region, out }: ReportArchive): Promise<OpenedArchive> {
  const name = bucket ?? (out === undefined ? await localFolder() : await existingFolder(out));
  // S3 answers 403 for a missing object if the caller may list only some prefixes.
  return openArchiveAt({ name, bucket }, region, { forbiddenIsMissing: true });
}

/**
 * Opens an archive for a command that acts on mail: a bucket, or a folder whose reports are mailed.
 * @throws BadInput for any other folder, naming nearby folders whose reports are mailed
 */
export async function openArchiveOfMailedReports({
  out = 'sent',
  ...options
}: ReportArchive): Promise<OpenedArchive> {
  if (options.bucket !== undefined || (await areReportsMailedFromFolder(out)))
    return openReportArchive({ ...options, out });
  const found = await mailedFolders();
  throw badInputError(
    `No reports are mailed from ${out}, so no mail of it can be stopped`,
    found.length > 0
      ? `Name with --out the folder that start was given; reports are mailed from ${found.join(', ')}.`
      : 'Name with --out the folder that start was given, as the user of the service or root; or --bucket.',
  );
}

export async function areReportsMailedFromFolder(folder: string): Promise<boolean> {
  return (await createDirectoryStore(folder).get(archiveSendsMail.key({}))) !== undefined;
}

/**
 * Absolute paths of folders that this user may read and whose reports are mailed: the working directory and the folders
 * directly in it or in /var/lib.
 */
async function mailedFolders(): Promise<readonly string[]> {
  const below = await Promise.all(
    ['.', '/var/lib'].map(async (above) =>
      (await readdir(above).catch(() => [])).map((name) => join(above, name)),
    ),
  );
  const found: string[] = [];
  for (const folder of ['.', ...below.flat()]) {
    if (await areReportsMailedFromFolder(folder).catch(() => false)) found.push(resolve(folder));
  }
  return found;
}

/** Checks that the folder exists: a misspelt one must not look like 'nothing was due'. @throws BadInput */
async function existingFolder(out: string): Promise<string> {
  const found = await stat(out).catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  });
  if (found?.isDirectory()) return out;
  throw badInputError(
    found ? `${out} is a file` : `The folder ${out} does not exist`,
    'Name the folder that run or start was given with --out.',
  );
}

/** The default folder: `sent`; if nothing was mailed from here, `out`. */
async function localFolder(): Promise<string> {
  return (await areReportsMailedFromFolder('sent')) ? 'sent' : 'out';
}

const stageSchema = z.object({ awsRegion: z.optional(z.string()), bucket: z.optional(z.string()) });
const fileSchema = z.object({
  deployment: z.object({ stages: z.record(z.string(), stageSchema) }),
});

/**
 * Finds the stage of a bucket, in `lookahead.yaml` or by the bucket's name. Only the stages in the file are checked: a
 * mistake elsewhere in it must not prevent an urgent stop.
 */
async function stageOfBucket(bucket: string) {
  const text = await readFile('lookahead.yaml', 'utf8').catch(() => '');
  const file = fileSchema.safeParse(readYaml(text).value);
  const stages = Object.entries(file.data?.deployment.stages ?? {});
  // CloudFormation begins the name of a bucket with the name of its stack.
  const [, named] = /^lookahead-(.+)-archivebucket/.exec(bucket) ?? [];
  const [name, stage] = stages.find(([, own]) => own.bucket === bucket) ??
    stages.find(([key]) => key === named) ?? [named];
  // If the configuration gives the stage another bucket, this one is not the stage's, although it has the stage's name.
  return name === undefined || (stage?.bucket ?? bucket) !== bucket ? undefined : { name, ...stage };
}
