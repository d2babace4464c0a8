import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createS3Client } from '#archive/s3.ts';
import { createS3ExistenceCheck } from '#archive/s3-link.ts';
import { startAws } from '../support/aws/start-aws.ts';

const key = 'issues/riverside/weekly/run-1/Riverside (1) – it’s here.xlsx';

async function aBucket(permitted = true) {
  const aws = await startAws({ buckets: ['archive'], permits: () => permitted });
  onTestFinished(() => aws.close());
  const client = createS3Client({ ...aws.client, forcePathStyle: true, maxAttempts: 1 });
  const put = (Key: string) =>
    client.send(new PutObjectCommand({ Bucket: 'archive', Key, Body: 'workbook' }));
  return { aws, put, isThere: createS3ExistenceCheck({ client, bucket: 'archive' }) };
}

describe('whether a workbook is there', () => {
  it('is told by a listing of its own key', async () => {
    const { aws, put, isThere } = await aBucket();
    expect(await isThere(key)).toBe(false);
    await put(`${key}.other`);
    expect(await isThere(key)).toBe(false);
    await put(key);
    expect(await isThere(key)).toBe(true);
    const asked = aws.state.calls.filter(({ operation }) => operation !== 'PutObject');
    expect(asked.map(({ operation, key: prefix }) => [operation, prefix])).toEqual(
      Array.from({ length: 3 }, () => ['ListObjectsV2', key]),
    );
  });

  it('is left to the browser, where S3 does not answer', async () => {
    const { aws, isThere } = await aBucket();
    aws.faults({ service: 's3', fault: { kind: 'error', status: 503, code: 'SlowDown' } });
    expect(await isThere(key)).toBe(true);
  });

  it('is not known to a function that may not ask, which is a failure and not an answer', async () => {
    const { isThere } = await aBucket(false);
    const failure = isThere(key).catch((error: unknown) => error);
    expect(await failure).toMatchObject({ name: 'ArchiveError', code: 'AccessDenied' });
    expect(String(await failure)).toMatch(/s3:ListBucket/);
  });
});
