/** The time limits and caches of the functions. Lifetimes of links and workbooks are in `lookahead.yaml`. */

/**
 * Milliseconds. AWS clients have no time limits by default: a stalled connection would use up the function's whole time, and
 * its job would be invisible for half an hour.
 */
export const requestLimits = {
  connectionTimeout: 3_000,
  requestTimeout: 10_000,
  // Without it, the client only logs a warning.
  throwOnRequestTimeout: true,
  socketTimeout: 10_000,
} as const;
