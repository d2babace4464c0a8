/**
 * Where the next page is. Open point of the contract: how it is requested is not shown. Ours: follow
 * `paging.next.link` on the same origin and path, otherwise send the first query again with
 * `after=<paging.next.after>`; null, absent and empty mean the end.
 */
import { createHash } from 'node:crypto';
import { withoutTrailingSlashes } from '../../base/without-trailing-slashes.ts';
import type { Envelope } from '../contract/resources.ts';
import { type Place, PlanningPagingError } from './planning-error.ts';
import { redacted } from './redact.ts';
import { reportToOperator } from './remedies.ts';

export type NextPage = NonNullable<Envelope['paging']>['next'];

/** The way through the pages of one query so far. */
export type Trail = {
  readonly first: string;
  readonly visited: Set<string>;
  readonly cursors: Set<string>;
};

export function startTrail(first: string): Trail {
  return { first, visited: new Set([fingerprint(new URL(first).href)]), cursors: new Set() };
}

/**
 * The address of the next page, undefined at the end; the trail remembers it.
 * @throws PlanningPagingError for a link to another origin, a link that leads nowhere, and a link or cursor that repeats.
 */
export function nextUrl(
  trail: Trail,
  { next, current }: { readonly next: NextPage; readonly current: string },
  { place, secrets }: { readonly place: Place; readonly secrets: Iterable<string> },
): string | undefined {
  const after = next?.after || undefined;
  const link = next?.link?.trim() || undefined;
  if (after === undefined && link === undefined) return undefined;
  const linked = link === undefined ? undefined : linkedUrl(link, { current, place, secrets });
  const followed = linked !== undefined && samePath(linked, trail.first) ? linked.href : undefined;
  if (followed === undefined && after === undefined) {
    throw new PlanningPagingError('the link to the next page leads to another path, and there is no cursor', {
      place,
      property: 'paging.next.link',
      remedy: reportToOperator,
    });
  }
  if (after !== undefined) rememberOnce(after, { seen: trail.cursors, property: 'paging.next.after', place });
  const url = followed ?? withCursor(trail.first, after ?? '');
  const property = followed === undefined ? 'paging.next.after' : 'paging.next.link';
  rememberOnce(url, { seen: trail.visited, property, place });
  return url;
}

/** Undefined when it is not an address at all. */
function linkedUrl(
  link: string,
  { current, place, secrets }: { current: string; place: Place; secrets: Iterable<string> },
): URL | undefined {
  const url = URL.parse(link, current);
  if (url === null) return undefined;
  url.hash = '';
  const { origin } = new URL(current);
  if (url.origin === origin && url.username === '' && url.password === '') return url;
  const elsewhere = url.origin === origin ? 'an address with credentials' : redacted(url.origin, secrets);
  throw new PlanningPagingError(
    `the link to the next page leads to ${elsewhere} and not to ${origin}; it was not followed`,
    {
      place,
      property: 'paging.next.link',
      remedy: 'Set baseUrl to the origin that the links of the service name, if that is the right one.',
    },
  );
}

function samePath(url: URL, first: string): boolean {
  return withoutTrailingSlashes(url.pathname) === withoutTrailingSlashes(new URL(first).pathname);
}

// Written as text: URLSearchParams would spell the commas of id lists as %2C and make a long address too long.
function withCursor(first: string, after: string): string {
  return `${first}${first.includes('?') ? '&' : '?'}after=${encodeURIComponent(after.toWellFormed())}`;
}

function rememberOnce(
  value: string,
  { seen, property, place }: { seen: Set<string>; property: string; place: Place },
): void {
  const print = fingerprint(value);
  if (seen.has(print)) {
    const what = property === 'paging.next.link' ? 'link' : 'cursor';
    throw new PlanningPagingError(`the pages go round in a loop: the ${what} to the next one repeats`, {
      place,
      property,
      remedy: reportToOperator,
    });
  }
  seen.add(print);
}

/** Thousands of addresses of up to 8,000 characters are not kept whole. */
function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
