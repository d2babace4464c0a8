/**
 * For clients of AWS that would wait for ever otherwise: a connection that stalls would take the function's whole
 * time, and its job would be invisible for half an hour. Milliseconds; the client tries again by itself.
 */
export const requestLimits = {
  connectionTimeout: 3_000,
  requestTimeout: 10_000,
  // Without the flag the client would only warn.
  throwOnRequestTimeout: true,
  socketTimeout: 10_000,
} as const;
