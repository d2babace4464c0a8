import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { startFauxqs } from 'fauxqs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { connectAws } from './control-client.ts';
import { startAws, testCredentials, testRegion } from './start-aws.ts';

const ready = z.object({ url: z.string(), environment: z.record(z.string(), z.string()) });

async function aServerProcess(...options: readonly string[]) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./serve.ts', import.meta.url)), ...options], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  const { url, environment } = ready.parse(JSON.parse(line));
  return {
    url,
    environment,
    aws: connectAws(url),
    end: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
      return child.exitCode;
    },
  };
}

describe('the server as a process of its own', () => {
  it('is controlled over the control path, and exits when its input is closed', async () => {
    const server = await aServerProcess('--bucket', 'other', '--secret', 'lookahead/key=a=b');
    const client = new S3Client({
      endpoint: server.url,
      region: testRegion,
      credentials: testCredentials,
      maxAttempts: 1,
    });
    await server.aws.faults({ operation: 'PutObject', fault: { kind: 'stall', when: 'after' } });
    const put = client.send(new PutObjectCommand({ Bucket: 'other', Key: 'a/Ω', Body: 'hello' }));
    await server.aws.stalled();
    expect(await server.aws.objects('other')).toMatchObject([{ key: 'a/Ω', size: 5, versions: 1 }]);
    await server.aws.release();
    await put;
    expect(Buffer.from((await server.aws.object('other', 'a/Ω')) ?? []).toString()).toBe('hello');
    await server.aws.putObject('other', 'planted', Buffer.from('seed'));
    const got = await client.send(new GetObjectCommand({ Bucket: 'other', Key: 'planted' }));
    expect(await got.Body?.transformToString()).toBe('seed');
    await server.aws.deleteObject('other', 'planted');
    expect(await server.aws.object('other', 'planted')).toBeUndefined();
    expect(await server.aws.calls()).toMatchObject([
      { number: 1, service: 's3', operation: 'PutObject', key: 'a/Ω', effect: true, status: 200 },
      { number: 2, operation: 'GetObject' },
    ]);
    expect(await server.aws.messages()).toEqual([]);
    await server.aws.setClock(3600);
    await expect(client.send(new GetObjectCommand({ Bucket: 'other', Key: 'a/Ω' }))).rejects.toThrow(
      /too large/,
    );
    client.destroy();
    expect(await server.end()).toBe(0);
  });

  it('prints the environment that a process needs to reach it', async () => {
    const server = await aServerProcess();
    expect(server.environment).toEqual({
      AWS_ENDPOINT_URL: server.url,
      AWS_REGION: 'eu-west-2',
      AWS_ACCESS_KEY_ID: testCredentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: testCredentials.secretAccessKey,
      AWS_SESSION_TOKEN: testCredentials.sessionToken,
    });
    await expect(server.aws.faults({ nth: 0, fault: { kind: 'throttle' } })).rejects.toThrow(/nth/);
    await server.end();
  });
});

describe('forwarding', () => {
  it('forwards a service to the server that implements it, unless the script makes it fail', async () => {
    const queues = await startFauxqs({ port: 0, logger: false, defaultRegion: testRegion });
    queues.createQueue('main');
    await using aws = await startAws({ forward: { sqs: `http://sqs.eu-west-2.localhost:${queues.port}` } });
    const client = new SQSClient({ ...aws.client, maxAttempts: 1 });
    const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName: 'main' }));
    expect(QueueUrl).toBe(`${aws.url}/000000000000/main`);
    const send = () => client.send(new SendMessageCommand({ QueueUrl, MessageBody: '{"job":1}' }));
    aws.faults({ service: 'sqs', operation: 'SendMessage', fault: { kind: 'throttle' } });
    await expect(send()).rejects.toThrow(/throttling/);
    await send();
    const { Messages } = await client.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
    expect(Messages?.map(({ Body }) => Body)).toEqual(['{"job":1}']);
    expect(aws.state.calls.map(({ operation, effect }) => `${operation} ${effect}`)).toEqual([
      'GetQueueUrl true',
      'SendMessage false',
      'SendMessage true',
      'ReceiveMessage true',
    ]);
    client.destroy();
    await queues.stop();
  });
});
