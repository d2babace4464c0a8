import type { ObjectStore } from '#archive/object-store.ts';
import type { Clock } from '#base/system.ts';
import type { Configuration } from '#config/configuration.ts';
import type { Mailer } from '#mail/transport/mailer.ts';
import { createOutbox } from '#mail/transport/outbox.ts';
import { createSmtpMailer } from '#mail/transport/smtp.ts';
import { smtpServerOf } from '#mail/transport/smtp-settings.ts';
import { resumeCommand, stoppableMailer } from '#runs/messages/stoppable-mailer.ts';

export const outboxFolder = 'outbox';

/** The mail server of the configuration; nothing is sent while mail is stopped. @throws SmtpPasswordError */
export function openMailServer(
  { mail, from, deployment }: Configuration & { readonly mail: NonNullable<Configuration['mail']> },
  environment: Readonly<Record<string, string | undefined>>,
  world: { readonly store: ObjectStore; readonly clock: Clock; readonly archive: string },
): Mailer {
  const resume = resumeCommand('--out', world.archive);
  const server = smtpServerOf(mail.smtp, { from, url: deployment?.machine?.url }, environment);
  return stoppableMailer(createSmtpMailer(server), { ...world, resume });
}

export function openOutbox(store: ObjectStore): Mailer {
  return createOutbox({
    putOnce: (name, body, contentType) => store.putOnce(`${outboxFolder}/${name}`, body, contentType),
    get: (name) => store.get(`${outboxFolder}/${name}`),
  });
}
