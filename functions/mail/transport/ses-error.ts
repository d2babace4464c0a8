/** What an error of the SES client says about the message: refused for now, for good, or nobody knows. */
import { LookaheadError } from '../../base/lookahead-error.ts';
import type { SendResult } from './mailer.ts';

type Refusal = Extract<SendResult, { kind: 'refused' | 'failed' }>;

/** A send whose outcome is not known: SES may have taken the message. */
export class LostAnswerError extends LookaheadError {
  override readonly name = 'LostAnswerError';
  readonly run: string;
  readonly messageName: string;
  /** What the network or SES said last: `ECONNRESET`, `HTTP 500`. */
  readonly code: string;

  constructor(
    message: { readonly run: string; readonly message: string },
    details: { readonly code: string; readonly cause?: unknown },
  ) {
    super(
      `SES did not say whether it took message ${message.message} of run ${message.run} (${details.code})`,
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

/** @returns undefined where SES may have taken the message */
export function refusalOf(error: unknown): Refusal | undefined {
  const status = statusOf(error);
  const code = sesCodeOf(error);
  if (status === undefined) {
    if (!neverSent(error)) return undefined;
    return refused(
      code,
      'the request never left; see that the network, the endpoint and the AWS credentials are right',
    );
  }
  if (status < 400) return undefined;
  const forNow = status === 429 ? passing['Throttling'] : passing[code];
  if (forNow !== undefined) return refused(code, forNow);
  if (status >= 500) return undefined;
  // Something on the way that is not SES, such as a proxy, said no in words of its own.
  if (code.startsWith('HTTP ')) return refused(code, 'what answered was not SES; see what stands between');
  return {
    kind: 'failed',
    reason: `SES does not take it (${code}${wordsOf(error, code)}): ${remedyFor(code)}.`,
  };
}

/** The name SES gives the error, without the ending that the client adds to some; `HTTP 502` where it gives none. */
export function sesCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const status = statusOf(error);
  // No answer, or one that broke off: the network's own code, where there is one.
  if (status === undefined || status < 400) {
    return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  }
  return error.name === 'Error' || /^unknown/i.test(error.name) || /^\d*$/.test(error.name)
    ? `HTTP ${status}`
    : error.name.replace(/Exception$/, '');
}

/** Refusals that the same message may outlive, by their code. */
const passing: Readonly<Record<string, string>> = {
  ...entries(
    [
      'Throttling',
      'TooManyRequests',
      'RequestLimitExceeded',
      'LimitExceeded',
      'SlowDown',
      'RequestThrottled',
    ],
    "the account's sending rate or daily quota is used up; if that keeps happening, ask AWS for a higher one",
  ),
  ...entries(['ServiceUnavailable', 'RequestTimeout'], 'SES has no room for it at the moment'),
  ...entries(
    ['ExpiredToken', 'RequestExpired', 'RequestInTheFuture', 'RequestTimeTooSkewed', 'SignatureDoesNotMatch'],
    'the AWS credentials have expired or the clock of this machine is off; renew them, or set it',
  ),
};

function entries(codes: readonly string[], remedy: string): Record<string, string> {
  return Object.fromEntries(codes.map((code) => [code, remedy]));
}

function refused(code: string, why: string): Refusal {
  return { kind: 'refused', reason: `SES did not take it this time (${code}): ${why}.` };
}

function remedyFor(code: string): string {
  switch (code) {
    case 'MessageRejected':
      return 'verify the from-address or its domain in SES in this region; while the account is in the sandbox, every recipient needs to be verified too';
    case 'MailFromDomainNotVerified':
      return "restore the MX record of the identity's MAIL FROM domain, or let SES fall back to its own";
    case 'ConfigurationSetDoesNotExist':
      return 'deploy the stack again, or correct the name of the configuration set';
    case 'AccountSendingPaused':
      return 'sending is paused for the whole account; answer what SES wrote about it, then resume sending';
    case 'ConfigurationSetSendingPaused':
      return 'sending is paused for the configuration set; resume it in SES';
    case 'InvalidParameterValue':
      return 'correct the address, or shorten the recipients or the message, in the configuration or in the planning service';
    case 'AccessDenied':
      return 'the role may not send as this address; allow it ses:SendRawEmail for the from-address in the configuration';
    case 'InvalidClientTokenId':
    case 'UnrecognizedClient':
    case 'MissingAuthenticationToken':
      return 'the AWS credentials are not known; renew them';
    case 'OptInRequired':
      return 'SES is not enabled for this account in this region; enable it';
    default:
      return 'look the code up in the SES error list, mend it, then send the message again';
  }
}

/** SES's own words, where they say which address or value is meant. Others may repeat parts of the request. */
function wordsOf(error: unknown, code: string): string {
  const telling = ['MessageRejected', 'InvalidParameterValue', 'MailFromDomainNotVerified'];
  if (!(error instanceof Error) || !telling.includes(code)) return '';
  const words = error.message.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
  return words === '' ? '' : `: ${words}`;
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  const metadata = error.$metadata;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}

/** Whether it is certain that not a byte of the message was sent: no address, no connection, no trust, no key. */
function neverSent(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(neverSent);
  if (!(error instanceof Error)) return false;
  if (error.name === 'CredentialsProviderError') return true;
  // The client's own time-out for opening a connection has no code.
  if (/did not establish a connection|before secure TLS connection was established/.test(error.message)) {
    return true;
  }
  if ('syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')) return true;
  return (
    'code' in error && /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(String(error.code))
  );
}
