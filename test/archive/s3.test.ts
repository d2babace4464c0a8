import { describe, expect, it } from 'vitest';
import { ArchiveError, workbookContentType } from '#archive/object-store.ts';
import { createS3Client, createS3Store } from '#archive/s3.ts';
import { s3Error } from '#archive/s3-error.ts';
import { createS3LinkSigner } from '#archive/s3-link.ts';
import type { FaultRule } from '../support/aws/faults.ts';
import { storeObject } from '../support/aws/s3-service.ts';
import { objectStoreContract } from '../support/object-store-contract.ts';
import { startS3Store } from '../support/s3-test-store.ts';

const body = new TextEncoder().encode('ours');

/** Milliseconds to wait for an answer; a short time if no answer will come. */
const timeoutFor = (fault: FaultRule['fault']) => (fault.kind === 'stall' ? 250 : 10_000);

const write: Pick<FaultRule, 'operation'> = { operation: 'PutObject' };

objectStoreContract('an S3 bucket', async () => (await startS3Store()).store);

describe('an S3 store', () => {
  it('stores the content type with the object', async () => {
    const { store, objects } = await startS3Store();
    await store.putOnce('a/issue.json', body, 'application/json');
    expect(objects().get('a/issue.json')?.headers).toMatchObject({ 'content-type': 'application/json' });
  });

  it('tags workbooks, and nothing else', async () => {
    const { store, objects } = await startS3Store();
    await store.putOnce('a/book.xlsx', new Uint8Array(1), workbookContentType);
    await store.putOnce('a/issue.json', new Uint8Array(1), 'application/json');
    expect([...objects().values()].map(({ key, tags }) => [key, tags])).toEqual([
      ['a/book.xlsx', 'kind=workbook'],
      ['a/issue.json', ''],
    ]);
  });

  it('lists all keys, page by page', async () => {
    const { store, objects, calls } = await startS3Store();
    const keys = Array.from({ length: 2_001 }, (_, index) => `k/${String(index).padStart(4, '0')}`);
    for (const key of keys.toReversed()) storeObject(objects(), { key, body: Buffer.from('') });
    expect(await store.list('k/')).toEqual(keys);
    expect(calls()).toEqual(['ListObjectsV2 ok', 'ListObjectsV2 ok', 'ListObjectsV2 ok']);
    expect(await store.list('k/', { after: 'k/1989' })).toEqual(keys.slice(1_990));
    expect(await store.list('k/', { after: 'k/1999+' })).toEqual(['k/2000']);
  });

  it('links to an object under its own name, for the given time', async () => {
    const { aws, store, client } = await startS3Store();
    const key = "issues/Riverside – Tower (Ω) week 48's.xlsx";
    await store.putOnce(key, body, 'text/plain');
    const link = await store.link(key);
    const answer = await fetch(link);
    expect(await answer.text()).toBe('ours');
    expect(answer.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''Riverside%20%E2%80%93%20Tower%20%28%CE%A9%29%20week%2048%27s.xlsx",
    );
    const head = await store.link(key).then((get) => fetch(get, { method: 'HEAD' }));
    expect(head.status).toBe(403);
    const forHead = createS3LinkSigner({ client, bucket: 'archive', seconds: 300 });
    expect((await fetch(await forHead(key, 'HEAD'), { method: 'HEAD' })).status).toBe(200);
    aws.state.clockAhead = 301_000;
    expect((await fetch(link)).status).toBe(403);
  });
});

