/** The words for what went wrong: from the outcome of a try to the error that a person reads. */
import { readErrorBody } from './error-body.ts';
import type { Outcome } from './exchange.ts';
import { codeOf, safeCause, shown } from './foreign-text.ts';
import {
  type Place,
  PlanningAbortedError,
  PlanningContractError,
  type PlanningError,
  PlanningKeyError,
  PlanningRefusedError,
  PlanningTimeoutError,
  PlanningUnavailableError,
} from './planning-error.ts';

export type FailedOutcome = Exclude<Outcome, { kind: 'json' }>;

export type FailureScene = {
  readonly place: Place;
  /** Values that no error may carry; read when the error is made, as keys are learnt on the way. */
  readonly secrets: Iterable<string>;
  /** Where the key comes from, never its value: `the API key (environment variable DEMO_KEY)`. */
  readonly keyName: string;
};

export function abortedError(reason: unknown, { place, secrets }: FailureScene): PlanningError {
  return new PlanningAbortedError('it was stopped by its caller', {
    place,
    remedy: 'Start it again when it is wanted.',
    cause: safeCause(reason, secrets),
  });
}

export function outOfTimeError({ place }: FailureScene): PlanningError {
  return new PlanningTimeoutError('the overall time limit has passed', {
    place,
    remedy: 'Try again later, or raise overallTimeoutMs.',
  });
}

/** Half a phrase for the reader of a log: `answered 503`. */
export function reasonOf(outcome: FailedOutcome): string {
  switch (outcome.kind) {
    case 'status':
    case 'redirected':
      return `answered ${outcome.status}`;
    case 'disconnected':
      return `broke the connection${codeSuffix(outcome.cause)}`;
    case 'slow':
      return `did not answer within ${outcome.timeoutMs / 1000} s`;
    case 'broken-off':
      return 'sent half a body';
    case 'not-json':
      return `answered ${outcome.status} with ${looks[outcome.looksLike]}`;
    case 'too-large':
      return 'sent too large a body';
    case 'out-of-time':
      return 'did not answer in the time left';
    case 'aborted':
      return 'was not waited for';
  }
}

const looks = { empty: 'an empty body', HTML: 'an HTML page', text: 'text that is not JSON' } as const;

function codeSuffix(cause: unknown): string {
  const code = codeOf(cause);
  return code === undefined ? '' : ` (${code})`;
}

/** Why no further try is made: they are used up, or the next one does not fit the time left. */
export type GivingUp =
  | { readonly why: 'tries'; readonly tries: number }
  | { readonly why: 'time'; readonly waitMs: number };

/** For a failure that another try might have cured. */
export function unavailableError(
  outcome: FailedOutcome,
  scene: FailureScene & { readonly giveUp: GivingUp },
): PlanningError {
  const { place, secrets, giveUp } = scene;
  const retryAfterMs = outcome.kind === 'status' ? outcome.retryAfterMs : undefined;
  const says = outcome.kind === 'status' ? quoted(readErrorBody(outcome.text, secrets).says) : '';
  const end =
    giveUp.why === 'tries'
      ? giveUp.tries === 1
        ? 'in the only try'
        : `in the last of ${giveUp.tries} tries`
      : `and the next try, in ${Math.ceil(giveUp.waitMs / 1000)} s, would pass the time limit`;
  return new PlanningUnavailableError(`the service ${reasonOf(outcome)}${says} ${end}`, {
    place,
    remedy: place.operation === 'token' || outcome.kind !== 'disconnected' ? 'Try again later.' : unreachable,
    status: 'status' in outcome ? outcome.status : undefined,
    retryAfter: retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1000),
    cause: outcome.kind === 'disconnected' ? safeCause(outcome.cause, secrets) : undefined,
  });
}

const unreachable = 'Check baseUrl and the network, or try again later.';

/** For a failure that no further try cures. */
export function lastingError(outcome: FailedOutcome, scene: FailureScene): PlanningError {
  const { place } = scene;
  switch (outcome.kind) {
    case 'status':
      return refusedError(outcome, scene);
    case 'redirected':
      return new PlanningRefusedError(
        `the service redirects (status ${outcome.status}) ${redirectTarget(outcome.location, scene)}, and the key is not sent on`,
        { place, status: outcome.status, remedy: 'Set baseUrl to the address the service itself has.' },
      );
    case 'too-large':
      return outcome.of === 'one'
        ? new PlanningContractError('the body is larger than maxBodyBytes allows', {
            place,
            property: 'body',
            remedy: 'Ask for smaller pages with pageSize, or raise maxBodyBytes.',
          })
        : new PlanningContractError('all answers together are larger than there is memory for', {
            place,
            property: 'body',
            remedy:
              'Read fewer weeks (weeksBefore, weeksAfter under pull in the configuration), or give more memory and a larger maxTotalBytes.',
          });
    case 'not-json':
      return new PlanningContractError(`the service ${reasonOf(outcome)}`, {
        place,
        status: outcome.status,
        property: 'body',
        remedy: 'Check that baseUrl is the address of the Planning Read API and not of a page or a login.',
      });
    case 'disconnected':
    case 'slow':
    case 'broken-off':
      return unavailableError(outcome, { ...scene, giveUp: { why: 'tries', tries: 1 } });
    case 'out-of-time':
      return outOfTimeError(scene);
    case 'aborted':
      return abortedError('aborted', scene);
  }
}

function redirectTarget(location: string | undefined, { place, secrets }: FailureScene): string {
  const base = place.endpoint?.split(' ').at(-1);
  const target = location === undefined ? null : URL.parse(location, base);
  return target === null ? 'elsewhere' : `to ${shown(target.origin, secrets)}`;
}

function refusedError(outcome: FailedOutcome & { kind: 'status' }, scene: FailureScene): PlanningError {
  const { place, secrets } = scene;
  const { status } = outcome;
  const { says, parameters } = readErrorBody(outcome.text, secrets);
  const naming = parameters.length === 0 ? '' : `, naming ${parameters.join(', ')}`;
  const details = {
    place,
    status,
    remedy: refusalRemedy(status, { scene, parameters }),
    property: parameters.length === 0 ? undefined : parameters.join(', '),
    retryAfter: outcome.retryAfterMs === undefined ? undefined : Math.ceil(outcome.retryAfterMs / 1000),
  };
  const what = `the service answered ${status}${meanings[status] ?? ''}${quoted(says)}${naming}`;
  return place.operation === 'token'
    ? new PlanningKeyError(what, details)
    : new PlanningRefusedError(what, details);
}

const meanings: Readonly<Record<number, string>> = {
  401: ' (the key is not accepted)',
  403: ' (not allowed)',
  404: ' (not found)',
  422: ' (the request is not understood)',
};

function refusalRemedy(
  status: number,
  { scene, parameters }: { scene: FailureScene; parameters: readonly string[] },
): string {
  const { place, keyName } = scene;
  const project = place.project === undefined ? '' : ` and may read project ${place.project}`;
  const reads = `Check that ${keyName} is current${project} in region ${place.region}.`;
  if (place.operation === 'token') return reads;
  switch (status) {
    case 401:
    case 403:
      return reads;
    case 404:
      return `Check baseUrl, region and projectId; a project that ${keyName} may not read can be answered so too.`;
    case 422:
      return parameters.length === 0
        ? 'Check region, projectId and the filters of the query.'
        : `Correct ${parameters.join(', ')}.`;
    default:
      return 'Check baseUrl, and ask whoever runs the service if it is right.';
  }
}

function quoted(says: string | undefined): string {
  return says === undefined ? '' : ` saying "${says}"`;
}
