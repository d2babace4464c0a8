import { expect, it } from 'vitest';
import { fetchedTokenProvider } from '#planning/client/fetched-token.ts';
import { aPlanningClient, planningErrorOf } from '../../support/planning/a-planning-client.ts';

const unusedProxy = 'HTTPS_PROXY is set and not used.';
const baseUrl = 'https://planning.example';

function failingWith(code: string) {
  return async (): Promise<Response> => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
  };
}

it.each(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])(
  'a proxy that Node does not use is named if the service cannot be reached: %s',
  async (code) => {
    const by = { fetch: failingWith(code), unusedProxy, wait: async () => undefined };
    const named = { remedy: expect.stringMatching(/\. HTTPS_PROXY is set and not used\.$/) };
    expect(await planningErrorOf(aPlanningClient(baseUrl, by).users())).toMatchObject(named);
    const token = fetchedTokenProvider({
      baseUrl,
      region: 'gb',
      clientId: 'me',
      clientSecret: 'secret',
      ...by,
    });
    const { signal } = new AbortController();
    expect(await planningErrorOf(token({ refusedKey: undefined, signal, secrets: new Set() }))).toMatchObject(
      named,
    );
  },
);

it.each(['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_SSL_WRONG_VERSION_NUMBER'])(
  'a proxy that Node does not use is not named if the service answers with %s',
  async (code) => {
    const client = aPlanningClient(baseUrl, { fetch: failingWith(code), unusedProxy });
    expect(await planningErrorOf(client.users())).toMatchObject({
      remedy: expect.not.stringContaining('HTTPS_PROXY is set'),
    });
  },
);

it('a proxy that Node does not use is not named if the service refuses', async () => {
  const fetch = async () => new Response('{}', { status: 503 });
  const client = aPlanningClient(baseUrl, { fetch, unusedProxy, wait: async () => undefined });
  expect(await planningErrorOf(client.users())).toMatchObject({ remedy: 'Try again later.' });
});
