/** Reading a listing page by page, as raw JSON, as far as the probe can afford it. */
import { type Conversation, type ProbeQuery, RequestsSpentError } from './conversation.ts';
import { type Exchange, is200, isRecord, type JsonRecord, recordsOf, textOf } from './describe-answer.ts';

type Next = {
  readonly after: string | undefined;
  readonly link: string | undefined;
  /** How the answer says that there is nothing more; undefined where there is. */
  readonly end: string | undefined;
};

export type Page = { readonly items: readonly JsonRecord[]; readonly next: Next };

export type Reading = {
  readonly asked: string;
  readonly pages: readonly Page[];
  /** The items of all pages, in order; an item that comes twice is here twice. */
  readonly items: readonly JsonRecord[];
  /** Whether the listing was read to its end. */
  readonly complete: boolean;
  /** The first answer that was no page. */
  readonly failure: Exchange | undefined;
};

/** Undefined where the answer holds no list of items. */
export function pageIn(made: Exchange): Page | undefined {
  if (!is200(made) || made.body.kind !== 'json') return undefined;
  const { value } = made.body;
  if (Array.isArray(value)) return { items: recordsOf(value), next: noNext('no envelope') };
  if (!isRecord(value) || !Array.isArray(value['results'])) return undefined;
  return { items: recordsOf(value['results']), next: nextIn(value) };
}

function nextIn(envelope: JsonRecord): Next {
  const { paging } = envelope;
  if (!isRecord(paging)) return noNext(paging === undefined ? 'no paging' : 'paging null');
  const { next } = paging;
  if (!isRecord(next)) return noNext(next === undefined ? 'no paging.next' : 'paging.next null');
  const after = textOf(typeof next['after'] === 'number' ? String(next['after']) : next['after']);
  const link = textOf(next['link']);
  if (after !== undefined || link !== undefined) return { after, link, end: undefined };
  return noNext(Object.keys(next).length === 0 ? 'paging.next {}' : 'after and link empty');
}

function noNext(end: string): Next {
  return { after: undefined, link: undefined, end };
}

export type Link =
  | 'none'
  | 'no address'
  | 'relative'
  | 'another origin'
  | 'another path'
  | 'same origin and path';

/** Where `paging.next.link` leads, relative to the URL of the first page. */
export function linkKind(link: string | undefined, first: string): Link {
  if (link === undefined) return 'none';
  const from = new URL(first);
  const to = URL.parse(link, first);
  if (!to) return 'no address';
  if (to.origin !== from.origin) return 'another origin';
  if (!URL.canParse(link)) return 'relative';
  return to.pathname === from.pathname ? 'same origin and path' : 'another path';
}

/** Reads the first page, and up to `maxPages` in all as long as the probe can afford it. */
type ReadPages = (collection: string, query: ProbeQuery, maxPages: number) => Promise<Reading>;

/**
 * @param extraPages how many pages beyond first ones all readings together may ask for
 */
export function pageReader(conversation: Conversation, extraPages: number): ReadPages {
  let extrasLeft = extraPages;
  return async (collection, query, maxPages) => {
    const url = conversation.urlOf(collection, query);
    const first = await conversation.get(collection, query);
    const pages: Page[] = [];
    const seen = new Set<string>();
    let made: Exchange | undefined = first;
    let failure: Exchange | undefined;
    let ended = false;
    while (made) {
      const page = pageIn(made);
      if (!page) {
        failure = made;
        break;
      }
      // A service that gives the first page again does not know the way on by which it was asked.
      const print = JSON.stringify(page.items.map(({ id }) => id));
      if (page.items.length > 0 && seen.has(print)) break;
      seen.add(print);
      pages.push(page);
      ended = page.next.end !== undefined;
      if (ended || pages.length >= maxPages || extrasLeft <= 0) break;
      extrasLeft -= 1;
      made = await following(page.next, { collection, query, url });
    }
    const items = pages.flatMap((page) => page.items);
    return { asked: first.asked, pages, items, complete: ended, failure };
  };

  async function following(
    next: Next,
    { collection, query, url }: { collection: string; query: ProbeQuery; url: string },
  ): Promise<Exchange | undefined> {
    try {
      if (next.after !== undefined)
        return await conversation.get(collection, { ...query, after: next.after });
      const kind = linkKind(next.link, url);
      if (next.link === undefined || (kind !== 'same origin and path' && kind !== 'relative'))
        return undefined;
      return await conversation.follow(new URL(next.link, url).href);
    } catch (error) {
      // Keep the pages read so far.
      if (error instanceof RequestsSpentError) return undefined;
      throw error;
    }
  }
}
