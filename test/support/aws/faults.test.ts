import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { describe, expect, it } from 'vitest';
import type { FaultRule } from './faults.ts';
import { startAws } from './start-aws.ts';

async function aGround(...rules: readonly FaultRule[]) {
  const aws = await startAws({ secrets: { 'lookahead/key': 'k-1' } });
  aws.faults(...rules);
  const s3 = new S3Client({ ...aws.client, maxAttempts: 1 });
  const ses = new SESClient({ ...aws.client, maxAttempts: 1 });
  const secrets = new SecretsManagerClient({ ...aws.client, maxAttempts: 1 });
  return {
    aws,
    put: (Key: string) =>
      ended(s3.send(new PutObjectCommand({ Bucket: 'archive', Key, Body: 'hello', IfNoneMatch: '*' }))),
    send: () =>
      ended(
        ses.send(
          new SendRawEmailCommand({
            RawMessage: { Data: Buffer.from('From: a@b.example\r\nTo: c@d.example\r\n\r\n') },
            Tags: [{ Name: 'message', Value: 'everyone' }],
          }),
        ),
      ),
    secret: (SecretId = 'lookahead/key') => secrets.send(new GetSecretValueCommand({ SecretId })),
    keys: () => [...(aws.state.buckets.get('archive')?.keys() ?? [])],
    [Symbol.asyncDispose]: async () => {
      for (const client of [s3, ses, secrets]) client.destroy();
      await aws.close();
    },
  };
}

const ended = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) =>
      error instanceof Error && 'code' in error ? error.code : String(error).split(':')[0],
  );

describe('the fault script', () => {
  it('selects calls by service, operation, key and number', async () => {
    await using ground = await aGround({
      service: 's3',
      operation: 'PutObject',
      key: 'issue\\.json$',
      nth: 2,
      times: 2,
      fault: { kind: 'error', status: 500, code: 'InternalError' },
    });
    const ends = [];
    for (const key of ['1/issue.json', '1/other', '2/issue.json', '3/issue.json', '4/issue.json']) {
      ends.push(await ground.put(key));
    }
    expect(ends).toEqual(['done', 'done', 'InternalError', 'InternalError', 'done']);
    expect(ground.keys()).toEqual(['1/issue.json', '1/other', '4/issue.json']);
    expect(ground.aws.state.calls.map(({ effect }) => effect)).toEqual([true, true, false, false, true]);
  });

  it.each<[FaultRule['fault'], unknown, boolean]>([
    [{ kind: 'throttle' }, 'SlowDown', false],
    [{ kind: 'conflict' }, 'ConditionalRequestConflict', false],
    [{ kind: 'precondition-failed' }, 'PreconditionFailed', false],
    [{ kind: 'drop', when: 'before' }, 'ECONNRESET', false],
    [{ kind: 'drop', when: 'after' }, 'ECONNRESET', true],
    [{ kind: 'error', status: 503, code: 'ServiceUnavailable', when: 'after' }, 'ServiceUnavailable', true],
  ])('%j', async (fault, end, effect) => {
    await using ground = await aGround({ fault });
    expect(await ground.put('k')).toBe(end);
    expect(ground.keys()).toEqual(effect ? ['k'] : []);
    expect(await ground.put('other')).toBe('done');
  });

  it('sends half of an answer', async () => {
    await using ground = await aGround({ service: 'ses', fault: { kind: 'half-answer' } });
    expect(await ground.send()).not.toBe('done');
    expect(ground.aws.state.messages).toHaveLength(1);
  });

  it('throttles with the error of each service', async () => {
    await using ground = await aGround({ times: 'always', fault: { kind: 'throttle' } });
    expect([await ground.put('k'), await ground.send(), await ended(ground.secret())]).toEqual([
      'SlowDown',
      'Throttling',
      'ThrottlingException',
    ]);
  });

  it('stalls a call before or after its effect, until it is released', async () => {
    await using ground = await aGround(
      { key: 'first', fault: { kind: 'stall', when: 'before' } },
      { key: 'second', fault: { kind: 'stall', when: 'after' } },
    );
    const both = [ground.put('first'), ground.put('second')];
    await ground.aws.stalled(2);
    expect(ground.keys()).toEqual(['second']);
    ground.aws.release();
    expect(await Promise.all(both)).toEqual(['done', 'done']);
    expect(ground.keys()).toEqual(['second', 'first']);
  });

  it('drops a stalled call whose caller has disconnected', async () => {
    await using ground = await aGround({ fault: { kind: 'stall', when: 'before' } });
    const gone = new AbortController();
    const client = new S3Client({ ...ground.aws.client, maxAttempts: 1 });
    const put = client.send(new PutObjectCommand({ Bucket: 'archive', Key: 'k', Body: 'x' }), {
      abortSignal: gone.signal,
    });
    const end = ended(put);
    await ground.aws.stalled();
    gone.abort();
    expect(await end).toBe('AbortError');
    expect(await ground.put('other')).toBe('done');
    expect(ground.keys()).toEqual(['other']);
  });

  it('can be cleared', async () => {
    await using ground = await aGround({ times: 'always', fault: { kind: 'throttle' } });
    ground.aws.clearFaults();
    expect(await ground.put('k')).toBe('done');
  });
});

describe('the Secrets Manager test server', () => {
  it('returns a secret by name or by ARN', async () => {
    await using ground = await aGround();
    const { SecretString, ARN } = await ground.secret();
    expect(SecretString).toBe('k-1');
    expect((await ground.secret(ARN)).SecretString).toBe('k-1');
  });

  it('reports a secret that it cannot find', async () => {
    await using ground = await aGround();
    expect(await ended(ground.secret('other'))).toBe('ResourceNotFoundException');
  });
});
