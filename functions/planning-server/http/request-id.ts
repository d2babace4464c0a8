import { randomBytes } from 'node:crypto';

/** A caller's own id that may stand in a log. */
export const requestIdPattern = /^[A-Za-z0-9._-]{1,64}$/;

/** Ids of twelve random bytes, which are drawn for many at once: it costs as much as for one. */
export function requestIdSource(): () => string {
  const size = 12;
  let drawn = Buffer.alloc(0);
  let at = 0;
  return () => {
    if (at >= drawn.length) {
      drawn = randomBytes(size * 256);
      at = 0;
    }
    at += size;
    return drawn.toString('base64url', at - size, at);
  };
}
