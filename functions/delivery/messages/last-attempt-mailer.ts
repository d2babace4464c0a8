import type { Mailer } from '../../mail/transport/mailer.ts';

/**
 * A mailer for the last attempt at a report: from now on, a recipient who is refused for now keeps a message from nobody
 * else.
 */
export function lastAttemptMailer(mailer: Mailer): Mailer {
  return {
    repeatable: mailer.repeatable,
    send: (message) => mailer.send(message, Number.POSITIVE_INFINITY),
  };
}
