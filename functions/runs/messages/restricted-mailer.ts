import { isAllowedAddress } from '#config/stage/stage-mail.ts';
import type { Mailer } from '#mail/transport/mailer.ts';

/**
 * A mailer that fails every message to an address outside of the domains, whether the configuration, a request or the
 * planning service named it.
 * @param domains as for `isAllowedAddress`; undefined: no restriction
 */
export function restrictedMailer(mailer: Mailer, domains: readonly string[] | undefined): Mailer {
  if (domains === undefined) return mailer;
  return {
    ...mailer,
    send: async (message, options) => {
      const outside = message.recipients.filter((address) => !isAllowedAddress(address, domains));
      if (outside.length === 0) return mailer.send(message, options);
      return {
        kind: 'failed',
        reason: `${outside.join(', ')}: allowedDomains in lookahead.yaml lets reports be mailed to ${domains.join(', ')} only. Correct the address, or add its domain there`,
      };
    },
  };
}
