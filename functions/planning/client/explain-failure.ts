import { lastingConnectionFailure } from '#base/lasting-connection-failure.ts';
import { codeOf, redacted, safeCause } from '#base/text/redact.ts';
import { isEncryptedOrLocal } from '#planning/contract/base-url.ts';
import { quoted, readErrorBody } from './error-body.ts';
import { type Answer, isOk, maxBodyMebibytes, type Outcome } from './http.ts';
import { lastingConnectionProblem, proxyReason, unreadableAnswer } from './lasting-connection-error.ts';
import {
  correctParameters,
  type Place,
  PlanningError,
  readLess,
  reportToOperator,
  type SecretPlace,
} from './planning-error.ts';
import { maxUrlLength } from './urls.ts';

export type Scene = SecretPlace & {
  readonly keyName: string;
  readonly moreMemory?: string | undefined;
  /** Advice, as a sentence, if the environment names a proxy that Node ignores. */
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

export function reasonOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'answer':
      return isOk(outcome) ? bodyReason(outcome) : `answered ${outcome.status}`;
    case 'disconnected': {
      const proxy = proxyReason(outcome.cause);
      if (proxy !== undefined) return `was not reached by the proxy of HTTPS_PROXY, which ${proxy},`;
      const unreadable = unreadableAnswer(outcome.cause);
      if (unreadable !== undefined) return unreadable.reason;
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
      return `answered ${status} with ${pageIn(body.text)}`;
    case 'text':
      return `answered ${status} with text that is not JSON`;
    case 'malformed':
      return `answered ${status} with malformed JSON`;
    case 'garbled':
      return `answered ${status} with bytes that are not UTF-8`;
  }
}

function pageIn(text: string): string {
  return /^\s*<\?xml/.test(text) ? 'XML' : 'an HTML page';
}

/**
 * For a failure that another try might have cured. An unreadable answer that is still unreadable at the last try
 * needs a person.
 * @param tries undefined if the next one does not fit the time left
 */
export function unavailableError(
  outcome: Outcome,
  scene: Scene,
  { retryAfterMs, tries }: { readonly retryAfterMs: number | undefined; readonly tries?: number },
): PlanningError {
  const { operation, secrets } = scene;
  const says = outcome.kind === 'answer' ? quoted(readErrorBody(outcome.body, secrets).says) : '';
  const isDisconnected = outcome.kind === 'disconnected';
  const ending =
    tries !== undefined
      ? `in the last of ${tries} tries`
      : retryAfterMs
        ? `and asks for a wait of ${retryAfterSeconds(retryAfterMs)} s, longer than the time limit leaves`
        : 'and the time limit leaves no other try';
  const unreadable = isDisconnected ? unreadableAnswer(outcome.cause) : undefined;
  const name =
    unreadable !== undefined && tries !== undefined ? 'PlanningConnectionError' : 'PlanningUnavailableError';
  const later =
    isDisconnected && operation !== 'token'
      ? 'Check baseUrl and the network, or try again later.'
      : 'Try again later.';
  return new PlanningError(name, `the service ${reasonOf(outcome)}${says} ${ending}`, {
    ...scene,
    remedy: unreadable?.remedy ?? withProxy(later, outcome, scene),
    status: statusOf(outcome),
    retryAfter: retryAfterSeconds(retryAfterMs),
    cause: isDisconnected ? safeCause(outcome.cause, secrets) : undefined,
  });
}

export function lastingError(
  outcome: Outcome,
  scene: Scene,
  retryAfterMs: number | undefined,
): PlanningError {
  if (outcome.kind === 'disconnected') return connectionError(outcome, scene);
  if (outcome.kind !== 'answer') return outOfTimeError(scene);
  if (isOk(outcome)) return bodyError(outcome, scene);
  return outcome.status >= 300 && outcome.status < 400 && outcome.status !== 304
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

/** Mentions an unused proxy, unless the service, or whoever answers in its place, was reached. */
function withProxy(remedy: string, outcome: Outcome, { unusedProxy }: Scene): string {
  if (outcome.kind !== 'disconnected' || unusedProxy === undefined) return remedy;
  const failure = lastingConnectionFailure(codeOf(outcome.cause) ?? '');
  return failure === undefined || failure === 'unknown host' ? `${remedy} ${unusedProxy}` : remedy;
}

function bodyError(answer: Answer, scene: Scene): PlanningError {
  const { status, body } = answer;
  if (body.kind !== 'too-large') {
    const isOfService = body.kind === 'malformed' || body.kind === 'garbled';
    return new PlanningError('PlanningContractError', `the service ${reasonOf(answer)}`, {
      ...scene,
      status,
      property: 'body',
      // A proxy answers with a page or with nothing while the service behind it is being repaired.
      kind: isOfService ? 'curable' : 'retryable',
      remedy: isOfService
        ? 'Ask the operator of the planning service to send valid JSON in UTF-8.'
        : 'Check that baseUrl is the address of the Planning Read API and not of a page or a login.',
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
  const isOwn = target?.origin === URL.parse(endpoint ?? '')?.origin;
  const origin = target === null ? undefined : redacted(target.origin, scene.secrets);
  const path = redacted(target?.pathname ?? '', scene.secrets);
  const where = isOwn ? `to ${path} of its own` : `to ${origin}`;
  const isUsable =
    target !== null && !isOwn && /^https?:$/.test(target.protocol) && isEncryptedOrLocal(target);
  return new PlanningError(
    'PlanningRefusedError',
    `the service redirects (status ${status}) ${origin === undefined ? 'elsewhere' : where}, and the key is not sent on`,
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
  const page = body.kind === 'HTML' ? ` with ${pageIn(body.text)}` : '';
  const remedy = refusalRemedy(status, parameters, scene);
  return new PlanningError(
    scene.operation === 'token' ? 'PlanningKeyError' : 'PlanningRefusedError',
    `the service answered ${status}${meanings[status] ?? ''}${page}${quoted(says)}${naming}`,
    {
      ...scene,
      status,
      remedy: page === '' ? remedy : `${remedy} ${pageRemedy}`,
      property: named === '' ? undefined : named,
      retryAfter: retryAfterSeconds(retryAfterMs),
    },
  );
}

const pageRemedy = 'If the page is of a firewall or proxy before the service, ask whoever runs that.';

const meanings: Readonly<Record<number, string>> = {
  206: ' (only a part)',
  304: ' (not modified), although nothing earlier was named',
  401: ' (the key is not accepted)',
  403: ' (not allowed)',
  404: ' (not found)',
  413: ' (the request is too long)',
  414: ' (the address is too long)',
  422: ' (the request is not understood)',
  431: ' (the headers are too long)',
  511: ' (the network wants a login first)',
};

function refusalRemedy(
  status: number,
  parameters: readonly string[],
  { operation, region, project, keyName, page = 1 }: Scene,
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
    case 414:
      return `Name fewer values in filters, or ask the operator of the planning service to take addresses of ${maxUrlLength} characters.`;
    case 422:
      return page > 1 ? reportToOperator : correctParameters(parameters);
    case 511:
      return 'Log in to the network, or ask whoever runs it to let this machine through without.';
    default:
      return 'Check baseUrl, and ask the operator of the planning service whether it is right.';
  }
}

function retryAfterSeconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.ceil(ms / 1000);
}
