/**
 * How old what a server knows of an archive may be, in milliseconds: a revoked key works, and an older version is
 * served, at most that much longer. Each question to a bucket takes time and money, one to a folder next to nothing.
 */
export const freshness = {
  folder: { keys: 4_000, versions: 1_000 },
  bucket: { keys: 60_000, versions: 30_000 },
} as const;
