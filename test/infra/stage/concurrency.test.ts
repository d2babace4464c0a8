import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { concurrencyOf } from '../../../infra/stage/concurrency.ts';
import { aDeployment, resourcesOf, templateOf } from '../../support/infra/a-deployment.ts';

const deployment = await aDeployment();
const readApi = { corsOrigins: [] };
const stage = { ...deployment.stage, readApi };
const functionSchema = z.object({
  FunctionName: z.string(),
  ReservedConcurrentExecutions: z.optional(z.int()),
});
const mappingSchema = z.object({ ScalingConfig: z.object({ MaximumConcurrency: z.int() }) });
const apiStageSchema = z.object({
  DefaultRouteSettings: z.object({ ThrottlingRateLimit: z.int(), ThrottlingBurstLimit: z.int() }),
});

/**
 * Seconds that a request for a week page takes: 14 ms of processor time on the 29 % of a core that 512 MB get, and
 * three waits of 40 ms for S3.
 */
const secondsOfRequest = 1 / 6;

const sum = (values: readonly (number | undefined)[]) =>
  values.reduce<number>((total, each) => total + (each ?? 0), 0);

function figuresOf(settings: Parameters<typeof templateOf>[1]) {
  const template = templateOf(deployment, { readApi, ...settings });
  const all = (type: string) => [...resourcesOf(template, type).values()];
  return {
    reserved: new Map(
      all('AWS::Lambda::Function')
        .map((one) => functionSchema.parse(one))
        .map((one) => [one.FunctionName.replace('lookahead-prod-', ''), one.ReservedConcurrentExecutions]),
    ),
    fromQueues: all('AWS::Lambda::EventSourceMapping').map(
      (one) => mappingSchema.parse(one).ScalingConfig.MaximumConcurrency,
    ),
    requests: all('AWS::ApiGatewayV2::Stage').map((one) => apiStageSchema.parse(one).DefaultRouteSettings),
  };
}

describe('an account of ten executions, of which none can be reserved,', () => {
  const { reserved, fromQueues, requests } = figuresOf({ reserveConcurrency: 'off' });

  it('reserves nothing', () => {
    expect([...reserved.values()]).toEqual(Array.from(reserved, () => undefined));
  });

  it('has executions left for dispatch and reconcile when every queue is full', () => {
    expect(fromQueues).toHaveLength(4);
    expect(sum(fromQueues)).toBeLessThanOrEqual(10 - 2);
  });

  it('has most executions left while strangers call every public address at its rate limit', () => {
    expect(requests).toHaveLength(2);
    expect(
      sum(requests.map(({ ThrottlingRateLimit }) => ThrottlingRateLimit * secondsOfRequest)),
    ).toBeLessThan(10 / 2);
  });

  it('opens at least ten links a second, and as many at once', () => {
    expect(requests[0]).toEqual({ ThrottlingRateLimit: 10, ThrottlingBurstLimit: 10 });
  });
});

describe('an account with a quota', () => {
  const { reserved, requests } = figuresOf({ reserveConcurrency: 'on' });
  const withoutReadApi = figuresOf({ reserveConcurrency: 'on', readApi: undefined });

  it('keeps executions for functions that a schedule starts, and limits those that strangers can call', () => {
    expect([...reserved].filter(([, executions]) => executions !== undefined).map(([name]) => name)).toEqual(
      expect.arrayContaining(['dispatch', 'reconcile', 'download', 'read-api']),
    );
    expect(reserved.get('report')).toBeUndefined();
  });

  it('opens links twice as fast as SES sends mail at first, for which the reserved executions are enough', () => {
    expect(requests[0]).toEqual({ ThrottlingRateLimit: 2 * 14, ThrottlingBurstLimit: 2 * 14 });
    expect(2 * 14 * secondsOfRequest).toBeLessThan(reserved.get('download') ?? 0);
  });

  it('needs as many executions as the description of reserveConcurrency says', () => {
    // AWS requires that 100 executions are left for functions without a reservation.
    expect(sum([...reserved.values()]) + 100).toBe(134);
    expect(sum([...withoutReadApi.reserved.values()]) + 100).toBe(114);
  });
});

it.each(['on', 'off'] as const)(
  'the numbers of lookahead.yaml take precedence over the defaults, with reserveConcurrency %s',
  (reserveConcurrency) => {
    const { fromQueue, requestsPerSecond } = concurrencyOf({
      ...stage,
      reserveConcurrency,
      maxConcurrency: 7,
      links: { perSecond: 45 },
      readApi: { ...readApi, requestsPerSecond: 40 },
    });
    expect([fromQueue.report, requestsPerSecond]).toEqual([7, { links: 45, readApi: 40 }]);
  },
);
