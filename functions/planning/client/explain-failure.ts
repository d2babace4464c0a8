/** The words for what went wrong: from the outcome of an attempt to the error that a person reads. */
import * as z from 'zod/mini';
import { lastingConnectionFailure } from '../../base/lasting-connection-failure.ts';
import { codeOf, redacted, safeCause } from '../../base/redact.ts';
import { isEncryptedOrLocal } from '../contract/base-url.ts';
import { idFilters } from '../contract/tasks-query.ts';
import { type Answer, type Body, isOk, maxBodyMebibytes, type Outcome } from './http.ts';
import { lastingConnectionProblem, proxyStatus } from './lasting-connection-error.ts';
import { correctParameters, type Place, PlanningError, readLess } from './planning-error.ts';
import { isNestedDeeper, maxLevels } from './read-items.ts';

/** A call as its errors describe it, whatever the outcome. */
export type Scene = Place & {
  /** Values that no error may carry; read when the error is made, as keys are learnt on the way. */
  readonly secrets: Iterable<string>;
  /** Where the key comes from, never its value: `the environment variable DEMO_KEY`. */
  readonly keyName: string;
  /** How a user gives this program more memory: `give the function more memory`. */
  readonly moreMemory?: string | undefined;
  /** What to do about a proxy that is configured and not used, as a sentence. */
  readonly unusedProxy?: string | undefined;
};

export function outOfTimeError(place: Place): PlanningError {
  return new PlanningError('PlanningTimeoutError', 'the overall time limit has passed', {
    ...place,
    remedy: 'Try again later.',
  });
}

export function statusOf(outcome: Outcome): number | undefined {
  return outcome.kind === 'answer' ? outcome.status : undefined;
}

/** Half a phrase for the reader of a log: `answered 503`. */
export function reasonOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'answer':
      return isOk(outcome) ? bodyReason(outcome) : `answered ${outcome.status}`;
    case 'disconnected': {
      const proxy = proxyStatus(outcome.cause);
      if (proxy !== undefined) return `was not reached by the proxy of HTTPS_PROXY, which answered ${proxy},`;
      const code = codeOf(outcome.cause);
      return `broke the connection${code === undefined ? '' : ` (${code})`}`;
    }
    case 'slow':
      return `did not answer within ${outcome.timeoutMs / 1000} s`;
    case 'out-of-time':
      return 'did not answer in the time left';
  }
}

function bodyReason({ status, body }: Answer): string {
  switch (body.kind) {
    case 'json':
      return `answered ${status}`;
    case 'half':
      return 'sent half a body';
    case 'too-large':
      return 'sent too large a body';
    case 'empty':
      return `answered ${status} with an empty body`;
    case 'HTML':
      return `answered ${status} with an HTML page`;
    case 'text':
      return `answered ${status} with text that is not JSON`;
  }
}

/**
 * For a failure that another attempt might have cured.
 * @param attempts where they are used up; undefined where the next one does not fit the time left
 */
export function unavailableError(
  outcome: Outcome,
  scene: Scene,
  { retryAfterMs, attempts }: { readonly retryAfterMs: number | undefined; readonly attempts?: number },
): PlanningError {
  const { operation, secrets } = scene;
  const says = outcome.kind === 'answer' ? quoted(readErrorBody(outcome.body, secrets).says) : '';
  const isDisconnected = outcome.kind === 'disconnected';
  // When the report is tried again is not for the client to say.
  const ending =
    attempts !== undefined
      ? `in the last of ${attempts} tries`
      : retryAfterMs
        ? `and asks for a wait of ${secondsOf(retryAfterMs)} s, longer than the time limit leaves`
        : 'and the time limit leaves no other try';
  return new PlanningError('PlanningUnavailableError', `the service ${reasonOf(outcome)}${says} ${ending}`, {
    ...scene,
    remedy: withProxy(
      isDisconnected && operation !== 'token'
        ? 'Check baseUrl and the network, or try again later.'
        : 'Try again later.',
      outcome,
      scene,
    ),
    status: statusOf(outcome),
    retryAfter: secondsOf(retryAfterMs),
    cause: isDisconnected ? safeCause(outcome.cause, secrets) : undefined,
  });
}

/** For a failure that no further attempt cures. */
export function lastingError(
  outcome: Outcome,
  scene: Scene,
  retryAfterMs: number | undefined,
): PlanningError {
  if (outcome.kind === 'disconnected') return connectionError(outcome, scene);
  if (outcome.kind !== 'answer') return outOfTimeError(scene);
  if (isOk(outcome)) return bodyError(outcome, scene);
  return outcome.status >= 300 && outcome.status < 400
    ? redirectError(outcome, scene)
    : refusedError(outcome, scene, retryAfterMs);
}

function connectionError(outcome: Extract<Outcome, { kind: 'disconnected' }>, scene: Scene): PlanningError {
  const { cause } = outcome;
  const { what, remedy } = lastingConnectionProblem(cause) ?? {
    what: 'the connection failed',
    remedy: 'Try again later.',
  };
  return new PlanningError('PlanningConnectionError', `the service is not reached: ${what}`, {
    ...scene,
    remedy: withProxy(remedy, outcome, scene),
    cause: safeCause(cause, scene.secrets),
  });
}

