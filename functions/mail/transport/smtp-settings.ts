import { LookaheadError } from '../../base/lookahead-error.ts';
import type { SmtpServer } from './smtp.ts';

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
