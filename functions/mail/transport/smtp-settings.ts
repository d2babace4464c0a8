import { isIP } from 'node:net';
import { LookaheadError } from '#base/lookahead-error.ts';

export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /** The host name that this machine gives in EHLO. */
  readonly name: string;
  /**
   * - 'starttls': the connection is encrypted before anything else, or the send is refused.
   * - 'implicit': encrypted from its first byte.
   * - 'none': never encrypted.
   */
  readonly tls: 'starttls' | 'implicit' | 'none';
  readonly login?: { readonly user: string; readonly password: string } | undefined;
};

/** `mail.smtp` of the configuration. */
export type SmtpSettings = {
  readonly host: string;
  readonly port?: number | undefined;
  readonly name?: string | undefined;
  readonly user?: string | undefined;
  readonly password?: { readonly env: string } | undefined;
  readonly tls?: SmtpServer['tls'] | undefined;
};

export class SmtpPasswordError extends LookaheadError {
  override readonly name = 'SmtpPasswordError';

  /** The message does not name the variable: a person may have written the password in place of its name. */
  constructor() {
    super('mail.smtp.password names an environment variable that is empty or not set', {
      kind: 'input',
      remedy: 'Set it to the password, or correct its name in the configuration.',
    });
  }
}

type EhloNameSource = {
  readonly url?: string | undefined;
  readonly from: string;
};

const implicitPort = 465;
const submissionPort = 587;

/** @throws SmtpPasswordError */
export function smtpServerOf(
  { host, user, password, ...settings }: SmtpSettings,
  sender: EhloNameSource,
  environment: Readonly<Record<string, string | undefined>>,
): SmtpServer {
  const port = settings.port ?? (settings.tls === 'implicit' ? implicitPort : submissionPort);
  const tls = settings.tls ?? (port === implicitPort ? 'implicit' : 'starttls');
  const server = { host, port, tls, name: settings.name ?? ehloName(sender) };
  if (user === undefined || password === undefined) return server;
  const value = environment[password.env];
  if (!value) throw new SmtpPasswordError();
  return { ...server, login: { user, password: value } };
}

/** The host of the links, or the domain of the sender: many servers refuse `localhost` and IP addresses. */
function ehloName({ url = 'http://localhost', from }: EhloNameSource): string {
  const hostname = new URL(url).hostname.replace(/\.$/, '');
  const isLocal = /(?:^|\.)localhost(?:\.localdomain)?$/.test(hostname);
  const isAddress = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
  return isLocal || isAddress ? from.slice(from.lastIndexOf('@') + 1) : hostname;
}
