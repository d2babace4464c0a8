import { SecretsManagerClient, type SecretsManagerClientConfig } from '@aws-sdk/client-secrets-manager';
import { describe, expect, it, onTestFinished } from 'vitest';
import { requestTimeouts } from '#cloud/aws-request-limits.ts';
import { createSecretReader, createSecretsManagerLookup } from '#cloud/secret-reader.ts';
import type { ApiKeySource } from '#config/project.ts';
import { createKeyFinder } from '#runs/connect.ts';
import { aSiteConfiguration } from '../support/a-world.ts';
import { startAws } from '../support/aws/start-aws.ts';
import { startScriptedServer } from '../support/planning/scripted-server.ts';

async function aSite(
  secrets: Readonly<Record<string, string>>,
  client: SecretsManagerClientConfig = { maxAttempts: 1 },
) {
  const aws = await startAws({ secrets });
  onTestFinished(() => aws.close());
  const readSecret = createSecretReader(new SecretsManagerClient({ ...aws.client, ...client }));
  const keyOf = createKeyFinder(createSecretsManagerLookup(readSecret));
  const [project] = aSiteConfiguration().projects;
  if (!project) throw new Error('The configuration has no project.');
  return {
    aws,
    find: (apiKey: ApiKeySource, baseUrl = project.baseUrl) => keyOf({ ...project, apiKey, baseUrl }),
    calls: () => aws.state.calls.filter(({ service }) => service === 'secretsmanager').length,
  };
}

/** A server that issues tokens to callers with the current client secret. */
async function tokensFor(secretOf: () => string) {
  const server = await startScriptedServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  server.otherwise(({ body }) => {
    const { clientId, clientSecret } = JSON.parse(body);
    if (clientSecret !== secretOf()) return { status: 401, json: { message: 'unknown client' } };
    return { json: { accessToken: `token-of-${clientId}-${clientSecret}`, expiresIn: 3_600 } };
  });
  return server;
}

const asked = (refusedKey?: string) => ({
  refusedKey,
  signal: new AbortController().signal,
  secrets: new Set<string>(),
});

