const minute = 60_000;

/** Of requests in a minute, by one process. All phones of a site may use one link. */
export const limitsOfRequests = {
  read: { ofLink: 240, inAll: 2_400 },
  send: { ofLink: 20, inAll: 6_000 },
} as const;

/** @returns whether a request of a link may be answered */
export function limitRequests(
  { ofLink, inAll }: { readonly ofLink: number; readonly inAll: number },
  now: () => { readonly epochMilliseconds: number },
): (link: string) => boolean {
  let began = Number.NEGATIVE_INFINITY;
  let all = 0;
  const requests = new Map<string, number>();
  return (link) => {
    const at = now().epochMilliseconds;
    if (at - began >= minute) {
      began = at;
      all = 0;
      requests.clear();
    }
    const own = (requests.get(link) ?? 0) + 1;
    all += 1;
    requests.set(link, own);
    return own <= ofLink && all <= inAll;
  };
}
