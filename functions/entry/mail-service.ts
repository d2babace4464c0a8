import type { Mailer } from '../mail/mailer.ts';
import { createSesMailer } from '../mail/ses.ts';
import { createSesClient } from '../mail/ses-client.ts';

/** SES, with the configuration set whose events tell what became of a message. */
export function openMailer(configurationSet: string | undefined): Mailer {
  return createSesMailer({ client: createSesClient(), configurationSet });
}