describe('a project’s key', () => {
  it.each([
    ['plain text', ' the-key\n'],
    ['JSON', '{"apiKey": "the-key"}'],
  ])('is found in a secret of %s, and requested once in five minutes', async (_what, content) => {
    const { find, calls } = await aSite({ 'lookahead/planning': content });
    const { provider, name } = await find({ secret: 'lookahead/planning' });
    expect(name).toBe('the secret lookahead/planning');
    expect(await provider(asked())).toBe('the-key');
    expect(await provider(asked())).toBe('the-key');
    await find({ secret: 'lookahead/planning' });
    expect(calls()).toBe(1);
  });

  it('is refused if a secret has a line break inside, and the message names which of two secrets', async () => {
    const { find } = await aSite({ id: 'client-1\n', word: 'one\r\ntwo' });
    const found = find({ token: { clientId: { secret: 'id' }, clientSecret: { secret: 'word' } } });
    await expect(found).rejects.toThrow(
      'The secret word has a line break or control character inside. Store the API key itself in it, ',
    );
  });

  const many = JSON.stringify({
    riverside: 'key-of-riverside',
    harbour: { apiKey: 'key-of-harbour' },
    none: '',
  });

  it.each([
    ['riverside', 'key-of-riverside'],
    ['harbour', 'key-of-harbour'],
  ])('is found in a property of a secret that holds several keys: %s', async (property, key) => {
    const { find, calls } = await aSite({ 'lookahead/planning': many });
    const { provider, name } = await find({ secret: 'lookahead/planning', property });
    expect(name).toBe(`the property ${property} of the secret lookahead/planning`);
    expect(await provider(asked())).toBe(key);
    expect(calls()).toBe(1);
  });

  it.each([
    [many, 'bridge', 'The secret lookahead/planning has no property bridge with a value'],
    [many, 'none', 'The secret lookahead/planning has no property none with a value'],
    [
      'the-key',
      'riverside',
      'The secret lookahead/planning is not JSON, although lookahead.yaml names a property of it',
    ],
  ])('is reported as missing by its name, without any value', async (content, property, message) => {
    const { find } = await aSite({ 'lookahead/planning': content });
    const missed = find({ secret: 'lookahead/planning', property });
    await expect(missed).rejects.toThrow(message);
    await expect(missed).rejects.not.toThrow(/the-key|key-of/);
  });

  it('is requested again if no answer arrives, long before the time limit of the function', async () => {
    const requestHandler = { ...requestTimeouts, requestTimeout: 50 };
    const { aws, find } = await aSite({ 'lookahead/planning': 'the-key' }, { requestHandler });
    aws.faults({ service: 'secretsmanager', fault: { kind: 'stall', when: 'before' } });
    const { provider } = await find({ secret: 'lookahead/planning' });
    expect(await provider(asked())).toBe('the-key');
    expect(requestTimeouts.requestTimeout).toBeLessThanOrEqual(10_000);
  });

  it('is read again after a rotation, when the old one is refused', async () => {
    const { aws, find } = await aSite({ 'lookahead/planning': 'old-key' });
    const { provider } = await find({ secret: 'lookahead/planning', env: 'PLANNING_API_KEY' });
    expect(await provider(asked())).toBe('old-key');
    aws.state.secrets.set('lookahead/planning', 'new-key');
    expect(await provider(asked('old-key'))).toBe('new-key');
  });

  const clientIn = (clientSecret: string) => JSON.stringify({ clientId: 'c1', clientSecret });
  it.each<[string, ApiKeySource, Readonly<Record<string, (clientSecret: string) => string>>]>([
    ['in one secret', { secret: 'client' }, { client: clientIn }],
    [
      'in a secret each',
      { token: { clientId: { secret: 'id' }, clientSecret: { secret: 'secret' } } },
      { id: () => ' c1\n', secret: (clientSecret) => clientSecret },
    ],
    [
      'in one secret, named for both',
      { token: { clientId: { secret: 'client' }, clientSecret: { secret: 'client' } } },
      { client: clientIn },
    ],
  ])(
    'is a token that is fetched once with the credentials %s, and again once they are rotated',
    async (_where, source, contents) => {
      const holding = (clientSecret: string) =>
        Object.entries(contents).map(([name, content]) => [name, content(clientSecret)] as const);
      let current = 's1';
      const service = await tokensFor(() => current);
      const { aws, find } = await aSite(Object.fromEntries(holding('s1')));
      const { provider } = await find(source, service.url);
      expect(await provider(asked())).toBe('token-of-c1-s1');
      expect(await (await find(source, service.url)).provider(asked())).toBe('token-of-c1-s1');
      expect(service.requests).toHaveLength(1);

      current = 's2';
      await expect(provider(asked('token-of-c1-s1'))).rejects.toThrow(/check that the secrets? /);
      for (const [name, content] of holding('s2')) aws.state.secrets.set(name, content);
      expect(await provider(asked('token-of-c1-s1'))).toBe('token-of-c1-s2');
    },
  );

  it.each([
    [{ env: 'PLANNING_API_KEY' }, {}, /riverside: only an environment variable is/],
    [
      { secret: 'lookahead/none' },
      {},
      /^The secret lookahead\/none could not be read \(ResourceNotFound.*\. Check that it exists/,
    ],
    [
      { secret: 'a/b' },
      { 'a/b': '{"key": "hidden-value"}' },
      /^The secret a\/b is JSON without an API key or credentials\. Store the API key/,
    ],
  ] as const)('is named, never shown, if it cannot be found: %j', async (source, secrets, words) => {
    const { find } = await aSite(secrets);
    const failure = await find(source).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ name: 'SecretError', message: expect.stringMatching(words) });
    expect(String(failure)).not.toContain('hidden-value');
  });
});
