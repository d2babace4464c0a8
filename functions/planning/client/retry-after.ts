// The three spellings of an HTTP date (RFC 9110, 5.6.7). Date.parse alone would read nonsense as dates, and the
// last form, which names no zone, in the machine's own.
const standardDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const oldDate = /^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const plainDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * Milliseconds to wait as a `Retry-After` header says, in seconds or as an HTTP date; 0 for a date that is past.
 * Undefined for no header and for nonsense, which counts as none.
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,12}(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const instant = instantOf(text);
  return instant === undefined || Number.isNaN(instant) ? undefined : Math.max(0, instant - now);
}

function instantOf(text: string): number | undefined {
  if (standardDate.test(text) || oldDate.test(text)) return Date.parse(text);
  return plainDate.test(text) ? Date.parse(`${text} GMT`) : undefined;
}
