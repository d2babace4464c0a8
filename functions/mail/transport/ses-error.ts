/** What an error of the SES client means for the message: refused for now, refused permanently, or unknown. */
import { readAwsError } from '../../base/aws-error.ts';
import { LookaheadError } from '../../base/lookahead-error.ts';
import { oneLine } from '../../base/one-line.ts';
import type { SendResult } from './mailer.ts';

type Refusal = Extract<SendResult, { kind: 'refused' | 'failed' }>;

/** The outcome of a send is unknown: SES may have accepted the message. */
export class LostAnswerError extends LookaheadError {
  override readonly name = 'LostAnswerError';
  readonly run: string;
  readonly messageName: string;
  /** The last code of the network or SES, such as `ECONNRESET` or `HTTP 500`. */
  readonly code: string;

  constructor(
    message: { readonly run: string; readonly message: string },
    details: { readonly code: string; readonly cause?: unknown },
  ) {
    super(
      `SES did not answer whether it accepted message ${message.message} of run ${message.run} (${details.code})`,
      {
        kind: 'curable',
        remedy: 'Look for its send event before sending it again.',
        cause: details.cause,
      },
    );
    this.run = message.run;
    this.messageName = message.message;
    this.code = details.code;
  }
}

/** @returns undefined if SES may have accepted the message */
export function refusalOf(error: unknown): Refusal | undefined {
  const { status } = readAwsError(error);
  const code = sesCodeOf(error);
  if (status === undefined) {
    if (!neverSent(error)) return undefined;
    return refused(
      code,
      'the request was never sent; check the network, the endpoint and the AWS credentials',
    );
  }
  if (status < 400) return undefined;
  const temporary = retryable[status === 429 ? 'Throttling' : code];
  if (temporary !== undefined) return refused(code, temporary);
  if (status >= 500) return undefined;
  // The answer has no SES code, so something in between refused the request, such as a proxy.
  if (code.startsWith('HTTP '))
    return refused(code, 'the answer did not come from SES; check the proxies in between');
  return {
    kind: 'failed',
    reason: `SES rejects it (${code}${detailOf(error, code)}): ${remedyFor(code)}.`,
  };
}

/** The code of an error, without the ending that the client adds to some names. */
export function sesCodeOf(error: unknown): string {
  return readAwsError(error).code.replace(/Exception$/, '');
}

/** What to do about temporary refusals, after which the same message may be accepted, by code. */
const retryable: Readonly<Record<string, string>> = {
  ...entries(
    [
      'Throttling',
      'TooManyRequests',
      'RequestLimitExceeded',
      'LimitExceeded',
      'SlowDown',
      'RequestThrottled',
    ],
    "the account's sending rate or daily quota is used up; if this happens often, ask AWS for a higher one",
  ),
  ...entries(['ServiceUnavailable', 'RequestTimeout'], 'SES is not available at the moment'),
  ...entries(
    ['ExpiredToken', 'RequestExpired', 'RequestInTheFuture', 'RequestTimeTooSkewed', 'SignatureDoesNotMatch'],
    'the AWS credentials have expired or the clock of this machine is off; renew them, or set it',
  ),
};

function entries(codes: readonly string[], remedy: string): Record<string, string> {
  return Object.fromEntries(codes.map((code) => [code, remedy]));
}

function refused(code: string, why: string): Refusal {
  return { kind: 'refused', reason: `SES did not accept it this time (${code}): ${why}.` };
}

function remedyFor(code: string): string {
  switch (code) {
    case 'MessageRejected':
      return 'verify the from-address or its domain in SES in this region; while the account is in the sandbox, verify every recipient too';
    case 'MailFromDomainNotVerified':
      return "restore the MX record of the identity's MAIL FROM domain, or let SES fall back to its own";
    case 'ConfigurationSetDoesNotExist':
      return 'deploy the stack again, or correct the name of the configuration set';
    case 'AccountSendingPaused':
      return 'sending is paused for the whole account; reply to the notice from SES, then resume sending';
    case 'ConfigurationSetSendingPaused':
      return 'sending is paused for the configuration set; resume it in SES';
    case 'InvalidParameterValue':
      return 'correct the address, or shorten the recipients or the message, in the configuration or in the planning service';
    case 'AccessDenied':
      return 'the role is not allowed to send from this address; give it ses:SendRawEmail for the from-address in the configuration';
    case 'InvalidClientTokenId':
    case 'UnrecognizedClient':
    case 'MissingAuthenticationToken':
      return 'AWS does not know the credentials; renew them';
    case 'OptInRequired':
      return 'SES is not enabled for this account in this region; enable it';
    default:
      return 'look the code up in the SES error list, fix the cause, then send the message again';
  }
}

/** The message of SES where it names the address or value that is wrong. Other messages may repeat parts of the request. */
function detailOf(error: unknown, code: string): string {
  const informative = ['MessageRejected', 'InvalidParameterValue', 'MailFromDomainNotVerified'];
  if (!(error instanceof Error) || !informative.includes(code)) return '';
  const detail = oneLine(error.message).slice(0, 200);
  return detail === '' ? '' : `: ${detail}`;
}

/** Whether certainly nothing of the message was sent: no address, connection, trusted certificate or credentials. */
function neverSent(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(neverSent);
  if (!(error instanceof Error)) return false;
  if (error.name === 'CredentialsProviderError') return true;
  // The client's own timeout for opening a connection has no code.
  if (/did not establish a connection|before secure TLS connection was established/.test(error.message)) {
    return true;
  }
  if ('syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')) return true;
  return (
    'code' in error && /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(String(error.code))
  );
}
