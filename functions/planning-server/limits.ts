/**
 * Milliseconds for which a server may rely on what it last read from an archive: a revoked key still works, and an
 * older version is served, for at most this long. Each request to a bucket takes time and money, one to a folder next
 * to nothing.
 */
export const freshness = {
  folder: { keys: 4_000, versions: 1_000 },
  bucket: { keys: 60_000, versions: 30_000 },
} as const;
