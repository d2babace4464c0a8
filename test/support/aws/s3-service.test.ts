import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it } from 'vitest';
import { type AwsOptions, startAws, testCredentials } from './start-aws.ts';

async function aBucket(options: AwsOptions = {}) {
  const aws = await startAws(options);
  const client = new S3Client({ ...aws.client, maxAttempts: 1 });
  return {
    aws,
    client,
    put: (Key: string, text: string, more: object = {}) =>
      client.send(new PutObjectCommand({ Bucket: 'archive', Key, Body: Buffer.from(text), ...more })),
    text: async (Key: string) =>
      (await client.send(new GetObjectCommand({ Bucket: 'archive', Key }))).Body?.transformToString(),
    [Symbol.asyncDispose]: async () => {
      client.destroy();
      await aws.close();
    },
  };
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'taken',
    (error: unknown) => (error instanceof Error ? error.name : error),
  );

describe('the S3 test server', () => {
  it.each(["a b/Ω+é (1)!*'&=.txt", 'plain', 'a/😀'])(
    'keeps %j with its headers and checksum',
    async (key) => {
      await using bucket = await aBucket();
      const put = await bucket.put(key, 'hello', { ContentType: 'text/plain', Metadata: { owner: 'me' } });
      expect(put.ETag).toBe('"5d41402abc4b2a76b9719d911017c592"');
      const got = await bucket.client.send(new GetObjectCommand({ Bucket: 'archive', Key: key }));
      expect(await got.Body?.transformToString()).toBe('hello');
      expect(got).toMatchObject({
        ContentType: 'text/plain',
        ContentLength: 5,
        Metadata: { owner: 'me' },
        ETag: put.ETag,
        ChecksumCRC32: 'NhCmhg==',
      });
      const head = await bucket.client.send(new HeadObjectCommand({ Bucket: 'archive', Key: key }));
      expect(head).toMatchObject({ ContentLength: 5, ETag: put.ETag });
    },
  );

  it('stores tags, returns their number, and rejects invalid ones', async () => {
    await using bucket = await aBucket();
    await bucket.put('tagged', '', { Tagging: 'kind=workbook&of=a%20week' });
    expect(bucket.aws.state.buckets.get('archive')?.get('tagged')?.tags).toBe('kind=workbook&of=a%20week');
    const head = await bucket.client.send(new HeadObjectCommand({ Bucket: 'archive', Key: 'tagged' }));
    expect(head.TagCount).toBe(2);
    for (const Tagging of ['=x', 'kind=a&kind=b', 'kind=%3C', `kind=${'x'.repeat(257)}`]) {
      expect(await refusal(bucket.put('wrong', '', { Tagging }))).toBe('InvalidTag');
    }
  });

  it('creates once with If-None-Match', async () => {
    await using bucket = await aBucket();
    await bucket.put('k', 'one', { IfNoneMatch: '*' });
    expect(await refusal(bucket.put('k', 'two', { IfNoneMatch: '*' }))).toBe('PreconditionFailed');
    expect(await bucket.text('k')).toBe('one');
    expect(await refusal(bucket.put('k', 'x', { IfNoneMatch: '"abc"' }))).toBe('NotImplemented');
  });

  it('rejects a body that does not match its checksum', async () => {
    await using bucket = await aBucket();
    expect(await refusal(bucket.put('k', 'x', { ChecksumCRC32: 'AAAAAA==' }))).toBe('BadDigest');
    expect(bucket.aws.state.buckets.get('archive')?.size).toBe(0);
  });

  it('lists in the order of bytes, in pages, with prefix and start', async () => {
    await using bucket = await aBucket();
    for (const key of ['😀', 'ﬀ', 'b/2', 'b/1', 'b/c/3', 'a', 'a&b']) await bucket.put(key, 'x');
    const list = (more: object) =>
      bucket.client.send(new ListObjectsV2Command({ Bucket: 'archive', ...more }));
    const keys = async (more: object) => (await list(more)).Contents?.map(({ Key }) => Key);
    expect(await keys({})).toEqual(['a', 'a&b', 'b/1', 'b/2', 'b/c/3', 'ﬀ', '😀']);
    expect(await keys({ Prefix: 'b/', StartAfter: 'b/1' })).toEqual(['b/2', 'b/c/3']);
    const first = await list({ MaxKeys: 3 });
    expect(first).toMatchObject({ IsTruncated: true, KeyCount: 3 });
    expect(await keys({ ContinuationToken: first.NextContinuationToken })).toEqual([
      'b/2',
      'b/c/3',
      'ﬀ',
      '😀',
    ]);
    expect(await refusal(list({ ContinuationToken: 'made up' }))).toBe('InvalidArgument');
  });

  it('reports a missing bucket or key, and rejects operations that it does not implement', async () => {
    await using bucket = await aBucket();
    const { client } = bucket;
    expect(await refusal(bucket.text('nothing'))).toBe('NoSuchKey');
    expect(await refusal(bucket.put('k'.repeat(1025), 'x'))).toBe('KeyTooLongError');
    expect(await refusal(client.send(new PutObjectCommand({ Bucket: 'other', Key: 'k', Body: 'x' })))).toBe(
      'NoSuchBucket',
    );
    const versioned = new GetObjectCommand({ Bucket: 'archive', Key: 'k', VersionId: '1' });
    expect(await refusal(client.send(versioned))).toBe('NotImplemented');
  });
});

