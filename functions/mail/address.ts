import * as z from 'zod/mini';

const address = z.email().check(z.maxLength(254));

/** Whether a text is an address that can stand in an envelope; the data's own addresses are not always. */
export function isAddress(text: string): boolean {
  return address.safeParse(text).success;
}
