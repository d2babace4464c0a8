/** Attempts of one request, the first included. Waiting out a 429 is limited only by the time left. */
export const maxAttempts = 5;

/** Upper bound of the first wait, doubled with each retry up to `maxWaitMs`. */
export const firstWaitMs = 500;

export const maxWaitMs = 20_000;

/** Waiting out 429 is limited by time; this limits it if the clock does not advance. */
export const maxThrottles = 100;

/** For one attempt, from connecting to the last byte of the body. */
export const attemptTimeoutMs = 30_000;

export const maxBodyMebibytes = 64;

export const maxErrorBodyBytes = 64 * 1024;

export const maxPages = 10_000;

/**
 * Maximum number in a row. A service that filters after paging may answer some empty pages; one that goes on repeats
 * pages, or has none, under cursors that never repeat.
 */
export const maxPagesWithoutNew = 100;

export const renewTokenBeforeMs = 60_000;

/** Beyond the contract: trusted for this long if the answer does not give a lifetime. */
export const defaultTokenLifetimeMs = 300_000;

export const maxUrlLength = 8000;

/** For a whole listing or a token, waits included. */
export const defaultOverallTimeoutMs = 300_000;
