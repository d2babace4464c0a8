/** What a failed send over SMTP means for the message: refused for now, refused permanently, or unknown. */
import type { NodemailerError } from 'nodemailer/lib/errors';
import { oneLine } from '../../base/one-line.ts';
import { LostAnswerError } from './lost-answer-error.ts';
import type { NotAccepted, OutgoingMessage } from './mailer.ts';
import { type SmtpFailure, type SmtpReply, smtpRuleOf } from './smtp-rules.ts';

/** How far a send got. The end of the message is sent before the last of these, and nothing of it before the last but one. */
export type SmtpStage = SmtpFailure['stage'] | 'awaiting the answer';

type FailedSend = {
  readonly message: OutgoingMessage;
  readonly server: { readonly host: string; readonly port: number };
  readonly stage: SmtpStage;
  /** One error for each recipient that the server refused. */
  readonly refusedRecipients: readonly NodemailerError[];
};

/**
 * @throws LostAnswerError if the server may have accepted the message, and an error that is none of the connection's
 */
export function smtpOutcome(error: unknown, send: FailedSend): NotAccepted {
  if (!isOfConnection(error)) throw error;
  const { message, server } = send;
  const name = `The mail server ${server.host}:${server.port}`;
  const code = error.originalCode ?? error.code ?? error.name;
  const reply = replyOf(error);
  if (send.stage === 'awaiting the answer' && reply === undefined) {
    const remedy = 'Look for it in the log of the mail server before sending it again.';
    throw new LostAnswerError(message, { service: name, code, remedy, cause: error });
  }
  // Those that were refused while others were accepted are not why the message failed later.
  const recipients = ['RCPT TO', 'API'].includes(error.command ?? '') ? send.refusedRecipients : [];
  const failure: SmtpFailure = {
    stage: send.stage === 'awaiting the answer' ? 'sending' : send.stage,
    code,
    command: error.command ?? '',
    reply,
    recipients: recipients.flatMap((refused) => replyOf(refused) ?? []),
    from: message.from,
  };
  const { means, remedy, ...rest } = smtpRuleOf(failure);
  const shown = detailOf(error, failure, recipients);
  switch (means) {
    case 'retryable':
      return {
        kind: 'refused',
        cause: 'retryable',
        reason: `${name} did not accept it this time (${shown}): ${remedy}.`,
        ...rest,
      };
    case 'curable':
      return {
        kind: 'refused',
        cause: 'curable',
        reason: `${name} does not accept it (${shown}): ${remedy}.`,
        ...rest,
      };
    case 'failed':
      return { kind: 'failed', reason: `${name} rejects it (${shown}): ${remedy}.` };
  }
}

/** What the server or the network said. Of an answer to a login only the codes, as it may repeat what was sent. */
function detailOf(
  error: NodemailerError,
  failure: SmtpFailure,
  recipients: readonly NodemailerError[],
): string {
  const { stage, code, reply } = failure;
  if (recipients.length > 0) {
    return recipients
      .map(({ recipient = '', response = '' }) => `${recipient}: ${shortened(response)}`)
      .join('; ');
  }
  if (reply === undefined) return code === 'EMESSAGE' ? error.message : code;
  if (stage !== 'logging in') return reply.text;
  return /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(reply.text)?.[0] ?? code;
}

/** The server's refusal in words; undefined where the connection failed, or the answer is neither 4xx nor 5xx. */
function replyOf({ responseCode = 0, response = '' }: NodemailerError): SmtpReply | undefined {
  return responseCode >= 400 && responseCode < 600
    ? { status: responseCode, text: shortened(response) }
    : undefined;
}

function shortened(response: string): string {
  return oneLine(response).slice(0, 200);
}

/** Every property that a connection adds to an error is optional. */
function isOfConnection(error: unknown): error is NodemailerError {
  return error instanceof Error && 'code' in error;
}
