/** The identity that sends the mail of a stage, and the domains that its mail may go to. */
import type { IdentitySettings } from './stage.ts';

export type StageIdentity =
  | { readonly kind: 'domain'; readonly domain: string; readonly mailFrom: string }
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'existing'; readonly name: string };

/** The identity as configured, or else the domain of the sender. */
export function stageIdentity(
  stage: { readonly name: string; readonly identity?: IdentitySettings | undefined },
  from: string,
): StageIdentity {
  const { identity = { domain: from.slice(from.lastIndexOf('@') + 1).toLowerCase() } } = stage;
  if ('existing' in identity) return { kind: 'existing', name: identity.existing };
  if ('address' in identity) return { kind: 'address', address: identity.address };
  const { domain, mailFrom = mailFromOf(stage.name, domain) } = identity;
  return { kind: 'domain', domain, mailFrom };
}

/** The MAIL FROM domain, with the stage in it: its MX record can lead to one AWS region only. */
function mailFromOf(stage: string, domain: string): string {
  return `bounce-${stage}.${domain}`;
}

/**
 * Whether mail may go to an address.
 * @param domains in lower case; a subdomain is a domain of its own. Without them, mail may go anywhere
 */
export function isAllowedAddress(address: string, domains: readonly string[] | undefined): boolean {
  return domains?.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase()) ?? true;
}
