/**
 * Reads a collection page by page and merges its items by id. Open point of the contract: it does not show how the next
 * page is requested. We follow `paging.next.link` if it is at the listing's own address, otherwise send the first query
 * again with `after=<paging.next.after>`. Without a cursor, a link to the same host with another scheme, port or
 * prefix, as a service behind a proxy writes it, is requested at the listing's own address. Null, absent and empty mean
 * the end.
 */
import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';
import { sha256Of } from '#base/digest.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import { planningRemedies, remedyFor } from '#base/remedies.ts';
import { redactedLine } from '#base/text/redact.ts';
import { withoutTrailingSlashes } from '#base/text/without-trailing-slashes.ts';
import { isEncryptedOrLocal } from '#planning/contract/base-url.ts';
import { joinMisfits, type Misfit } from '#planning/contract/misfit.ts';
import {
  dataDateSchema,
  importedAtSchema,
  type ProgrammeVersion,
  versionHeaders,
} from '#planning/contract/programme-version.ts';
import { getJson, type KeyedCall } from './api-keys.ts';
import { createSecretHider, jsonWithoutSecrets } from './hide-secrets-in-answers.ts';
import type { CallLimits } from './http.ts';
import {
  fewerWeeksRemedyPrefix,
  PlanningError,
  type RequestDescription,
  type RequestDescriptionWithSecrets,
} from './planning-error.ts';
import { type CollectionSchema, type NextPageReference, parseItemPage } from './read-items.ts';
import { withOverallTimeout } from './retry.ts';

/**
 * Pages of one listing; more fail the attempt.
 * @limit the planning service that reports read
 */
const maxPages = 10_000;
/**
 * Maximum number of consecutive pages without a new item. A service that filters after paging may send some empty
 * pages. One that sends more is repeating pages or sending empty ones without end, each with a new cursor, so that the
 * cursors do not reveal it.
 */
const maxPagesWithoutNew = 100;

export type Listing<Item> = {
  readonly items: readonly Item[];
  readonly misfits: readonly Misfit[];
  readonly pages: number;
  readonly programme?: ProgrammeVersion | undefined;
};

export type ListingRequest<Item> = CollectionSchema<Item> & {
  readonly callWithoutLimits: Omit<KeyedCall, keyof CallLimits>;
  readonly url: string;
  /** Label of the version to request. @default the current one */
  readonly version?: string | undefined;
  readonly stop?: AbortSignal | undefined;
  /** Maximum number of pages to read. @default all */
  readonly maxPagesToRead?: number | undefined;
};

/** @throws PlanningError; without `maxPagesToRead` a listing is read to its end or not at all */
export async function readListing<Item extends { readonly id: string }>(
  request: ListingRequest<Item>,
): Promise<Listing<Item>> {
  const { callWithoutLimits, stop, url: current, version, maxPagesToRead } = request;
  const readAll = async (limits: CallLimits) => {
    const { add, items, misfits } = merger<Item>();
    const pagesWithoutNew = pagesWithoutNewItems();
    const first = version === undefined ? current : withParameter(current, `version=${version}`);
    const trail = createRequestedPages(first);
    let pages = 0;
    let programme: ProgrammeVersion | undefined;
    let url: string | undefined = first;
    while (url !== undefined) {
      pages++;
      const call: KeyedCall = { ...callWithoutLimits, ...limits, page: pages };
      if (pages > maxPages)
        throw pagingError(`there are more than ${maxPages} pages`, call, { code: 'many-pages' });
      const answer = await getJson(call, url);
      programme ??= programmeVersionOf(answer.headers, call.secrets);
      const page = parseItemPage(jsonWithoutSecrets(answer, call.secrets), request, call);
      add(page);
      if (pages === maxPagesToRead) break;
      const without = pagesWithoutNew(page);
      url = checkAndRecordNextUrl(trail, { next: page.next, current: url }, call);
      if (url !== undefined && without >= maxPagesWithoutNew) {
        throw pagingError(
          `the last ${maxPagesWithoutNew} pages have no new items, and yet there is a next one`,
          call,
        );
      }
    }
    return { items: items(), misfits: misfits(), pages, programme };
  };
  return withOverallTimeout(callWithoutLimits.http, readAll, stop);
}

/**
 * Merges items by id; the first of several counts, and those with other content are misfits. Pages overlap if the
 * service's data changes between them.
 */
function merger<Item extends { readonly id: string }>() {
  const items = new Map<string, Item>();
  const copies = new Map<string, Item[]>();
  const misfits: Misfit[] = [];
  return {
    add(page: { readonly items: readonly Item[]; readonly misfits: readonly Misfit[] }): void {
      misfits.push(...page.misfits);
      for (const item of page.items) {
        const first = items.get(item.id);
        if (first === undefined) items.set(item.id, item);
        if (first === undefined || isDeepStrictEqual(first, item)) continue;
        const others = getOrInsert(copies, item.id, () => []);
        if (others.some((other) => isDeepStrictEqual(other, item))) continue;
        misfits.push({ ...repeatedId, items: [`${item.id} (${others.push(item) + 1})`] });
      }
    },
    items: () => [...items.values()],
    misfits: () => joinMisfits(misfits),
  };
}

