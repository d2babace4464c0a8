/** Talks to the service, one request after the other, as few as it can, and knows when to stop. */
import { setTimeout } from 'node:timers/promises';
import { LookaheadError } from '../../base/lookahead-error.ts';
import { tokenPost } from '../../planning/client/fetched-token.ts';
import {
  type Answer,
  type Http,
  type HttpRequest,
  parseRetryAfter,
  sendRequest,
  startTimer,
} from '../../planning/client/http.ts';
import { isSendable, keyHeader } from '../../planning/client/keys.ts';
import {
  parseBaseUrl,
  projectUrl,
  type ServiceAddress,
  tokenUrl,
  urlOf,
} from '../../planning/client/urls.ts';
import { taskFields } from '../../planning/contract/tasks-query.ts';
import { type Exchange, failureOf } from './describe-answer.ts';

export type Credentials = { readonly clientId: string; readonly clientSecret: string };

export type ConversationOptions = ServiceAddress & {
  readonly projectId: string;
  readonly key: () => Promise<string>;
  readonly fetch: Http['fetch'];
  /** 60 by default. */
  readonly maxRequests?: number;
  /** Milliseconds between two requests; 200 by default. */
  readonly pauseMs?: number;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
  readonly wording: Wording;
};

/** Names of the options of the command that asks, for its advice. */
type Wording = {
  readonly address: string;
  readonly project: string;
  /** Advice where the service wants fewer requests: a sentence. */
  readonly slower: string;
};

export type Conversation = {
  /** The answer to `GET …/{collection}?{query}`. Asked once, however many questions look at it. */
  readonly get: (collection: string, query?: ProbeQuery) => Promise<Exchange>;
  /** The same for a URL that the service itself named. It must be of the same origin. */
  readonly follow: (url: string) => Promise<Exchange>;
  /** Asked with another key. A refusal then says nothing about our own. */
  readonly getWithKey: (collection: string, key: string) => Promise<Exchange>;
  readonly postToken: (credentials: Credentials) => Promise<Exchange>;
  readonly urlOf: (collection: string, query?: ProbeQuery) => string;
  readonly requests: () => number;
  /** Keys and tokens that were sent, so that none gets into a row. */
  readonly secrets: ReadonlySet<string>;
};

const maxWaitMs = 60_000;
const defaultWaitMs = 5_000;
const maxFailuresInARow = 3;
/** Each attempt has the client's own time limit; the whole has none. */
const noLimits = { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY };

/**
 * @throws PlanningInputError for an address that cannot be used
 * @throws NoSuchProjectError from the first answers, where they say so
 * @throws ProbeStoppedError from any request after which asking on is pointless
 * @throws RequestsSpentError from a request over the limit
 */
export function startConversation(options: ConversationOptions): Conversation {
  const { region, projectId, maxRequests = 60, pauseMs = 200, wait = setTimeout, wording } = options;
  const place = { operation: 'client', region, project: projectId } as const;
  const base = parseBaseUrl(options.baseUrl, place);
  const project = projectUrl(options, place);
  const allowance = { left: Number.POSITIVE_INFINITY };
  const http: Http = { fetch: options.fetch, now: () => 0, timer: startTimer, allowance };
  const secrets = new Set<string>();
  const known = new Map<string, Promise<Exchange>>();
  let requests = 0;
  let failuresInARow = 0;
  let isProjectKnown = false;

  const urlOf = (collection: string, query: ProbeQuery = {}) => withQuery(`${project}/${collection}`, query);

  async function ownKey(): Promise<string> {
    const key = await options.key().catch((cause: unknown) => {
      const remedy = cause instanceof Error ? cause.message : 'Check where the key comes from.';
      throw new ProbeStoppedError({ reason: 'The key could not be read', remedy }, cause);
    });
    const trimmed = key.trim();
    if (!isSendable(trimmed)) {
      throw new ProbeStoppedError({
        reason: 'The key is empty or holds characters that no header can carry',
        remedy: 'Check that it is the whole of what was issued, and nothing else.',
      });
    }
    secrets.add(trimmed);
    return trimmed;
  }

  async function send(request: HttpRequest, asked: string): Promise<Exchange> {
    if (requests >= maxRequests) throw new RequestsSpentError(maxRequests);
    if (requests > 0 && pauseMs > 0) await wait(pauseMs);
    requests += 1;
    const made = { ...(await sendRequest(http, request, noLimits)), asked };
    if (made.kind === 'answer') {
      failuresInARow = 0;
      return made;
    }
    failuresInARow += 1;
    if (failuresInARow < maxFailuresInARow && requests > failuresInARow) return made;
    throw new ProbeStoppedError({
      reason: `${new URL(request.url).origin} gives no answer (${failureOf(made)})`,
      remedy: `Check ${wording.address}, the network and that the service is up, then try again.`,
    });
  }

  /** Waits out one 429; a second one ends the probe. */
  async function sendPolitely(request: HttpRequest, asked: string): Promise<Exchange> {
    const first = await send(request, asked);
    if (first.kind !== 'answer' || first.status !== 429) return first;
    const waitMs = waitAskedFor(first);
    if (waitMs <= maxWaitMs) {
      await wait(waitMs);
      const second = await send(request, asked);
      if (second.kind !== 'answer' || second.status !== 429) return second;
    }
    throw new ProbeStoppedError({
      reason: 'The service answers 429: it wants fewer requests',
      remedy: wording.slower,
    });
  }

  async function sendWithOwnKey(url: string, asked: string): Promise<Exchange> {
    const made = await sendPolitely({ method: 'GET', url, headers: keyHeader(await ownKey()) }, asked);
    if (made.kind !== 'answer') return made;
    if (made.status === 404) await checkProject();
    else isProjectKnown = true;
    if (made.status !== 401) return made;
    throw new ProbeStoppedError({
      reason: 'The service answers 401: it does not accept the key',
      remedy: `Check that the key belongs to region ${region} and project ${projectId}, is current, and is the whole of what was issued.`,
    });
  }

  /** After a first 404: a service that lacks one collection has the project all the same. */
  async function checkProject(): Promise<void> {
    if (isProjectKnown) return;
    isProjectKnown = true;
    const request = { method: 'GET', url: urlOf('tasks'), headers: keyHeader(await ownKey()) } as const;
    const made = await sendPolitely(request, 'tasks');
    if (made.kind !== 'answer' || made.status !== 404) return;
    throw new NoSuchProjectError({ base, project: `${region}/${projectId}`, options: wording.project });
  }

  function getOnce(url: string, asked: string): Promise<Exchange> {
    const made = known.get(url) ?? sendWithOwnKey(url, asked);
    known.set(url, made);
    return made;
  }

  return {
    urlOf,
    secrets,
    requests: () => requests,
    get: (collection, query = {}) => getOnce(urlOf(collection, query), askedText(collection, query)),
    follow: (url) => {
      if (new URL(url).origin !== new URL(base).origin) {
        throw new TypeError('A link to another origin is not followed: the key would go with it.');
      }
      return getOnce(url, 'paging.next.link');
    },
    getWithKey: (collection, key) => {
      secrets.add(key);
      const request = { method: 'GET', url: urlOf(collection), headers: keyHeader(key) } as const;
      return sendPolitely(request, `GET ${collection}`);
    },
    postToken: (credentials) => {
      secrets.add(credentials.clientSecret);
      return sendPolitely(tokenPost(tokenUrl(options, place), credentials), 'POST auth/token');
    },
  };
}

