/** The SES identity of a stage. */
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

/** With the stage in it: the MX record of a MAIL FROM domain can lead to one AWS region only. */
export function mailFromOf(stage: string, domain: string): string {
  return `bounce-${stage}.${domain}`;
}
