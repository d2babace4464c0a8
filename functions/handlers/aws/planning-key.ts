/** A project's key in the cloud: from Secrets Manager, as plain text or as JSON. */

import * as z from 'zod/mini';
import { parseJson } from '../../base/parse-json.ts';
import type { ProjectConfiguration } from '../../config/configuration.ts';
import type { KeySource, SecretSource } from '../../config/key-source.ts';
import { fetchedToken } from '../../planning/client/fetched-token.ts';
import type { KeyProvider } from '../../planning/client/keys.ts';
import { PlanningKeyError } from '../../planning/client/planning-error.ts';
import { SecretError, type SecretReader } from './secrets.ts';

export type FoundKey = {
  readonly provider: KeyProvider;
  /** For messages. */
  readonly name: string;
};

const someText = z.string().check(z.minLength(1));
const secretContent = z.union([
  z.object({ apiKey: someText }),
  z.object({ clientId: someText, clientSecret: someText }),
]);
type Credentials = { readonly clientId: string; readonly clientSecret: string };

/** Finds keys, and keeps a fetched token from one invocation to the next while its secret is the same. */
export function createKeyFinder(readSecret: SecretReader) {
  const tokens = new Map<string, Credentials & { readonly provider: KeyProvider }>();

  function tokenOf(project: ProjectConfiguration, credentials: Credentials, name: string): KeyProvider {
    const { clientId, clientSecret } = credentials;
    const known = tokens.get(project.key);
    if (known?.clientId === clientId && known.clientSecret === clientSecret) return known.provider;
    const { baseUrl, region } = project;
    const provider = fetchedToken({ baseUrl, region, clientId, clientSecret, keyName: name });
    tokens.set(project.key, { clientId, clientSecret, provider });
    return provider;
  }

  /** Client id and secret that are refused are read anew once, as a key is. */
  function tokenKey(project: ProjectConfiguration, name: string, read: ReadCredentials): KeyProvider {
    return async (request) => {
      const known = await read();
      try {
        return await tokenOf(project, known, name)(request);
      } catch (error) {
        if (!(error instanceof PlanningKeyError)) throw error;
        const fresh = await read('fresh');
        if (fresh.clientId === known.clientId && fresh.clientSecret === known.clientSecret) throw error;
        return tokenOf(project, fresh, name)(request);
      }
    };
  }

  /** @throws SecretError for a secret that is not configured, cannot be read or holds something else */
  return async function keyOf(project: ProjectConfiguration): Promise<FoundKey> {
    const { apiKey } = project;
    if (isToken(apiKey)) {
      const [id, secret] = [
        secretNameOf(apiKey.token.clientId, project),
        secretNameOf(apiKey.token.clientSecret, project),
      ];
      const read: ReadCredentials = async (how) => ({
        clientId: property(await readSecret(id, how), 'clientId'),
        clientSecret: property(await readSecret(secret, how), 'clientSecret'),
      });
      await read();
      const name = id === secret ? `the secret ${id}` : `the secrets ${id} and ${secret}`;
      return { provider: tokenKey(project, name, read), name };
    }
    const secret = secretNameOf(apiKey, project);
    const name = `the secret ${secret}`;
    const content = contentOf(await readSecret(secret), secret);
    if (!('clientId' in content)) return { provider: secretKey(secret, readSecret), name };
    const read: ReadCredentials = async (how) => {
      const found = contentOf(await readSecret(secret, how), secret);
      return 'clientId' in found ? found : content;
    };
    return { provider: tokenKey(project, name, read), name };
  };
}

type ReadCredentials = (how?: 'fresh') => Promise<Credentials>;

/** A key that was refused is read anew once, because it may just have been rotated. */
function secretKey(secret: string, readSecret: SecretReader): KeyProvider {
  const keyIn = (text: string) => {
    const content = contentOf(text, secret);
    return 'apiKey' in content ? content.apiKey.trim() : '';
  };
  return async ({ refused }) => {
    const key = keyIn(await readSecret(secret));
    return key === refused ? keyIn(await readSecret(secret, 'fresh')) : key;
  };
}

function contentOf(text: string, secret: string): z.infer<typeof secretContent> {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{')) return { apiKey: trimmed };
  const parsed = secretContent.safeParse(parseJson(trimmed));
  if (parsed.success) return parsed.data;
  throw new SecretError(secret, 'is JSON without apiKey, or clientId and clientSecret');
}

/** One value of its own, or a property of JSON. */
function property(text: string, name: keyof Credentials): string {
  const found = z.object({ [name]: someText }).safeParse(parseJson(text.trim()));
  return found.success ? (found.data[name] ?? text.trim()) : text.trim();
}

function isToken(source: KeySource): source is Extract<KeySource, { token: unknown }> {
  return 'token' in source;
}

function secretNameOf(source: SecretSource, project: ProjectConfiguration): string {
  if (source.secret !== undefined) return source.secret;
  throw new SecretError(
    'of the API key',
    `is not configured for the project ${project.key}: only an environment variable is, which is for the command line`,
  );
}
