/** The machine's link server on loopback, and answer pages that it serves. */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import { createLinkServer } from '#machine/link-server.ts';
import { type PageKeyValues, weekPageObject } from '#pages/objects.ts';
import { signPageLink } from '#pages/page-link.ts';
import { encodePage, type StoredPage } from '#pages/stored-page.ts';
import { listen } from '#planning-server/http/listen.ts';

export const servedSecret = 'signs the links of this test only, at length';

type ServedStore = Pick<ObjectStore, 'get' | 'list' | 'putOnce'>;
type Now = () => { readonly epochMilliseconds: number };

/** @param address the address in links on prints; by default to the server itself */
export async function serveLinks(store: ServedStore, now: Now, address?: string, secret = servedSecret) {
  const server = await listen(
    { fetch: (request, connection) => app.fetch(request, connection) },
    { port: 0, host: '127.0.0.1' },
  );
  const app = createLinkServer({
    store: { ...store, open: async () => undefined },
    secret: () => secret,
    url: address ?? server.url,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    now,
  });
  return server;
}

/** @param pages with the address of each */
export async function serveAnswerPages(
  store: ServedStore,
  pages: readonly (readonly [PageKeyValues, StoredPage])[],
  now: Now = () => Temporal.Instant.from('2026-11-20T15:00:00Z'),
) {
  const { url, close } = await serveLinks(store, now);
  for (const [address, page] of pages)
    await store.putOnce(weekPageObject.key(address), encodePage(page), 'application/gzip');
  const links = pages.map(([address]) =>
    signPageLink(address, { baseUrl: url, kind: 'answer', secret: servedSecret }),
  );
  return { links, close };
}
