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

type SmtpSession = {
  readonly maxRecipients: number;
  /** @returns the server's answer. Fills in at once which recipients it refused */
  readonly send: (envelope: SMTPConnectionEnvelope, content: Readable) => Promise<string>;
  readonly reset: () => Promise<void>;
  readonly close: () => void;
};

type Done<Value> = (error?: Error | null, value?: Value) => void;

/**
 * @param by.signal aborted when the time for the whole send is over
 * @param by.enter called when a stage begins
 * @throws an error of the connection, or `SmtpStopped`
 */
async function openSession(
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

/** If a refusal comes with the end of the connection, the library reports only the end. */
function withLastRefusal(error: NodemailerError, refusal: string | undefined): NodemailerError {
  const isEnd = error.code === 'ECONNECTION' || error.code === 'ESOCKET';
  return isEnd && error.response === undefined && refusal !== undefined
    ? Object.assign(error, { response: refusal })
    : error;
}

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

export type Line = ReturnType<typeof lineTo>;

/** The connection of a send, opened when it is needed. A server may end it after any message: the next has another one. */
export function lineTo(
  server: SmtpServer,
  { times, signal }: { readonly times: SmtpTimes; readonly signal: AbortSignal },
) {
  let stage: SmtpStage = 'connecting';
  let open: SmtpSession | undefined;
  let used = false;
  let maxRecipients = Number.POSITIVE_INFINITY;
  const enter = (next: SmtpStage) => {
    stage = next;
  };
  const end = () => {
    open?.close();
    open = undefined;
    used = false;
  };
  return {
    session: async () => {
      open ??= await openSession(server, { times, signal, enter });
      return open;
    },
    stage: () => stage,
    /** A transaction is over, after which the server may end the connection. */
    mayEnd: () => {
      used = true;
    },
    /** Whether the error says no more than that the server ended a connection after a transaction; then it is closed. */
    hasEnded: (error: unknown): boolean => {
      if (!used || signal.aborted || !isEndOfConnection(error)) return false;
      end();
      return true;
    },
    reset: async () => {
      await open?.reset().catch(end);
    },
    maxRecipients: () => maxRecipients,
    /** @returns whether there is time for another connection, with at most `max` recipients in each transaction */
    restart: (max: number): boolean => {
      if (signal.aborted) return false;
      maxRecipients = max;
      end();
      return true;
    },
    end,
  };
}

export function isEndOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { command, responseCode: status = 421 }: NodemailerError = error;
  return status < 400 || status === 421 || (command === 'MAIL FROM' && status < 500);
}
