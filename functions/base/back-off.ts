/**
 * The wait before a retry: doubled each time, up to a limit if there is one. In the caller's unit.
 * @param retry 1 for the first retry
 */
export function backOff(
  retry: number,
  { first, max = Number.POSITIVE_INFINITY }: { readonly first: number; readonly max?: number },
): number {
  return Math.min(max, first * 2 ** (retry - 1));
}
