/** Answers to which the same request may succeed later without anyone doing anything. */
export function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}
