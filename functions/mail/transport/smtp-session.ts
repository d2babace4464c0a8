/** One connection to a mail server: greeted, encrypted and logged in as configured, then ready for transactions. */

import type { Readable } from 'node:stream';
import type { NodemailerError } from 'nodemailer/lib/errors';
import SMTPConnection, {
  type SMTPConnectionEnvelope,
  type SMTPConnectionSendInfo,
} from 'nodemailer/lib/smtp-connection';
import { announcedIn, loginNotOffered, passwordLogins } from './smtp-login.ts';
import { ehloRefused, type SmtpStage, SmtpStopped } from './smtp-rules.ts';
import type { SmtpServer } from './smtp-settings.ts';

/** Milliseconds. */
export type SmtpTimes = {
  /** Time to connect: until the server's greeting, encryption included. */
  readonly connect: number;
  /** Time without a byte from the server. Virus and spam checks come before the last answer, and may take minutes. */
  readonly answer: number;
};

export type SmtpSession = {
  /** How many recipients the server takes in one transaction. */
  readonly maxRecipients: number;
  /** @returns the server's answer. Fills in at once which recipients it refused */
  readonly send: (envelope: SMTPConnectionEnvelope, content: Readable) => Promise<string>;
  /** Ends a transaction that sent no message. */
  readonly reset: () => Promise<void>;
  readonly close: () => void;
};

type Done<Value> = (error?: Error | null, value?: Value) => void;

/**
 * @param by.signal aborted when the time for the whole send is over
 * @param by.enter called when a stage begins
 * @throws an error of the connection, or `SmtpStopped`
 */
export async function openSession(
  server: SmtpServer,
  by: { readonly times: SmtpTimes; readonly signal: AbortSignal; readonly enter: (stage: SmtpStage) => void },
): Promise<SmtpSession> {
  const { times, signal, enter } = by;
  enter('connecting');
  if (signal.aborted) throw new SmtpStopped('ETIMEDOUT');
  const refusals: string[] = [];
  const connection = connectionTo(server, times, refusals);
  const failed = new Promise<never>((_, reject) =>
    connection.on('error', (error) => reject(withLastRefusal(error, refusals.at(-1)))),
  );
  const endTooLate = () => connection.emit('error', new SmtpStopped('ETIMEDOUT'));
  signal.addEventListener('abort', endTooLate, { once: true });
  const answered = <Value>(ask: (done: Done<Value>) => void) =>
    Promise.race([
      failed,
      new Promise<Value | undefined>((resolve, reject) =>
        ask((error, value) => (error ? reject(error) : resolve(value))),
      ),
    ]);
  const close = () => {
    signal.removeEventListener('abort', endTooLate);
    connection.close();
  };
  try {
    await answered((done) => connection.connect(done));
    const announced = announcedIn(connection.lastServerResponse || '');
    if (server.login) {
      enter('logging in');
      const { user, password: pass } = server.login;
      const method = passwordLogins.find((one) => announced.logins?.includes(one));
      // After a refused EHLO the connection goes on with HELO, by which a server offers nothing.
      if (refusals[0] !== undefined) throw new SmtpStopped(refusals[0], ehloRefused(server.name));
      if (method === undefined) throw new SmtpStopped('no login', loginNotOffered(announced, server.tls));
      await answered((done) => connection.login({ user, pass, method }, done));
    }
    enter('sending');
    return {
      maxRecipients: announced.maxRecipients,
      send: async (envelope, content) => {
        refusals.length = 0;
        const info = await answered<SMTPConnectionSendInfo>((done) =>
          connection.send(envelope, content, done),
        );
        return info?.response ?? '';
      },
      reset: async () => {
        await answered((done) => connection.reset(done));
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** The library drops a refusal that comes with the end of the connection, and says the end alone. */
function withLastRefusal(error: NodemailerError, refusal: string | undefined): NodemailerError {
  const isEnd = error.code === 'ECONNECTION' || error.code === 'ESOCKET';
  return isEnd && error.response === undefined && refusal !== undefined
    ? Object.assign(error, { response: refusal })
    : error;
}

/** @param refusals where the server's refusals go that the connection does not end with */
function connectionTo(
  { host, port, tls, name }: SmtpServer,
  times: SmtpTimes,
  refusals: string[],
): SMTPConnection {
  return new SMTPConnection({
    host,
    port,
    name,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    connectionTimeout: times.connect,
    greetingTimeout: times.connect,
    dnsTimeout: times.connect,
    socketTimeout: times.answer,
    tls: { minVersion: 'TLSv1.2' },
    transactionLog: true,
    logger: {
      debug: ({ tnx }: { readonly tnx?: string }, reply: string) => {
        if (tnx === 'server' && /^[45]/.test(reply)) refusals.push(reply);
      },
    },
  });
}
