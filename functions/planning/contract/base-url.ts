/** Every request carries the API key in a header, so plain HTTP is allowed only for this machine. */
export function isEncryptedOrLocal({ protocol, hostname }: URL): boolean {
  return protocol !== 'http:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
