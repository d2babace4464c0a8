import type { Mailer } from '../mail/transport/mailer.ts';

/** 'refused': the mail service refuses every message until a person acts, so no mail can tell anybody. */
export type MailHealth = 'taken' | 'refused';

export function watchedMailer(mailer: Mailer, tell: (health: MailHealth) => void): Mailer {
  return {
    ...mailer,
    send: async (...args) => {
      const result = await mailer.send(...args);
      if (result.kind === 'accepted') tell('taken');
      if (result.kind === 'refused' && result.cause === 'curable' && result.affects !== undefined) {
        tell('refused');
      }
      return result;
    },
  };
}
