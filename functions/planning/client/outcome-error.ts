/** What an outcome of a request means: whether it is tried again at once, and the error that says what to do. */
import { isNestedDeeper, maxLevels, propertyOf } from '#base/json.ts';
import { connectionRemedies, passesByItself, planningRemedies, remedyFor } from '#base/remedies.ts';
import { redacted, safeCause } from '#base/text/redact.ts';
import { isEncryptedOrLocal } from '#planning/contract/base-url.ts';
import { idFilters } from '#planning/contract/tasks-query.ts';
import { type Answer, isOk, maxBodyMebibytes, type Outcome } from './http.ts';
import {
  correctParameters,
  fewerWeeks,
  type Place,
  PlanningError,
  type SecretPlace,
} from './planning-error.ts';
import { maxUrlLength } from './urls.ts';

export type Scene = SecretPlace & {
  readonly keyName: string;
  readonly moreMemory?: string | undefined;
  /** Advice, as a sentence, if the environment names a proxy that Node ignores. */
  readonly unusedProxy?: string | undefined;
};

export type Finding = {
  /** As in the table of remedies, with the values for it. */
  readonly code: string;
  readonly values?: Readonly<Record<string, string>>;
  /** What the service did. */
  readonly what: string;
  /** Of the error, if trying again does not help. */
  readonly name: PlanningError['name'];
  readonly property?: string | undefined;
};

export function findingIn(outcome: Outcome, place: SecretPlace): Finding {
  switch (outcome.kind) {
    case 'answer': {
      const { status, body } = outcome;
      if (!isOk(outcome)) return refusalIn(outcome, place);
      const what = `answered ${status} ${bodyText(body)}`;
      return { code: body.kind, what, name: 'PlanningContractError', property: 'body' };
    }
    case 'disconnected':
      return { ...brokenConnection(outcome.cause), name: 'PlanningConnectionError' };
    case 'slow': {
      const what = `did not answer within ${outcome.timeoutMs / 1000} s`;
      return { code: 'slow', what, name: 'PlanningTimeoutError' };
    }
    case 'out-of-time':
      return { code: 'out-of-time', what: 'did not answer in the time left', name: 'PlanningTimeoutError' };
  }
}

function bodyText(body: Answer['body']): string {
  const charset = 'charset' in body ? body.charset : undefined;
  const texts: Readonly<Record<typeof body.kind, string>> = {
    json: 'JSON',
    half: 'half a body',
    empty: 'an empty body',
    page: 'text' in body && /^\s*<\?xml/.test(body.text) ? 'XML' : 'an HTML page',
    text: 'text that is not JSON',
    malformed: 'malformed JSON',
    'not-UTF-8': charset === undefined ? 'bytes that are not UTF-8' : `a body in ${charset}, not in UTF-8`,
    'too-large': `a body larger than ${maxBodyMebibytes} MiB`,
    'too-many': 'a page, and all answers together are larger than there is memory for',
  };
  return `with ${texts[body.kind]}`;
}

