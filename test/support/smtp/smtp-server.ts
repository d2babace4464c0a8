/** A real mail server on loopback that fails as a test wants, and stores every message that it accepts. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import tls from 'node:tls';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** A stored message, as it was delivered to the mailbox of each recipient. */
type StoredMessage = {
  readonly from: string;
  readonly recipients: readonly string[];
  readonly raw: Buffer;
  readonly encrypted: boolean;
  readonly user: string | undefined;
};

/** A fault instead of an answer: a refusal, a closed connection, or no answer. */
export type Trouble = { readonly status: number; readonly text: string } | 'broken off' | 'silence';

/** Called at each step of every session; undefined means no fault. */
export type SmtpFaults = {
  connect?: () => Trouble | undefined;
  login?: (user: string) => Trouble | undefined;
  sender?: (address: string) => Trouble | undefined;
  recipient?: (address: string) => Trouble | undefined;
  /** Called when the beginning of the message arrives. */
  content?: () => 'broken off' | undefined;
  /** Called when the whole message has arrived: whether the server stores it, and the fault instead of its answer. */
  answer?: () => { readonly stored: boolean; readonly trouble: Trouble } | undefined;
};

export type SmtpServerOptions = {
  readonly tls?: 'starttls' | 'implicit' | 'none';
  /** The process trusts the issuer of each except 'untrusted'; only 'trusted' also has a valid date and name. */
  readonly certificate?: keyof typeof certificateFiles;
  readonly login?: { readonly user: string; readonly password: string };
  /** Maximum size of a message in bytes, as announced to clients. */
  readonly maxBytes?: number;
  /** Whether clients may send the commands of a message without waiting for the answers, as most servers allow. */
  readonly pipelining?: boolean;
};

/** The file with the server's certificate, for NODE_EXTRA_CA_CERTS. */
export const trustedCertificateFile = `${import.meta.dirname}/trusted.pem`;
const certificateFiles = {
  trusted: trustedCertificateFile,
  untrusted: `${import.meta.dirname}/untrusted.pem`,
  expired: `${import.meta.dirname}/../planning/certificates/expired.pem`,
  'not-yet-valid': `${import.meta.dirname}/../planning/certificates/not-yet-valid.pem`,
  'other-name': `${import.meta.dirname}/../planning/certificates/other-name.pem`,
};

export async function startSmtpServer(options: SmtpServerOptions = {}) {
  const { certificate = 'trusted', maxBytes, login, pipelining = true } = options;
  const cert = readFileSync(certificateFiles[certificate], 'utf8');
  if (certificate !== 'untrusted') trust(cert);
  const stored: StoredMessage[] = [];
  const faults: SmtpFaults = {};
  const sockets = new Map<number, Socket>();
  let sessions = 0;

  /**
   * Applies a fault: closes the connection, never answers, or has `next` send a refusal. Without a fault, `next`
   * continues.
   */
  const suffer = (
    trouble: Trouble | undefined,
    session: SMTPServerSession,
    next: (error?: Error | null) => void,
  ) => {
    if (trouble === undefined) next();
    else if (trouble === 'broken off') sockets.get(session.remotePort)?.destroy();
    else if (trouble !== 'silence') {
      next(Object.assign(new Error(trouble.text), { responseCode: trouble.status }));
    }
  };

  const server = new SMTPServer({
    key: readFileSync(`${import.meta.dirname}/key.pem`),
    cert,
    secure: options.tls === 'implicit',
    disabledCommands: [...(options.tls === 'none' ? ['STARTTLS'] : []), ...(login ? [] : ['AUTH'])],
    hidePIPELINING: !pipelining,
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    closeTimeout: 1,
    ...(maxBytes === undefined ? {} : { size: maxBytes }),
    onConnect: (session, done) => {
      sessions += 1;
      suffer(faults.connect?.(), session, done);
    },
    onAuth: ({ username = '', password }, session, done) => {
      const isRight = username === login?.user && password === login.password;
      const wrong = isRight ? undefined : { status: 535, text: 'Authentication failed' };
      suffer(faults.login?.(username) ?? wrong, session, (error) =>
        error ? done(error) : done(null, { user: username }),
      );
    },
    onMailFrom: ({ address }, session, done) => suffer(faults.sender?.(address), session, done),
    onRcptTo: ({ address }, session, done) => suffer(faults.recipient?.(address), session, done),
    onData: (stream, session, done) => {
      if (faults.content?.() === 'broken off') return suffer('broken off', session, done);
      const { mailFrom, rcptTo } = session.envelope;
      const recipients = rcptTo.map(({ address }) => address);
      const read = buffer(stream).then((raw) => {
        const fault = faults.answer?.();
        if (fault?.stored !== false) {
          const from = mailFrom ? mailFrom.address : '';
          stored.push({ from, recipients, raw, encrypted: session.secure, user: session.user });
        }
        suffer(fault?.trouble, session, done);
      });
      // A client that disconnects in the middle of a message has sent no message.
      read.catch(() => undefined);
    },
  });
  // The client disconnected, or does not trust the certificate.
  server.on('error', () => undefined);
  server.server.on('connection', (socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    socket.once('close', () => sockets.delete(port));
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    port,
    faults,
    /** In the order in which they arrived. */
    stored: stored as readonly StoredMessage[],
    sessions: () => sessions,
    async close() {
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

/** Trusts a certificate in this process from now on. */
function trust(certificate: string): void {
  const known = tls.getCACertificates('default');
  const ours = certificate.trim();
  if (!known.some((one) => one.trim() === ours)) tls.setDefaultCACertificates([...known, ours]);
}
