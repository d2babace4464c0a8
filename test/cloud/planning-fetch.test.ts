import { gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { handle, type LambdaEvent } from 'hono/aws-lambda';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { openPlanningFetch } from '#cloud/planning-fetch.ts';
import { createKeyFinder, planningConnector } from '#runs/connect.ts';
import { configurationOf } from '../support/a-world.ts';
import type { FaultRule } from '../support/aws/faults.ts';
import type { Invoked } from '../support/aws/lambda-service.ts';
import { startAws } from '../support/aws/start-aws.ts';
import { aConfigurationText, riverside, weekly } from '../support/builders/a-configuration.ts';
import { aPlanningProject } from '../support/builders/a-planning-project.ts';
import { aKey, secretOf } from '../support/planning/a-key.ts';
import { aKeyRing } from '../support/planning/a-key-ring.ts';
import {
  aPlanningClient,
  idsOf,
  planningErrorOf,
  someUsers,
  testKey,
} from '../support/planning/a-planning-client.ts';
import { planningService } from '../support/planning/planning-service.ts';
import { startScriptedServer } from '../support/planning/scripted-server.ts';

const name = 'lookahead-test-read-api';
const address = 'https://abc.execute-api.eu-west-2.amazonaws.com';
const users = `${address}/gb/v1/projects/P1/users`;
const withKey = { headers: { 'X-API-Key': testKey } };
const page = JSON.stringify({ paging: { next: null }, results: someUsers('a') });

afterEach(() => vi.unstubAllEnvs());

/** Lambda on loopback, with one function. @returns a fetch that invokes it, and the events that it got */
async function aStage(answer: (event: unknown) => Promise<Invoked> | Invoked) {
  const events: unknown[] = [];
  const invoke = async (event: unknown) => {
    events.push(event);
    return answer(event);
  };
  const aws = await startAws({ functions: (asked) => (asked === name ? invoke : undefined) });
  onTestFinished(() => aws.close());
  for (const [variable, value] of Object.entries(aws.environment)) vi.stubEnv(variable, value);
  const fetch = openPlanningFetch({ READ_API_FUNCTION: name, READ_API_URL: address });
  return { aws, events, fetch };
}

const answering = (body: unknown): Invoked => ({ kind: 'response', body });

describe('a request to the stage’s own planning service', () => {
  it('invokes its function with the event of an HTTP API, without the address of a caller', async () => {
    const { events, fetch } = await aStage(() => answering({ statusCode: 200, body: page }));
    const query = 'ownerIds=a,b%2Cc&shift=day&shift=night&fields=';
    await fetch(`${address}/gb/v1/projects/P%201/tasks?${query}`, withKey);
    await fetch(`${address}/gb/v1/auth/token`, { method: 'POST', body: '{"clientId":"ä"}' });
    expect(events).toEqual([
      expect.objectContaining({
        version: '2.0',
        rawPath: '/gb/v1/projects/P%201/tasks',
        rawQueryString: query,
        headers: {
          'x-api-key': testKey,
          'accept-encoding': 'gzip',
          host: 'abc.execute-api.eu-west-2.amazonaws.com',
        },
        requestContext: {
          domainName: 'abc.execute-api.eu-west-2.amazonaws.com',
          stage: '$default',
          http: { method: 'GET', path: '/gb/v1/projects/P%201/tasks', protocol: 'HTTP/1.1' },
        },
      }),
      expect.objectContaining({ body: '{"clientId":"ä"}', isBase64Encoded: false }),
    ]);
  });

  it('gets the status, headers and body of its answer', async () => {
    const { fetch } = await aStage(() =>
      answering({ statusCode: 404, headers: { 'planning-version': '7' }, body: '{"message":"é"}' }),
    );
    const answer = await fetch(users, withKey);
    expect([answer.status, answer.headers.get('planning-version')]).toEqual([404, '7']);
    expect(await answer.json()).toEqual({ message: 'é' });
  });

  it('gets the decompressed body', async () => {
    const { fetch } = await aStage(() =>
      answering({
        statusCode: 200,
        headers: { 'content-encoding': 'gzip' },
        body: gzipSync(page).toString('base64'),
        isBase64Encoded: true,
      }),
    );
    expect(await (await fetch(users, withKey)).text()).toBe(page);
  });

  it('gets no body if the answer has none', async () => {
    const { fetch } = await aStage(() => answering({ statusCode: 304, body: '' }));
    expect(await fetch(users, withKey)).toMatchObject({ status: 304, body: null });
  });

  it('works for tokens and for every page, and is not throttled by address', async () => {
    const id = '0123456789ab';
    const { app } = planningService([aPlanningProject({ users: someUsers('a', 'b', 'c', 'd', 'e') })], {
      keys: aKeyRing([{ name: 'own', text: aKey(id), projects: '*' }]),
      origin: address,
      pageSize: 2,
    });
    const function_ = handle(new Hono().all('*', (c) => app.fetch(c.req.raw)));
    const eventSchema = z.custom<LambdaEvent>((value) => typeof value === 'object');
    const { events, fetch } = await aStage(async (event) =>
      answering(await function_(eventSchema.parse(event))),
    );
    const credentials = JSON.stringify({ clientId: id, clientSecret: secretOf(id) });
    const values = {
      displayName: () => 'the secret',
      read: async () => credentials,
      unusableError: () => new Error('not expected'),
    };
    const { projects } = configurationOf(
      aConfigurationText({
        projects: [{ ...riverside, projectId: 'tower', baseUrl: address }],
        reports: [weekly],
      }),
    );
    const connect = planningConnector(
      createKeyFinder(() => values, { fetch }),
      { fetch },
    );
    const [project] = projects;
    if (project === undefined) throw new Error('The configuration has a project.');
    const client = (await connect(project))({});
    expect(idsOf(await client.users())).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(events).toHaveLength(4);
  });
});

it('a request to another service goes over the network, with and without readApi', async () => {
  await using server = await startScriptedServer();
  server.otherwise(() => ({ json: 'theirs' }));
  const { events, fetch } = await aStage(() => answering({ statusCode: 200 }));
  for (const ask of [fetch, openPlanningFetch({})]) {
    expect(await (await ask(`${server.url}/gb/v1/projects/P1/users`, withKey)).json()).toBe('theirs');
  }
  expect([events, server.requests.length]).toEqual([[], 2]);
});

describe('a failed invocation is tried once, and answered with the status that a gateway would send', () => {
  const failed = (errorType: string): Invoked => ({
    kind: 'failure',
    errorType,
    errorMessage: `No task for ${testKey}`,
  });
  const fault = (rule: FaultRule['fault']) => rule;

  it.each([
    ['throttled', fault({ kind: 'throttle' }), 429, 'could not be invoked (TooManyRequestsException)'],
    [
      'out of order',
      fault({ kind: 'error', status: 503, code: 'ServiceException' }),
      503,
      'could not be invoked (ServiceException)',
    ],
    [
      'not permitted',
      fault({ kind: 'error', status: 403, code: 'AccessDeniedException' }),
      502,
      'could not be invoked (AccessDeniedException)',
    ],
    ['broken off', fault({ kind: 'drop', when: 'after' }), 502, 'could not be invoked (ECONNRESET)'],
    ['broken off within', fault({ kind: 'half-answer' }), 502, 'could not be invoked (ECONNRESET)'],
  ])('%s', async (_what, how, status, says) => {
    const { aws, fetch } = await aStage(() => answering({ statusCode: 200, body: page }));
    aws.faults({ service: 'lambda', times: 'always', fault: how });
    const answer = await fetch(users, withKey);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ message: `The function ${name} ${says}` });
    expect(aws.state.calls).toHaveLength(1);
  });

  it.each([
    ['a crash', failed('TypeError'), 'failed (TypeError)'],
    ['past its time limit', failed('Sandbox.Timedout'), 'failed (Sandbox.Timedout)'],
    ['a type that is not a name', failed(`no ${testKey}`), 'failed (Unhandled)'],
    [
      'an answer longer than Lambda takes',
      answering({ statusCode: 200, body: 'x'.repeat(6_300_000) }),
      'failed (Function.ResponseSizeTooLarge)',
    ],
    ['nothing', answering(null), 'gave an answer that is not HTTP'],
    ['a status of no answer', answering({ statusCode: 101 }), 'gave an answer that is not HTTP'],
  ])('%s', async (_what, invoked, says) => {
    const { fetch } = await aStage(() => invoked);
    const answer = await fetch(users, withKey);
    expect(answer.status).toBe(502);
    expect(await answer.json()).toEqual({ message: `The function ${name} ${says}` });
  });

  it('a planning client tries again, and in the end names the function and never the key', async () => {
    const { events, fetch } = await aStage(() => failed('Sandbox.Timedout'));
    const error = await planningErrorOf(aPlanningClient(address, { fetch }).users());
    expect(events).toHaveLength(5);
    expect(error).toMatchObject({
      name: 'PlanningUnavailableError',
      kind: 'retryable',
      message: expect.stringContaining(
        `answered 502 saying "The function ${name} failed (Sandbox.Timedout)"`,
      ),
    });
    expect(String(error)).not.toContain(testKey);
  });
});

it('an invocation ends when its signal aborts', async () => {
  const { aws, fetch } = await aStage(() => answering({ statusCode: 200, body: page }));
  aws.faults({ service: 'lambda', fault: { kind: 'stall', when: 'before' } });
  const stop = new AbortController();
  const answer = planningErrorOf(fetch(users, { ...withKey, signal: stop.signal }));
  await aws.stalled();
  const reason = new Error('no longer needed');
  stop.abort(reason);
  expect(await answer).toBe(reason);
});
