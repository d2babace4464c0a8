/** Where the key for `X-API-Key` comes from: a fixed key, or a token fetched with client id and secret. */
import * as z from 'zod/mini';
import type { Region } from '../contract/tasks-query.ts';
import type { FailureScene } from './failures.ts';
import { type Place, PlanningContractError, PlanningInputError } from './planning-error.ts';
import { plainAttempt, requestJson, unlessAborted } from './request-json.ts';
import { parseBaseUrl, parseRegion } from './service-address.ts';
import { normaliseTransport, type Transport, type TransportOptions } from './transport.ts';

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

export type FetchedTokenOptions = TransportOptions & {
  readonly baseUrl: string;
  readonly region: Region;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where id and secret come from, for messages, such as `the secret lookahead/client`; never their value. */
  readonly keyName?: string | undefined;
};

// Known, outside the contract: accessToken, expiresIn in seconds, tokenType.
const tokenSchema = z.looseObject({
  accessToken: z.string().check(z.minLength(1)),
  expiresIn: z.nullish(
    z.union([z.number(), z.pipe(z.stringFormat('seconds', /^\d{1,9}$/), z.transform(Number))]),
  ),
});

const renewedBeforeMs = 60_000;
// Ours: how long to trust a token whose answer does not say.
const unsaidLifetimeMs = 300_000;

type Token = { readonly value: string; readonly renewAt: number };

/**
 * A provider that posts client id and secret to `/{region}/v1/auth/token` and keeps the token until a minute
 * (or, for short-lived ones, a tenth of its life) before it expires, or until it is refused. Callers that ask
 * at the same time share one request; it ends when the last of them has gone.
 * @throws PlanningInputError for a base address, region, id or secret that cannot be used.
 */
export function fetchedToken(options: FetchedTokenOptions): KeyProvider {
  const request = tokenRequest(options);
  let token: Token | undefined;
  let underway:
    | { readonly result: Promise<Token>; readonly stop: AbortController; waiting: number }
    | undefined;

  const begin = () => {
    const stop = new AbortController();
    const result = request(stop.signal).then((fetched) => {
      token = fetched;
      return fetched;
    });
    const started = { result, stop, waiting: 0 };
    const end = () => {
      if (underway === started) underway = undefined;
    };
    result.then(end, end);
    return started;
  };

  return async ({ refused, signal }) => {
    if (token !== undefined && (token.value === refused || request.now() >= token.renewAt)) token = undefined;
    if (token !== undefined) return token.value;
    underway ??= begin();
    const shared = underway;
    shared.waiting++;
    try {
      return (await unlessAborted(shared.result, signal)).value;
    } finally {
      shared.waiting--;
      if (shared.waiting === 0) {
        shared.stop.abort();
        if (underway === shared) underway = undefined;
      }
    }
  };
}

/** What a token request needs, checked once. */
function tokenRequest(options: FetchedTokenOptions) {
  const setup: Place = { operation: 'token', region: options.region };
  const transport = normaliseTransport(options, setup);
  const baseUrl = parseBaseUrl(options.baseUrl, setup);
  const region = parseRegion(options.region, setup);
  const clientId = required('clientId', options.clientId.trim(), setup);
  const clientSecret = required('clientSecret', options.clientSecret.trim(), setup);
  const url = `${baseUrl}/${region}/v1/auth/token`;
  const secrets = new Set([clientSecret]);
  const place: Place = { ...setup, endpoint: `POST ${url}` };
  const scene: FailureScene = { place, secrets, keyName: options.keyName ?? 'the client id and secret' };
  const http = {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, clientSecret }),
  } as const;

  const fetchToken = async (signal: AbortSignal): Promise<Token> => {
    const asked = transport.now();
    const limits = { signal, deadline: asked + transport.overallTimeoutMs };
    const attempt = plainAttempt(transport, http, limits);
    return readToken(await requestJson(transport, { scene, limits, attempt }), { asked, place });
  };
  return Object.assign(fetchToken, { now: transport.now satisfies Transport['now'] });
}

function required(name: string, value: string, place: Place): string {
  if (value !== '') return value;
  throw new PlanningInputError(`${name} is empty`, {
    place,
    property: name,
    remedy: `Give the ${name} that the planning service issued.`,
  });
}

/** The life of a token is counted from before it was asked for, so that it never outlives the service's count. */
function readToken(answer: unknown, { asked, place }: { asked: number; place: Place }): Token {
  const parsed = tokenSchema.safeParse(answer);
  if (!parsed.success) {
    const property = parsed.error.issues[0]?.path.join('.') || 'body';
    throw new PlanningContractError(`the answer has no usable ${property}`, {
      place,
      property,
      remedy: 'Check that baseUrl is the address of the planning service, or use a fixed key.',
    });
  }
  const { accessToken, expiresIn } = parsed.data;
  const lifetimeMs = typeof expiresIn === 'number' ? Math.max(0, expiresIn * 1000) : unsaidLifetimeMs;
  return { value: accessToken, renewAt: asked + lifetimeMs - Math.min(renewedBeforeMs, lifetimeMs / 10) };
}
