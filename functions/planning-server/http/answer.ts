import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Region } from '#planning/contract/tasks-query.ts';
import type { Scope } from '#planning-server/keys/key-ring.ts';
import type { Connection } from './connections.ts';

export type Caller = {
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  readonly region: Region | undefined;
};

export type Environment = {
  Bindings: Partial<Connection>;
  Variables: {
    caller: Caller;
    target: URL;
    requestId: string;
    /**
     * Response headers so far, by lower-case name. A plain object: `Headers` are copied and sorted at each step, which
     * takes as long as selecting a page.
     */
    headers: Record<string, string>;
  };
};
export type RequestContext = Context<Environment>;

/** Hono has no environment if a request did not come over a network. */
export function connectionOf(c: RequestContext): Partial<Connection> {
  return c.env ?? {};
}

export function answer(
  c: RequestContext,
  status: ContentfulStatusCode,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Response {
  return new Response(body, {
    status,
    headers: {
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      ...c.get('headers'),
      ...headers,
    },
  });
}

/** Leaves out the rate limit policy, which the client got with the body. */
export function bodilessAnswer(
  c: RequestContext,
  status: 204 | 304,
  headers: Readonly<Record<string, string>>,
): Response {
  const { 'ratelimit-policy': _told, ...gathered } = c.get('headers');
  return new Response(null, { status, headers: { ...gathered, ...headers } });
}

/** A caller's request id that is safe to log. */
export const requestIdPattern = /^[A-Za-z0-9._-]{1,64}$/;

export function requestIdSource(): () => string {
  const size = 12;
  let drawn = Buffer.alloc(0);
  let at = 0;
  return () => {
    if (at >= drawn.length) {
      drawn = randomBytes(size * 256);
      at = 0;
    }
    at += size;
    return drawn.toString('base64url', at - size, at);
  };
}
