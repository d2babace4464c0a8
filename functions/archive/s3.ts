/**
 * The object store on S3. An object is created by a PUT with the condition that the key does not exist, which S3
 * grants to only one writer.
 *
 * - 412: the key exists. This very call may have created it: if the client sent the PUT more than once, the answer to
 *   an earlier one may have been lost. So every call writes an id of its own into the object's metadata, and after a
 *   412 to a repeated request reads it back: the own id means 'created'. Comparing the content would not be enough,
 *   because two attempts at the same run write the same bytes.
 * - 409: another writer was writing at the same moment, and nothing has been decided. The PUT is repeated.
 * - A call that fails with an error has an unknown outcome. If it is repeated, in this process or another, it returns
 *   'exists', and the caller has to compare what is stored.
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
import { readAwsError } from '../base/aws-error.ts';
import { backOff } from '../base/back-off.ts';
import { keySegments, prefixSegments } from './object-key.ts';
import { type ObjectStore, workbookContentType } from './object-store.ts';
import { s3Error } from './s3-error.ts';

/** How often a PUT is sent while another writer is writing the same key. */
const maxPuts = 8;
/** How often an object is requested when its body breaks off. */
const maxReads = 4;
/** The upper limit of the first wait, doubled for each further one, and that of every wait. Milliseconds. */
const firstWait = 50;
const maxWait = 2_000;
/** The name of the metadata that tells whose PUT created the object. */
const writeIdName = 'write-id';

export type S3StoreOptions = {
  readonly client: S3Client;
  readonly bucket: string;
  /** The URL at which a person can open an object. The caller decides how long it lasts. */
  readonly linkTo: (key: string) => Promise<string>;
  /** A random id that is unique to this process: letters, digits and hyphens. */
  readonly writer: string;
  /** A random number, from 0 up to 1. */
  readonly random: () => number;
  /** Set for a role that may not list every prefix: S3 refuses it objects that do not exist, instead of saying so. */
  readonly forbiddenIsMissing?: boolean | undefined;
  /** Waits for so many milliseconds. */
  readonly wait?: ((milliseconds: number) => Promise<unknown>) | undefined;
};

/**
 * An object store in an S3 bucket.
 * @returns a store whose methods throw `ArchiveError`: for an unusable key, or for an error of S3 or the network that
 *   remains after all retries
 */
export function createS3Store(options: S3StoreOptions): ObjectStore {
  const { client, bucket, writer, linkTo, wait = setTimeout } = options;
  let writes = 0;

  const waitBefore = (retry: number) =>
    wait(options.random() * backOff(retry, { first: firstWait, max: maxWait }));

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
          return (await writeIdOf(key)) === writeId ? 'created' : 'exists';
        }
        if (status !== 409 || tries === maxPuts) throw error;
      }
      await waitBefore(tries);
    }
  }

  async function writeIdOf(key: string): Promise<string | undefined> {
    const { Metadata } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
    return Metadata?.[writeIdName];
  }

  async function get(key: string): Promise<Uint8Array | undefined> {
    keySegments(key);
    for (let tries = 1; ; tries++) {
      const found = await bodyOf(key);
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

  async function bodyOf(key: string) {
    try {
      return (await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))).Body;
    } catch (error) {
      const { code } = readAwsError(error);
      if (code === 'NoSuchKey' || (options.forbiddenIsMissing && code === 'AccessDenied')) return undefined;
      throw error;
    }
  }

  /** S3 lists keys in the order of their UTF-8 bytes, which is that of their code points. */
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
    doing: 'write' | 'read' | 'list' | 'link to',
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
 * The tags that an object is written with, in the form of a query. Life-cycle rules use them to expire workbooks before
 * everything else. No object of the run store has a tag, so that no such rule can delete one.
 */
export function objectTags(contentType: string): string | undefined {
  return contentType === workbookContentType ? 'kind=workbook' : undefined;
}

/**
 * A client that retries temporary failures and lets no call hang. Region, credentials and endpoint come from the
 * environment in the usual way.
 * @param overrides other settings, such as an endpoint
 */
export function createS3Client(overrides: S3ClientConfig = {}): S3Client {
  return new S3Client({
    maxAttempts: 5,
    requestHandler: {
      connectionTimeout: 3_000,
      // Milliseconds until the answer begins. Without the flag below, the client would only log a warning.
      requestTimeout: 15_000,
      throwOnRequestTimeout: true,
      // Milliseconds of silence, also in the middle of a body.
      socketTimeout: 15_000,
    },
    ...overrides,
  });
}

/**
 * The archive of the deployed stack.
 * @param options.linkTo returns the URL at which a person opens an object; functions that create no links give none
 */
export function openArchive(
  bucket: string,
  options: Partial<Pick<S3StoreOptions, 'client' | 'linkTo' | 'forbiddenIsMissing'>> = {},
): ObjectStore {
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
