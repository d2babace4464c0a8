import { domainToASCII } from 'node:url';

/**
 * Recipients of a message, `to` and `cc` together: the limit of SES. The configuration is refused if a message has
 * more.
 * @limit mail
 */
export const maxRecipients = 50;

/** Maximum lengths from RFC 5321 4.5.3.1: with its two angle brackets, an address is a path of at most 256 octets. */
const maxAddress = 254;
const maxLocalPart = 64;
const maxDomain = 253;

const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const label = '(?!-)[a-z0-9-]{1,63}(?<!-)';
/**
 * At least two labels, because other organisations' mail servers cannot find a name of one. The last label is not all
 * digits, because that would be an IP address.
 */
const domain = new RegExp(`^(?:${label}\\.)+(?!\\d+$)${label}$`);
/** Characters at which `domainToASCII` ends a host, or that it decodes. */
const notInDomain = /[\s%/\\:?#@[\]<>^|]/;
/** Blanks and invisible characters that come along when text is copied. */
const surroundingBlanks = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;

/**
 * Parses a mailbox of RFC 5321 4.1.2. The result has no blanks around it, and its domain is in A-labels and lower case:
 * `‘ Cy@Bücher.example ’` becomes `Cy@xn--bcher-kva.example`. Also undefined for quoted local parts, local parts beyond
 * ASCII and IP addresses in brackets: SES refuses such an address, and with it the message for all other recipients.
 */
export function parseMailAddress(text: string): string | undefined {
  const trimmed = text.replaceAll(surroundingBlanks, '');
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, at);
  const host = parseDomainName(trimmed.slice(at + 1));
  if (at < 1 || host === undefined || local.length > maxLocalPart || !localPart.test(local)) return undefined;
  const address = `${local}@${host}`;
  return address.length <= maxAddress ? address : undefined;
}

/** In A-labels and lower case: `Bücher.example` becomes `xn--bcher-kva.example`. */
export function parseDomainName(text: string): string | undefined {
  if (notInDomain.test(text)) return undefined;
  const ascii = domainToASCII(text);
  return ascii.length <= maxDomain && domain.test(ascii) ? ascii : undefined;
}

/** @throws URIError if the subject has an unpaired surrogate */
export function mailtoLink(address: string, subject: string): string {
  const at = address.lastIndexOf('@');
  const to = `${encodeURIComponent(address.slice(0, at))}${address.slice(at)}`;
  return `mailto:${to}?subject=${encodeURIComponent(subject)}`;
}
