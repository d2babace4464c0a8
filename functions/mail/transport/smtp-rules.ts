/**
 * Which failures of a mail server pass by themselves, which a person can cure, which are final, and whether the message
 * was refused or its outcome is unknown.
 */

import type { NodemailerError } from 'nodemailer/lib/errors';
import { lastingConnectionFailure } from '../../base/lasting-connection-failure.ts';
import { oneLine } from '../../base/one-line.ts';
import {
  LostAnswerError,
  type NotAccepted,
  type OutcomeRule,
  type OutgoingMessage,
  outcomeOf,
} from './mailer.ts';

/** A reply of a mail server that refuses: `550 5.1.1 No such user`. */
type SmtpReply = { readonly status: number; readonly text: string };

/** How a send failed before its answer was due, or with an answer. */
type SmtpFailure = {
  readonly stage: 'connecting' | 'logging in' | 'sending';
  /** A code of the network, of TLS or of the connection: `ECONNREFUSED`, `DEPTH_ZERO_SELF_SIGNED_CERT`, `ETIMEDOUT`. */
  readonly code: string;
  /** The command that was answered: `STARTTLS`, `MAIL FROM`. */
  readonly command: string;
  /** Undefined where the connection failed, or the answer is neither 4xx nor 5xx. */
  readonly reply: SmtpReply | undefined;
  /** One for each recipient that was refused. */
  readonly recipients: readonly SmtpReply[];
  readonly from: string;
};

/** Seconds. Greylisting, which refuses a sender's first try, usually lets the second one pass after five minutes. */
const greylistingWait = 300;
/** Seconds. The wait after an answer by which a busy server asks for a later try. */
const busyWait = 60;

function ruleOf(failure: SmtpFailure): OutcomeRule {
  const { stage, reply, recipients } = failure;
  if (recipients.some(({ status }) => status < 500)) {
    return {
      means: 'retryable',
      waitSeconds: greylistingWait,
      remedy: 'a recipient is refused for now, so nobody was sent the message yet',
    };
  }
  const rule = reply === undefined ? ruleOfCode(failure) : ruleOfReply(reply, failure);
  // A failure before the server knows anything of the message concerns every message.
  return stage === 'sending' || rule.means === 'failed' ? rule : { ...rule, affects: 'every message' };
}

function ruleOfReply(reply: SmtpReply, { stage, command, recipients, from }: SmtpFailure): OutcomeRule {
  if (reply.status < 500) {
    return { means: 'retryable', waitSeconds: busyWait, remedy: 'the server asks to try again later' };
  }
  if (command === 'STARTTLS') {
    return {
      means: 'curable',
      remedy:
        'it offers no encryption (STARTTLS); use a port that does, usually 587, or tls: implicit on port 465',
    };
  }
  if (stage === 'connecting') {
    return {
      means: 'curable',
      remedy: 'the server refuses this machine; ask whoever runs it to let it send',
    };
  }
  if (stage === 'logging in') return loginRefused;
  if (recipients.length > 0) {
    return recipients.every(isAboutSender) ? senderRefused(from) : recipientsRefused;
  }
  if (command === 'DATA' ? isAboutSender(reply) : !isTooLarge(reply)) return senderRefused(from);
  return isTooLarge(reply) ? tooLarge : contentRefused;
}

function ruleOfCode({ stage, code }: SmtpFailure): OutcomeRule {
  switch (code) {
    case 'EMESSAGE':
      return tooLarge;
    case 'EENVELOPE':
      return recipientsRefused;
    case 'EAUTH':
      return loginRefused;
    case 'NoLogin':
      return {
        means: 'curable',
        remedy:
          'it offers no login on this connection; use its port for submission, usually 587, or leave out mail.smtp.user and password',
      };
    case 'EPROTOCOL':
      return stage === 'connecting'
        ? {
            means: 'curable',
            remedy: 'what answers is not a mail server; correct mail.smtp.host and port',
          }
        : notReached;
    case 'ETIMEDOUT':
      return {
        means: 'retryable',
        waitSeconds: busyWait,
        remedy:
          'it did not answer in time; if this happens always, check mail.smtp.host, port and tls, and the firewall',
      };
  }
  switch (lastingConnectionFailure(code)) {
    case undefined:
      return notReached;
    case 'unknown host':
      return { means: 'curable', remedy: 'there is no host of this name; correct mail.smtp.host' };
    case 'certificate':
      return {
        means: 'curable',
        remedy:
          'its certificate is not trusted; set mail.smtp.host to the name in the certificate, or name the file of a private issuer in NODE_EXTRA_CA_CERTS',
      };
    case 'encryption':
      return {
        means: 'curable',
        remedy:
          'no encrypted connection could be made; use tls: implicit for port 465, tls: starttls for port 587, and TLS 1.2 or later',
      };
  }
}

const notReached: OutcomeRule = {
  means: 'retryable',
  remedy: 'the connection failed before the message was sent; check the network and mail.smtp',
};
const loginRefused: OutcomeRule = {
  means: 'curable',
  remedy: 'it refuses the login; correct mail.smtp.user, or the password in the environment variable',
};
const recipientsRefused: OutcomeRule = {
  means: 'failed',
  remedy: 'correct the addresses in the configuration or in the planning service',
};
const tooLarge: OutcomeRule = {
  means: 'failed',
  remedy: 'the message is larger than it takes; ask for a higher limit, or make the report smaller',
};
const contentRefused: OutcomeRule = {
  means: 'failed',
  remedy: 'ask whoever runs the server why, and correct what it names',
};

function senderRefused(from: string): OutcomeRule {
  return {
    means: 'curable',
    affects: 'every message',
    remedy: `it does not let this login send from ${from}; allow it there, or correct from, mail.smtp.user and password`,
  };
}

/** 530: log in first. Other servers say by a word that they do not relay, or not for this sender. */
function isAboutSender({ status, text }: SmtpReply): boolean {
  return status === 530 || /\brelay|\bauthenticat|send ?as|\b5\.7\.60\b/i.test(text);
}

function isTooLarge({ status, text }: SmtpReply): boolean {
  return status === 552 || status === 523 || /^\d+[ -]5\.3\.4\b/.test(text);
}

/** How far a send got. Only 'awaiting the answer' comes after the end of the message: the server may have accepted it. */
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
  return outcomeOf(ruleOf(failure), { service: name, detail: detailOf(error, failure, recipients) });
}

/** The words of the server or the network. An answer to a login gives its codes only, as it may repeat the password. */
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
