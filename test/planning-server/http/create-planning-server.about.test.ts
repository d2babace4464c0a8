import { describe, expect, it } from 'vitest';
import { planningService } from '../../support/planning/planning-service.ts';

describe('without a key', () => {
  it('/ says where the documents are, and they are there', async () => {
    const { app } = planningService([]);
    const response = await app.request('/');
    expect(response.status).toBe(200);
    const { name, ...paths } = Object(await response.json());
    expect([name, paths]).toEqual([
      'Planning Read API',
      { documentation: '/docs', openApi: '/openapi.json', health: '/health' },
    ]);
    for (const path of ['/docs', '/openapi.json', '/health']) {
      expect((await app.request(path)).status).toBe(200);
    }
    expect((await app.request('/', { method: 'POST' })).status).toBe(405);
  });

  it('/health names the build', async () => {
    const commit = 'c'.repeat(40);
    const health = async (build?: { readonly version: string; readonly commit: string | undefined }) =>
      (await planningService([], build && { build }).answer('/health', {})).body;
    expect(await health({ version: '1.2.3', commit })).toEqual({ status: 'ok', version: '1.2.3', commit });
    expect(await health({ version: '1.2.3', commit: undefined })).toEqual({ status: 'ok', version: '1.2.3' });
  });
});

it('a token request that is wrong is refused with a code for each property', async () => {
  const { app } = planningService([], { signingSecret: 'x'.repeat(32) });
  const body = JSON.stringify({ clientId: 7 });
  const response = await app.request('/gb/v1/auth/token', { method: 'POST', body });
  expect(await response.json()).toMatchObject({
    code: 'parameters_invalid',
    errors: [
      { parameter: 'clientId', code: 'body_invalid' },
      { parameter: 'clientSecret', code: 'body_invalid' },
    ],
  });
});
