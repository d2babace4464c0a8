/**
 * For AWS clients, which have no time limits by default: a stalled connection would use up the function's whole
 * time, and its job would be invisible for half an hour. Milliseconds; the client retries by itself.
 */
export const requestLimits = {
  connectionTimeout: 3_000,
  requestTimeout: 10_000,
  // Without the flag the client would only warn.
  throwOnRequestTimeout: true,
  socketTimeout: 10_000,
} as const;
