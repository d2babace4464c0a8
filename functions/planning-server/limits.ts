export const defaultPageSize = 100;

export const maxPageSize = 1_000;

export const maxTargetBytes = 8_192;

/** For each key. */
export const maxRequestsPerMinute = 60_000;

/** For each address. */
export const maxWrongKeysPerMinute = 60;

/** A smaller body hardly shrinks. */
export const minCompressedBytes = 1_000;

/** Responses in progress are cut after this time when a server stops. */
export const maxDrainMs = 10_000;

/** A token expires after this time, or with its key. */
export const maxTokenLifeMs = 3_600_000;

export const cursorPeriodMs = 12 * 60 * 60 * 1000;

/** Periods for which a cursor is valid, including that of its page: 24 to 36 hours. */
export const cursorLifePeriods = 3;

/** Per project, including the current one. */
export const maxVersionsInMemory = 3;

/** Maximum number of problems listed for one collection; one more says how many others there are. */
export const maxListedProblems = 100;

/**
 * Milliseconds for which a server may rely on what it last read from an archive: a revoked key still works, and an
 * older version is served, for at most this long. Each request to a bucket takes time and money, one to a folder next
 * to nothing.
 */
export const freshness = {
  folder: { keys: 4_000, versions: 1_000 },
  bucket: { keys: 60_000, versions: 30_000 },
} as const;
