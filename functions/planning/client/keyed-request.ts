/** GET with the key: had from its provider, sent in the header alone, renewed at most once a request after a 401. */
import { type CallLimits, exchange, type Outcome } from './exchange.ts';
import { abortedError, type FailureScene, outOfTimeError } from './failures.ts';
import { safeCause } from './foreign-text.ts';
import type { KeyProvider } from './keys.ts';
import { type Place, PlanningError, PlanningKeyError } from './planning-error.ts';
import { requestJson, unlessAborted } from './request-json.ts';
import type { Transport } from './transport.ts';

export type Connection = {
  readonly transport: Transport;
  readonly key: KeyProvider;
  readonly keyName: string;
  /** Every key had so far: what no error may carry. */
  readonly secrets: Set<string>;
};

/**
 * The JSON at an address.
 * @throws PlanningError
 */
export async function getJson(
  connection: Connection,
  url: string,
  { place, limits }: { readonly place: Place; readonly limits: CallLimits },
): Promise<unknown> {
  const { transport, keyName, secrets } = connection;
  const scene: FailureScene = { place, secrets, keyName };
  const get = (key: string) =>
    exchange(transport, { method: 'GET', url, headers: { 'x-api-key': key } }, limits);
  let renewed = false;

  const attempt = async (): Promise<Outcome> => {
    const key = await keyFrom(connection, { refused: undefined, scene, limits });
    const outcome = await get(key);
    if (renewed || outcome.kind !== 'status' || outcome.status !== 401) return outcome;
    renewed = true;
    const another = await keyFrom(connection, { refused: key, scene, limits });
    return another === key ? outcome : get(another);
  };
  return requestJson(transport, { scene, limits, attempt });
}

async function keyFrom(
  connection: Connection,
  { refused, scene, limits }: { refused: string | undefined; scene: FailureScene; limits: CallLimits },
): Promise<string> {
  const { transport, key: provider, secrets } = connection;
  const left = limits.deadline - transport.now();
  if (limits.signal.aborted) throw abortedError(limits.signal.reason, scene);
  if (left <= 0) throw outOfTimeError(scene);
  const timeLimit = new AbortController();
  const cancel = transport.timer(left, () => timeLimit.abort());
  const signal = AbortSignal.any([limits.signal, timeLimit.signal]);
  try {
    const key = (await unlessAborted(provider({ refused, signal }), signal)).trim();
    if (key !== '') secrets.add(key);
    return checkedKey(key, scene);
  } catch (cause) {
    if (limits.signal.aborted) throw abortedError(limits.signal.reason, scene);
    if (timeLimit.signal.aborted) throw outOfTimeError(scene);
    if (cause instanceof PlanningError) throw cause;
    throw new PlanningKeyError(`no key could be had from ${scene.keyName}`, {
      place: scene.place,
      remedy: `Check ${scene.keyName}.`,
      cause: safeCause(cause, secrets),
    });
  } finally {
    cancel();
  }
}

/** Fetch would name a key that no header can carry in its error. */
function checkedKey(key: string, { place, keyName }: FailureScene): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  const what = key === '' ? 'is empty' : 'holds characters that no header can carry';
  throw new PlanningKeyError(`${keyName} ${what}`, {
    place,
    remedy: `Put the key that the planning service issued into ${keyName}, without blanks or line breaks.`,
  });
}