describe('writing, while S3 has faults', () => {
  it.each<[string, FaultRule['fault']]>([
    ['is throttled', { kind: 'throttle' }],
    ['answers 500', { kind: 'error', status: 500, code: 'InternalError' }],
    ['answers 502 without a reason', { kind: 'error', status: 502, code: '' }],
    ['resets the connection', { kind: 'drop', when: 'before' }],
    ['does not answer in time', { kind: 'stall', when: 'before' }],
    ['had another writer at the key', { kind: 'conflict' }],
  ])('creates the object although S3 %s, twice', async (_, fault) => {
    const { store, objects, faults } = await startS3Store({ timeout: timeoutFor(fault) });
    faults({ ...write, times: 2, fault });
    expect(await store.putOnce('k', body, 'text/plain')).toBe('created');
    expect(objects().get('k')?.body.toString()).toBe('ours');
  });

  it.each<[string, FaultRule['fault']]>([
    ['lost', { kind: 'drop', when: 'after' }],
    ['broken off', { kind: 'half-answer' }],
    ['too late', { kind: 'stall', when: 'after' }],
    ['a false alarm', { kind: 'error', status: 503, code: 'ServiceUnavailable', when: 'after' }],
  ])('recognises its own object if the answer was %s', async (_, fault) => {
    const { store, objects, faults } = await startS3Store({ timeout: timeoutFor(fault) });
    faults({ ...write, fault });
    expect(await store.putOnce('k', body, 'text/plain')).toBe('created');
    expect(objects().get('k')?.body.toString()).toBe('ours');
    expect(objects().get('k')?.versions).toBe(1);
  });

  it('recognises its own object if the answer was lost and another writer came next', async () => {
    const { store, objects, calls, faults } = await startS3Store();
    faults(
      { ...write, fault: { kind: 'drop', when: 'after' } },
      { ...write, nth: 2, fault: { kind: 'conflict' } },
    );
    expect(await store.putOnce('k', body, 'text/plain')).toBe('created');
    expect(objects().get('k')?.versions).toBe(1);
    expect(calls().slice(-2)).toEqual(['PutObject PreconditionFailed', 'HeadObject ok']);
  });

  it('continues if the answer was lost and the role may not read what it wrote, such as a name', async () => {
    const { store, objects, faults } = await startS3Store();
    faults(
      { ...write, fault: { kind: 'drop', when: 'after' } },
      { operation: 'HeadObject', fault: { kind: 'error', status: 403, code: 'AccessDenied' } },
    );
    expect(await store.putOnce('k', body, 'text/plain')).toBe('exists');
    expect(objects().get('k')?.body.toString()).toBe('ours');
  });

  it('does not mistake the object of another writer for its own, even with the same bytes', async () => {
    const { aws, store, objects, calls, faults } = await startS3Store();
    const other = createS3Store({
      client: createS3Client(aws.client),
      bucket: 'archive',
      linkTo: async () => '',
      writer: 'other',
      random: () => 0,
    });
    faults(
      { ...write, fault: { kind: 'throttle' } },
      { ...write, nth: 2, fault: { kind: 'stall', when: 'before' } },
    );
    const late = store.putOnce('k', body, 'text/plain');
    await aws.stalled();
    expect(await other.putOnce('k', body, 'text/plain')).toBe('created');
    aws.release();
    expect(await late).toBe('exists');
    expect(objects().get('k')?.body.toString()).toBe('ours');
    expect(calls().filter((call) => call.startsWith('Head'))).toEqual(['HeadObject ok']);
  });

  it('leaves an object that existed before, after one request', async () => {
    const { store, calls } = await startS3Store();
    await store.putOnce('k', body, 'text/plain');
    expect(await store.putOnce('k', body, 'text/plain')).toBe('exists');
    expect(calls()).toEqual(['PutObject ok', 'PutObject PreconditionFailed']);
  });

  it('waits longer after each conflict, with jitter, and finally fails with the key', async () => {
    const { store, waits, faults } = await startS3Store();
    faults({ ...write, times: 'always', fault: { kind: 'conflict' } });
    await expect(store.putOnce('a/k', body, 'text/plain')).rejects.toThrow(
      'Cannot write s3://archive/a/k (ConditionalRequestConflict). Other writers kept writing the same key',
    );
    expect(waits).toEqual([25, 50, 100, 200, 400, 800, 1000]);
  });
});

