import type { Mailer } from '../../mail/transport/mailer.ts';
import { createSesClient, createSesMailer } from '../../mail/transport/ses.ts';

/** SES, with the configuration set whose events report what happened to a message. */
export function openMailer(configurationSet: string | undefined): Mailer {
  return createSesMailer({ client: createSesClient(), configurationSet });
}
