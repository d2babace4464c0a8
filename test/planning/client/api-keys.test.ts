import { describe, expect, it } from 'vitest';
import { LookaheadError } from '#base/lookahead-error.ts';
import { fixedKeyProvider } from '#planning/client/api-keys.ts';
import { aPlanningClient, planningErrorOf } from '../../support/planning/a-planning-client.ts';
import { startScriptedServer } from '../../support/planning/scripted-server.ts';

const ask = { refusedKey: undefined, signal: new AbortController().signal, secrets: new Set<string>() };

describe('a fixed key', () => {
  it('is returned without surrounding blanks, and unchanged after a refusal', async () => {
    const key = fixedKeyProvider(' abc\n');
    expect(await key(ask)).toBe('abc');
    expect(await key({ ...ask, refusedKey: 'abc' })).toBe('abc');
  });

  it('is not tried again if it is refused', async () => {
    await using server = await startScriptedServer({ status: 401 });
    expect(await planningErrorOf(aPlanningClient(server.url).users())).toMatchObject({ status: 401 });
    expect(server.requests).toHaveLength(1);
  });
});

it('a provider of keys that fails gives an error that says where the key comes from', async () => {
  const client = aPlanningClient('http://127.0.0.1:1', {
    key: () => Promise.reject(new Error('no such secret')),
    keyName: 'the secret lookahead/tower',
  });
  expect(await planningErrorOf(client.users())).toMatchObject({
    name: 'PlanningKeyError',
    message: expect.stringContaining('the key could not be read from the secret lookahead/tower'),
    cause: { message: 'no such secret' },
  });
});

it('a provider of keys that fails for a while gives a retryable error', async () => {
  class SecretStoreError extends LookaheadError {
    override readonly name = 'SecretStoreError';
  }
  const failing = new SecretStoreError('Secrets Manager throttles', {
    kind: 'retryable',
    remedy: 'Try again later.',
  });
  const client = aPlanningClient('http://127.0.0.1:1', { key: () => Promise.reject(failing) });
  expect(await planningErrorOf(client.users())).toMatchObject({
    name: 'PlanningKeyError',
    kind: 'retryable',
  });
});
