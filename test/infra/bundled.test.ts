/** What stands in the bundles instead of a package. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultProvider } from '../../infra/bundled/environment-credentials.ts';
import nodeHttp, { Agent, request } from '../../infra/bundled/node-http.ts';
import { sync } from '../../infra/bundled/nothing.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the credentials of a deployed function', () => {
  it('are those Lambda puts into its environment, read at each call', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'not-a-secret');
    vi.stubEnv('AWS_SESSION_TOKEN', 'first');
    const provide = defaultProvider();
    expect(await provide()).toEqual({
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'not-a-secret',
      sessionToken: 'first',
    });
    vi.stubEnv('AWS_SESSION_TOKEN', 'second');
    expect(await provide()).toMatchObject({ sessionToken: 'second' });
  });

  it('need no session, as on a test ground', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'not-a-secret');
    vi.stubEnv('AWS_SESSION_TOKEN', undefined);
    expect(await defaultProvider()()).toEqual({
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'not-a-secret',
    });
  });

  it('say what to set where there are none', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
    await expect(defaultProvider()()).rejects.toThrow(/set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/);
  });
});

it('a package that was left out says so, should it be called after all', () => {
  expect(() => sync()).toThrow('This package is not part of the bundle.');
});

it('node:http is the runtime’s own, as the packages import it', () => {
  expect(nodeHttp).toBe(process.getBuiltinModule('node:http'));
  expect([Agent, request]).toEqual([nodeHttp.Agent, nodeHttp.request]);
});
