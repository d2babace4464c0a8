/** The key for `X-API-Key`: where it comes from, and GET with it. It is sent in the header alone. */
import { LookaheadError } from '../../base/lookahead-error.ts';
import { type FailureScene, outOfTimeError } from './explain-failure.ts';
import { type CallLimits, type Outcome, sendRequest } from './http-request.ts';
import { type Place, PlanningError, PlanningKeyError } from './planning-error.ts';
import { safeCause } from './redact.ts';
import { type JsonAnswer, type RetryingHttp, requestJson, unlessAborted } from './retry.ts';

type KeyRequest = {
  /** The key that the service has just answered 401 to; a provider that can renew it gives another one. */
  readonly refused: string | undefined;
  readonly signal: AbortSignal;
};

/** Gives the key for the next request. The same key again after a refusal means that it cannot be renewed. */
export type KeyProvider = (request: KeyRequest) => Promise<string>;

/** A key that never changes: a 401 fails at once. Blanks and line breaks around it are dropped. */
export function fixedKey(key: string): KeyProvider {
  const trimmed = key.trim();
  return async () => trimmed;
}

export type Connection = {
  readonly http: RetryingHttp;
  readonly key: KeyProvider;
  readonly keyName: string;
  /** Every key so far: what no error may carry. */
  readonly secrets: Set<string>;
};

/**
 * The JSON at an address. After a 401 the key is renewed, at most once a request.
 * @throws PlanningError
 */
export async function getJson(
  connection: Connection,
  url: string,
  { place, limits }: { readonly place: Place; readonly limits: CallLimits },
): Promise<JsonAnswer> {
  const { http, keyName, secrets } = connection;
  const scene: FailureScene = { place, secrets, keyName };
  const get = (key: string) => sendRequest(http, { method: 'GET', url, headers: keyHeader(key) }, limits);
  let renewed = false;

  const attempt = async (): Promise<Outcome> => {
    const key = await keyFrom(connection, undefined, { scene, limits });
    const outcome = await get(key);
    if (renewed || outcome.kind !== 'answer' || outcome.status !== 401) return outcome;
    renewed = true;
    const another = await keyFrom(connection, key, { scene, limits });
    return another === key ? outcome : get(another);
  };
  return requestJson(http, attempt, { scene, limits });
}

export function keyHeader(key: string): { readonly 'x-api-key': string } {
  return { 'x-api-key': key };
}

/** Whether a header can carry the key. Fetch would name one that it cannot in its error. */
export function isSendable(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}

async function keyFrom(
  { key: provider, secrets }: Connection,
  refused: string | undefined,
  { scene, limits: { signal } }: { readonly scene: FailureScene; readonly limits: CallLimits },
): Promise<string> {
  const { place, keyName } = scene;
  if (signal.aborted) throw outOfTimeError(scene);
  const key = await unlessAborted(provider({ refused, signal }), signal).catch((cause: unknown) => {
    if (signal.aborted) throw outOfTimeError(scene);
    if (cause instanceof PlanningError) throw cause;
    throw new PlanningKeyError(`the key could not be read from ${keyName}`, {
      place,
      kind: cause instanceof LookaheadError ? cause.kind : undefined,
      remedy: `Check ${keyName}.`,
      cause: safeCause(cause, secrets),
    });
  });
  const trimmed = key.trim();
  if (trimmed !== '') secrets.add(trimmed);
  if (isSendable(trimmed)) return trimmed;
  const inside = /[\r\n]/.test(trimmed) ? 'a line break' : 'characters that no header can carry';
  const what = trimmed === '' ? 'is empty' : `holds ${inside}`;
  throw new PlanningKeyError(`${keyName} ${what}`, {
    place,
    remedy: `Put the key that the planning service issued into ${keyName}, without blanks or line breaks.`,
  });
}
