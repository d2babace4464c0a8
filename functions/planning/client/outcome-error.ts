/** Decides whether a failed request is tried again within the run, and makes the error that says what to do. */
import { isNestedDeeper, maxJsonLevels, propertyOf } from '#base/json.ts';
import { planningRemedies, remedyFor } from '#base/remedies.ts';
import { redactedCause, redactedLine } from '#base/text/redact.ts';
import { isEncryptedOrLocal } from '#planning/contract/base-url.ts';
import { type HttpAnswer, isCompleteSuccess, type RequestOutcome } from './http.ts';
import {
  correctParametersRemedy,
  fewerWeeksRemedyPrefix,
  findParameterNames,
  PlanningError,
  type RequestDescription,
  type RequestDescriptionWithSecrets,
} from './planning-error.ts';
import { maxUrlLength } from './urls.ts';

export type ErrorContext = RequestDescriptionWithSecrets & {
  readonly keyName: string;
  readonly moreMemory?: string | undefined;
  /** Advice, as a sentence, if the environment names a proxy that Node ignores. */
  readonly unusedProxy?: string | undefined;
};

export type OutcomeErrorDetails = {
  /** The code in the table of remedies, with the values for its row. */
  readonly code: string;
  readonly values?: Readonly<Record<string, string>>;
  /** The action of the service, worded to follow its name: `answered 401`. */
  readonly what: string;
  /** The name of the error if a retry does not help. */
  readonly name: PlanningError['name'];
  /** Another sentence after the remedy. */
  readonly advice?: string;
  readonly status?: number;
  readonly cause?: unknown;
};

export function errorDetailsOfOutcome(
  outcome: RequestOutcome,
  place: RequestDescriptionWithSecrets,
): OutcomeErrorDetails {
  if (outcome.kind === 'failed') return { ...outcome, name: 'PlanningConnectionError' };
  if (!isCompleteSuccess(outcome)) return findingOfRefusal(outcome, place);
  const { status, body } = outcome;
  const what = `answered ${status}${body.kind === 'json' ? '' : ` with ${body.what}`}`;
  return { code: body.kind, what, name: 'PlanningContractError', status };
}

/** Interprets an answer whose status is not 2xx, or is 206 (only a part of the content). */
function findingOfRefusal(
  { status, headers, body }: HttpAnswer,
  place: RequestDescriptionWithSecrets,
): OutcomeErrorDetails {
  const { operation, page = 1, endpoint = '', secrets } = place;
  const name = 'PlanningRefusedError';
  if (status >= 300 && status < 400 && status !== 304) {
    const here = URL.parse(endpoint.split(' ').at(-1) ?? '');
    const location = headers.get('location');
    const target = location === null ? null : URL.parse(location, here?.href);
    const { origin = '', pathname = '' } = target ?? {};
    const isElsewhere = /^https?:/.test(origin) && origin !== here?.origin;
    const isUsable = isElsewhere && target !== null && isEncryptedOrLocal(target);
    const values = { origin: redactedLine(origin, secrets) };
    const what = `redirects (status ${status}) to ${redactedLine(origin + pathname, secrets) || 'nowhere'}, and the key is not sent on`;
    return { code: isUsable ? 'elsewhere' : 'redirect', values, what, name, status };
  }
  const shown = body.kind === 'page' ? ` with ${body.what}` : quotedErrorMessage(body, secrets);
  const answered = `answered ${status}${shown}`;
  const code = String(status);
  if (remedyFor(planningRemedies, code).kind === 'retryable') return { code, what: answered, name, status };
  const text = body.kind === 'page' ? '' : body.text;
  const named = findParameterNames(text);
  const isOfToken = operation === 'token';
  return {
    code: isOfToken && status !== 404 ? '401' : status === 422 && page > 1 ? 'paging' : code,
    values: { correct: correctParametersRemedy(named) },
    what: `${answered}${named.length === 0 ? '' : `, naming ${named.join(', ')}`}`,
    name: isOfToken ? 'PlanningKeyError' : name,
    ...(body.kind === 'page' && { advice: firewallAdvice }),
    status,
  };
}

const firewallAdvice =
  'If the page comes from a firewall or proxy in front of the service, ask its operator.';

/**
 * ` saying "no licence"`: the message in the body of an error or, without one, the body itself, on one line of at most
 * 200 characters, free of secrets; empty for an empty body or bytes that are not text.
 * Open point of the contract: it does not show the shape of an error. All that is known is a `message`, of any type.
 */
function quotedErrorMessage(body: HttpAnswer['body'], secrets: Iterable<string>): string {
  // The bytes are compressed, or not text for another reason.
  if (body.kind === 'not-UTF-8' && /\p{Cc}/u.test(body.text.replaceAll(/\s/g, ''))) return '';
  const message = body.kind === 'json' ? quotedMessageInJson(body.value, secrets) : '';
  return message === '' ? quoted(body.text, secrets) : message;
}

/** Like `quotedErrorMessage`, for any JSON; empty if it has no message. */
export function quotedMessageInJson(value: unknown, secrets: Iterable<string>): string {
  const says =
    propertyOf(value, 'message') ?? propertyOf(value, 'error') ?? propertyOf(value, 'errors') ?? '';
  if (isNestedDeeper(says, maxJsonLevels)) return '';
  return quoted(typeof says === 'string' ? says : JSON.stringify(says), secrets);
}

function quoted(text: string, secrets: Iterable<string>): string {
  const line = redactedLine(text, secrets);
  return line === '' ? '' : ` saying "${line}"`;
}

export function isRetriedWithinRun({ code }: OutcomeErrorDetails): boolean {
  const { kind, isTriedWithinRun = kind === 'retryable' } = remedyFor(planningRemedies, code);
  return isTriedWithinRun;
}

export function outOfTimeError(place: RequestDescription): PlanningError {
  const { kind, remedy } = remedyFor(planningRemedies, 'out-of-time');
  const what = 'the overall time limit has passed';
  return new PlanningError('PlanningTimeoutError', what, { ...place, kind, remedy });
}

/**
 * The error for the outcome of the last try.
 * @param last.tries number of tries if all were used; undefined if the failure is not retried, or there was no time for
 *   another try
 */
export function outcomeError(
  finding: OutcomeErrorDetails,
  scene: ErrorContext,
  last: { readonly retryAfterMs: number | undefined; readonly tries?: number },
): PlanningError {
  const { project, secrets, unusedProxy } = scene;
  const { code, what, name, values, status, cause } = finding;
  if (code === 'out-of-time') return outOfTimeError(scene);
  const { kind, remedy } = remedyFor(planningRemedies, code, {
    setting: 'baseUrl',
    proxy: ' or HTTPS_PROXY',
    key: scene.keyName,
    readable: project === undefined ? '' : ` and may read project ${project}`,
    region: scene.region ?? '',
    maxUrlLength: String(maxUrlLength),
    moreMemory: scene.moreMemory ?? 'give this program more memory',
    fewerWeeks: fewerWeeksRemedyPrefix(scene),
    ...values,
  });
  const isUnreached = ['*', 'ECONNREFUSED', 'ENOTFOUND'].includes(code);
  const retryAfter = last.retryAfterMs === undefined ? undefined : Math.ceil(last.retryAfterMs / 1000);
  const mayPass = isRetriedWithinRun(finding);
  const isLasting = kind === 'curable' && mayPass ? last.tries !== undefined : !mayPass;
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
      remedy: [remedy, finding.advice, isUnreached && unusedProxy].filter(Boolean).join(' '),
      status,
      retryAfter,
      cause: cause === undefined ? undefined : redactedCause(cause, secrets),
    },
  );
}
