/** Talks to the service, one request after the other, as few as it can, and knows when to leave off. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Exchange, exchange, type WireRequest } from './exchange.ts';
import { ProbeStoppedError, RequestsSpentError } from './probe-error.ts';
import { parseRetryAfterSeconds } from './retry-after-seconds.ts';
import { askedText, type ProbeQuery, queryText } from './wire-query.ts';

export type ConversationOptions = {
  readonly baseUrl: string;
  readonly region: string;
  readonly projectId: string;
  readonly key: () => Promise<string>;
  readonly fetch: typeof globalThis.fetch;
  readonly maxRequests: number;
  /** Between two requests. */
  readonly pauseMs: number;
  readonly timeoutMs: number;
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
};

/** What is unlike the ordinary about a request. A refusal of it says nothing about our key. */
type Unusual = {
  readonly projectId?: string;
  readonly region?: string;
  /** Null sends no key. */
  readonly key?: string | null;
};

export type Conversation = {
  /** The answer to `GET …/{collection}?{query}`. Asked once, however many questions look at it. */
  readonly get: (collection: string, query?: ProbeQuery) => Promise<Exchange>;
  /** The same for an address that the service itself named. It must be of the same origin. */
  readonly follow: (url: string) => Promise<Exchange>;
  readonly getUnusual: (collection: string, unusual: Unusual) => Promise<Exchange>;
  readonly postToken: (credentials: { clientId: string; clientSecret: string }) => Promise<Exchange>;
  readonly urlOf: (collection: string, query?: ProbeQuery) => string;
  /** Every exchange so far. */
  readonly exchanges: readonly Exchange[];
  readonly requests: () => number;
  /** Keys and tokens that were sent, so that none gets into a row. */
  readonly secrets: ReadonlySet<string>;
};

const longestWaitSeconds = 60;
const mostFailuresInARow = 3;

/**
 * @throws ProbeStoppedError from any request after which asking on is pointless
 * @throws RequestsSpentError from a request over the limit
 */
export function startConversation(options: ConversationOptions): Conversation {
  const { maxRequests, pauseMs, timeoutMs, sleep = wait } = options;
  const base = options.baseUrl.replace(/\/+$/, '');
  const exchanges: Exchange[] = [];
  const secrets = new Set<string>();
  const asked = new Map<string, Promise<Exchange>>();
  let requests = 0;
  let failuresInARow = 0;

  const urlOf = (collection: string, query: ProbeQuery = {}, unusual: Unusual = {}) => {
    const project = encodeURIComponent(unusual.projectId ?? options.projectId);
    const region = encodeURIComponent(unusual.region ?? options.region);
    return `${base}/${region}/v1/projects/${project}/${collection}${queryText(query)}`;
  };

  async function ownKey(): Promise<string> {
    const key = await options.key().catch((cause: unknown) => {
      const remedy = cause instanceof Error ? cause.message : 'Check where the key comes from.';
      throw new ProbeStoppedError({ reason: 'No key could be had', remedy }, { cause });
    });
    const trimmed = key.trim();
    if (!/^[\x21-\x7e]+$/.test(trimmed)) {
      throw new ProbeStoppedError({
        reason: 'The key is empty or holds characters that no header can carry',
        remedy: 'Check that it is the whole of what was issued, and nothing else.',
      });
    }
    secrets.add(trimmed);
    return trimmed;
  }

  async function send(request: WireRequest): Promise<Exchange> {
    if (requests >= maxRequests) throw new RequestsSpentError(maxRequests);
    if (requests > 0 && pauseMs > 0) await sleep(pauseMs);
    requests += 1;
    const made = await exchange(options.fetch, request, timeoutMs);
    exchanges.push(made);
    failuresInARow = made.kind === 'no answer' ? failuresInARow + 1 : 0;
    if (made.kind === 'no answer' && (failuresInARow >= mostFailuresInARow || requests === failuresInARow)) {
      throw new ProbeStoppedError({
        reason: `${new URL(request.url).origin} gives no answer (${made.why})`,
        remedy: 'Check baseUrl, the network and that the service is up, then probe again.',
      });
    }
    return made;
  }

  async function sendPolitely(request: WireRequest): Promise<Exchange> {
    const first = await send(request);
    if (first.kind === 'no answer' || first.status !== 429) return first;
    const seconds = parseRetryAfterSeconds(first.headers);
    if (seconds <= longestWaitSeconds) {
      await sleep(seconds * 1_000);
      const second = await send(request);
      if (second.kind === 'no answer' || second.status !== 429) return second;
    }
    throw new ProbeStoppedError({
      reason: 'The service answers 429: it wants fewer requests',
      remedy: 'Probe again later, with a longer pause between requests.',
    });
  }

  async function sendWithOwnKey(url: string, text: string): Promise<Exchange> {
    const headers = { accept: 'application/json', 'x-api-key': await ownKey() };
    const made = await sendPolitely({ method: 'GET', url, headers, asked: text });
    if (made.kind === 'answer' && made.status === 401) {
      throw new ProbeStoppedError({
        reason: 'The service answers 401: it does not accept the key',
        remedy: `Check that the key belongs to region ${options.region} and project ${options.projectId}, is current, and is the whole of what was issued.`,
      });
    }
    return made;
  }

  function once(url: string, text: string): Promise<Exchange> {
    const known = asked.get(url);
    if (known) return known;
    const made = sendWithOwnKey(url, text);
    asked.set(url, made);
    return made;
  }

  return {
    urlOf,
    exchanges,
    secrets,
    requests: () => requests,
    get: (collection, query = {}) => once(urlOf(collection, query), askedText(collection, query)),
    follow: (url) => {
      if (new URL(url).origin !== new URL(base).origin) {
        throw new TypeError('A link to another origin is not followed: the key would go with it.');
      }
      return once(url, 'paging.next.link');
    },
    getUnusual: async (collection, unusual) => {
      const key = unusual.key === undefined ? await ownKey() : unusual.key;
      if (key !== null) secrets.add(key);
      const headers = { accept: 'application/json', ...(key === null ? {} : { 'x-api-key': key }) };
      return sendPolitely({ method: 'GET', url: urlOf(collection, {}, unusual), headers, asked: collection });
    },
    postToken: (credentials) => {
      secrets.add(credentials.clientSecret);
      return sendPolitely({
        method: 'POST',
        url: `${base}/${encodeURIComponent(options.region)}/v1/auth/token`,
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(credentials),
        asked: 'POST auth/token',
      });
    },
  };
}
