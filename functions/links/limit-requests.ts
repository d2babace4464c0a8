const minute = 60_000;

/** Of requests in a minute, by one process. A site may have one link for all its phones, and one address for all its links. */
export const limitsOfRequests = {
  read: { link: 240, reader: 1_200, all: 6_000 },
  send: { link: 20, reader: 120, all: 6_000 },
} as const;

/** @returns whether a request may be answered; one that any limit refuses counts for none */
export function limitRequests(
  limits: Readonly<Record<'link' | 'reader' | 'all', number>>,
  now: () => { readonly epochMilliseconds: number },
): (of: { readonly link: string; readonly reader: string }) => boolean {
  let began = Number.NEGATIVE_INFINITY;
  const counts = new Map<string, number>();
  return ({ link, reader }) => {
    const at = now().epochMilliseconds;
    // A clock that was put back is before the minute.
    if (at - began >= minute || at < began) {
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
