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

/** Seconds that the signed URL behind a mailed link is valid. The link itself lasts for `linkDays`. */
export const secondsOfSignedUrl = 300;
/** Milliseconds for reading the secret, and for checking that the workbook exists, while a reader waits. */
export const linkCheckMs = 3_000;
/** Minimum milliseconds between two re-reads of the secret because of bad links. */
export const secretRereadMs = 30_000;
/** Cache time of a secret, in seconds. A rotated one is used after that, or at once if the old one is refused. */
export const secretCacheSeconds = 300;

/** Cache time of the sending quota, in milliseconds, and as much again at random. */
export const quotaCacheMs = 300_000;
/** Milliseconds until a quota that could not be read is read again, and as much again at random. */
export const quotaRetryMs = 15_000;

/** Bytes of versions kept in the 2 GB of temporary storage, which also holds the one being decompressed. */
export const maxVersionBytes = 1_500_000_000;
/** Maximum number of open versions; each takes about half a megabyte of memory. */
export const maxOpenVersions = 200;
