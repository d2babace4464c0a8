/**
 * Sends messages through Amazon SES. One call is one sending: the message is accepted, refused (for now or
 * permanently), or the answer is lost, which throws.
 */

import { SESClient, type SESClientConfig, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { readAwsError } from '#base/aws-error.ts';
import { isTemporaryCode, remedyFor, sesRemedies } from '#base/remedies.ts';
import { maxRecipients } from '#base/text/mail-address.ts';
import { oneLine } from '#base/text/one-line.ts';
import { maxMessageBytes } from './compose-message.ts';
import {
  type Mailer,
  messageTags,
  type NotAcceptedResult,
  notAcceptedResult,
  type OutgoingMessage,
  type SendResult,
  UnknownSendOutcomeError,
} from './mailer.ts';

/** A client that tries once: the run store decides whether a message is sent again. */
export type SesClient = SESClient & { readonly attempts: 1 };

/**
 * A client that never repeats a send. Region, credentials and endpoint come from the environment, as in every AWS SDK
 * client.
 * @param overrides other settings, such as an endpoint
 */
export function createSesClient(
  overrides: Omit<SESClientConfig, 'maxAttempts' | 'retryMode' | 'retryStrategy'> = {},
): SesClient {
  const client = new SESClient({
    requestHandler: {
      connectionTimeout: 5_000,
      // Milliseconds until the answer begins: includes the upload of 10 MB.
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
      // SES may have closed a reused connection. The send would then fail without showing whether the message arrived.
      // A new connection for each message fails before anything is sent.
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
 * @param options `configurationSet` publishes the events
 * @returns a mailer; its `send` throws `UnknownSendOutcomeError` if it is unknown whether SES accepted the message
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
      const refusal = sesRefusalOf(error, message);
      if (refusal) return refusal;
      throw sesOutcomeUnknownError(sesCodeOf(error), error);
    }
    throw sesOutcomeUnknownError('no message id');
  }

  return { repeatable: false, send };
}

function failed(why: string): SendResult {
  return { kind: 'failed', reason: `The message was not sent: ${why}.` };
}

const service = 'SES';

export function sesOutcomeUnknownError(code: string, cause?: unknown): UnknownSendOutcomeError {
  const remedy = 'Look for its send event before sending it again.';
  return new UnknownSendOutcomeError(service, { code, remedy, cause });
}

/**
 * @param message the message to send: if its sender is refused, all other messages would be refused too
 * @returns undefined if SES may have accepted the message
 */
export function sesRefusalOf(
  error: unknown,
  message: { readonly from: string },
): NotAcceptedResult | undefined {
  const { status } = readAwsError(error);
  const code = sesCodeOf(error);
  if (status === undefined) {
    if (!neverSent(error)) return undefined;
    const remedy = remedyFor(sesRemedies, isWithoutCredentials(error) ? code : 'NotSent');
    return notAcceptedResult(remedy, { service, detail: code });
  }
  if (status < 400) return undefined;
  const text = error instanceof Error ? oneLine(error.message) : '';
  const meant = meaningCode(status === 429 ? 'Throttling' : code, text);
  const remedy = remedyFor(sesRemedies, meant);
  if (status >= 500 && (remedy.kind !== 'retryable' || code.startsWith('HTTP '))) return undefined;
  // SES lists the identities that are not verified. If the sender is not among them, only this message is affected.
  const named = text.toLowerCase().split(/[\s,]+/);
  const isOfSender = meant === 'NotVerified' && named.includes(message.from.toLowerCase());
  const detail = remedy.kind === 'retryable' ? code : `${code}${sesDetail(text, code)}`;
  return notAcceptedResult(isOfSender ? { ...remedy, affects: 'every message' } : remedy, {
    service,
    detail,
  });
}

function sesCodeOf(error: unknown): string {
  return readAwsError(error).code.replace(/Exception$/, '');
}

/** The code to look up in the table of remedies. For codes with several meanings, the text decides. */
function meaningCode(code: string, text: string): string {
  if (/daily \w+ quota/i.test(text) && isTemporaryCode(code)) return 'DailyQuota';
  if (code !== 'MessageRejected') return code;
  if (/sending (?:paused|suspended) for this account/i.test(text)) return 'AccountSendingPaused';
  return /not verified/i.test(text) ? 'NotVerified' : code;
}

/** The text of SES's error, if it names the wrong address or value. Other texts may repeat parts of the request. */
function sesDetail(text: string, code: string): string {
  const informative = ['MessageRejected', 'InvalidParameterValue', 'MailFromDomainNotVerified'];
  return text === '' || !informative.includes(code) ? '' : `: ${text.slice(0, 200)}`;
}

function neverSent(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(neverSent);
  if (!(error instanceof Error)) return false;
  if (isWithoutCredentials(error)) return true;
  // The SDK's timeout for opening a connection has no code.
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
