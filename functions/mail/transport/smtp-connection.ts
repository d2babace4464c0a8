import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { NodemailerError } from 'nodemailer/lib/errors';
import SMTPConnection, { type SMTPConnectionEnvelope } from 'nodemailer/lib/smtp-connection';
import type { SmtpServer } from './smtp-settings.ts';

/** Milliseconds. */
export type SmtpTimes = {
  /** Time to connect: until the server's greeting, encryption included. */
  readonly connectMs: number;
  /** Time without a byte from the server. Virus and spam checks come before the last answer, and may take minutes. */
  readonly answerMs: number;
};

export type SmtpConnection = Awaited<ReturnType<typeof openConnection>>;

/**
 * Connects and logs in.
 * @param by.signal aborted, with a failure as the reason, when the send is over or its time is
 * @throws an error of the connection; its command is `AUTH` if it came at the login
 */
export async function openConnection(
  { login, ...to }: SmtpServer,
  { connectMs, answerMs, signal }: SmtpTimes & { readonly signal: AbortSignal },
) {
  signal.throwIfAborted();
  const refusals: string[] = [];
  const connection = new SMTPConnection({
    ...to,
    secure: to.tls === 'implicit',
    requireTLS: to.tls === 'starttls',
    ignoreTLS: to.tls === 'none',
    // Covers looking up the name, the greeting and encryption too.
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
      // If a refusal comes with the end of the connection, the library reports only the end.
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
    // After a refused EHLO the connection goes on with HELO, by which a server offers nothing.
    if (refusals[0] !== undefined) throw smtpFailure(refusals[0], 'EHLO');
    checkLogin(ehlo, to.tls);
    const loggedIn = promisify(connection.login.bind(connection))({ user: login.user, pass: login.password });
    await answered(loggedIn).catch((error: Error) => {
      throw Object.assign(error, { command: 'AUTH' });
    });
  }
  return {
    /** How many recipients it takes in one transaction (RFC 9422). */
    maxRecipients: Number(
      /^\d{3}[ -]LIMITS .*\bRCPTMAX=([1-9]\d{0,8})\b/im.exec(ehlo)?.[1] ?? Number.POSITIVE_INFINITY,
    ),
    /** @returns the server's answer. Fills in at once which recipients it refused */
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
 * The library would log in by PLAIN even if a server does not offer it.
 * @param ehlo old servers write AUTH=LOGIN, some beside the line of today
 * @throws a failure with a code of the remedies if the server offers no login by password
 */
function checkLogin(ehlo: string, tls: SmtpServer['tls']): void {
  const offers = ehlo
    .match(/(?<=^\d{3}[ -])AUTH(?:[ =].*)?$/gim)
    ?.join(' ')
    .toUpperCase();
  if (offers === undefined) {
    throw smtpFailure(tls === 'none' && /^\d{3}[ -]STARTTLS *$/im.test(ehlo) ? 'not encrypted' : 'no login');
  }
  if (!/[ =](PLAIN|LOGIN|CRAM-MD5)(?![\w-])/.test(offers)) throw smtpFailure(`only ${offers}`);
}

/** @param code as the library's, or one that the remedies know */
export function smtpFailure(code: string, command?: string): NodemailerError {
  return Object.assign(new Error(code), { code, command });
}

export function isConnectionError(error: unknown): error is NodemailerError {
  return error instanceof Error && 'code' in error;
}

export function isEndOfConnection({ command, responseCode: status = 421 }: NodemailerError): boolean {
  return status < 400 || status === 421 || (command === 'MAIL FROM' && status < 500);
}