const repeatedId = {
  property: 'id',
  reason: 'the same id again with other content',
  outcome: 'repeated',
} as const;

/** Counts consecutive pages whose items all have no id, or were on earlier pages. */
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

/** @param code a code of the table of remedies */
function pagingError(
  what: string,
  place: RequestDescription,
  { code = 'paging', ...values }: { readonly code?: string; readonly origin?: string } = {},
): PlanningError {
  const { remedy } = remedyFor(planningRemedies, code, {
    fewerWeeks: fewerWeeksRemedyPrefix(place),
    ...values,
  });
  return new PlanningError('PlanningPagingError', what, { ...place, remedy });
}

/**
 * The first address of a listing, and digests of all addresses and cursors that were requested: there may be thousands,
 * of up to 8,000 characters each.
 */
export type RequestedPages = { readonly first: string; readonly seen: Set<string> };

export function createRequestedPages(first: string): RequestedPages {
  return { first, seen: new Set([sha256Of(new URL(first).href)]) };
}

/**
 * The address of the next page, which is recorded as requested; undefined after the last page. It is always at the
 * listing's own address, so that the key is sent nowhere else.
 * @throws PlanningPagingError for a link to another host; if there is no cursor, for any link that does not lead to the
 *   listing; and for a link or cursor that repeats
 */
export function checkAndRecordNextUrl(
  { first, seen }: RequestedPages,
  { next, current }: { readonly next: NextPageReference; readonly current: string },
  place: RequestDescriptionWithSecrets,
): string | undefined {
  const after = next?.after || undefined;
  const link = next?.link?.trim() || undefined;
  if (after === undefined && link === undefined) return undefined;
  const to = link === undefined ? undefined : (URL.parse(link, current) ?? undefined);
  const own = new URL(first);
  const isUsable = to !== undefined && leadsToListing(to, own);
  const isOwn = isUsable && to.origin === own.origin && decodedPath(to) === decodedPath(own);
  let url: string;
  if (isUsable && (isOwn || after === undefined)) {
    own.search = to.search;
    url = own.href;
  } else {
    // A link to another host may mean that baseUrl is not the service, so its cursor is not used either.
    const isForeign = to !== undefined && hostName(to) !== hostName(own);
    if (after === undefined || isForeign) throw linkError(to, own, place);
    url = withParameter(first, `after=${encodeURIComponent(after.toWellFormed())}`);
  }
  for (const mark of after === undefined ? [url] : [url, `after ${after}`]) {
    const print = sha256Of(mark);
    if (seen.has(print)) {
      throw pagingError('the pages go round in a loop: the link or cursor to the next one repeats', place);
    }
    seen.add(print);
  }
  return url;
}

/** Whether a link leads to the same listing, perhaps with another scheme, port or prefix. */
function leadsToListing(to: URL, own: URL): boolean {
  // `/gb/v1/projects/P1/users`, the part of a path that stays the same if a proxy adds or removes a prefix.
  const collection = `/${decodedPath(own).split('/').slice(-5).join('/')}`;
  return (
    isWeb(to) && !hasCredentials(to) && hostName(to) === hostName(own) && decodedPath(to).endsWith(collection)
  );
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}

function hasCredentials({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

function hostName({ hostname }: URL): string {
  return hostname.replace(/\.$/, '');
}

function decodedPath({ pathname }: URL): string {
  const path = withoutTrailingSlashes(pathname);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function linkError(to: URL | undefined, own: URL, place: RequestDescriptionWithSecrets): PlanningError {
  const says = (where: string) => `the link to the next page leads to ${where}`;
  if (to === undefined || !isWeb(to)) {
    return pagingError('the link to the next page is not an http or https address', place);
  }
  const isForeign = hostName(to) !== hostName(own);
  const { secrets } = place;
  if (!isForeign && !hasCredentials(to)) {
    const path = redactedLine(to.pathname, secrets);
    return pagingError(says(`another path, ${path}, and there is no cursor`), place);
  }
  const origin = redactedLine(to.origin, secrets);
  const where = isForeign ? origin : 'an address with credentials';
  const what = says(`${where} and not to ${own.origin}; it was not followed`);
  return pagingError(what, place, isForeign && isEncryptedOrLocal(to) ? { code: 'elsewhere', origin } : {});
}

// The address is built as text: URLSearchParams would write commas as %2C, which makes a long address too long.
function withParameter(url: string, parameter: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${parameter}`;
}

/**
 * Beyond the contract: a service that keeps versions names the version in headers and answers from an older one on
 * request. Undefined if the headers name no version that a request could name. An unreadable data date or import time
 * counts as none: no report fails for what the contract does not require.
 */
function programmeVersionOf(headers: Headers, secrets: Iterable<string>): ProgrammeVersion | undefined {
  const label = headers.get(versionHeaders.label) ?? '';
  if (!/^[0-9a-z]{1,64}$/.test(label) || createSecretHider(secrets)(label) !== label) return undefined;
  const read = (name: string, schema: z.ZodMiniType<string>) => schema.safeParse(headers.get(name)).data;
  return {
    label,
    dataDate: read(versionHeaders.dataDate, dataDateSchema),
    importedAt: read(versionHeaders.importedAt, importedAtSchema),
  };
}
