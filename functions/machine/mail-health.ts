import type { Mailer } from '../mail/transport/mailer.ts';

/** 'refused': the mail service refuses every message until a person acts, so that no mail can tell anybody. */
export type MailHealth = 'taken' | 'refused';

/** The mailer, which also tells what its service last did with a message. */
export function watchedMailer(mailer: Mailer, tell: (health: MailHealth) => void): Mailer {
  return {
    ...mailer,
    send: async (...asked) => {
      const result = await mailer.send(...asked);
      if (result.kind === 'accepted') tell('taken');
      if (result.kind === 'refused' && result.cause === 'curable' && result.affects !== undefined) {
        tell('refused');
      }
      return result;
    },
  };
}