describe('a presigned address', () => {
  const signed = async (bucket: Awaited<ReturnType<typeof aBucket>>) =>
    getSignedUrl(
      bucket.client,
      new GetObjectCommand({
        Bucket: 'archive',
        Key: 'a b/Ω.txt',
        ResponseContentDisposition: 'attachment; filename="a.txt"',
      }),
      { expiresIn: 300 },
    );

  it('returns the object without another signature until it expires', async () => {
    await using bucket = await aBucket();
    await bucket.put('a b/Ω.txt', 'hello');
    const url = await signed(bucket);
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([200, 'hello']);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="a.txt"');
    // A minute before the link expires: the last second might pass before the answer.
    bucket.aws.state.clockAhead = 240_000;
    expect((await fetch(url)).status).toBe(200);
    bucket.aws.state.clockAhead = 300_000;
    const late = await fetch(url);
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('Request has expired')]);
  });

  it('works for no other key, query or method', async () => {
    await using bucket = await aBucket();
    await bucket.put('a b/Ω.txt', 'hello');
    const url = await signed(bucket);
    const status = async (input: string, init?: RequestInit) => (await fetch(input, init)).status;
    expect(await status(url.replace('.txt?', '.text?'))).toBe(403);
    expect(await status(url.replace('X-Amz-Expires=300', 'X-Amz-Expires=3000'))).toBe(403);
    expect(await status(url.replace('filename', 'filenamf'))).toBe(403);
    expect(await status(url, { method: 'PUT', body: 'x' })).toBe(403);
    expect(await status(url.replace('X-Amz-Expires=300', 'X-Amz-Expires=700000'))).toBe(400);
  });
});

describe('a signature', () => {
  const withOther = async (over: object) => {
    await using bucket = await aBucket();
    const client = new S3Client({ ...bucket.aws.client, maxAttempts: 1, ...over });
    return await refusal(client.send(new PutObjectCommand({ Bucket: 'archive', Key: 'k', Body: 'x' })));
  };

  it('needs the right key, token and region', async () => {
    const credentials = testCredentials;
    expect(await withOther({})).toBe('taken');
    expect(await withOther({ credentials: { ...credentials, secretAccessKey: 'wrong' } })).toBe(
      'SignatureDoesNotMatch',
    );
    expect(await withOther({ credentials: { ...credentials, accessKeyId: 'AKIAOTHER' } })).toBe(
      'InvalidAccessKeyId',
    );
    expect(await withOther({ credentials: { ...credentials, sessionToken: 'old' } })).toBe('InvalidToken');
    expect(await withOther({ region: 'us-east-1' })).toBe('AuthorizationHeaderMalformed');
  });

  it('must be at most 15 minutes old', async () => {
    await using bucket = await aBucket();
    bucket.aws.state.clockAhead = 14 * 60_000;
    expect(await refusal(bucket.put('k', 'x'))).toBe('taken');
    bucket.aws.state.clockAhead = 16 * 60_000;
    expect(await refusal(bucket.put('k', 'x'))).toBe('RequestTimeTooSkewed');
  });

  it('covers every amz header and the body', async () => {
    await using bucket = await aBucket();
    const sent: { url: string; headers: Record<string, string> }[] = [];
    bucket.client.middlewareStack.add(
      (next) => async (args) => {
        const { request } = args;
        if (request && typeof request === 'object' && 'headers' in request && 'path' in request) {
          const headers = Object.entries(request.headers ?? {}).filter(([name]) => name !== 'host');
          sent.push({
            url: `${bucket.aws.url}${request.path}?x-id=PutObject`,
            headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
          });
        }
        return next(args);
      },
      { step: 'finalizeRequest', priority: 'low' },
    );
    await bucket.put('k', 'hello');
    const [signed] = sent;
    const again = async (body: string, more: Record<string, string> = {}) => {
      const answer = await fetch(signed?.url ?? '', {
        method: 'PUT',
        headers: { ...signed?.headers, ...more },
        body,
      });
      return `${answer.status} ${/<Code>(\w+)/.exec(await answer.text())?.[1] ?? ''}`;
    };
    expect(await again('hello')).toBe('200 ');
    expect(await again('jello')).toBe('400 XAmzContentSHA256Mismatch');
    expect(await again('hello', { 'x-amz-meta-owner': 'you' })).toBe('403 AccessDenied');
    expect(await again('hello', { 'x-amz-date': '20000101T000000Z' })).toMatch(/^40[03] /);
  });

  it('is required of every request', async () => {
    await using bucket = await aBucket();
    expect((await fetch(`${bucket.aws.url}/archive/k`)).status).toBe(403);
  });
});
