import type { MailIdentitySettings } from './stage.ts';

export type StageMailIdentity =
  | { readonly kind: 'domain'; readonly domain: string; readonly mailFrom: string }
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'existing'; readonly name: string };

export function mailIdentityOfStage(
  stage: { readonly name: string; readonly identity?: MailIdentitySettings | undefined },
  from: string,
): StageMailIdentity {
  const { identity = { domain: from.slice(from.lastIndexOf('@') + 1).toLowerCase() } } = stage;
  if ('existing' in identity) return { kind: 'existing', name: identity.existing };
  if ('address' in identity) return { kind: 'address', address: identity.address };
  // Each stage has a domain of its own, because an MX record can lead to only one AWS region.
  const { domain, mailFrom = `bounce-${stage.name}.${domain}` } = identity;
  return { kind: 'domain', domain, mailFrom };
}

/** @param domains in lower case; a subdomain is not included in its domain. If undefined, every address is allowed */
export function isAllowedAddress(address: string, domains: readonly string[] | undefined): boolean {
  return domains?.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase()) ?? true;
}