/** With the proxy that may be the way, unless the service, or whoever answers in its place, was reached. */
function withProxy(remedy: string, outcome: Outcome, { unusedProxy }: Scene): string {
  if (outcome.kind !== 'disconnected' || unusedProxy === undefined) return remedy;
  const failure = lastingConnectionFailure(codeOf(outcome.cause) ?? '');
  return failure === undefined || failure === 'unknown host' ? `${remedy} ${unusedProxy}` : remedy;
}

function bodyError(answer: Answer, scene: Scene): PlanningError {
  const { status, body } = answer;
  if (body.kind !== 'too-large') {
    return new PlanningError('PlanningContractError', `the service ${reasonOf(answer)}`, {
      ...scene,
      status,
      property: 'body',
      // A proxy answers so while the service behind it is being repaired.
      kind: 'retryable',
      remedy: 'Check that baseUrl is the address of the Planning Read API and not of a page or a login.',
    });
  }
  const [what, otherwise] =
    body.of === 'one'
      ? [
          `the body is larger than ${maxBodyMebibytes} MiB`,
          'ask the operator of the planning service for shorter pages',
        ]
      : ['all answers together are larger than there is memory for', scene.moreMemory];
  const remedy = readLess(scene, otherwise);
  return new PlanningError('PlanningContractError', what, { ...scene, property: 'body', remedy });
}

function redirectError({ status, headers }: Answer, scene: Scene): PlanningError {
  const location = headers.get('location');
  const endpoint = scene.endpoint?.split(' ').at(-1);
  const target = location === null ? null : URL.parse(location, endpoint);
  const origin = target === null ? undefined : redacted(target.origin, scene.secrets);
  const isUsable =
    target !== null &&
    target.origin !== URL.parse(endpoint ?? '')?.origin &&
    /^https?:$/.test(target.protocol) &&
    isEncryptedOrLocal(target);
  return new PlanningError(
    'PlanningRefusedError',
    `the service redirects (status ${status}) ${origin === undefined ? 'elsewhere' : `to ${origin}`}, and the key is not sent on`,
    {
      ...scene,
      status,
      remedy: isUsable
        ? `Set baseUrl to ${origin}, with its path before the region if it has one, if that is the planning service and not a page for logging in.`
        : 'Check baseUrl, and ask the operator of the planning service why it redirects.',
    },
  );
}

function refusedError(
  { status, body }: Answer,
  scene: Scene,
  retryAfterMs: number | undefined,
): PlanningError {
  const { says, parameters } = readErrorBody(body, scene.secrets);
  const named = parameters.join(', ');
  const naming = named === '' ? '' : `, naming ${named}`;
  return new PlanningError(
    scene.operation === 'token' ? 'PlanningKeyError' : 'PlanningRefusedError',
    `the service answered ${status}${meanings[status] ?? ''}${quoted(says)}${naming}`,
    {
      ...scene,
      status,
      remedy: refusalRemedy(status, parameters, scene),
      property: named === '' ? undefined : named,
      retryAfter: secondsOf(retryAfterMs),
    },
  );
}

const meanings: Readonly<Record<number, string>> = {
  401: ' (the key is not accepted)',
  403: ' (not allowed)',
  404: ' (not found)',
  422: ' (the request is not understood)',
};

function refusalRemedy(
  status: number,
  parameters: readonly string[],
  { operation, region, project, keyName }: Scene,
): string {
  const mayRead = project === undefined ? '' : ` and may read project ${project}`;
  const checkKey = `Check that ${keyName} is current${mayRead} in region ${region}.`;
  if (operation === 'token') return checkKey;
  switch (status) {
    case 401:
    case 403:
      return checkKey;
    case 404:
      return `Check baseUrl, region and projectId; a project that ${keyName} may not read can be answered so too.`;
    case 422:
      return correctParameters(parameters);
    default:
      return 'Check baseUrl, and ask the operator of the planning service whether it is right.';
  }
}

function quoted(says: string | undefined): string {
  return says === undefined ? '' : ` saying "${says}"`;
}

function secondsOf(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.ceil(ms / 1000);
}

const parameterNames = [
  'projectId',
  'region',
  'start',
  'finish',
  'shift',
  ...idFilters,
  'fields',
  'after',
  'limit',
];
const messageSchema = z.looseObject({
  message: z.unknown().check(z.refine((message) => message !== undefined)),
});

/**
 * The message in the body of an error, on one line of at most 200 characters, free of secrets; undefined where it says
 * nothing readable. With the parameters of the request that it names. Open point of the contract: the shape of an
 * error is not shown; `message` of any type is known.
 */
function readErrorBody(
  body: Body,
  secrets: Iterable<string>,
): { readonly says: string | undefined; readonly parameters: readonly string[] } {
  if (body.kind !== 'json' && body.kind !== 'text') return { says: undefined, parameters: [] };
  const { text } = body;
  const isShallow = body.kind === 'json' && !isNestedDeeper(body.value, maxLevels);
  const says = redacted(isShallow ? messageIn(body.value) : text, secrets);
  return {
    says: says === '' ? undefined : says,
    parameters: parameterNames.filter((name) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text)),
  };
}

function messageIn(value: unknown): string {
  const parsed = messageSchema.safeParse(value);
  const message = parsed.success ? parsed.data.message : value;
  return typeof message === 'string' ? message : JSON.stringify(message);
}
