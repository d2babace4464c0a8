import type { Temporal } from 'temporal-polyfill';
import { signLink } from '../../mail/signed-link.ts';
import { readLinkSecrets } from './link-secrets.ts';
import type { SecretReader } from './secrets.ts';

/** The address under which a mail's readers open a stored workbook. It lasts as long as configured. */
export function createLinkWriter(options: {
  readonly readSecret: SecretReader;
  readonly secret: string;
  readonly baseUrl: string;
  readonly days: number;
  readonly now: () => Temporal.Instant;
}): (key: string) => Promise<string> {
  const { readSecret, baseUrl, days, now } = options;
  return async (key) => {
    const { current } = await readLinkSecrets(readSecret, options.secret);
    return signLink({ baseUrl, key, expires: now().add({ hours: 24 * days }), secret: current });
  };
}