/** An answer whose status is not that of a page of the listing. */
function refusalIn({ status, headers, body }: Answer, place: SecretPlace): Finding {
  const { operation, page = 1, endpoint = '', secrets } = place;
  const name = 'PlanningRefusedError';
  if (status >= 300 && status < 400 && status !== 304) {
    const here = URL.parse(endpoint.split(' ').at(-1) ?? '');
    const location = headers.get('location');
    const target = location === null ? null : URL.parse(location, here?.href);
    const isOwn = target?.origin === here?.origin;
    const origin = redacted(target?.origin ?? '', secrets);
    const isUsable = target !== null && !isOwn && isEncryptedOrLocal(target);
    const path = redacted(target?.pathname ?? '', secrets);
    const where = target === null ? 'elsewhere' : `to ${isOwn ? `${path} of its own` : origin}`;
    const what = `redirects (status ${status}) ${where}, and the key is not sent on`;
    return { code: isUsable ? 'elsewhere' : 'redirect', values: { origin }, what, name };
  }
  const answered = `answered ${status}${body.kind === 'page' ? ` ${bodyText(body)}` : ''}${messageIn(body, secrets)}`;
  if (passesByItself(String(status)) && status !== 511) return { code: String(status), what: answered, name };
  const text = 'text' in body && body.kind !== 'page' ? body.text : '';
  const named = parameterNames.filter((each) => new RegExp(`(?<![\\w-])${each}(?![\\w-])`).test(text));
  const property = named.join(', ');
  const isOfToken = operation === 'token';
  return {
    code: isOfToken ? '401' : status === 422 && page > 1 ? 'paging' : String(status),
    values: { correct: correctParameters(named), page: body.kind === 'page' ? pageAdvice : '' },
    what: `${answered}${property === '' ? '' : `, naming ${property}`}`,
    name: isOfToken ? 'PlanningKeyError' : name,
    property: property || undefined,
  };
}

const pageAdvice = ' If the page is of a firewall or proxy before the service, ask whoever runs that.';

const parameterNames = [
  ...['projectId', 'region', 'start', 'finish', 'shift'],
  ...idFilters,
  ...['fields', 'after', 'limit'],
];

/**
 * ` saying "no licence"`: the message in the body of an error, on one line of at most 200 characters, free of secrets. Open
 * point of the contract: the shape of an error is not shown; `message` of any type is known.
 */
function messageIn(body: Answer['body'], secrets: Iterable<string>): string {
  if (!('text' in body) || body.kind === 'page') return '';
  // Compressed or otherwise no text.
  if (body.kind === 'not-UTF-8' && /\p{Cc}/u.test(body.text.replaceAll(/\s/g, ''))) return '';
  const message = body.kind === 'json' ? messageOfAnswer(body.value, secrets) : '';
  return message === '' ? quoted(body.text, secrets) : message;
}

/** As above, of JSON that may be no error; empty if it has no message. */
export function messageOfAnswer(value: unknown, secrets: Iterable<string>): string {
  const says =
    propertyOf(value, 'message') ?? propertyOf(value, 'error') ?? propertyOf(value, 'errors') ?? '';
  if (isNestedDeeper(says, maxLevels)) return '';
  return quoted(typeof says === 'string' ? says : JSON.stringify(says), secrets);
}

function quoted(text: string, secrets: Iterable<string>): string {
  const line = redacted(text, secrets);
  return line === '' ? '' : ` saying "${line}"`;
}

const byProxy = 'was not reached by the proxy of HTTPS_PROXY, which';

/** Sought in the codes, names and messages of a chain of errors. */
const brokenConnections: readonly (readonly [sought: RegExp, code: string, what: string])[] = [
  [/Proxy response \((408|425|429|5..)\).*/, '$1', `${byProxy} answered $1,`],
  [/Proxy response \((\d+)\).*/, 'proxy.$1', `${byProxy} answered $1`],
  [/UND_ERR_PRX_CONN/, '*', `${byProxy} closed the connection,`],
  [/bad port/, 'bad-port', 'was not reached'],
  [/HTTPParserError.*\(([^()]+)\)/, 'not-HTTP', 'sent an answer that is not valid HTTP ($1)'],
  [
    /HTTPParserError|CONTENT_LENGTH_MISMATCH/,
    'not-HTTP',
    'sent an answer of another length than it announces',
  ],
  // Node's limit, which nothing here changes.
  [/UND_ERR_HEADERS_OVERFLOW/, 'long-headers', 'sent headers longer than 16 KiB'],
  [/\b(Z_\w+|ERR__ERROR_\w+|ZSTD_error_\w+)/, 'undecodable', 'sent a body that cannot be decompressed ($1)'],
];

const maxCauses = 5;

