abstract class ProbeError extends Error {
  abstract override readonly name: string;
}

/** There is no point in asking further: the key is refused, nobody answers, the service asks to be left alone. */
export class ProbeStoppedError extends ProbeError {
  override readonly name = 'ProbeStoppedError';
  readonly reason: string;
  readonly remedy: string;

  constructor(stop: { readonly reason: string; readonly remedy: string }, options?: ErrorOptions) {
    super(`${stop.reason}. ${stop.remedy}`, options);
    this.reason = stop.reason;
    this.remedy = stop.remedy;
  }
}

/** The probe has made as many requests as it may; the question that needed another one stays unanswered. */
export class RequestsSpentError extends ProbeError {
  override readonly name = 'RequestsSpentError';

  constructor(most: number) {
    super(`not asked: the probe's ${most} requests were used up`);
  }
}

/** The probe cannot be begun with what it was given. The value is not repeated: it may hold a secret. */
export class ProbeInputError extends ProbeError {
  override readonly name = 'ProbeInputError';
  readonly property: 'baseUrl' | 'timeZone';

  constructor(property: 'baseUrl' | 'timeZone', problem: string, options?: ErrorOptions) {
    super(problem, options);
    this.property = property;
  }
}
