import { createHash, timingSafeEqual } from 'node:crypto';

export function sha256Of(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Compares in constant time, so that the time does not reveal how much of a guess is right. */
export function isSameSecret(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Eight hex digits that stand for a text that must not appear in a key, such as an address. */
export function shortDigest(text: string): string {
  return sha256Of(text).slice(0, 8);
}
