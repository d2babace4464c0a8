/**
 * Sends messages through a mail server. One call is one attempt over a connection of its own: the message is accepted,
 * refused (for now or permanently), or the answer is lost, which throws.
 */

import { Readable } from 'node:stream';
import type { NodemailerError } from 'nodemailer/lib/errors';
import SMTPConnection, {
  type SMTPConnectionEnvelope,
  type SMTPConnectionSendInfo,
} from 'nodemailer/lib/smtp-connection';
import { LookaheadError } from '../../base/lookahead-error.ts';
import { oneLine } from '../../base/one-line.ts';
import type { Mailer, OutgoingMessage, Refusal, SendOptions, SendResult } from './mailer.ts';
import { type SmtpStage, smtpOutcome } from './smtp-rules.ts';

export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /**
   * 'starttls': the connection is encrypted before anything else, or the send is refused. 'implicit': encrypted from its
   * first byte. 'none': never encrypted.
   */
  readonly tls: 'starttls' | 'implicit' | 'none';
  readonly login?: { readonly user: string; readonly password: string } | undefined;
};

/** Milliseconds. */
type SmtpLimits = {
  /** Time to connect: until the server's greeting, encryption included. */
  readonly connect: number;
  /** Time without a byte from the server. Virus and spam checks come before the last answer, and may take minutes. */
  readonly answer: number;
  /** Time for the whole send. Less than the lease of an intent, so that a sender whose lease is over sends no more. */
  readonly whole: number;
};

/** Seconds for which a recipient who is refused for now keeps the message from all others. */
const patience = 3_600;

const usualLimits: SmtpLimits = { connect: 30_000, answer: 300_000, whole: 900_000 };

/**
 * A mailer that sends through a mail server, which has to show a certificate that this machine trusts.
 *
 * A recipient that the server refuses for now (4xx, such as greylisting) stops the message before any of it is sent,
 * because a message cannot be sent to some recipients now and to the rest later. That lasts an hour from the recipient's
 * first refusal, or until the last attempt: greylisting ends in minutes, and a full mailbox or a mistyped domain must not
 * keep the report from everyone else. A recipient that is refused then, or for good (5xx), is named in the answer, and the
 * others get the message.
 *
 * @returns a mailer whose `send` throws `LostAnswerError` if it is unknown whether the server accepted the message
 */
export function createSmtpMailer(server: SmtpServer, limits = usualLimits): Mailer {
  return {
    repeatable: false,
    send: (message, options = {}) => sendOnce(message, server, { ...limits, ...options }),
  };
}

async function sendOnce(
  message: OutgoingMessage,
  server: SmtpServer,
  { waited = () => 0, refusal, ...limits }: SmtpLimits & SendOptions,
): Promise<SendResult> {
  const envelope = envelopeOf(message);
  let refused: Refusal | undefined;
  const content = contentOf(message.raw, async () => {
    if (deferredOf(envelope).some((address) => waited(address) < patience)) return true;
    refused = await refusal?.();
    return refused !== undefined;
  });
  const connection = connectionTo(server, limits);
  let stage: SmtpStage = 'connecting';
  const timer = setTimeout(() => connection.emit('error', failure('ETIMEDOUT')), limits.whole);
  try {
    const failed = new Promise<never>((_, reject) => connection.on('error', reject));
    const answered = <Value>(ask: (done: Done<Value>) => void) =>
      Promise.race([
        failed,
        new Promise<Value | undefined>((resolve, reject) =>
          ask((error, value) => (error ? reject(error) : resolve(value))),
        ),
      ]);
    await answered((done) => connection.connect(done));
    if (server.login) {
      stage = 'logging in';
      const { user, password: pass } = server.login;
      if (!connection.allowsAuth) throw failure('NoLogin');
      await answered((done) => connection.login({ user, pass }, done));
    }
    stage = 'sending';
    const info = await answered<SMTPConnectionSendInfo>((done) => connection.send(envelope, content, done));
    return {
      kind: 'accepted',
      messageId: oneLine(info?.response ?? '').slice(0, 200),
      ...(envelope.rejectedErrors.length === 0 ? {} : { rejected: rejectedOf(envelope) }),
    };
  } catch (error) {
    if (refused) return refused;
    const outcome = smtpOutcome(error, {
      message,
      server,
      stage: content.readableEnded ? 'awaiting the answer' : stage,
      refusedRecipients: envelope.rejectedErrors,
    });
    const deferred = deferredOf(envelope);
    return outcome.kind === 'refused' && deferred.length > 0 ? { ...outcome, deferred } : outcome;
  } finally {
    clearTimeout(timer);
    content.destroy();
    connection.close();
  }
}

