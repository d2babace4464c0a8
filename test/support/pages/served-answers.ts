/** Answer pages served by the machine's link server on loopback. */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../../functions/archive/object-store.ts';
import { createLinkServer } from '../../../functions/machine/link-server.ts';
import { keyOfPage, type PageAddress, signPage } from '../../../functions/pages/page-link.ts';
import { encodePage, type StoredPage } from '../../../functions/pages/stored-page.ts';
import { listen } from '../../../functions/planning-server/http/listen.ts';

const secret = 'signs the links of this test only, at length';

/** @param pages with the address of each */
export async function serveAnswers(
  store: Pick<ObjectStore, 'get' | 'list' | 'putOnce'>,
  pages: readonly (readonly [PageAddress, StoredPage])[],
  now: () => { readonly epochMilliseconds: number } = () => Temporal.Instant.from('2026-11-20T15:00:00Z'),
) {
  const at = { url: '' };
  const server = await listen(
    {
      fetch: (request, connection) => createdApp.fetch(request, connection),
    },
    { port: 0, host: '127.0.0.1' },
  );
  at.url = server.url;
  const createdApp = createLinkServer({
    store: { ...store, open: async () => undefined },
    secret: () => secret,
    url: at.url,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    now,
    mail: () => 'taken',
  });
  for (const [address, page] of pages)
    await store.putOnce(keyOfPage(address), encodePage(page), 'application/gzip');
  const links = pages.map(([address]) => signPage(address, { baseUrl: at.url, kind: 'answer', secret }));
  return { links, close: server.close };
}