function brokenConnection(cause: unknown): { readonly code: string; readonly what: string } {
  const errors: Error[] = [];
  for (let at = cause; at instanceof Error && errors.length < maxCauses; at = at.cause) errors.push(at);
  const codes = errors.flatMap((error) => ('code' in error ? String(error.code) : []));
  const text = [...codes, ...errors.map(({ name, message }) => `${name} ${message}`)].join('\n');
  for (const [sought, code, what] of brokenConnections) {
    const found = sought.exec(text)?.[0];
    if (found !== undefined) return { code: found.replace(sought, code), what: found.replace(sought, what) };
  }
  // Behind a proxy, Node puts an error of its own before that of the certificate.
  const lasting = codes.find((code) => remedyFor(connectionRemedies, code).kind === 'curable');
  if (lasting !== undefined) return { code: lasting, what: `was not reached (${lasting})` };
  return { code: '*', what: `broke the connection${codes[0] === undefined ? '' : ` (${codes[0]})`}` };
}

/** Of a program that is not the planning service, or is faulty; a single one may be of one that is just starting. */
const unreadable = ['not-HTTP', 'long-headers', 'undecodable'];
/** They may pass, but not at once: a page, or nothing, comes from a proxy before a service that is being repaired. */
const notAtOnce = ['page', 'text', 'empty', 'out-of-time'];

export function isTriedAgain({ code }: Finding): boolean {
  if (unreadable.includes(code)) return true;
  return remedyFor(planningRemedies, code).kind === 'retryable' && !notAtOnce.includes(code);
}

export function outOfTimeError(place: Place): PlanningError {
  const remedy = remedyFor(planningRemedies, 'out-of-time');
  return new PlanningError('PlanningTimeoutError', 'the overall time limit has passed', {
    ...place,
    ...remedy,
  });
}

/**
 * For the outcome of the last try.
 * @param last.tries undefined if the time does not allow another one
 */
export function outcomeError(
  outcome: Outcome,
  scene: Scene,
  last: { readonly retryAfterMs: number | undefined; readonly tries?: number },
): PlanningError {
  if (outcome.kind === 'out-of-time') return outOfTimeError(scene);
  const { project, secrets, unusedProxy } = scene;
  const finding = findingIn(outcome, scene);
  const { code, what, name, property, values } = finding;
  const { kind, remedy } = remedyFor(planningRemedies, code, {
    setting: 'baseUrl',
    key: scene.keyName,
    readable: project === undefined ? '' : ` and may read project ${project}`,
    region: scene.region ?? '',
    maxUrlLength: String(maxUrlLength),
    moreMemory: scene.moreMemory ?? 'give this program more memory',
    fewerWeeks: fewerWeeks(scene),
    ...values,
  });
  const isUnreached = code === '*' || code === 'ENOTFOUND';
  const retryAfter = last.retryAfterMs === undefined ? undefined : Math.ceil(last.retryAfterMs / 1000);
  const mayPass = isTriedAgain(finding);
  const isLasting = unreadable.includes(code) ? last.tries !== undefined : !mayPass;
  const wait = retryAfter
    ? `and asks for a wait of ${retryAfter} s, longer than the time limit leaves`
    : 'and the time limit leaves no other try';
  const ending = last.tries === undefined ? wait : `in the last of ${last.tries} tries`;
  return new PlanningError(
    isLasting ? name : 'PlanningUnavailableError',
    `the service ${what}${mayPass ? ` ${ending}` : ''}`,
    {
      ...scene,
      kind: isLasting ? kind : 'retryable',
      remedy: `${remedy}${values?.['page'] ?? ''}${isUnreached && unusedProxy ? ` ${unusedProxy}` : ''}`,
      status: outcome.kind === 'answer' ? outcome.status : undefined,
      property: isLasting ? property : undefined,
      retryAfter,
      cause: outcome.kind === 'disconnected' ? safeCause(outcome.cause, secrets) : undefined,
    },
  );
}
