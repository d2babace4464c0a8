/**
 * The object store on S3. An object is created by a PUT with the condition that the key does not exist, which S3 grants
 * to only one writer.
 *
 * - 412: the key exists. This very call may have created it, if the client sent the PUT more than once and lost an
 *   answer. So every call writes its own id into the metadata, and reads it back after a 412 to a repeated request: the
 *   own id means 'created'. The content proves nothing, because two attempts at a run write the same bytes. If the
 *   role may not read the object, the result is 'exists'.
 * - 409: another writer was writing at the same moment, and nothing has been decided. The PUT is repeated.
 * - A call that fails with an error has an unknown outcome. If it is repeated, it returns 'exists', and the caller has
 *   to compare what is stored.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { readAwsError } from '#base/aws-error.ts';
import { backOffDuration } from '#base/back-off.ts';
import { keySegments, prefixSegments } from './object-key.ts';
import { type ObjectStore, workbookContentType } from './object-store.ts';
import { type S3ErrorContext, s3Error } from './s3-error.ts';

const maxPuts = 8;
/** Maximum number of requests for an object with a body that breaks off. */
const maxReads = 4;
/** Upper bound of the first wait in milliseconds, doubled for each further wait up to `maxWaitMs`. */
const firstWaitMs = 50;
const maxWaitMs = 2_000;
const writeIdName = 'write-id';

export type S3StoreOptions = {
  readonly client: S3Client;
  readonly bucket: string;
  readonly linkTo: (key: string) => Promise<string>;
  /** Unique to this process: letters, digits and hyphens. */
  readonly writer: string;
  readonly random: () => number;
  /** Whether AccessDenied counts as a missing object: a role that may not list every prefix gets it instead of 404. */
  readonly forbiddenIsMissing?: boolean | undefined;
  readonly wait?: ((milliseconds: number) => Promise<unknown>) | undefined;
};

/**
 * @returns a store with methods that throw `ArchiveError` for an unusable key, or for an error that retries do not
 *   solve
 */
export function createS3Store(options: S3StoreOptions): ObjectStore {
  const { client, bucket, writer, linkTo, wait = setTimeout } = options;
  let writes = 0;

  const waitBefore = (retry: number) =>
    wait(options.random() * backOffDuration(retry, { first: firstWaitMs, max: maxWaitMs }));

  async function putOnce(key: string, body: Uint8Array, contentType: string): Promise<'created' | 'exists'> {
    keySegments(key);
    writes += 1;
    const writeId = `${writer}-${writes}`;
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: body,
      ContentType: contentType,
      IfNoneMatch: '*',
      Metadata: { [writeIdName]: writeId },
      Tagging: objectTags(contentType),
    });
    for (let tries = 1; ; tries++) {
      try {
        await client.send(command);
        return 'created';
      } catch (error) {
        const { status, attempts } = readAwsError(error);
        if (status === 412) {
          if (tries === 1 && attempts === 1) return 'exists';
          return (await readWriteId(key)) === writeId ? 'created' : 'exists';
        }
        if (status !== 409 || tries === maxPuts) throw error;
      }
      await waitBefore(tries);
    }
  }

  async function readWriteId(key: string): Promise<string | undefined> {
    try {
      const { Metadata } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
      return Metadata?.[writeIdName];
    } catch (error) {
      if (readAwsError(error).status === 403) return undefined;
      throw error;
    }
  }

  async function get(key: string): Promise<Uint8Array | undefined> {
    keySegments(key);
    for (let tries = 1; ; tries++) {
      const found = await readBody(key);
      if (found === undefined) return undefined;
      try {
        return await found.transformToByteArray();
      } catch (error) {
        // The client itself retries only until the body begins.
        if (tries === maxReads) throw error;
      }
      await waitBefore(tries);
    }
  }

  async function readBody(key: string) {
    try {
      return (await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))).Body;
    } catch (error) {
      const { code } = readAwsError(error);
      if (code === 'NoSuchKey' || (options.forbiddenIsMissing && code === 'AccessDenied')) return undefined;
      throw error;
    }
  }

  async function list(prefix: string, after: string | undefined): Promise<readonly string[]> {
    prefixSegments(prefix);
    const keys: string[] = [];
    let token: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          StartAfter: after,
          ContinuationToken: token,
        }),
      );
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) keys.push(Key);
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
    return keys;
  }

  async function withS3Error<Value>(
    doing: S3ErrorContext['doing'],
    key: string,
    act: () => Promise<Value>,
  ): Promise<Value> {
    try {
      return await act();
    } catch (error) {
      throw s3Error(error, { doing, bucket, key });
    }
  }

  return {
    putOnce: (key, body, contentType) => withS3Error('write', key, () => putOnce(key, body, contentType)),
    get: (key) => withS3Error('read', key, () => get(key)),
    list: (prefix, { after } = {}) => withS3Error('list', prefix, () => list(prefix, after)),
    link: (key) =>
      withS3Error('link to', key, () => {
        keySegments(key);
        return linkTo(key);
      }),
  };
}

/**
 * The tag with which life-cycle rules expire workbooks before other objects. JSON objects have no tag, so these rules
 * cannot delete them.
 */
export function objectTags(contentType: string): string | undefined {
  return contentType === workbookContentType ? 'kind=workbook' : undefined;
}

/**
 * A client that retries temporary failures and lets no call hang.
 * @param overrides other settings, such as an endpoint
 */
export function createS3Client(overrides: S3ClientConfig = {}): S3Client {
  return new S3Client({
    maxAttempts: 5,
    requestHandler: {
      connectionTimeout: 3_000,
      // Milliseconds until the answer begins. Without `throwOnRequestTimeout`, the client only logs a warning.
      requestTimeout: 15_000,
      throwOnRequestTimeout: true,
      // Milliseconds of silence, also within a body.
      socketTimeout: 15_000,
    },
    ...overrides,
  });
}

type ArchiveOptions = {
  readonly client?: S3Client;
  readonly linkTo?: S3StoreOptions['linkTo'];
  readonly forbiddenIsMissing?: boolean;
};

export function openArchive(bucket: string, options: ArchiveOptions = {}): ObjectStore {
  const { client = createS3Client(), linkTo = noLink, forbiddenIsMissing } = options;
  return createS3Store({
    client,
    bucket,
    linkTo,
    forbiddenIsMissing,
    writer: randomUUID(),
    random: Math.random,
  });
}

async function noLink(key: string): Promise<string> {
  throw new Error(`This function creates no links, but one to ${key} was requested.`);
}
