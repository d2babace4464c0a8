import { expect, it, onTestFinished } from 'vitest';
import { startScriptedServer } from '../../support/planning/scripted-server.ts';
import { openGate } from './gate.ts';
import { requestLimit } from './request-limit.ts';

async function aGate() {
  const server = await startScriptedServer();
  server.otherwise(() => ({ status: 201, headers: { 'X-Seen': 'yes' }, json: { done: true } }));
  const gate = await openGate(server.url);
  onTestFinished(async () => {
    await gate[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  return { server, gate };
}

it('a gate passes on a request unchanged, and returns the answer unchanged', async () => {
  const { server, gate } = await aGate();
  const answer = await fetch(`${gate.url}/a%20b?c=%2F`, {
    method: 'PUT',
    body: 'text',
    headers: { 'X-Sent': '1' },
  });
  expect([answer.status, answer.headers.get('x-seen'), await answer.json()]).toEqual([
    201,
    'yes',
    { done: true },
  ]);
  expect(server.requests).toMatchObject([
    {
      method: 'PUT',
      url: '/a%20b?c=%2F',
      body: 'text',
      headers: { 'x-sent': '1', host: new URL(gate.url).host },
    },
  ]);
});

it('a gate breaks off a request before the server gets it, or after it has acted; the caller gets no answer in either case', async () => {
  const { server, gate } = await aGate();
  gate.rule(() => ({ kind: 'broken off', moment: 'before' }));
  await expect(fetch(gate.url)).rejects.toThrow();
  expect(server.requests).toHaveLength(0);
  gate.rule(() => ({ kind: 'broken off', moment: 'after' }));
  await expect(fetch(gate.url)).rejects.toThrow();
  expect(server.requests).toHaveLength(1);
});

it('a gate limits the requests a second, answers when to retry, and fails a share of the requests', async () => {
  let now = 0;
  const draws = [0.5, 0.5, 0.01];
  const { rule, counts } = requestLimit({
    perSecond: 2,
    failing: 0.05,
    random: () => draws.shift() ?? 1,
    now: () => now,
  });
  const arrival = { method: 'GET', url: '/', headers: {}, body: Buffer.alloc(0) };
  expect(rule(arrival)).toEqual({ kind: 'pass' });
  now = 400;
  expect(rule(arrival)).toEqual({ kind: 'pass' });
  now = 999;
  expect(rule(arrival)).toEqual({ kind: 'answer', status: 429, headers: { 'Retry-After': '1' } });
  now = 1_000;
  expect(rule(arrival)).toEqual({ kind: 'answer', status: 503 });
  expect(rule(arrival)).toEqual({ kind: 'answer', status: 429, headers: { 'Retry-After': '1' } });
  expect(counts).toEqual({ asked: 5, passed: 2, limited: 2, failed: 1 });
});
