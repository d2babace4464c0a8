import { type LinkSecrets, signLink } from '#display/signed-link.ts';
import { createLinkApp } from '#links/link-app.ts';
import type { PageKeyValues } from '#pages/objects.ts';
import { type PageKind, signPageLink } from '#pages/page-link.ts';
import { aClock } from '../builders/a-delivery.ts';
import { createMemoryStore, type MemoryStore } from '../memory-store.ts';

export const secret = 'current-'.repeat(5);
const baseUrl = 'https://links.example.com/';

type AppChanges = {
  readonly store?: MemoryStore;
  readonly at?: string;
  readonly secrets?: () => Promise<LinkSecrets>;
  readonly freshSecrets?: () => Promise<LinkSecrets | undefined>;
  /** The response to a failure; by default 503. */
  readonly failed?: (error: Error) => Response;
  readonly workbook?: () => Promise<Response | undefined>;
};

/** An app that serves links from an archive. `told` lists all that it reported, such as `refused` or `failed: …`. */
export function aLinkApp(changes: AppChanges = {}) {
  const { store = createMemoryStore(), at = '2026-11-24T08:00:00Z' } = changes;
  const { failed = () => new Response('Try again later.\n', { status: 503 }) } = changes;
  const told: string[] = [];
  const clock = aClock(at);
  const app = createLinkApp({
    secrets: changes.secrets ?? (async () => ({ current: secret })),
    freshSecrets: changes.freshSecrets,
    store,
    baseUrl,
    readerOf: (context) => context.req.header('reader') ?? 'a phone',
    workbook: changes.workbook ?? (async () => new Response('the workbook')),
    opened: (folder) => told.push(`opened ${folder}`),
    gone: (folder) => told.push(`gone ${folder}`),
    refused: () => told.push('refused'),
    postponed: () => told.push('postponed'),
    notStored: (error) => told.push(`not stored: ${error.message}`),
    failed: (error) => {
      told.push(`failed: ${error.message}`);
      return failed(error);
    },
    now: clock.now,
  });
  return {
    told,
    clock,
    open: async (link: string, init: RequestInit = {}) => app.request(link, init),
    /** Opens a link. @returns the text of the page @throws Error if the status is not 200 */
    read: async (link: string) => {
      const answer = await app.request(link);
      if (answer.status !== 200) throw new Error(`${link} was answered with ${answer.status}.`);
      return answer.text();
    },
  };
}

export function linkTo(address: PageKeyValues, kind: PageKind = 'page', by = secret): string {
  return signPageLink(address, { baseUrl, kind, secret: by });
}

export function linkToWorkbook(key: string): string {
  const expires = aClock('2026-12-20T14:00:00Z').now();
  return signLink({ baseUrl, key, expires, secret });
}
