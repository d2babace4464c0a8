/**
 * Sends messages through Amazon SES. One call is one sending: the message is accepted, refused (for now or permanently),
 * or the answer is lost, which throws.
 */

import { SESClient, type SESClientConfig, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { maxRecipients } from '#base/limits.ts';
import { maxMessageBytes } from '#mail/limits.ts';
import { type Mailer, messageTags, type OutgoingMessage, type SendResult } from './mailer.ts';
import { lostAnswer, refusalOf, sesCodeOf } from './ses-error.ts';

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
