import * as z from 'zod';

/** Whether a text is an address that can stand in an envelope; the data's own addresses are not always. */
export function isAddress(text: string): boolean {
  return z.email().max(254).safeParse(text).success;
}
