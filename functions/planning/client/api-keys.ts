/** The key is sent only in the `X-API-Key` header. */
import { LookaheadError } from '#base/lookahead-error.ts';
import { redactedCause } from '#base/text/redact.ts';
import { type RequestOutcome, sendRequest } from './http.ts';
import { outOfTimeError } from './outcome-error.ts';
import { PlanningError } from './planning-error.ts';
import { type JsonAnswer, type PlanningCallContext, rejectOnAbort, requestJson } from './retry.ts';

type KeyRequest = {
  /** The key that the service has just refused with 401. A provider that can renew its key returns another one. */
  readonly refusedKey: string | undefined;
  readonly signal: AbortSignal;
  /**
   * Values that no error may show. The provider adds those that it sends or holds, such as the client secret of a
   * token.
   */
  readonly secrets: Set<string>;
};

export type KeyProvider = (request: KeyRequest) => Promise<string>;

/**
 * A key that never changes, so a request refused with 401 is not repeated. Blanks and line breaks around it are
 * dropped.
 */
export function fixedKeyProvider(key: string): KeyProvider {
  const trimmed = key.trim();
  return async () => trimmed;
}

export type KeyedCall = PlanningCallContext & { readonly key: KeyProvider; readonly secrets: Set<string> };

/**
 * Requests JSON with the key. After a 401 the key is renewed, at most once for each request.
 * @throws PlanningError
 */
export async function getJson(call: KeyedCall, url: string): Promise<JsonAnswer> {
  const get = (key: string) =>
    sendRequest(call.http, { method: 'GET', url, headers: { 'x-api-key': key } }, call);
  let renewed = false;

  const tryOnce = async (): Promise<RequestOutcome> => {
    const key = await keyFor(call, undefined);
    const outcome = await get(key);
    if (renewed || outcome.kind !== 'answer' || outcome.status !== 401) return outcome;
    renewed = true;
    const another = await keyFor(call, key);
    return another === key ? outcome : get(another);
  };
  return requestJson(call, tryOnce);
}

/** Whether a header can contain the key. If not, fetch would quote the key in its error. */
export function isSendableKey(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}

async function keyFor(call: KeyedCall, refusedKey: string | undefined): Promise<string> {
  const { key: provider, keyName, secrets, signal } = call;
  if (signal.aborted) throw outOfTimeError(call);
  const key = await rejectOnAbort(provider({ refusedKey, signal, secrets }), signal).catch(
    (cause: unknown) => {
      if (signal.aborted) throw outOfTimeError(call);
      if (cause instanceof PlanningError) throw cause;
      throw new PlanningError('PlanningKeyError', `the key could not be read from ${keyName}`, {
        ...call,
        kind: cause instanceof LookaheadError ? cause.kind : undefined,
        remedy: `Check ${keyName}.`,
        cause: redactedCause(cause, secrets),
      });
    },
  );
  const trimmed = key.trim();
  if (trimmed !== '') secrets.add(trimmed);
  if (isSendableKey(trimmed)) return trimmed;
  const inside = /[\r\n]/.test(trimmed) ? 'a line break' : 'characters that no header can carry';
  const what = trimmed === '' ? 'is empty' : `holds ${inside}`;
  throw new PlanningError('PlanningKeyError', `${keyName} ${what}`, {
    ...call,
    remedy: `Put the key that the planning service issued into ${keyName}, without blanks, line breaks or curly quotes.`,
  });
}
