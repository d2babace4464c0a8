/**
 * The object store on S3. An object is created by a PUT under the condition that there is none, which S3 grants
 * to one writer only.
 *
 * - 412, the key is taken. It may have been taken by this very call: where the client sent the PUT more than once,
 *   the answer to an earlier one may have been lost. So every call marks its object with an id of its own, and a
 *   412 after more than one sending is settled by reading the mark back: ours means 'created'. Bytes alone would
 *   not do, because two attempts at the same run write the same bytes.
 * - 409, another writer was at it in the same moment, and nothing has been decided. Tried again.
 * - A call that ends in an error has an unknown outcome. Whoever makes it again, in this process or another, finds
 *   'exists' and has to compare what stands there.
 */

import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { backOff } from '../base/back-off.ts';
import { keySegments, prefixSegments } from './object-key.ts';
import type { ObjectStore } from './object-store.ts';
import { workbookContentType } from './object-store.ts';
import { attemptsOf, codeOf, s3Error, statusOf } from './s3-error.ts';

/** How often a PUT that met another writer's is made. */
const mostConflicts = 8;
/** How often an object whose bytes broke off is read. */
const mostReads = 4;
/** Milliseconds: the most that the first pause may take, doubled for each after it. */
const firstPause = 50;
const longestPause = 2_000;

export type S3StoreOptions = {
  readonly client: S3Client;
  readonly bucket: string;
  /** The address that a person opens an object by; it is for the caller to say how long it lasts. */
  readonly linkTo: (key: string) => Promise<string>;
  /** An id that no other process has, drawn at random: letters, digits and hyphens. */
  readonly writer: string;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Waits so many milliseconds. */
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined;
};

/**
 * An object store in an S3 bucket.
 * @returns a store whose methods throw `ArchiveError`: a key that cannot be used, or what S3 or the network said
 *   after the client had tried as often as it may
 */
export function createS3Store(options: S3StoreOptions): ObjectStore {
  const { client, bucket, writer, linkTo } = options;
  const pause = options.pause ?? wait;
  let writes = 0;

  const pauseBefore = (retry: number) =>
    pause(options.random() * backOff(retry, { first: firstPause, max: longestPause }));

  async function putOnce(key: string, body: Uint8Array, contentType: string): Promise<'created' | 'exists'> {
    keySegments(key);
    writes += 1;
    const mark = `${writer}-${writes}`;
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: body,
      ContentType: contentType,
      IfNoneMatch: '*',
      Metadata: { mark },
      Tagging: objectTags(contentType),
    });
    for (let tries = 1; ; tries++) {
      try {
        await client.send(command);
        return 'created';
      } catch (error) {
        if (statusOf(error) === 412) {
          if (tries === 1 && attemptsOf(error) === 1) return 'exists';
          return (await markOf(key)) === mark ? 'created' : 'exists';
        }
        if (statusOf(error) !== 409 || tries === mostConflicts) throw error;
      }
      await pauseBefore(tries);
    }
  }

  async function markOf(key: string): Promise<string | undefined> {
    const { Metadata } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
    return Metadata?.['mark'];
  }

  async function get(key: string): Promise<Uint8Array | undefined> {
    keySegments(key);
    for (let tries = 1; ; tries++) {
      const found = await opened(key);
      if (found === undefined) return undefined;
      try {
        return await found.transformToByteArray();
      } catch (error) {
        // The client's own retries end where the body begins.
        if (tries === mostReads) throw error;
      }
      await pauseBefore(tries);
    }
  }

  async function opened(key: string) {
    try {
      return (await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))).Body;
    } catch (error) {
      if (codeOf(error) === 'NoSuchKey') return undefined;
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

  async function explained<Value>(
    doing: 'write' | 'read' | 'list' | 'link to',
    key: string,
    done: () => Promise<Value>,
  ): Promise<Value> {
    try {
      return await done();
    } catch (error) {
      throw s3Error(error, { doing, bucket, key });
    }
  }

  return {
    putOnce: (key, body, contentType) => explained('write', key, () => putOnce(key, body, contentType)),
    get: (key) => explained('read', key, () => get(key)),
    list: (prefix, { after } = {}) => explained('list', prefix, () => list(prefix, after)),
    link: (key) =>
      explained('link to', key, () => {
        keySegments(key);
        return linkTo(key);
      }),
  };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * What an object is tagged with as it is written, in the form of a query: life-cycle rules tell by it which objects
 * may go before the rest. No part of the state of a run has a tag, so that no rule can mean it.
 */
export function objectTags(contentType: string): string | undefined {
  return contentType === workbookContentType ? 'kind=workbook' : undefined;
}

/**
 * A client that retries what S3 or the network may do better the next time, and that lets no call hang.
 * Region, credentials and endpoint come from the environment in the usual way.
 * @param overrides what a caller wants otherwise, such as an endpoint
 */
export function createS3Client(overrides: S3ClientConfig = {}): S3Client {
  return new S3Client({
    maxAttempts: 5,
    requestHandler: {
      connectionTimeout: 3_000,
      // Milliseconds until the answer begins. Without the flag the client would only warn.
      requestTimeout: 15_000,
      throwOnRequestTimeout: true,
      // Milliseconds of silence, also in the middle of a body.
      socketTimeout: 15_000,
    },
    ...overrides,
  });
}
