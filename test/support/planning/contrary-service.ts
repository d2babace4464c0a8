/**
 * The planning server without a network, made to differ from our rules in the points that a test names. Without any it
 * differs in none, and its clock stands still.
 */

import { createPlanningServer } from '../../../functions/planning-server/http/create-planning-server.ts';
import type { Key, KeyRing } from '../../../functions/planning-server/keys/key-ring.ts';
import { memoryStore } from '../../../functions/planning-server/stores/memory-store.ts';
import type { ProjectData } from '../../../functions/planning-server/stores/store.ts';
import { aCountedProject } from '../builders/a-counted-project.ts';

/** Any JSON object; the properties that quirks touch are named, the rest is free. */
export type Json = {
  readonly [property: string]: unknown;
  readonly id?: unknown;
  readonly results?: unknown;
  readonly type?: unknown;
  readonly start?: unknown;
  readonly finish?: unknown;
  readonly duration?: unknown;
  readonly shift?: unknown;
  readonly quantity?: unknown;
  readonly labour?: unknown;
  readonly lag?: unknown;
  readonly amount?: unknown;
  readonly dailyPlanned?: unknown;
};

/** A way to differ. Several apply one after the other. */
export type Quirk = {
  /** Changes what was asked before it is answered. */
  readonly asked?: (url: URL) => void;
  /** Replaces how tasks are selected: by this alone. */
  readonly selects?: (task: Json, query: URLSearchParams) => boolean;
  /** Changes a task of an answer. */
  readonly task?: (task: Json) => Json;
  /** Changes an item of another list. */
  readonly item?: (item: Json, collection: string) => Json;
  /** Changes an answer's body; undefined leaves it. */
  readonly body?: (body: unknown, collection: string, url: URL) => unknown;
  /** Replaces the whole answer; undefined leaves it. */
  readonly answer?: (response: Response, request: Request) => Response | undefined;
};

export const goodKey = 'good-key-0123456789';

/** A key of somebody else's service, whatever its shape. */
const keys: KeyRing = {
  find: async (presented) => (presented === goodKey ? probeKey : undefined),
  withId: async (id) => (id === probeKey.id ? probeKey : undefined),
};
const probeKey: Key = { id: 'probe', name: 'probe', projects: '*', ends: Number.POSITIVE_INFINITY };

export type ContraryService = {
  readonly url: string;
  readonly fetch: typeof fetch;
  /** `GET /gb/v1/projects/…`, in order of arrival. */
  readonly requests: readonly string[];
};

/** Nothing writes to it, so that all services have the same one. */
const counted = aCountedProject();
const countedStore = memoryStore([counted]);

export function contraryService(
  quirks: readonly Quirk[] = [],
  project: ProjectData = counted,
): ContraryService {
  const inner = createPlanningServer({
    store: project === counted ? countedStore : memoryStore([project]),
    keys,
    signingSecret: 'signs the tokens of this test only, at length',
    now: () => Date.UTC(2026, 10, 20, 14),
    pageSize: 40,
  });
  const full = new Map(project.collections.tasks.map((task): [string, Json] => [idOf(task), task]));
  const requests: string[] = [];

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    requests.push(`${request.method} ${url.pathname}${url.search}`);
    const collection = url.pathname.split('/').at(-1) ?? '';
    const selects = quirks.flatMap((quirk) =>
      quirk.selects && collection === 'tasks' ? [quirk.selects] : [],
    );
    for (const { asked } of quirks) asked?.(url);
    // A change of one parameter spells the commas of all others as %2C, which makes a long address too long.
    url.search = url.search.replaceAll('%2C', ',');
    const query = new URLSearchParams(url.search);
    if (selects.length > 0) keepOnly(url.searchParams, ['fields']);
    if (selects.length > 0) url.searchParams.set('limit', '1000');
    const headers = new Headers(request.headers);
    // The body is changed on its way.
    headers.delete('Accept-Encoding');
    const answered = await inner.fetch(new Request(new Request(url, request), { headers }), {
      origin: url.origin,
    });
    let body: unknown = await answered.json();
    if (selects.length > 0) {
      body = mapResults(body, (items) =>
        items.filter((item) => selects.every((select) => select(full.get(idOf(item)) ?? item, query))),
      );
      body = paged(body, { query, url: new URL(request.url) });
    }
    for (const quirk of quirks) {
      const change = (item: Json) =>
        collection === 'tasks' ? quirk.task?.(item) : quirk.item?.(item, collection);
      body = mapResults(body, (items) => items.map((item) => change(item) ?? item));
      body = quirk.body?.(body, collection, url) ?? body;
    }
    let response = Response.json(body, { status: answered.status });
    for (const quirk of quirks) response = quirk.answer?.(response, request) ?? response;
    return response;
  }

  return {
    url: 'https://quirks.example',
    fetch: (input, init) => answer(new Request(input, init)),
    requests,
  };
}

/** Pages of what the quirks selected; the cursor is a position. */
function paged(body: unknown, { query, url }: { query: URLSearchParams; url: URL }): unknown {
  if (!isJson(body) || !Array.isArray(body.results)) return body;
  const from = Number(query.get('after') ?? 0);
  const to = from + Number(query.get('limit') ?? 40);
  url.searchParams.set('after', String(to));
  const next = to < body.results.length ? { after: String(to), link: url.href } : null;
  return { paging: { next }, results: body.results.slice(from, to) };
}

function keepOnly(query: URLSearchParams, names: readonly string[]): void {
  for (const name of [...query.keys()]) if (!names.includes(name)) query.delete(name);
}

function idOf({ id }: Json): string {
  return String(id);
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapResults(body: unknown, change: (items: readonly Json[]) => readonly Json[]): unknown {
  if (!isJson(body) || !Array.isArray(body.results)) return body;
  return { ...body, results: change(body.results.filter(isJson)) };
}
