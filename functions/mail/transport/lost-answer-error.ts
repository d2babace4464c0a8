import { LookaheadError } from '../../base/lookahead-error.ts';

/** The outcome of a send is unknown: the mail service may have accepted the message. */
export class LostAnswerError extends LookaheadError {
  override readonly name = 'LostAnswerError';
  readonly run: string;
  readonly messageName: string;
  /** The last code of the network or the mail service, such as `ECONNRESET` or `HTTP 500`. */
  readonly code: string;

  constructor(
    message: { readonly run: string; readonly message: string },
    details: {
      /** Who did not answer: `SES`, `The mail server smtp.example.com:587`. */
      readonly service: string;
      readonly code: string;
      readonly remedy: string;
      readonly cause?: unknown;
    },
  ) {
    const { service, code, remedy, cause } = details;
    super(`${service} did not answer whether it accepted the message (${code})`, {
      kind: 'curable',
      remedy,
      cause,
    });
    this.run = message.run;
    this.messageName = message.message;
    this.code = code;
  }
}
