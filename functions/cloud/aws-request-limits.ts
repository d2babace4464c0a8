/**
 * Time limits of requests to AWS, in milliseconds. AWS clients have none by default: a stalled connection would use up
 * the function's whole time, and its job would be invisible for half an hour.
 */
export const requestTimeouts = {
  connectionTimeout: 3_000,
  requestTimeout: 10_000,
  // Without this option, the client only logs a warning.
  throwOnRequestTimeout: true,
  socketTimeout: 10_000,
} as const;
