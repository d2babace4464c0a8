import type { NodemailerError } from 'nodemailer/lib/errors';
import { certificateFault, lastingConnectionFailure } from '#base/lasting-connection-failure.ts';
import { safeCause } from '#base/text/redact.ts';
import {
  curableRule,
  LostAnswerError,
  type NotAccepted,
  type OutcomeRule,
  type OutgoingMessage,
  outcomeByRule,
  permanentRule,
  retryableRule,
  ruleForAll,
} from './mailer.ts';
import { loginRefused } from './smtp-login.ts';
import {
  isAboutMachine,
  isAboutName,
  isAboutSender,
  isMailboxFull,
  isTooLarge,
  isTooManyRecipients,
  redactorFor,
  replyOf,
  type SmtpReply,
  saysFull,
  secretsOf,
} from './smtp-reply.ts';
import type { SmtpServer } from './smtp-settings.ts';

/** Greylisting refuses a sender's first try, and usually accepts one five minutes later. */
const greylistingWaitSeconds = 300;
/** The wait after a busy server has asked for a later try. */
const busyWaitSeconds = 60;

type SmtpFailure = {
  readonly stage: 'connecting' | 'logging in' | 'sending';
  /** A code of the network, of TLS or of the connection: `ECONNREFUSED`, `DEPTH_ZERO_SELF_SIGNED_CERT`, `ETIMEDOUT`. */
  readonly code: string;
  readonly command: string;
  /** Undefined if the connection failed, or if the answer is neither 4xx nor 5xx. */
  readonly reply: SmtpReply | undefined;
  /** The server's refusal in this transaction before the connection failed; empty if there was none. */
  readonly lastRefusal: string;
  readonly recipients: readonly SmtpReply[];
  readonly partlySent: boolean;
  readonly from: string;
  readonly name: string;
};

function smtpRule(failure: SmtpFailure): OutcomeRule {
  const { stage, reply, lastRefusal, recipients } = failure;
  const replies = recipients.length > 0 || reply === undefined ? recipients : [reply];
  const isAtEhlo = stage === 'connecting' && /^[EH][EH]LO$/.test(failure.command);
  if (reply && (isAtEhlo || replies.every(isAboutName))) {
    return { ...ehloRefused(failure.name), affects: 'every message' };
  }
  if (recipients.some(isForNow)) {
    return retryableRule(
      failure.partlySent
        ? 'a recipient is refused for now; those that it took before have the message'
        : 'a recipient is refused for now, so nobody was sent the message yet',
      greylistingWaitSeconds,
    );
  }
  if (lastRefusal !== '') return endedWithRefusal;
  const rule = reply === undefined ? ruleOfCode(failure) : ruleOfReply(reply, failure);
  // A failure before the server knows anything of the message concerns every message.
  return stage === 'sending' || rule.means === 'failed' ? rule : { ...rule, affects: 'every message' };
}

function ruleOfReply(reply: SmtpReply, failure: SmtpFailure): OutcomeRule {
  const { stage, command, recipients, from } = failure;
  if (reply.status < 500) {
    return retryableRule('the server asks to try again later', busyWaitSeconds);
  }
  if (command === 'STARTTLS') {
    return curableRule(
      'it offers no encryption (STARTTLS); use a port that does, usually 587, or tls: implicit on port 465',
    );
  }
  if (stage === 'connecting') return machineRefused;
  // Microsoft 365 also says so once it has taken the login.
  if (stage === 'logging in' || /\bbasic auth/i.test(reply.text)) return loginRefused(reply);
  if (recipients.length > 0) {
    if (recipients.every(isAboutMachine)) return machineRefused;
    if (recipients.every(isAboutSender)) return senderRefused(from);
    if (recipients.every(isMailboxFull)) return mailboxFull;
    return recipients.every(isTooLarge) ? tooLarge : recipientsRefused;
  }
  if (isAboutMachine(reply)) return machineRefused;
  if (saysFull(reply)) return mailboxFull;
  if (isTooLarge(reply)) return tooLarge;
  if (command !== 'DATA' || isAboutSender(reply)) return senderRefused(from);
  return contentRefused;
}

/** Also a permanent status, if it is about the number of recipients (RFC 5321, 4.5.3.1.10). */
export function isForNow(reply: SmtpReply): boolean {
  return reply.status < 500 || isTooManyRecipients(reply);
}

/** Also by a temporary status: Google's relay answers 421 to a name that it never takes. */
export function ehloRefused(name: string): OutcomeRule {
  return curableRule(
    `it refuses the name ${name}, by which this machine greets it (EHLO); set mail.smtp.name to a host name that it takes`,
  );
}

function ruleOfCode({ stage, code }: SmtpFailure): OutcomeRule {
  switch (code) {
    case 'EMESSAGE':
      return tooLarge;
    case 'EENVELOPE':
      return recipientsRefused;
    case 'EAUTH':
      return loginUnfinished;
    case 'EPROTOCOL':
      return stage === 'connecting'
        ? curableRule('what answers is not a mail server; correct mail.smtp.host and port')
        : notReached;
    case 'ETIMEDOUT':
      return retryableRule(
        'it did not answer in time; if this happens always, check mail.smtp.host, port and tls, and the firewall',
        busyWaitSeconds,
      );
  }
  switch (lastingConnectionFailure(code)) {
    case undefined:
      return notReached;
    case 'unknown host':
      return curableRule('there is no host of this name; correct mail.smtp.host');
    case 'certificate':
      return curableRule(certificateRemedies[certificateFault(code)]);
    case 'encryption':
      return curableRule(
        'no encrypted connection could be made; use tls: implicit for port 465, tls: starttls for port 587, and TLS 1.2 or later',
      );
  }
}

