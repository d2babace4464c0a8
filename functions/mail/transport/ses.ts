/**
 * Sends messages through Amazon SES. One call is one sending: the message is accepted, refused (for now or permanently),
 * or the answer is lost, which throws.
 */

import { SESClient, type SESClientConfig, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { readAwsError } from '#base/aws-error.ts';
import { maxRecipients, quotaWaitSeconds } from '#base/limits.ts';
import { oneLine } from '#base/text/one-line.ts';
import { maxMessageBytes } from '#mail/limits.ts';
import {
  curableRule,
  LostAnswerError,
  type Mailer,
  messageTags,
  type NotAccepted,
  type OutcomeRule,
  type OutgoingMessage,
  outcomeByRule,
  permanentRule,
  retryableRule,
  ruleForAll,
  type SendResult,
} from './mailer.ts';

/** A client that tries once. Whether a message is sent again is decided from the run store. */
export type SesClient = SESClient & { readonly attempts: 1 };

/**
 * A client that never repeats a send by itself. Region, credentials and endpoint come from the environment in the
 * usual way.
 * @param overrides other settings, such as an endpoint
 */
export function createSesClient(
  overrides: Omit<SESClientConfig, 'maxAttempts' | 'retryMode' | 'retryStrategy'> = {},
): SesClient {
  const client = new SESClient({
    requestHandler: {
      connectionTimeout: 5_000,
      // Milliseconds until the answer begins, which covers the upload of 10 MB.
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
      // A reused connection may have been closed by the other side. The send would then fail without showing whether
      // the message arrived; a new connection for each message fails before anything is sent.
      httpAgent: { keepAlive: false },
      httpsAgent: { keepAlive: false },
    },
    ...overrides,
    maxAttempts: 1,
  });
  return Object.assign(client, { attempts: 1 as const });
}

/**
 * Each message has the tags `run` and `message`, which identify it in SES events.
 * @param options `configurationSet` is the one that publishes events
 * @returns a mailer; its `send` throws `LostAnswerError` if it is unknown whether SES accepted the message
 */
export function createSesMailer(options: {
  readonly client: SesClient;
  readonly configurationSet?: string | undefined;
}): Mailer {
  const { client, configurationSet } = options;

  async function send(message: OutgoingMessage): Promise<SendResult> {
    const tags = messageTags(message);
    if (tags === undefined) {
      return failed(
        'the name of its run is too long for a message tag. Shorten the keys of the project and the report',
      );
    }
    if (message.recipients.length > maxRecipients) {
      return failed(
        `it has ${message.recipients.length} recipients, and the limit of SES is ${maxRecipients}. Use a mailing list, or fewer recipients`,
      );
    }
    if (message.raw.length > maxMessageBytes) {
      return failed(
        `it has ${message.raw.length} bytes, and the limit of SES is ${maxMessageBytes}. Link to the files instead of attaching them`,
      );
    }
    try {
      const { MessageId: messageId } = await client.send(
        new SendRawEmailCommand({
          Source: message.from,
          Destinations: [...message.recipients],
          RawMessage: { Data: message.raw },
          Tags: [...tags],
          ConfigurationSetName: configurationSet,
        }),
      );
      if (messageId !== undefined && messageId !== '') return { kind: 'accepted', messageId };
    } catch (error) {
      const refusal = refusalOf(error, message);
      if (refusal) return refusal;
      throw lostAnswer(sesCodeOf(error), error);
    }
    throw lostAnswer('no message id');
  }

  return { repeatable: false, send };
}

function failed(why: string): SendResult {
  return { kind: 'failed', reason: `The message was not sent: ${why}.` };
}

const service = 'SES';

export function lostAnswer(code: string, cause?: unknown): LostAnswerError {
  const remedy = 'Look for its send event before sending it again.';
  return new LostAnswerError(service, { code, remedy, cause });
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
  const rule = sesRule(status === 429 ? 'Throttling' : code, { text, from: message.from });
  if (status >= 500 && rule?.means !== 'retryable') return undefined;
  // The answer has no SES code, so something in between refused the request, such as a proxy.
  if (rule === undefined && code.startsWith('HTTP '))
    return outcomeByRule(notFromSes, { service, detail: code });
  const found = rule ?? unknownCode;
  const detail = found.means === 'retryable' ? code : `${code}${sesDetail(text, code)}`;
  return outcomeByRule(found, { service, detail });
}

function sesCodeOf(error: unknown): string {
  return readAwsError(error).code.replace(/Exception$/, '');
}

function notReached(error: unknown, code: string): NotAccepted {
  const outcome = outcomeByRule(requestNotSent, { service, detail: code });
  return isWithoutCredentials(error) && outcome.kind === 'refused'
    ? { ...outcome, cause: 'curable', affects: 'every message' }
    : outcome;
}

/** SES's message, if it names the wrong address or value. Other messages may repeat parts of the request. */
function sesDetail(text: string, code: string): string {
  const informative = ['MessageRejected', 'InvalidParameterValue', 'MailFromDomainNotVerified'];
  return text === '' || !informative.includes(code) ? '' : `: ${text.slice(0, 200)}`;
}

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

/** @param of the text of the error, and the sender of the message; undefined for a code without a rule */
function sesRule(
  code: string,
  of: { readonly text: string; readonly from: string },
): OutcomeRule | undefined {
  const { text, from } = of;
  const rule = rules[code];
  if (/daily \w+ quota/i.test(text) && rule?.means === 'retryable') return quotaUsedUp;
  if (code !== 'MessageRejected') return rule;
  if (/sending (?:paused|suspended) for this account/i.test(text)) return rules['AccountSendingPaused'];
  if (!/not verified/i.test(text)) return rule;
  // SES lists the identities that are not verified; without the sender, only this message's recipients are.
  const isOfSender = text.toLowerCase().includes(from.toLowerCase());
  return isOfSender ? { ...notVerified, affects: 'every message' } : notVerified;
}

const notFromSes = retryableRule('the answer did not come from SES; check the proxies in between');

const requestNotSent = retryableRule(
  'the request was never sent; check the network, the endpoint and the AWS credentials',
);

const quotaUsedUp: OutcomeRule = {
  ...retryableRule(
    "the account's daily quota is used up; if this happens often, ask AWS for a higher one",
    quotaWaitSeconds,
  ),
  affects: 'every message',
};

const notVerified = curableRule(
  'verify the from-address or its domain in SES in this region; while the account is in the sandbox, verify every recipient too',
);

const unknownCode = curableRule('look the code up in the SES error list and fix the cause');

const rules: Readonly<Record<string, OutcomeRule>> = {
  ...entries(
    [
      'Throttling',
      'TooManyRequests',
      'RequestLimitExceeded',
      'LimitExceeded',
      'SlowDown',
      'RequestThrottled',
    ],
    retryableRule("the account's sending rate is used up; if this happens often, ask AWS for a higher one"),
  ),
  ...entries(['ServiceUnavailable', 'RequestTimeout'], retryableRule('SES is not available at the moment')),
  ...entries(
    ['ExpiredToken', 'RequestExpired', 'RequestInTheFuture', 'RequestTimeTooSkewed', 'SignatureDoesNotMatch'],
    ruleForAll('the AWS credentials have expired or the clock of this machine is off; renew them, or set it'),
  ),
  ...entries(
    ['InvalidClientTokenId', 'UnrecognizedClient', 'MissingAuthenticationToken'],
    ruleForAll('AWS does not know the credentials; renew them'),
  ),
  MailFromDomainNotVerified: ruleForAll(
    "restore the MX record of the identity's MAIL FROM domain, or let SES fall back to its own",
  ),
  ConfigurationSetDoesNotExist: ruleForAll(
    'deploy the stack again, or correct the name of the configuration set',
  ),
  AccountSendingPaused: ruleForAll(
    'sending is paused for the whole account; reply to the notice from SES, then resume sending',
  ),
  ConfigurationSetSendingPaused: ruleForAll('sending is paused for the configuration set; resume it in SES'),
  OptInRequired: ruleForAll('SES is not enabled for this account in this region; enable it'),
  // In the sandbox, the identity of a recipient may be what is missing, so other messages may go.
  AccessDenied: curableRule(
    'the role is not allowed to send from this address; give it ses:SendRawEmail for the from-address in the configuration',
  ),
  MessageRejected: permanentRule(
    'correct what SES names in the message or the recipients, in the configuration or in the planning service',
  ),
  InvalidParameterValue: permanentRule(
    'correct the address, or shorten the recipients or the message, in the configuration or in the planning service',
  ),
};

function entries(codes: readonly string[], rule: OutcomeRule): Record<string, OutcomeRule> {
  return Object.fromEntries(codes.map((code) => [code, rule]));
}
