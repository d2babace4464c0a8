/** Whether a key may be sent to this address: by HTTPS, or by plain HTTP only to this machine. */
export function isEncryptedOrLocal({ protocol, hostname }: URL): boolean {
  return protocol !== 'http:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