const certificateRemedies = {
  expired: "its certificate has expired; ask whoever runs it to renew it, or correct this machine's clock",
  'not valid yet':
    "its certificate is not valid yet; correct this machine's clock, or ask whoever runs it for another certificate",
  'another name': 'its certificate is for another name; set mail.smtp.host to the name in the certificate',
  'not trusted':
    'its certificate is not trusted; name the file of a private issuer in NODE_EXTRA_CA_CERTS and start Lookahead again, or ask whoever runs it for a certificate with its whole chain',
};
const notReached = retryableRule(
  'the connection failed before the message was sent; check the network and mail.smtp',
);
const endedWithRefusal = retryableRule(
  'it refused this and ended the connection; if it does so always, ask whoever runs it why',
);
const machineRefused = ruleForAll('the server refuses this machine; ask whoever runs it to let it send');
const loginUnfinished = curableRule('its answer to the login is none of SMTP; ask whoever runs it');
const recipientsRefused = permanentRule(
  'correct the addresses in the configuration or in the planning service',
);
const mailboxFull = permanentRule('ask the reader to make room, and forward the report');
const tooLarge = permanentRule(
  'the message is larger than it takes; ask for a higher limit, or make the report smaller',
);
const contentRefused = permanentRule('ask whoever runs the server why, and correct what it names');

function senderRefused(from: string): OutcomeRule {
  return ruleForAll(
    `it does not let this login send from ${from}; allow it there, or correct from, mail.smtp.user and password`,
  );
}

/** How far a send got. Only 'awaiting the answer' comes after the end of the message: the server may have accepted it. */
export type SmtpStage = SmtpFailure['stage'] | 'awaiting the answer';

type FailedSend = {
  readonly message: OutgoingMessage;
  readonly server: SmtpServer;
  readonly stage: SmtpStage;
  readonly refusedRecipients: readonly NodemailerError[];
  readonly partlySent: boolean;
};

export class SmtpStopped extends Error {
  override readonly name = 'SmtpStopped';
  /** In place of an answer: `ETIMEDOUT`, or what the server said before. */
  readonly code: string;
  readonly rule: OutcomeRule | undefined;

  constructor(code: string, rule?: OutcomeRule) {
    super(code);
    this.code = code;
    this.rule = rule;
  }
}

/**
 * @throws LostAnswerError if the server may have accepted the message, and an error that is none of the connection's
 */
export function smtpOutcome(error: unknown, send: FailedSend): NotAccepted {
  if (!isOfConnection(error)) throw error;
  const { message, server } = send;
  const said = redactorFor(server);
  const service = `The mail server ${server.host}:${server.port}`;
  const code = said(error.originalCode ?? error.code ?? error.name);
  const rule = error instanceof SmtpStopped ? error.rule : undefined;
  if (rule) {
    return outcomeByRule({ ...rule, affects: 'every message' }, { service, detail: code });
  }
  const reply = replyOf(error, said);
  if (send.stage === 'awaiting the answer' && reply === undefined) {
    const remedy = 'Look for it in the log of the mail server before sending it again.';
    throw new LostAnswerError(service, { code, remedy, cause: safeCause(error, secretsOf(server)) });
  }
  // Recipients that were refused while others were accepted are not the reason for a later failure.
  const refused = ['RCPT TO', 'API'].includes(error.command ?? '') ? send.refusedRecipients : [];
  const failure: SmtpFailure = {
    stage: send.stage === 'awaiting the answer' ? 'sending' : send.stage,
    code,
    command: error.command ?? '',
    reply,
    lastRefusal: send.stage === 'sending' && isEndAfterRefusal(error) ? said(error.response) : '',
    recipients: refused.flatMap((one) => replyOf(one, said) ?? []),
    partlySent: send.partlySent,
    from: message.from,
    name: server.name,
  };
  const detail =
    refused.length > 0
      ? refused.map(({ recipient = '', response }) => `${recipient}: ${said(response)}`).join('; ')
      : smtpDetail(failure, said(error.message));
  return outcomeByRule(smtpRule(failure), { service, detail });
}

function isEndAfterRefusal({ responseCode, response = '' }: NodemailerError): boolean {
  return responseCode === undefined && /^[45]/.test(response);
}

/** The words of the server or the network. An answer to a login gives its codes only, as it may repeat the password. */
function smtpDetail({ stage, code, reply, lastRefusal }: SmtpFailure, words: string): string {
  if (reply === undefined) return code === 'EMESSAGE' ? words : lastRefusal || code;
  if (stage !== 'logging in') return reply.text;
  return /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(reply.text)?.[0] ?? code;
}

function isOfConnection(error: unknown): error is NodemailerError {
  return error instanceof Error && 'code' in error;
}
