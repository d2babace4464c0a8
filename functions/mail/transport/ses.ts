/**
 * Messages through Amazon SES. One call is one attempt, and its answer is one of three: taken, not taken, or lost.
 * What is not taken is told apart by whether trying again can help; what is lost is thrown.
 */
import { SESClient, type SESClientConfig, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { maxMessageBytes } from './attachment-limit.ts';
import type { Mailer, OutgoingMessage, SendResult } from './mailer.ts';
import { messageTags } from './message-tags.ts';
import { LostAnswerError, refusalOf, sesCodeOf } from './ses-error.ts';

/** SES takes so many addresses a message, to and cc together. */
const mostRecipients = 50;

/**
 * A mailer that hands messages to SES, with the tags `run` and `message` by which its events name them.
 * @param options `configurationSet` is the one whose events go to EventBridge
 * @returns a mailer whose `send` throws `LostAnswerError` where SES may or may not have taken the message
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
        `the name of its run is too long for a message tag. Shorten the keys of project and report`,
      );
    }
    if (message.recipients.length > mostRecipients) {
      return failed(
        `it has ${message.recipients.length} recipients, and SES takes ${mostRecipients}. Use a mailing list, or name fewer`,
      );
    }
    if (message.raw.length > maxMessageBytes) {
      return failed(
        `it has ${message.raw.length} bytes, and SES takes ${maxMessageBytes}. Hold the files back and link them`,
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
      const refusal = refusalOf(error);
      if (refusal) return refusal;
      throw new LostAnswerError(message, { code: sesCodeOf(error), cause: error });
    }
    throw new LostAnswerError(message, { code: 'no message id' });
  }

  return { repeatable: false, send };
}

function failed(why: string): SendResult {
  return { kind: 'failed', reason: `The message was not sent: ${why}.` };
}

/** A client that makes one attempt: whether a message is sent again is for the register to decide. */
export type SesClient = SESClient & { readonly attempts: 1 };

/**
 * A client for sending, which never sends twice of its own accord. Region, credentials and endpoint come from the
 * environment in the usual way.
 * @param overrides what a caller wants otherwise, such as an endpoint
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
      // A connection that was kept may be dead by the next message. The send would fail with the question open
      // whether it arrived; a new connection for each message fails before anything is sent.
      httpAgent: { keepAlive: false },
      httpsAgent: { keepAlive: false },
    },
    ...overrides,
    maxAttempts: 1,
  });
  return Object.assign(client, { attempts: 1 as const });
}
