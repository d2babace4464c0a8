import { SESClient } from '@aws-sdk/client-ses';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createQuotaReader } from '#cloud/mail-service.ts';
import type { FaultRule } from '../support/aws/faults.ts';
import { type AwsOptions, startAws } from '../support/aws/start-aws.ts';

const assumed = { perSecond: 14, perDay: Number.POSITIVE_INFINITY, left: Number.POSITIVE_INFINITY };
const limits = { maxSendRate: 20, max24HourSend: 50_000 };

async function aReader(options: AwsOptions = {}, fault?: FaultRule) {
  const aws = await startAws({ sending: limits, ...options });
  if (fault) aws.faults({ operation: 'GetSendQuota', ...fault });
  const client = new SESClient({ ...aws.client, maxAttempts: 1 });
  onTestFinished(async () => {
    client.destroy();
    await aws.close();
  });
  const clock = { at: 0 };
  const reported: unknown[] = [];
  const reader = () =>
    createQuotaReader({
      client,
      now: () => clock.at,
      draw: () => 0,
      onUnreadable: (error) => reported.push(error),
    });
  return { aws, clock, reported, read: reader(), reader };
}

describe('the sending quota', () => {
  it('is read once every five minutes', async () => {
    const { aws, clock, read } = await aReader();
    expect(await read()).toEqual({ perSecond: 20, perDay: 50_000, left: 50_000 });
    aws.state.sending = {};
    clock.at = 299_999;
    expect(await read()).toBe(await read());
    clock.at = 300_000;
    expect(await read()).toEqual({ perSecond: 1_000, perDay: 1_000_000, left: 1_000_000 });
    expect(aws.state.calls).toHaveLength(2);
  });

  it('has no daily limit if SES reports -1 for it', async () => {
    const send = () => Promise.resolve({ MaxSendRate: 5, Max24HourSend: -1, SentLast24Hours: 3 });
    const read = createQuotaReader({
      client: { send },
      now: () => 0,
      draw: () => 0,
      onUnreadable: () => undefined,
    });
    expect(await read()).toEqual({ ...assumed, perSecond: 5 });
  });

  it('is assumed to be that of a new account while SES does not answer, and is requested again', async () => {
    const { aws, clock, reported, reader } = await aReader();
    const workers = Array.from({ length: 100 }, reader);
    const first = await Promise.all(workers.map((read) => read()));
    const known = first.filter((quota) => quota?.perSecond === 20);
    expect(known.length).toBeGreaterThan(0);
    expect(first.filter((quota) => quota?.perSecond !== 20)).toEqual(
      Array.from({ length: 100 - known.length }, () => assumed),
    );
    expect(reported).toEqual([]);
    clock.at = 15_000;
    aws.state.sending = {};
    const second = await Promise.all(workers.map((read) => read()));
    expect(second.every((quota) => quota !== undefined && quota.perDay < assumed.perDay)).toBe(true);
  });

  it('limits nothing if the role may not read it, which is reported once', async () => {
    const { clock, reported, read } = await aReader(
      {},
      { times: 'always', fault: { kind: 'error', status: 403, code: 'AccessDenied' } },
    );
    expect(await read()).toBeUndefined();
    clock.at = 1_000_000;
    expect(await read()).toBeUndefined();
    expect(reported).toHaveLength(1);
  });

  it('keeps its last known value while SES is not available', async () => {
    const { aws, clock, reported, read } = await aReader();
    await read();
    aws.faults({ times: 2, fault: { kind: 'error', status: 503, code: 'ServiceUnavailable' } });
    clock.at = 400_000;
    expect(await read()).toMatchObject({ perSecond: 20 });
    clock.at = 500_000;
    expect(await read()).toMatchObject({ perSecond: 20 });
    expect(reported).toHaveLength(1);
  });
});
