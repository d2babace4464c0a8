import * as z from 'zod/mini';
import { isSendableKey, type KeyProvider } from './api-keys.ts';
import { type HttpRequest, sendRequest } from './http.ts';
import { PlanningError, type RequestDescription } from './planning-error.ts';
import {
  createHttpWithRetrySettings,
  type PlanningCallContext,
  type RetryOptions,
  rejectOnAbort,
  requestJson,
  withOverallTimeout,
} from './retry.ts';
import { type ServiceAddress, tokenUrl } from './urls.ts';

const renewTokenBeforeMs = 60_000;
/** Lifetime of a token if the service's answer has no `expiresIn`, for which the contract does not provide. */
const defaultTokenLifetimeMs = 300_000;

export type FetchedTokenOptions = RetryOptions &
  ServiceAddress & {
    readonly clientId: string;
    readonly clientSecret: string;
    /** The source of id and secret, for messages, such as `the secret lookahead/client`; never their value. */
    readonly keyName?: string;
  };

const tokenSchema = z.looseObject({
  accessToken: z.string().check(z.minLength(1)),
  expiresIn: z.nullish(
    z.union([z.number(), z.pipe(z.stringFormat('seconds', /^\d{1,9}$/), z.transform(Number))]),
  ),
});

type Token = { readonly value: string; readonly renewAt: number };

/**
 * Posts client id and secret to `/{region}/v1/auth/token` and keeps the token until a minute (or, for short-lived ones,
 * a tenth of its life) before it expires, or until it is refused. Concurrent callers share one request, which is
 * aborted once none of them waits for it any more.
 * @throws PlanningInputError for a base address, region, id or secret that cannot be used
 */
export function fetchedTokenProvider(options: FetchedTokenOptions): KeyProvider {
  const { fetchToken, now, clientSecret } = tokenFetcher(options);
  let token: Token | undefined;
  let underway:
    | { readonly result: Promise<Token>; readonly stop: AbortController; waiting: number }
    | undefined;

  const begin = () => {
    const stop = new AbortController();
    const result = fetchToken(stop.signal).then((fetched) => {
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

  return async ({ refusedKey, signal, secrets }) => {
    secrets.add(clientSecret);
    if (token !== undefined && (token.value === refusedKey || now() >= token.renewAt)) token = undefined;
    if (token !== undefined) return token.value;
    underway ??= begin();
    const shared = underway;
    shared.waiting++;
    try {
      return (await rejectOnAbort(shared.result, signal)).value;
    } finally {
      shared.waiting--;
      if (shared.waiting === 0) {
        shared.stop.abort();
        if (underway === shared) underway = undefined;
      }
    }
  };
}

function tokenFetcher(options: FetchedTokenOptions) {
  const { region } = options;
  const setup: RequestDescription = { operation: 'token', region };
  const http = createHttpWithRetrySettings(options);
  const url = tokenUrl(options, setup);
  const clientId = nonEmptyCredential('clientId', options.clientId.trim(), setup);
  const clientSecret = nonEmptyCredential('clientSecret', options.clientSecret.trim(), setup);
  const { keyName = 'the client id and secret', moreMemory, unusedProxy } = options;
  const asked = {
    ...setup,
    endpoint: `POST ${url}`,
    http,
    keyName,
    moreMemory,
    unusedProxy,
    secrets: new Set([clientSecret]),
  };
  const request: HttpRequest = {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, clientSecret }),
  };

  const fetchToken = (stop: AbortSignal): Promise<Token> =>
    withOverallTimeout(
      http,
      async (limits) => {
        const call: PlanningCallContext = { ...asked, ...limits };
        const askedAt = http.now();
        const { value: answer } = await requestJson(call, () => sendRequest(http, request, call));
        return readToken(answer, askedAt, call);
      },
      stop,
    );
  return { fetchToken, now: http.now, clientSecret };
}

function nonEmptyCredential(name: string, value: string, place: RequestDescription): string {
  if (value !== '') return value;
  throw new PlanningError('PlanningInputError', `${name} is empty`, {
    ...place,
    remedy: `Give the ${name} that the planning service issued.`,
  });
}

/** The lifetime is counted from the time before the request, so that a token is never used after it has expired. */
function readToken(answer: unknown, askedAt: number, place: RequestDescription): Token {
  const parsed = tokenSchema.safeParse(answer);
  if (!parsed.success) {
    const property = parsed.error.issues[0]?.path.join('.') || 'body';
    throw new PlanningError('PlanningContractError', `the answer has no usable ${property}`, {
      ...place,
      remedy: 'Check that baseUrl is the address of the planning service, or use a fixed key.',
    });
  }
  const { accessToken, expiresIn } = parsed.data;
  if (!isSendableKey(accessToken.trim())) {
    throw new PlanningError(
      'PlanningContractError',
      'the token that the service issued cannot be sent in a header',
      {
        ...place,
        remedy:
          'Report it to the operator of the planning service: a token has no blanks, line breaks or letters beyond ASCII.',
      },
    );
  }
  const lifetimeMs = typeof expiresIn === 'number' ? Math.max(0, expiresIn * 1000) : defaultTokenLifetimeMs;
  return {
    value: accessToken,
    renewAt: askedAt + lifetimeMs - Math.min(renewTokenBeforeMs, lifetimeMs / 10),
  };
}
