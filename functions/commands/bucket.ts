import { readFile } from 'node:fs/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod/mini';
import { awsRegionName } from '#config/fields.ts';
import { readYaml } from '#config/yaml-source.ts';
import { badInput } from './failure.ts';

const wrongRegion = 'use the name of an AWS region, such as eu-west-2';

export const regionOption = z.optional(z.string().check(z.regex(awsRegionName, wrongRegion)));

export type Bucket = {
  readonly client: S3Client;
  readonly region: string;
  /** The stage that owns the archive; undefined if neither the configuration nor the bucket's name gives it. */
  readonly stage: string | undefined;
};

/**
 * The region is the given one, else that of the bucket's stage in lookahead.yaml, else that of the AWS settings.
 * @throws BadInput without any
 */
export async function openBucket(bucket: string, region: string | undefined): Promise<Bucket> {
  const stage = await stageOfBucket(bucket);
  const named = region ?? stage?.awsRegion;
  // The S3 client is slow to load.
  const { createS3Client } = await import('#archive/s3.ts');
  const client = createS3Client(named === undefined ? {} : { region: named });
  const known = await client.config.region().catch(() => {
    throw badInput(
      `The AWS region of the bucket ${bucket} is not known`,
      'Add --region with the region of the bucket, such as --region eu-west-2, or set AWS_REGION.',
    );
  });
  return { client, region: known, stage: stage?.name };
}

const stageSchema = z.object({ awsRegion: z.optional(z.string()), bucket: z.optional(z.string()) });
const fileSchema = z.object({
  deployment: z.object({ stages: z.record(z.string(), stageSchema) }),
});

type Stage = { readonly name: string; readonly awsRegion?: string | undefined };

async function stageOfBucket(bucket: string): Promise<Stage | undefined> {
  const stages = await configuredStages();
  const takenOver = stages.find((stage) => stage.bucket === bucket);
  if (takenOver) return takenOver;
  // CloudFormation begins the name of a bucket with that of its stack.
  const [, name] = /^lookahead-(.+)-archivebucket/.exec(bucket) ?? [];
  if (name === undefined) return undefined;
  const named = stages.find((stage) => stage.name === name);
  // A stage that took over another bucket does not use the one that is named after it.
  return named?.bucket === undefined ? (named ?? { name }) : undefined;
}

/**
 * Empty if lookahead.yaml cannot be read. Only what is needed here is checked: a mistake elsewhere in the file must not
 * prevent an urgent stop.
 */
async function configuredStages(): Promise<readonly (Stage & z.infer<typeof stageSchema>)[]> {
  const text = await readFile('lookahead.yaml', 'utf8').catch(() => '');
  const file = fileSchema.safeParse(readYaml(text).value);
  return Object.entries(file.data?.deployment.stages ?? {}).map(([name, stage]) => ({ name, ...stage }));
}
