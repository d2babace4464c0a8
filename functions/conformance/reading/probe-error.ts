import { LookaheadError } from '../../base/lookahead-error.ts';

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

/** The name is not that of a time zone. */
export class ProbeInputError extends LookaheadError {
  override readonly name = 'ProbeInputError';
  readonly property = 'timeZone';

  constructor(timeZone: string, cause: unknown) {
    const remedy = 'Give an IANA name, such as Europe/London.';
    super(`There is no time zone ${timeZone}`, { kind: 'input', remedy, cause });
  }
}
