import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { KeyRing } from '#planning-server/keys/key-ring.ts';
import { createTokenIssuer } from '#planning-server/keys/tokens.ts';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { aKey, secretOf } from '../../support/planning/a-key.ts';
import { aKeyRing } from '../../support/planning/a-key-ring.ts';
import { planningService } from '../../support/planning/planning-service.ts';

const clientId = 'aaaaaaaaaaaa';
const clientSecret = secretOf(clientId);
const otherId = 'bbbbbbbbbbbb';
const keys = aKeyRing([
  { name: 'reports', text: aKey(clientId), projects: [{ region: 'gb', projectId: 'tower' }] },
  { name: 'other', text: aKey(otherId), projects: '*' },
]);
const tokenSchema = z.object({ accessToken: z.string(), expiresIn: z.number(), tokenType: z.string() });

function service(options: Parameters<typeof planningService>[1] = {}) {
  const clock = { now: 1_000_000 };
  const projects = [
    aPlanningProject(),
    aPlanningProject({}, { projectId: 'secret' }),
    aPlanningProject({}, { region: 'au' }),
  ];
  const { app, answer } = planningService(projects, {
    keys,
    ...options,
    now: () => clock.now,
  });
  const post = (body: string, region = 'gb') =>
    app.request(`/${region}/v1/auth/token`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    });
  const issue = async (region = 'gb') => {
    const response = await post(JSON.stringify({ clientId, clientSecret }), region);
    return tokenSchema.parse(await response.json());
  };
  const read = async (token: string, path = '/gb/v1/projects/tower/users') =>
    (await answer(path, { 'X-API-Key': token })).status;
  return { app, clock, post, issue, read };
}

describe('a token', () => {
  it('is issued for a client id and secret, and is accepted in place of a key', async () => {
    const { issue, read } = service();
    const token = await issue();
    expect(token).toEqual({ accessToken: expect.any(String), expiresIn: 3600, tokenType: 'ApiKey' });
    expect(await read(token.accessToken)).toBe(200);
  });

  it('gives access only to the projects of its client, in the region that issued it', async () => {
    const { issue, read } = service();
    const { accessToken } = await issue();
    expect(await read(accessToken, '/gb/v1/projects/secret/users')).toBe(404);
    const australian = await issue('au');
    expect(await read(australian.accessToken, '/gb/v1/projects/tower/users')).toBe(404);
  });

  it('expires after an hour', async () => {
    const { clock, issue, read } = service();
    const { accessToken, expiresIn } = await issue();
    expect(expiresIn).toBe(3_600);
    clock.now += 3_599_999;
    expect(await read(accessToken)).toBe(200);
    clock.now += 1;
    expect(await read(accessToken)).toBe(401);
  });

  it('of a key that ends sooner expires with the key', async () => {
    const ending: KeyRing = {
      find: async (text) => (text === aKey(clientId) ? endingKey : undefined),
      withId: async () => endingKey,
    };
    const endingKey = { id: clientId, name: 'reports', projects: '*', endsAtMs: 1_000_000 + 90_500 } as const;
    const { clock, issue, read } = service({ keys: ending });
    const { accessToken, expiresIn } = await issue();
    expect(expiresIn).toBe(90);
    clock.now += 90_499;
    expect(await read(accessToken)).toBe(200);
    clock.now += 1;
    expect(await read(accessToken)).toBe(401);
  });

  it('counts against the limit of its key, and the log has the name of the key', async () => {
    const entries: unknown[] = [];
    const { post } = service({ onRequest: (entry) => entries.push(entry), requestsPerMinute: 2 });
    const right = JSON.stringify({ clientId, clientSecret });
    const answers = [await post(right), await post(right), await post(right)];
    expect(answers.map(({ status, headers }) => [status, headers.get('ratelimit')])).toEqual([
      [200, expect.stringMatching(/^"key";r=1;/)],
      [200, expect.stringMatching(/^"key";r=0;/)],
      [429, expect.stringMatching(/^"key";r=0;/)],
    ]);
    await post(JSON.stringify({ clientId, clientSecret: 'wrong' }));
    const path = '/gb/v1/auth/token';
    expect(entries).toMatchObject([
      { path, status: 200, caller: 'reports' },
      { path, status: 200, caller: 'reports' },
      { path, status: 429, caller: 'reports' },
      { path, status: 401, caller: undefined },
    ]);
  });

  it('is refused once its key no longer exists', async () => {
    const { accessToken } = await service().issue();
    expect(await service({ keys: aKeyRing([]) }).read(accessToken)).toBe(401);
  });

  it.each([
    [
      'its claims are changed',
      (token: string) => token.replace(/\.(.)/, (_, first) => `.${first === 'e' ? 'f' : 'e'}`),
    ],
    ['its signature is shortened', (token: string) => token.slice(0, -4)],
    ['it has an additional part', (token: string) => `${token}.x`],
    ['it is of another kind', (token: string) => token.replace('pt1', 'pt2')],
    ['it is not signed', (token: string) => token.split('.').slice(0, 2).join('.')],
  ])('is not valid if %s', async (_what, change) => {
    const { issue, read } = service();
    const { accessToken } = await issue();
    expect(await read(change(accessToken))).toBe(401);
  });
});

describe('asking for a token', () => {
  it.each([
    ['a wrong secret', { clientId, clientSecret: 'wrong' }],
    ['an unknown client', { clientId: 'nobody', clientSecret }],
    ['another client’s secret', { clientId, clientSecret: secretOf(otherId) }],
  ])('with %s is answered with 401', async (_what, body) => {
    const response = await service().post(JSON.stringify(body));
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ message: 'The client id or the client secret is wrong.' });
  });

  it.each([
    ['{', ['body']],
    ['{}', ['clientId', 'clientSecret']],
    ['{"clientId":"reports","clientSecret":7}', ['clientSecret']],
  ])('with the body %s is answered with 422, which names what is wrong', async (body, parameters) => {
    const response = await service().post(body);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: parameters.map((parameter) => ({ parameter })) });
  });

  it('in an unknown region is answered with 422', async () => {
    expect((await service().post(JSON.stringify({ clientId, clientSecret }), 'us')).status).toBe(422);
  });

  it('with a huge body is answered with 413', async () => {
    expect((await service().post(`"${'x'.repeat(20_000)}"`)).status).toBe(413);
  });

  it('is possible by POST only', async () => {
    const response = await service().app.request('/gb/v1/auth/token');
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });
});

it('refuses a signing secret under 32 characters', () => {
  const issuer = (length: number) => createTokenIssuer({ keys, signingSecret: 'x'.repeat(length) }, () => 0);
  expect(() => issuer(31)).toThrow(RangeError);
  expect(() => issuer(32)).not.toThrow();
});
