/** What an error of the SES client means for the message: refused for now, refused permanently, or unknown. */
import { readAwsError } from '../../base/aws-error.ts';
import { oneLine } from '../../base/one-line.ts';
import { LostAnswerError } from './lost-answer-error.ts';
import type { NotAccepted, Refusal } from './mailer.ts';
import { ruleOf, unknownCode } from './ses-error-rules.ts';

/** The outcome of a send is unknown: SES may have accepted the message. */
export function lostAnswer(
  message: { readonly run: string; readonly message: string },
  details: { readonly code: string; readonly cause?: unknown },
): LostAnswerError {
  const remedy = 'Look for its send event before sending it again.';
  return new LostAnswerError(message, { service: 'SES', remedy, ...details });
}

/**
 * @param message the one that was to be sent: its sender decides whether others would be refused too
 * @returns undefined if SES may have accepted the message
 */
export function refusalOf(error: unknown, message: { readonly from: string }): NotAccepted | undefined {
  const { status } = readAwsError(error);
  const code = sesCodeOf(error);
  if (status === undefined) return neverSent(error) ? notReached(error, code) : undefined;
  if (status < 400) return undefined;
  const text = error instanceof Error ? oneLine(error.message) : '';
  const rule = ruleOf(status === 429 ? 'Throttling' : code, { text, from: message.from });
  if (status >= 500 && rule?.means !== 'retryable') return undefined;
  // The answer has no SES code, so something in between refused the request, such as a proxy.
  if (rule === undefined && code.startsWith('HTTP ')) {
    return retryable(code, 'the answer did not come from SES; check the proxies in between');
  }
  const { means, remedy, ...rest } = rule ?? unknownCode;
  if (means === 'retryable') return { ...retryable(code, remedy), ...rest };
  const what = `(${code}${detailOf(text, code)}): ${remedy}`;
  if (means === 'failed') return { kind: 'failed', reason: `SES rejects it ${what}.` };
  return {
    kind: 'refused',
    cause: 'curable',
    reason: `SES does not accept it ${what}.`,
    ...rest,
  };
}

/** The code of an error, without the ending that the client adds to some names. */
export function sesCodeOf(error: unknown): string {
  return readAwsError(error).code.replace(/Exception$/, '');
}

function retryable(code: string, why: string): Refusal {
  return {
    kind: 'refused',
    cause: 'retryable',
    reason: `SES did not accept it this time (${code}): ${why}.`,
  };
}

function notReached(error: unknown, code: string): Refusal {
  const remedy = 'the request was never sent; check the network, the endpoint and the AWS credentials';
  const refusal = retryable(code, remedy);
  return isWithoutCredentials(error) ? { ...refusal, cause: 'curable', affects: 'every message' } : refusal;
}

/** The message of SES where it names the address or value that is wrong. Other messages may repeat parts of the request. */
function detailOf(text: string, code: string): string {
  const informative = ['MessageRejected', 'InvalidParameterValue', 'MailFromDomainNotVerified'];
  return text === '' || !informative.includes(code) ? '' : `: ${text.slice(0, 200)}`;
}

/** Whether certainly nothing of the message was sent: no address, connection, trusted certificate or credentials. */
function neverSent(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(neverSent);
  if (!(error instanceof Error)) return false;
  if (isWithoutCredentials(error)) return true;
  // The client's own timeout for opening a connection has no code.
  if (/did not establish a connection|before secure TLS connection was established/.test(error.message)) {
    return true;
  }
  if ('syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')) return true;
  return (
    'code' in error && /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(String(error.code))
  );
}

function isWithoutCredentials(error: unknown): boolean {
  return error instanceof Error && error.name === 'CredentialsProviderError';
}
