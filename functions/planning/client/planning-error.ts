/** The errors of the planning client. No error carries a key: not in text, fields, stack or causes. */
import { type ErrorKind, LookaheadError } from '#base/lookahead-error.ts';
import { oneLine } from '#base/text/one-line.ts';
import { idFilterDefinitions } from '#planning/contract/id-filters.ts';
import type { CollectionName } from '#planning/contract/resources.ts';
import { idFilterNames } from '#planning/contract/tasks-query.ts';

export type PlanningOperation = CollectionName | 'token' | 'client';

export type RequestDescription = {
  readonly operation: PlanningOperation;
  readonly region?: string | undefined;
  readonly project?: string | undefined;
  /** Number of the page, from 1. */
  readonly page?: number | undefined;
  /** Method and address, without the query, which may have thousands of characters. */
  readonly endpoint?: string | undefined;
};

/**
 * `secrets`: values that no error may contain. They are read when an error is made, because keys are added during a
 * request.
 */
export type RequestDescriptionWithSecrets = RequestDescription & { readonly secrets: Iterable<string> };

type Failure = RequestDescription & {
  readonly remedy: string;
  readonly status?: number | undefined;
  readonly retryAfter?: number | undefined;
  readonly kind?: ErrorKind | undefined;
  readonly cause?: Error | undefined;
};

const errorKinds = {
  /** The service refuses (401, 403, 404, 422, a redirect, …) until a person changes something. */
  PlanningRefusedError: 'curable',
  /** There was no usable answer: all tries failed, or the requested wait is longer than the time left. */
  PlanningUnavailableError: 'retryable',
  PlanningConnectionError: 'curable',
  PlanningTimeoutError: 'retryable',
  PlanningContractError: 'curable',
  PlanningPagingError: 'curable',
  PlanningKeyError: 'curable',
  PlanningInputError: 'input',
} satisfies Record<string, ErrorKind>;

/** Any failure of the planning client; `name` tells which. The message is one line: what, where, what to do. */
export class PlanningError extends LookaheadError {
  override readonly name: keyof typeof errorKinds;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;

  constructor(name: keyof typeof errorKinds, what: string, failure: Failure) {
    const { kind = errorKinds[name], remedy, cause } = failure;
    super(oneLine(`${attemptText(failure)}: ${what}`), { kind, remedy: oneLine(remedy), cause });
    this.name = name;
    this.status = failure.status;
    this.retryAfter = failure.retryAfter;
  }
}

function attemptText({ operation, project, region, page, endpoint }: RequestDescription): string {
  const of = project === undefined ? '' : ` of project ${project}`;
  const where = region === undefined ? '' : ` (${region})`;
  const onPage = page === undefined ? '' : `, page ${page}`;
  const by = endpoint === undefined ? '' : `, ${endpoint}`;
  if (operation === 'client') return `Cannot use the planning service${of}${where}${by}`;
  if (operation === 'token') return `Could not get a token from the planning service${where}${by}`;
  return `Could not get ${operation}${of}${where}${onPage}${by}`;
}

/**
 * Begins a remedy for a listing of tasks: `read fewer weeks (…), or `. Empty for other listings, whose size does not
 * depend on the weeks.
 */
export function fewerWeeksRemedyPrefix({ operation }: RequestDescription): string {
  return operation === 'tasks' ? `read fewer weeks (${pullSettings.join(', ')} in lookahead.yaml), or ` : '';
}

const pullSettings = ['pull.weeksBefore', 'pull.weeksAfter'];

/** The parameters of a request, each with the settings that decide it. */
const settingsByParameter: ReadonlyMap<string, readonly string[]> = new Map([
  ['projectId', ['projectId']],
  ['region', ['region']],
  ['start', ['weeks', ...pullSettings]],
  ['finish', ['weeks', ...pullSettings]],
  ['shift', []],
  ...idFilterNames.map((name): [string, readonly string[]] => [
    name,
    [`filters.${idFilterDefinitions[name].setting}`],
  ]),
  ['fields', []],
  ['after', []],
  ['limit', []],
]);

/** The names of query parameters that the text of a refusal contains. */
export function findParameterNames(text: string): readonly string[] {
  return [...settingsByParameter.keys()].filter((name) =>
    new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text),
  );
}

export function correctParametersRemedy(parameters: readonly string[]): string {
  const settings = [...new Set(parameters.flatMap((parameter) => settingsByParameter.get(parameter) ?? []))];
  if (settings.length > 0) return `Correct ${settings.join(', ')} in lookahead.yaml.`;
  if (parameters.length === 0) return 'Check region, projectId, filters, weeks and pull in lookahead.yaml.';
  return 'No setting changes that: report this to the operator of the planning service.';
}
