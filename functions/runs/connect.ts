/** Finds the keys of planning services among secret values, and opens clients with them. */

import * as z from 'zod/mini';
import { parseJson } from '#base/json.ts';
import type { ProjectConfiguration } from '#config/configuration.ts';
import type { SecretSource } from '#config/project.ts';
import type { KeyProvider } from '#planning/client/api-keys.ts';
import { fetchedTokenProvider } from '#planning/client/fetched-token.ts';
import { createPlanningClient } from '#planning/client/planning-client.ts';
import { PlanningError } from '#planning/client/planning-error.ts';
import type { RetryOptions } from '#planning/client/retry.ts';
import type { ConnectPlanning } from './world.ts';

/**
 * Maximum bytes of a planning service's answers for each MB of memory: 56 MiB with 1 GB, which is six weeks of a
 * project of 24,000 tasks. Measured on whole runs of the bundled function: 47 MiB of answers took 790 MB, 63 MiB took
 * 960 MB. The memory above that is for reports with many cuts.
 */
const answerBytesPerMB = 57_344;

type FoundKey = {
  readonly provider: KeyProvider;
  readonly name: string;
  /** Advice, as a sentence, if the environment names a proxy for the planning service that Node does not use. */
  readonly unusedProxy?: string | undefined;
};

export interface SecretValueReader {
  /** Name of the source for messages. @throws LookaheadError if the source is not for this place (cloud or machine) */
  readonly displayName: (source: SecretSource) => string;
  /** 'fresh' bypasses the cache. @throws LookaheadError if the value cannot be read */
  readonly read: (source: SecretSource, how?: 'fresh') => Promise<string>;
  readonly unusableError: (source: SecretSource, problem: string) => Error;
  readonly unusedProxy?: string | undefined;
}

const someText = z.string().check(z.minLength(1));
const secretContent = z.union([
  z.object({ apiKey: someText }),
  z.object({ clientId: someText, clientSecret: someText }),
]);
type Credentials = { readonly clientId: string; readonly clientSecret: string };
type KeyOrigin = { readonly name: string; readonly unusedProxy?: string | undefined };
type ReadCredentials = (how?: 'fresh') => Promise<Credentials>;

export type FindApiKey = (project: ProjectConfiguration) => Promise<FoundKey>;

/**
 * A secret holds plain text, or JSON with `apiKey` or with `clientId` and `clientSecret`. A fetched token is kept while
 * its credentials stay the same. A refused key is read again once, because it may just have been rotated.
 */
export function createKeyFinder(
  valuesFor: (project: ProjectConfiguration) => SecretValueReader,
  options: Pick<RetryOptions, 'fetch'> = {},
): FindApiKey {
  const tokens = new Map<string, Credentials & { readonly provider: KeyProvider }>();

  function cachedToken(project: ProjectConfiguration, credentials: Credentials, by: KeyOrigin): KeyProvider {
    const { clientId, clientSecret } = credentials;
    const known = tokens.get(project.key);
    if (known?.clientId === clientId && known.clientSecret === clientSecret) return known.provider;
    const { baseUrl, region } = project;
    const provider = fetchedTokenProvider({
      ...options,
      baseUrl,
      region,
      clientId,
      clientSecret,
      keyName: by.name,
      unusedProxy: by.unusedProxy,
    });
    tokens.set(project.key, { clientId, clientSecret, provider });
    return provider;
  }

  function tokenKey(project: ProjectConfiguration, by: KeyOrigin, read: ReadCredentials): KeyProvider {
    return async (request) => {
      const known = await read();
      try {
        return await cachedToken(project, known, by)(request);
      } catch (error) {
        if (!(error instanceof PlanningError && error.name === 'PlanningKeyError')) throw error;
        const fresh = await read('fresh');
        if (fresh.clientId === known.clientId && fresh.clientSecret === known.clientSecret) throw error;
        return cachedToken(project, fresh, by)(request);
      }
    };
  }

  return async (project) => {
    const { apiKey } = project;
    const values = valuesFor(project);
    const { unusedProxy } = values;
    if ('token' in apiKey) {
      const { token } = apiKey;
      const name = [...new Set([token.clientId, token.clientSecret].map(values.displayName))].join(' and ');
      const readOne = async (of: keyof Credentials, how?: 'fresh') =>
        credentialIn(await values.read(token[of], how), of, { source: token[of], values });
      const read: ReadCredentials = async (how) => ({
        clientId: await readOne('clientId', how),
        clientSecret: await readOne('clientSecret', how),
      });
      await read();
      const by = { name, unusedProxy };
      return { provider: tokenKey(project, by, read), ...by };
    }
    const by = { name: values.displayName(apiKey), unusedProxy };
    const readContent = async (how?: 'fresh') => parseSecret(await values.read(apiKey, how), apiKey, values);
    const content = await readContent();
    if (!('clientId' in content)) return { provider: plainKeyProvider(readContent), ...by };
    const read: ReadCredentials = async (how) => {
      const found = await readContent(how);
      return 'clientId' in found ? found : content;
    };
    return { provider: tokenKey(project, by, read), ...by };
  };
}

type Content = z.infer<typeof secretContent>;

function plainKeyProvider(read: (how?: 'fresh') => Promise<Content>): KeyProvider {
  const keyIn = (content: Content) => ('apiKey' in content ? content.apiKey.trim() : '');
  return async ({ refusedKey }) => {
    const key = keyIn(await read());
    return key === refusedKey ? keyIn(await read('fresh')) : key;
  };
}

function parseSecret(text: string, source: SecretSource, values: SecretValueReader): Content {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{')) return { apiKey: trimmed };
  const parsed = secretContent.safeParse(parseJson(trimmed));
  if (parsed.success) return parsed.data;
  throw values.unusableError(source, 'is JSON without an API key or credentials');
}

/** Accepts the bare value, or JSON with the property. */
function credentialIn(
  text: string,
  name: keyof Credentials,
  { source, values }: { readonly source: SecretSource; readonly values: SecretValueReader },
): string {
  const found = z.object({ [name]: someText }).safeParse(parseJson(text.trim()));
  const value = (found.success ? found.data[name] : undefined)?.trim() ?? text.trim();
  if (/\p{Cc}/u.test(value))
    throw values.unusableError(source, 'has a line break or control character inside');
  return value;
}

export function planningConnector(findKey: FindApiKey, options: RetryOptions): ConnectPlanning {
  return async (project) => {
    const { baseUrl, region, projectId } = project;
    const { provider: key, name: keyName, unusedProxy } = await findKey(project);
    const own = { baseUrl, region, projectId, key, keyName, unusedProxy };
    return (ask) => createPlanningClient({ ...options, ...ask, ...own });
  };
}

export function maxResponseBytesForMemory(memoryMB: number): number {
  return Math.floor(memoryMB * answerBytesPerMB);
}
