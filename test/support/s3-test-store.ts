import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { createS3Client, createS3Store, type S3StoreOptions } from '#archive/s3.ts';
import { createS3LinkSigner } from '#archive/s3-link.ts';
import { type AwsOptions, startAws } from './aws/start-aws.ts';

/**
 * A store on an S3 test server of its own, which is closed when the test ends. The store records its waits in `waits`
 * instead of waiting.
 * @param how `timeout` is how long the client waits for an answer, in milliseconds: short only if none will come
 */
export async function startS3Store(
  how: {
    readonly timeout?: number;
    readonly aws?: AwsOptions;
    readonly bucket?: string;
    readonly forbiddenIsMissing?: boolean;
  } = {},
) {
  const { timeout = 10_000, bucket = 'archive', forbiddenIsMissing } = how;
  const aws = await startAws(how.aws);
  const client = createS3Client({
    ...aws.client,
    requestHandler: { requestTimeout: timeout, throwOnRequestTimeout: true, socketTimeout: timeout },
  });
  // The client retries as usual, but without waits.
  Object.assign(await client.config.retryStrategy(), {
    retryBackoffStrategy: { setDelayBase: () => undefined, computeNextBackoffDelay: () => 0 },
  });
  onTestFinished(async () => {
    client.destroy();
    await aws.close();
  });
  const waits: number[] = [];
  const options: S3StoreOptions = {
    client,
    bucket,
    forbiddenIsMissing,
    linkTo: createS3LinkSigner({ client, bucket, seconds: 300 }),
    writer: randomUUID(),
    random: () => 0.5,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
  };
  const objects = () => aws.state.buckets.get('archive') ?? new Map();
  const calls = () => aws.state.calls.map(({ operation, code }) => `${operation} ${code ?? 'ok'}`);
  return { aws, client, store: createS3Store(options), waits, objects, calls, faults: aws.faults };
}
