/** A project's key in the cloud: from Secrets Manager, as plain text or as JSON. */
import * as z from 'zod/mini';
import type { KeySource, ProjectConfiguration, SecretSource } from '../config/configuration.ts';
import { fetchedToken, type KeyProvider } from '../planning/keys.ts';
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

  /** @throws SecretError for a secret that is not configured, cannot be read or holds something else */
  return async function keyOf(project: ProjectConfiguration): Promise<FoundKey> {
    const { apiKey } = project;
    if (isToken(apiKey)) {
      const [id, secret] = [
        secretNameOf(apiKey.token.clientId, project),
        secretNameOf(apiKey.token.clientSecret, project),
      ];
      const clientId = property(await readSecret(id), 'clientId');
      const clientSecret = property(await readSecret(secret), 'clientSecret');
      const name = id === secret ? `the secret ${id}` : `the secrets ${id} and ${secret}`;
      return { provider: tokenOf(project, { clientId, clientSecret }, name), name };
    }
    const secret = secretNameOf(apiKey, project);
    const name = `the secret ${secret}`;
    const content = contentOf(await readSecret(secret), secret);
    if ('clientId' in content) return { provider: tokenOf(project, content, name), name };
    return { provider: secretKey(secret, readSecret), name };
  };
}

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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
