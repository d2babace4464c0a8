/**
 * The one family of errors of the planning client, and of which kind each is. No error carries a key: not in text,
 * fields, stack or causes.
 */
import { type ErrorKind, LookaheadError } from '../../base/lookahead-error.ts';
import { oneLine } from '../../base/one-line.ts';
import type { Collection } from '../contract/resources.ts';

/** What was being done: reading a collection, fetching a token, or setting the client up. */
export type Operation = Collection | 'token' | 'client';

/** Where in the service's world something happened. */
export type Place = {
  readonly operation: Operation;
  readonly region?: string | undefined;
  readonly project?: string | undefined;
  /** Counted from 1, over all requests of one listing. */
  readonly page?: number | undefined;
  /** Method and address without the query, which can be thousands of characters long. */
  readonly endpoint?: string | undefined;
};

export type FailureDetails = {
  readonly place: Place;
  /** What to do about it: a sentence. */
  readonly remedy: string;
  readonly status?: number | undefined;
  /** Path of the property of an answer, or name of the parameter of a request. */
  readonly property?: string | undefined;
  /** Seconds to wait before the next attempt, as the service said. */
  readonly retryAfter?: number | undefined;
  /** Where the cause knows better than the class: a key that could not be fetched. */
  readonly kind?: ErrorKind | undefined;
  /** Already free of secrets. */
  readonly cause?: Error | undefined;
};

/** Any failure of the planning client; `name` tells which. The message is one line: what, where, what to do. */
export abstract class PlanningError extends LookaheadError {
  readonly operation: Operation;
  readonly region: string | undefined;
  readonly project: string | undefined;
  readonly page: number | undefined;
  readonly endpoint: string | undefined;
  readonly status: number | undefined;
  readonly property: string | undefined;
  /** Seconds to wait before the next attempt, as the service said; undefined where it did not. */
  readonly retryAfter: number | undefined;

  /** Of the whole family, unless a class or an error of its own says otherwise. */
  static readonly kind: ErrorKind = 'curable';

  constructor(what: string, details: FailureDetails) {
    const { place, cause, kind = new.target.kind } = details;
    super(oneLine(`${attempted(place)}: ${what}`), { kind, remedy: oneLine(details.remedy), cause });
    this.operation = place.operation;
    this.region = place.region;
    this.project = place.project;
    this.page = place.page;
    this.endpoint = place.endpoint;
    this.status = details.status;
    this.property = details.property;
    this.retryAfter = details.retryAfter;
  }
}

/** The service answered and will not do it (401, 403, 404, 422, a redirect, …), until a person changes something. */
export class PlanningRefusedError extends PlanningError {
  override readonly name = 'PlanningRefusedError';
}

/** The service gave no usable answer: the attempts are used up, or the wait it asks for does not fit the time left. */
export class PlanningUnavailableError extends PlanningError {
  override readonly name = 'PlanningUnavailableError';
  static override readonly kind: ErrorKind = 'retryable';
}

/** The overall time limit passed. */
export class PlanningTimeoutError extends PlanningError {
  override readonly name = 'PlanningTimeoutError';
  static override readonly kind: ErrorKind = 'retryable';
}

/** The request succeeded and the answer is not what the contract says. */
export class PlanningContractError extends PlanningError {
  override readonly name = 'PlanningContractError';
}

/** The pages do not lead to an end: a loop, a link to elsewhere, too many pages. */
export class PlanningPagingError extends PlanningError {
  override readonly name = 'PlanningPagingError';
}

/** There is no usable key. */
export class PlanningKeyError extends PlanningError {
  override readonly name = 'PlanningKeyError';
}

/** The caller's own input cannot be sent: base address, project, filters, limits. */
export class PlanningInputError extends PlanningError {
  override readonly name = 'PlanningInputError';
  static override readonly kind: ErrorKind = 'input';
}

function attempted({ operation, project, region, page, endpoint }: Place): string {
  const of = project === undefined ? '' : ` of project ${project}`;
  const where = region === undefined ? '' : ` (${region})`;
  const onPage = page === undefined ? '' : `, page ${page}`;
  const by = endpoint === undefined ? '' : `, ${endpoint}`;
  switch (operation) {
    case 'client':
      return `Cannot use the planning service${of}${where}${by}`;
    case 'token':
      return `Could not get a token from the planning service${where}${by}`;
    case 'users':
    case 'subcontractors':
    case 'folders':
    case 'packages':
    case 'calendars':
    case 'locations':
    case 'tasks':
      return `Could not get ${operation}${of}${where}${onPage}${by}`;
  }
}
