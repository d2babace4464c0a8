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

describe('the check whether a workbook exists', () => {
  it('finds exactly its key, not one that only begins the same', async () => {
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

  it('assumes that the workbook exists if S3 does not answer', async () => {
    const { aws, isThere } = await aBucket();
    aws.faults({ service: 's3', fault: { kind: 'error', status: 503, code: 'SlowDown' } });
    expect(await isThere(key)).toBe(true);
  });

  it('fails, and does not answer, if the function has no permission', async () => {
    const { isThere } = await aBucket(false);
    const failure = isThere(key).catch((error: unknown) => error);
    expect(await failure).toMatchObject({ name: 'ArchiveError', code: 'AccessDenied' });
    expect(String(await failure)).toMatch(/s3:ListBucket/);
  });
});
