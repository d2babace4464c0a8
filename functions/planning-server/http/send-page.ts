/** A page of a collection as an answer: compressed, with the headers that let a client ask for it only when it changed. */
import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { encoded, encodingFor, isCompressed } from './content-encoding.ts';

export type PageBody = {
  /** Items as JSON, separated by commas. */
  readonly results: Uint8Array;
  readonly next: { readonly after: string; readonly link: string } | null;
};

/** Milliseconds: half the life of a cursor, so that an unchanged page is never older than the cursor in it. */
const maxPageAge = 12 * 60 * 60 * 1_000;

/**
 * What identifies a page: its version, the query as it was sent and the encoding. Weak, because the cursor in a page is
 * written anew each time.
 */
export function pageTag(
  { pathname, search }: URL,
  acceptEncoding: string | undefined,
  { version, hasNext, now }: { readonly version: string; readonly hasNext: boolean; readonly now: number },
): string {
  const encoding = encodingFor(acceptEncoding);
  const age = hasNext ? Math.floor(now / maxPageAge) : 0;
  const content = JSON.stringify([version, pathname, search, encoding, age]);
  return `W/"${hash('sha256', content, 'base64url').slice(0, 16)}"`;
}

/** Whether the client has this page already. */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  const weak = (text: string) => text.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((each) => each.trim() === '*' || weak(each) === weak(tag));
}

/** 304: the client has the page. */
export function notModified(c: Context): Response {
  return c.body(null, 304);
}

export async function sendPage(c: Context, { results, next }: PageBody): Promise<Response> {
  const beginning = Buffer.from(`{"paging":${JSON.stringify({ next })},"results":[`);
  return sendBody(c, Buffer.concat([beginning, results, Buffer.from(']}')]), 'application/json');
}

/** Any body with 200, compressed where that makes it shorter. */
export async function sendBody(
  c: Context,
  body: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<Response> {
  const encoding = encodingFor(c.req.header('Accept-Encoding'));
  const sent = await encoded(body, encoding);
  if (isCompressed(body, encoding)) c.header('Content-Encoding', encoding);
  c.header('Content-Type', contentType);
  c.header('Content-Length', String(sent.byteLength));
  return c.body(sent);
}

/** A short answer with 200. */
export function sendJson(c: Context, content: unknown): Promise<Response> {
  return sendBody(c, Buffer.from(JSON.stringify(content)), 'application/json');
}