describe('reading, while S3 has faults', () => {
  it.each<[string, FaultRule['fault']]>([
    ['is throttled', { kind: 'throttle' }],
    ['sends half of the object', { kind: 'half-answer' }],
    ['resets the connection', { kind: 'drop', when: 'after' }],
    ['does not answer in time', { kind: 'stall', when: 'after' }],
  ])('returns the complete object although S3 %s, twice', async (_, fault) => {
    const { store, faults } = await startS3Store({ timeout: timeoutFor(fault) });
    const large = new Uint8Array(300_000).fill(7);
    await store.putOnce('k', large, 'text/plain');
    faults({ operation: 'GetObject', times: 2, fault });
    expect(Buffer.compare((await store.get('k')) ?? Buffer.from(''), large)).toBe(0);
  });

  it('fails if the object never arrives completely', async () => {
    const { store, waits, faults } = await startS3Store();
    await store.putOnce('k', new Uint8Array(300_000), 'text/plain');
    faults({ operation: 'GetObject', times: 'always', fault: { kind: 'half-answer' } });
    await expect(store.get('k')).rejects.toThrow(
      /^Cannot read s3:\/\/archive\/k \(ECONNRESET\)\. S3 could not be reached/,
    );
    expect(waits).toEqual([25, 50, 100]);
  });

  it('never mistakes a refusal for a missing object', async () => {
    const { store, faults } = await startS3Store();
    faults({ operation: 'GetObject', fault: { kind: 'error', status: 403, code: 'AccessDenied' } });
    await expect(store.get('k')).rejects.toThrow(/AccessDenied.*s3:ListBucket/);
    expect(await store.get('k')).toBeUndefined();
  });

  it('treats AccessDenied, and no other refusal, as a missing object if the role may not list every prefix', async () => {
    const { store, faults } = await startS3Store({ forbiddenIsMissing: true });
    faults({ operation: 'GetObject', fault: { kind: 'error', status: 403, code: 'AccessDenied' } });
    expect(await store.get('k')).toBeUndefined();
    faults({ operation: 'GetObject', fault: { kind: 'error', status: 403, code: 'SignatureDoesNotMatch' } });
    await expect(store.get('k')).rejects.toThrow('SignatureDoesNotMatch');
  });

  it('never mistakes a part of a list for all of it', async () => {
    const { store, faults } = await startS3Store();
    await store.putOnce('a/1', body, 'text/plain');
    faults({ operation: 'ListObjectsV2', times: 'always', fault: { kind: 'half-answer' } });
    await expect(store.list('a/')).rejects.toThrow(ArchiveError);
  });
});

describe('an error of S3', () => {
  it.each([
    ['NoSuchBucket', 404, /no such bucket/],
    ['AccessDenied', 403, /role is not allowed/],
    ['ExpiredToken', 400, /credentials/],
    ['SignatureDoesNotMatch', 403, /credentials/],
    ['PermanentRedirect', 301, /another region/],
    ['SlowDown', 503, /few minutes/],
    ['InvalidObjectState', 403, /archive storage class/],
    ['Unheard', 400, /error list/],
  ])(
    '%s names bucket, key and remedy in one line, and does not repeat the request',
    async (code, _, remedy) => {
      const cause = Object.assign(new Error('The canonical string was:\nx-amz-security-token:FQoG'), {
        name: code,
      });
      const error = s3Error(cause, { doing: 'read', bucket: 'archive', key: 'a/k' });
      expect(error.message).toMatch(remedy);
      expect(error.message).toContain(`Cannot read s3://archive/a/k (${code}). `);
      expect(error.message).not.toMatch(/\n|FQoG/);
      expect(error).toMatchObject({ name: 'ArchiveError', code, key: 'a/k', cause });
    },
  );

  it('causes no retry if a retry cannot help', async () => {
    const { store, calls } = await startS3Store({ bucket: 'elsewhere' });
    await expect(store.putOnce('k', body, 'text/plain')).rejects.toMatchObject({ code: 'NoSuchBucket' });
    expect(calls()).toEqual(['PutObject NoSuchBucket']);
  });

  it('reports that the connection was refused', async () => {
    const { aws, store } = await startS3Store();
    await aws.close();
    await expect(store.list('a/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
