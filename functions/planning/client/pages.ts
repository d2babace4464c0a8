/** A collection read page by page to its end, its items merged by id. */
import type { ProgrammeVersion } from '../contract/programme-version.ts';
import type { RejectedItem } from '../contract/rejected-item.ts';
import type { CallLimits } from './http-request.ts';
import { type Connection, getJson } from './keys.ts';
import { nextUrl, startTrail } from './next-page.ts';
import { type Place, PlanningPagingError } from './planning-error.ts';
import { type ItemShape, readPage } from './read-page.ts';
import { readLess, reportToOperator } from './remedies.ts';
import { withinTime } from './retry.ts';
import { atVersion, programmeVersionOf } from './version.ts';

export type Listing<Item> = {
  /** In the order of the answers, each id once. */
  readonly items: readonly Item[];
  readonly rejected: readonly RejectedItem[];
  /** How many pages were read. */
  readonly pages: number;
  /** The version that the items are from; undefined where the service does not say. */
  readonly programme?: ProgrammeVersion | undefined;
};

export type ListingRequest<Item> = ItemShape<Item> & {
  readonly connection: Connection;
  readonly place: Place;
  /** The addresses to read one after the other, each from its first page to its last. */
  readonly urls: readonly string[];
  /** The label of the version to ask for; the current one for undefined. */
  readonly version?: string | undefined;
  /** Ends the reading where its answer is of no use any more. */
  readonly stop?: AbortSignal | undefined;
};

const maxPages = 10_000;
/**
 * In a row. A service that filters after it has cut its pages may answer some that are empty; one that goes on like
 * this gives the same pages again, or none, under cursors that never repeat.
 */
const maxPagesWithoutNew = 100;

/** @throws PlanningError; a listing is read to its end or not at all */
export async function readListing<Item extends { readonly id: string }>(
  request: ListingRequest<Item>,
): Promise<Listing<Item>> {
  const { connection, urls, stop } = request;
  const { http, secrets } = connection;
  const readAll = async (limits: CallLimits) => {
    const { add, items, rejected } = merger<Item>();
    let pages = 0;
    let programme: ProgrammeVersion | undefined;
    for (const address of urls) {
      // Where a query takes several addresses, all are asked for the version that the first one is of.
      const first = atVersion(address, request.version ?? programme?.label);
      const trail = startTrail(first);
      const pagesWithoutNew = pagesWithoutNewItems();
      let url: string | undefined = first;
      while (url !== undefined) {
        pages++;
        const place: Place = { ...request.place, page: pages };
        if (trail.visited.size > maxPages) throw tooManyPages(place);
        const { value, headers } = await getJson(connection, url, { place, limits });
        programme ??= programmeVersionOf(headers);
        const page = readPage(value, request, place);
        add(page);
        const without = pagesWithoutNew(page);
        url = nextUrl(trail, { next: page.next, current: url }, { place, secrets });
        if (url !== undefined && without >= maxPagesWithoutNew) throw nothingNew(place);
      }
    }
    return { items: items(), rejected: rejected(), pages, programme };
  };
  return withinTime(http, readAll, stop);
}

/** Leaves out what an earlier page had, since pages that shift while they are read, and chunks of one query, overlap. */
function merger<Item extends { readonly id: string }>() {
  const items = new Map<string, Item>();
  const rejected = new Map<string, RejectedItem>();
  return {
    add(page: { readonly items: readonly Item[]; readonly rejected: readonly RejectedItem[] }): void {
      for (const item of page.items) if (!items.has(item.id)) items.set(item.id, item);
      for (const one of page.rejected) {
        const identity = `${one.item}\n${one.property}`;
        if (!rejected.has(identity)) rejected.set(identity, one);
      }
    },
    items: () => [...items.values()],
    rejected: () => [...rejected.values()],
  };
}

/** Counts the last pages of one query, in a row, whose items were all on earlier pages too, or have no id to tell. */
function pagesWithoutNewItems(): (page: { readonly ids: readonly string[] }) => number {
  const seen = new Set<string>();
  let count = 0;
  return ({ ids }) => {
    const before = seen.size;
    for (const id of ids) seen.add(id);
    count = seen.size > before ? 0 : count + 1;
    return count;
  };
}

function nothingNew(place: Place): PlanningPagingError {
  return new PlanningPagingError(
    `the last ${maxPagesWithoutNew} pages have no new items, and yet there is a next one`,
    { place, property: 'paging.next', remedy: reportToOperator },
  );
}

function tooManyPages(place: Place): PlanningPagingError {
  return new PlanningPagingError(`there are more than ${maxPages} pages`, {
    place,
    property: 'paging.next',
    remedy: readLess(place, 'ask the operator of the planning service for longer pages'),
  });
}
