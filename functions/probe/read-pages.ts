/**
 * Reads listings with the code of the planning client, so that a probe meets what a report meets, but only a few pages.
 */
import { setTimeout } from 'node:timers/promises';
import { getJson, type KeyProvider } from '../planning/client/api-keys.ts';
import { withoutSecrets } from '../planning/client/hide-secrets-in-answers.ts';
import type { Http } from '../planning/client/http.ts';
import { nextUrl, startTrail } from '../planning/client/pages.ts';
import { type Place, PlanningError } from '../planning/client/planning-error.ts';
import { type ItemShape, type ReadPage, readPage } from '../planning/client/read-items.ts';
import { type RetryOptions, retryingHttp, withinTime } from '../planning/client/retry.ts';
import { projectUrl, type ServiceAddress } from '../planning/client/urls.ts';
import type { Misfit } from '../planning/contract/misfit.ts';
import type { Collection } from '../planning/contract/resources.ts';

export type ServiceOptions = ServiceAddress & {
  readonly projectId: string;
  readonly key: KeyProvider;
  readonly keyName: string;
  readonly fetch: Http['fetch'];
  readonly pauseMs: number;
  readonly wait?: NonNullable<RetryOptions['wait']>;
  readonly unusedProxy?: string | undefined;
};

export type Reading<Item> = {
  /** As they came: an item can be on two pages. */
  readonly items: readonly Item[];
  readonly misfits: readonly Misfit[];
  readonly pages: number;
  readonly complete: boolean;
};

type Identified = { readonly id: string };

/** Milliseconds, for a request with its retries. */
const overallTimeoutMs = 60_000;
/** Maximum pages of one reading: a week of a large project on short pages. */
const maxPagesOfReading = 30;

/** @throws PlanningInputError for an address that cannot be used */
export function startReading(options: ServiceOptions) {
  const { region, projectId, key, keyName, pauseMs, unusedProxy } = options;
  const { wait = (ms, signal) => setTimeout(ms, undefined, { signal }) } = options;
  const setup: Place = { operation: 'client', region, project: projectId };
  const base = projectUrl(options, setup);
  let requests = 0;
  const fetch: Http['fetch'] = async (url, init) => {
    requests += 1;
    if (requests > 1 && pauseMs > 0) await wait(pauseMs, init.signal ?? new AbortController().signal);
    return options.fetch(url, init);
  };
  const http = retryingHttp({ fetch, wait, overallTimeoutMs }, setup);
  const secrets = new Set<string>();

  const endpointOf = (collection: Collection) => `${base}/${collection}`;
  const placeOf = (collection: Collection, page: number) => ({
    ...setup,
    operation: collection,
    endpoint: `GET ${endpointOf(collection)}`,
    page,
    secrets,
  });

  function getPage<Item extends Identified>(
    shape: ItemShape<Item>,
    url: string,
    page = 1,
  ): Promise<ReadPage<Item>> {
    const place = placeOf(shape.collection, page);
    return withinTime(http, async (limits) => {
      const call = { ...place, ...limits, http, key, keyName, unusedProxy };
      return readPage(withoutSecrets(await getJson(call, url), secrets), shape, place);
    });
  }

  async function readPages<Item extends Identified>(
    shape: ItemShape<Item>,
    url: string,
    maxPages = maxPagesOfReading,
  ): Promise<Reading<Item>> {
    const trail = startTrail(url);
    const items: Item[] = [];
    const misfits: Misfit[] = [];
    let current: string | undefined = url;
    let pages = 0;
    while (current !== undefined && pages < maxPages) {
      pages += 1;
      const page: ReadPage<Item> = await getPage(shape, current, pages);
      items.push(...page.items);
      misfits.push(...page.misfits);
      current = nextUrl(trail, { next: page.next, current }, placeOf(shape.collection, pages));
    }
    return { items, misfits, pages, complete: current === undefined };
  }

  return {
    endpointOf,
    readPages,
    getPage,
    requests: () => requests,
  };
}

/** Whether the service refused this request, or sent what cannot be read, so that it may answer another one. */
export function isOfOneRequest(error: unknown): error is PlanningError {
  if (!(error instanceof PlanningError)) return false;
  switch (error.name) {
    case 'PlanningUnavailableError':
      return error.status !== undefined && error.status !== 429;
    case 'PlanningConnectionError':
    case 'PlanningTimeoutError':
    case 'PlanningKeyError':
      return false;
    case 'PlanningRefusedError':
    case 'PlanningContractError':
    case 'PlanningPagingError':
    case 'PlanningInputError':
      return true;
  }
}
