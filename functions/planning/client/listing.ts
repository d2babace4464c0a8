/** A collection as pages: streamed with one page read ahead, merged by id, with an end to every way. */

import type { RejectedItem } from '../contract/rejected-item.ts';
import { type Connection, getJson } from './keyed-request.ts';
import { nextUrl, startTrail } from './next-page.ts';
import { type Place, PlanningPagingError } from './planning-error.ts';
import { type ItemShape, readPage } from './read-page.ts';

type Page<Item> = {
  /** Counted from 1, over all requests of the listing. */
  readonly number: number;
  readonly items: readonly Item[];
  readonly rejected: readonly RejectedItem[];
};

/** Nothing is asked for until pages are; each call reads from the start. */
export type Listing<Item> = {
  /**
   * Page by page. At most two are held at a time: the reader's and the one read ahead of it. An item that was on
   * an earlier page is left out.
   */
  readonly pages: () => AsyncIterable<Page<Item>>;
  /** Every page put together, in the order of the answers. */
  readonly all: () => Promise<{
    readonly items: readonly Item[];
    readonly rejected: readonly RejectedItem[];
    /** How many pages were read. */
    readonly pages: number;
  }>;
};

export type CallOptions = {
  /** Ends the call at once, waits included. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds since 1970 at which the call is over, where that is before the overall time limit. */
  readonly deadline?: number | undefined;
};

export type ListingPlan<Item> = ItemShape<Item> & {
  readonly connection: Connection;
  readonly place: Place;
  /** The addresses to read one after the other, each from its first page to its last. */
  readonly urls: readonly string[];
  /** Pages of one address. */
  readonly pageLimit: number;
  readonly call: CallOptions;
};

export function listing<Item extends { readonly id: string }>(plan: ListingPlan<Item>): Listing<Item> {
  const pages = () => {
    const stop = new AbortController();
    return oneAhead(walk(plan, stop.signal), stop);
  };
  const all = async () => {
    const items: Item[] = [];
    const rejected: RejectedItem[] = [];
    let count = 0;
    for await (const page of pages()) {
      for (const item of page.items) items.push(item);
      for (const one of page.rejected) rejected.push(one);
      count = page.number;
    }
    return { items, rejected, pages: count };
  };
  return { pages, all };
}

async function* walk<Item extends { readonly id: string }>(
  plan: ListingPlan<Item>,
  stop: AbortSignal,
): AsyncGenerator<Page<Item>, undefined> {
  const { connection, call } = plan;
  const overall = connection.transport.now() + connection.transport.overallTimeoutMs;
  const limits = {
    signal: call.signal === undefined ? stop : AbortSignal.any([call.signal, stop]),
    deadline: Math.min(overall, call.deadline ?? overall),
  };
  const merge = merger<Item>();
  let number = 0;
  for (const first of plan.urls) {
    const trail = startTrail(first);
    let url: string | undefined = first;
    for (let pageOfUrl = 1; url !== undefined; pageOfUrl++) {
      number++;
      const place: Place = { ...plan.place, page: number };
      if (pageOfUrl > plan.pageLimit) throw pageLimitError(plan.pageLimit, place);
      const read = readPage(await getJson(connection, url, { place, limits }), plan, place);
      url = nextUrl(trail, { next: read.next, current: url }, { place, secrets: connection.secrets });
      yield { number, ...merge(read) };
    }
  }
  return undefined;
}

/**
 * Leaves out what an earlier page had: pages that shift while they are read, and chunks of one query, overlap.
 * The first of two wins, as it may already be in the reader's hands.
 */
function merger<Item extends { readonly id: string }>() {
  const seen = new Set<string>();
  const seenRejected = new Set<string>();
  const isNew = (set: Set<string>, key: string) => set.size !== set.add(key).size;
  return ({ items, rejected }: Omit<Page<Item>, 'number'>) => ({
    items: items.filter(({ id }) => isNew(seen, id)),
    rejected: rejected.filter(({ item, property }) => isNew(seenRejected, `${item}\n${property}`)),
  });
}

function pageLimitError(pageLimit: number, place: Place): PlanningPagingError {
  return new PlanningPagingError(`there are more than ${pageLimit} pages, the page limit`, {
    place,
    property: 'pageLimit',
    remedy: 'Narrow the query, ask for larger pages with pageSize, or raise pageLimit.',
  });
}

/** Passes pages on while the next one is under way, and stops that one when the reader leaves. */
async function* oneAhead<Value>(
  source: AsyncGenerator<Value, undefined>,
  stop: AbortController,
): AsyncGenerator<Value, undefined> {
  try {
    let coming = begin(source);
    for (;;) {
      const { value, done } = await coming;
      if (done) return undefined;
      coming = begin(source);
      yield value;
    }
  } finally {
    stop.abort();
  }
}

/** A page that fails while the reader is busy fails when the reader asks for it, and not as a stray rejection. */
function begin<Value>(source: AsyncGenerator<Value, undefined>): Promise<IteratorResult<Value, undefined>> {
  const result = source.next();
  result.catch(() => {});
  return result;
}
