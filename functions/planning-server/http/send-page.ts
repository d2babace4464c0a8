/** A page of a collection as an answer: compressed, with the headers that let a client ask for it only when it changed. */
import { hash } from 'node:crypto';
import { periodOf } from '../query/cursor.ts';
import type { Page } from '../stores/store.ts';
import { answer, bodilessAnswer, type RequestContext } from './answer.ts';
import { encoded, encodingFor, isCompressed } from './content-encoding.ts';

/** Where the page after this one is. */
type NextPage = { readonly after: string; readonly link: string } | null;

/**
 * What identifies a page: its version, the query as it was sent, the encoding, and the period in which the cursor in it
 * was written. Weak, because two releases may compress the same page to different bytes.
 */
export function pageTag(
  { pathname, search }: URL,
  acceptEncoding: string | undefined,
  { version, hasNext, now }: { readonly version: string; readonly hasNext: boolean; readonly now: number },
): string {
  const encoding = encodingFor(acceptEncoding);
  const period = hasNext ? periodOf(now) : 0;
  const content = JSON.stringify([version, pathname, search, encoding, period]);
  return `W/"${hash('sha256', content, 'base64url').slice(0, 16)}"`;
}

/** Whether the client has this page already. */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  const weak = (text: string) => text.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((each) => each.trim() === '*' || weak(each) === weak(tag));
}

/** 304: the client has the page. @param headers those of the page that a client may have to learn again */
export function notModified(c: RequestContext, headers: Readonly<Record<string, string>>): Response {
  return bodilessAnswer(c, 304, headers);
}

export function sendPage(
  c: RequestContext,
  { page, next }: { readonly page: Page; readonly next: NextPage },
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const body = page.body(`{"paging":${JSON.stringify({ next })},"results":[`, ']}');
  return sendBody(c, body, { ...headers, 'content-type': 'application/json' });
}

/** Any body with 200, compressed where that makes it shorter. */
export async function sendBody(
  c: RequestContext,
  body: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> & { readonly 'content-type': string },
): Promise<Response> {
  const encoding = encodingFor(c.req.header('Accept-Encoding'));
  const sent = await encoded(body, encoding);
  return answer(c, 200, sent, {
    ...headers,
    ...(isCompressed(body, encoding) && { 'content-encoding': encoding }),
    'content-length': String(sent.byteLength),
  });
}

/** A short answer with 200. */
export function sendJson(c: RequestContext, content: unknown): Promise<Response> {
  return sendBody(c, Buffer.from(JSON.stringify(content)), { 'content-type': 'application/json' });
}
