/**
 * The wait before a retry, in the unit of its arguments: doubled for each retry, up to a limit if one is given.
 * @param retry 1 for the first retry
 */
export function backOffDuration(
  retry: number,
  { first, max = Number.POSITIVE_INFINITY }: { readonly first: number; readonly max?: number },
): number {
  return Math.min(max, first * 2 ** (retry - 1));
}
