import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultProvider } from '../../../infra/bundled/environment-credentials.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the credentials of a deployed function', () => {
  it('come from the environment, read at each call', async () => {
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

  it('do not need a session token', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'not-a-secret');
    vi.stubEnv('AWS_SESSION_TOKEN', undefined);
    expect(await defaultProvider()()).toEqual({
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'not-a-secret',
    });
  });

  it('cause an error with the variables to set if they are missing', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
    await expect(defaultProvider()()).rejects.toThrow(/Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/);
  });
});
