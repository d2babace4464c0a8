import { createHash } from 'node:crypto';

export function sha256Of(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Eight hex digits for what must not appear in a key, such as an address. */
export function shortDigest(text: string): string {
  return sha256Of(text).slice(0, 8);
}
