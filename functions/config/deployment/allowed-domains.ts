/**
 * Whether mail may go to an address.
 * @param domains in lower case; a subdomain is a domain of its own. Without them, mail may go anywhere
 */
export function isAllowedAddress(address: string, domains: readonly string[] | undefined): boolean {
  return domains?.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase()) ?? true;
}
