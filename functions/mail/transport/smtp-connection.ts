import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { NodemailerError } from 'nodemailer/lib/errors';
import SMTPConnection, { type SMTPConnectionEnvelope } from 'nodemailer/lib/smtp-connection';
import type { SmtpServer } from './smtp-settings.ts';

/** Time limits in milliseconds. */
export type SmtpTimeouts = {
  /** Time to connect: from the name lookup to the greeting, with encryption. */
  readonly connectMs: number;
  /** Time without a byte from the server. Virus and spam checks before the last answer may take minutes. */
  readonly answerMs: number;
};

export type SmtpConnection = Awaited<ReturnType<typeof openSmtpConnection>>;

/**
 * Connects and logs in.
 * @param by.signal aborted, with a failure as the reason, when the send ends or runs out of time
 * @throws an error of the connection; its `command` is `AUTH` if the login failed
 */
export async function openSmtpConnection(
  { login, ...to }: SmtpServer,
  { connectMs, answerMs, signal }: SmtpTimeouts & { readonly signal: AbortSignal },
) {
  signal.throwIfAborted();
  const refusals: string[] = [];
  const connection = new SMTPConnection({
    ...to,
    secure: to.tls === 'implicit',
    requireTLS: to.tls === 'starttls',
    ignoreTLS: to.tls === 'none',
    connectionTimeout: connectMs,
    socketTimeout: answerMs,
    tls: { minVersion: 'TLSv1.2' },
    transactionLog: true,
    logger: {
      debug: ({ tnx }: { readonly tnx?: string }, reply: string) => {
        if (tnx === 'server' && /^[45]/.test(reply)) refusals.push(reply);
      },
    },
  });
  const failed = new Promise<never>((_, reject) =>
    connection.on('error', (error: NodemailerError) => {
      // If the server refuses and ends the connection, the library reports only the end.
      if (/ECONNECTION|ESOCKET/.test(error.code ?? '')) error.response ??= refusals.at(-1);
      reject(error);
    }),
  );
  signal.addEventListener('abort', () => {
    connection.emit('error', signal.reason);
    connection.close();
  });
  const answered = <Answer>(sent: Promise<Answer>) => Promise.race([failed, sent]);

  await answered(promisify(connection.connect.bind(connection))());
  const ehlo = connection.lastServerResponse || '';
  if (login) {
    // After a refused EHLO, the library continues with HELO, whose answer lists no login methods.
    if (refusals[0] !== undefined) throw smtpFailureError(refusals[0], 'EHLO');
    checkLogin(ehlo, to.tls);
    const loggedIn = promisify(connection.login.bind(connection))({ user: login.user, pass: login.password });
    await answered(loggedIn).catch((error: Error) => {
      throw Object.assign(error, { command: 'AUTH' });
    });
  }
  return {
    /** Maximum recipients per transaction, as the server announces them (RFC 9422); infinite if it announces none. */
    maxRecipients: Number(
      /^\d{3}[ -]LIMITS .*\bRCPTMAX=([1-9]\d{0,8})\b/im.exec(ehlo)?.[1] ?? Number.POSITIVE_INFINITY,
    ),
    /** @returns the server's answer; fills accepted and refused recipients into `envelope` */
    send: async (envelope: SMTPConnectionEnvelope, content: Readable): Promise<string> => {
      refusals.length = 0;
      const sent = promisify(connection.send.bind(connection))(envelope, content);
      return (await answered(sent)).response;
    },
    reset: () => answered(promisify(connection.reset.bind(connection))()),
    close: () => connection.close(),
  };
}

/**
 * Checks that the server offers a login by password, because the library would use PLAIN even if it does not.
 * @param ehlo the server's reply to EHLO: old servers write `AUTH=LOGIN`, some in addition to the standard form
 * @throws an error with a code of `smtpRemedies`
 */
function checkLogin(ehlo: string, tls: SmtpServer['tls']): void {
  const offers = ehlo
    .match(/(?<=^\d{3}[ -])AUTH(?:[ =].*)?$/gim)
    ?.join(' ')
    .toUpperCase();
  if (offers === undefined) {
    throw smtpFailureError(
      tls === 'none' && /^\d{3}[ -]STARTTLS *$/im.test(ehlo) ? 'not encrypted' : 'no login',
    );
  }
  if (!/[ =](PLAIN|LOGIN|CRAM-MD5)(?![\w-])/.test(offers)) throw smtpFailureError(`only ${offers}`);
}

/** @param code of nodemailer, such as `ETIMEDOUT`, or another code of `smtpRemedies` */
export function smtpFailureError(code: string, command?: string): NodemailerError {
  return Object.assign(new Error(code), { code, command });
}

export function isNodemailerError(error: unknown): error is NodemailerError {
  return error instanceof Error && 'code' in error;
}

export function isEndOfConnection({ command, responseCode: status = 421 }: NodemailerError): boolean {
  return status < 400 || status === 421 || (command === 'MAIL FROM' && status < 500);
}