/** Milliseconds: `Retry-After` in seconds, or as a date against the answer's own clock; else five seconds. */
function waitAskedFor({ headers }: Answer): number {
  const asked = parseRetryAfter(headers, Date.parse(headers.get('date') ?? ''));
  return asked === undefined || Number.isNaN(asked) ? defaultWaitMs : asked;
}

/** Parameters of a request, right or wrong. Commas of a text go as they are; those inside an item of a list as `%2C`. */
export type ProbeQuery = Readonly<Record<string, string | readonly string[]>>;

export const everyField = taskFields.join(',');

/** Items on a page, where the service lets us say. */
export const pageLength = '100';

export function withQuery(endpoint: string, query: ProbeQuery): string {
  const encoded = (value: string | readonly string[]) =>
    typeof value === 'string'
      ? encodeURIComponent(value).replaceAll('%2C', ',')
      : value.map(encodeURIComponent).join(',');
  return urlOf(
    endpoint,
    Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`),
  );
}

/** The request as the table shows it: ids and cursors are counted, not shown; the usual page length goes unsaid. */
function askedText(collection: string, query: ProbeQuery): string {
  const pairs = Object.entries(query)
    .filter(([name, value]) => name !== 'limit' || value !== pageLength)
    .map(([name, value]) => `${name}=${valueText(name, value)}`);
  return urlOf(collection, pairs);
}

function valueText(name: string, value: ProbeQuery[string]): string {
  if (typeof value !== 'string') return value.length === 1 ? '<id>' : `<${value.length} ids>`;
  if (name === 'after') return '<cursor>';
  const entries = value.split(',').length;
  if (name === 'fields' && entries > 2) return value === everyField ? '<all>' : `<${entries} of them>`;
  return value;
}

/** The probe cannot continue: the key is refused, the service does not answer, or it wants fewer requests. */
export class ProbeStoppedError extends LookaheadError {
  override readonly name = 'ProbeStoppedError';
  readonly reason: string;

  constructor({ reason, remedy }: { readonly reason: string; readonly remedy: string }, cause?: unknown) {
    super(reason, { kind: 'curable', remedy, cause });
    this.reason = reason;
  }
}

/** The probe has made as many requests as it may; the question that needed another one stays unanswered. */
export class RequestsSpentError extends LookaheadError {
  override readonly name = 'RequestsSpentError';
  readonly reason: string;

  constructor(maxRequests: number) {
    const reason = `not asked: all ${maxRequests} requests were used up`;
    super(reason, { kind: 'retryable', remedy: 'Ask again.' });
    this.reason = reason;
  }
}

/** The service has no such project, so that nothing can be asked of it. */
export class NoSuchProjectError extends LookaheadError {
  override readonly name = 'NoSuchProjectError';

  /** @param project `gb/riverside` */
  constructor({
    base,
    project,
    options,
  }: { readonly base: string; readonly project: string; readonly options: string }) {
    super(`${base} has no such project: ${project}`, {
      kind: 'input',
      remedy: `Check ${options}, and which projects the key may read.`,
    });
  }
}
