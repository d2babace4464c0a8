const minuteMs = 60_000;

/**
 * Maximum number of requests per minute to one process: for a link, for a reader's network address, and in all. A site
 * may have one link for all its phones, and one address for all its links.
 */
export const maxLinkRequestsPerMinute = {
  read: { link: 240, reader: 1_200, all: 6_000 },
  send: { link: 20, reader: 120, all: 6_000 },
} as const;

/**
 * @returns a function that says whether a request may be answered. A refused request does not count.
 * @example
 * const mayRead = createRequestLimiter({ link: 240, reader: 1_200, all: 6_000 }, now);
 * mayRead({ link: 'page issues/…', reader: '192.0.2.1' }); // false from the 241st in a minute on
 */
export function createRequestLimiter(
  limits: Readonly<Record<'link' | 'reader' | 'all', number>>,
  now: () => { readonly epochMilliseconds: number },
): (of: { readonly link: string; readonly reader: string }) => boolean {
  let began = Number.NEGATIVE_INFINITY;
  const counts = new Map<string, number>();
  return ({ link, reader }) => {
    const at = now().epochMilliseconds;
    // If `at < began`, the clock was set back.
    if (at - began >= minuteMs || at < began) {
      began = at;
      counts.clear();
    }
    const limitOf = new Map([
      [`link ${link}`, limits.link],
      [`reader ${reader}`, limits.reader],
      ['all', limits.all],
    ]);
    const countOf = (name: string) => counts.get(name) ?? 0;
    if ([...limitOf].some(([name, limit]) => countOf(name) >= limit)) return false;
    for (const name of limitOf.keys()) counts.set(name, countOf(name) + 1);
    return true;
  };
}
