import * as z from 'zod/mini';

const addressSchema = z.email().check(z.maxLength(254));

/** Whether a text is a valid e-mail address. Addresses from the planning service may not be. */
export function isAddress(text: string): boolean {
  return addressSchema.safeParse(text).success;
}
