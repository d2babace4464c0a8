/**
 * The text of an API key: `lookahead_<key id>_<secret>`. The prefix lets scanners find a key that was committed by mistake, the id names the
 * stored object directly, and the secret is 256 random bits.
 */

const shape = /^lookahead_([0-9a-f]{12})_([A-Za-z0-9_-]{43})$/;

export type GeneratedKey = {
  readonly id: string;
  /** Only the holder knows it; a client sends it as `clientSecret`, with the id as `clientId`. */
  readonly secret: string;
  readonly text: string;
};

export function generateKey(randomBytes: (size: number) => Buffer): GeneratedKey {
  const id = randomBytes(6).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  return { id, secret, text: keyText(id, secret) };
}

export function keyText(id: string, secret: string): string {
  return `lookahead_${id}_${secret}`;
}

/** Undefined for a text that cannot be a key. */
export function keyIdIn(presented: string): string | undefined {
  return shape.exec(presented)?.[1];
}

export function isKeyId(text: string): boolean {
  return /^[0-9a-f]{12}$/.test(text);
}
