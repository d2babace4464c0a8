/**
 * Messages through Amazon SES. One call is one attempt, and its answer is one of three: taken, not taken, or lost.
 * What is not taken is told apart by whether trying again can help; what is lost is thrown.
 */
import { SendRawEmailCommand } from '@aws-sdk/client-ses';
import { messageLimit } from './attachment-limit.ts';
import type { Mailer, OutgoingMessage, SendResult } from './mailer.ts';
import { messageTags } from './message-tags.ts';
import { LostAnswerError, refusalOf, sesCodeOf } from './ses-answer.ts';
import type { SesClient } from './ses-client.ts';

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
    if (message.raw.length > messageLimit) {
      return failed(
        `it has ${message.raw.length} bytes, and SES takes ${messageLimit}. Hold the files back and link them`,
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
