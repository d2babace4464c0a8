/** A minute's reads, of one link and in all, for one process. All phones of a site may use one link. */
const maxOfLink = 240;
const maxInAll = 2_400;
const minute = 60_000;

export function limitReads(now: () => { readonly epochMilliseconds: number }): (link: string) => boolean {
  let began = Number.NEGATIVE_INFINITY;
  let inAll = 0;
  const reads = new Map<string, number>();
  return (link) => {
    const at = now().epochMilliseconds;
    if (at - began >= minute) {
      began = at;
      inAll = 0;
      reads.clear();
    }
    const own = (reads.get(link) ?? 0) + 1;
    inAll += 1;
    reads.set(link, own);
    return own <= maxOfLink && inAll <= maxInAll;
  };
}
