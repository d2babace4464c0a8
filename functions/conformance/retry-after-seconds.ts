const defaultSeconds = 5;

/** Seconds to wait after a 429: `Retry-After` in seconds, or as a date against the answer's own `Date`; else five. */
export function parseRetryAfterSeconds(headers: Headers): number {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const seconds = (Date.parse(text) - Date.parse(headers.get('date') ?? '')) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : defaultSeconds;
}