type Done<Value> = (error?: Error | null, value?: Value) => void;

/** A failure that the connection itself does not report. */
function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function connectionTo({ host, port, tls }: SmtpServer, limits: SmtpLimits): SMTPConnection {
  return new SMTPConnection({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    connectionTimeout: limits.connect,
    greetingTimeout: limits.connect,
    dnsTimeout: limits.connect,
    socketTimeout: limits.answer,
    tls: { minVersion: 'TLSv1.2' },
  });
}

/** The connection fills in which recipients the server refused, as soon as it knows. */
function envelopeOf({ from, recipients, raw }: OutgoingMessage): SMTPConnectionEnvelope {
  const known = { rcptQueue: [], accepted: [], rejected: [], rejectedErrors: [] };
  return { from, to: [...recipients], size: raw.length, ...known };
}

function deferredOf({ rejectedErrors }: SMTPConnectionEnvelope): readonly string[] {
  return rejectedErrors.filter(isForNow).map(({ recipient = '' }) => recipient);
}

function isForNow({ responseCode = 500 }: NodemailerError): boolean {
  return responseCode < 500;
}

const chunkBytes = 65_536;

/**
 * The message in chunks. Read only once the server has answered for every recipient and asked for it; fails there where
 * it must not be sent, and the connection is then closed without the end of a message.
 */
function contentOf(raw: Uint8Array, mustStop: () => Promise<boolean>): Readable {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    if (await mustStop()) throw new Error('The message must not be sent now');
    for (let from = 0; from < raw.length; from += chunkBytes) yield raw.subarray(from, from + chunkBytes);
  }
  return Readable.from(chunks(), { objectMode: false });
}

function rejectedOf({ rejectedErrors }: SMTPConnectionEnvelope) {
  return rejectedErrors.map((refused) => ({
    address: refused.recipient ?? '',
    reason: oneLine(refused.response ?? '').slice(0, 200),
    ...(isForNow(refused) ? { forNow: true as const } : {}),
  }));
}

/** `mail.smtp` of the configuration. */
export type SmtpSettings = {
  readonly host: string;
  readonly port?: number | undefined;
  readonly user?: string | undefined;
  readonly password?: { readonly env: string } | undefined;
  readonly tls?: SmtpServer['tls'] | undefined;
};

/** The password cannot be read. */
export class SmtpPasswordError extends LookaheadError {
  override readonly name = 'SmtpPasswordError';

  /** The name is not repeated: somebody may have written the password there. */
  constructor() {
    super('mail.smtp.password names an environment variable that is empty or not set', {
      kind: 'input',
      remedy: 'Set it to the password, or correct its name in the configuration.',
    });
  }
}

const implicitPort = 465;
const submissionPort = 587;

/** The mail server of the configuration, with its password. @throws SmtpPasswordError */
export function smtpServerOf(
  { host, user, password, ...settings }: SmtpSettings,
  environment: Readonly<Record<string, string | undefined>>,
): SmtpServer {
  const port = settings.port ?? (settings.tls === 'implicit' ? implicitPort : submissionPort);
  const tls = settings.tls ?? (port === implicitPort ? 'implicit' : 'starttls');
  if (user === undefined || password === undefined) return { host, port, tls };
  const value = environment[password.env];
  if (!value) throw new SmtpPasswordError();
  return { host, port, tls, login: { user, password: value } };
}
