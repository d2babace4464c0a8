/**
 * Answers every link: to a workbook, a week page, a wall or an answer page. The same app runs in the cloud, on a
 * machine and in the demo. It loads neither planner nor workbook writer.
 *
 *     const app = createLinkApp({ store, secrets, workbook, now, … });
 *     await app.request('https://links.example/?page=issues/riverside/…/everyone&token=…');    // the week page
 */

import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { pageAnswersReader, pageWithoutAnswers } from '#answers/answers-on-page.ts';
import { readFormFirstSentTime } from '#answers/first-sent.ts';
import { createAnswerPageHandlers } from '#answers/serve-answers.ts';
import { type LinkSecrets, verifyLink } from '#display/signed-link.ts';
import { calendarFileText } from '#pages/calendar.ts';
import { findLaterPage, type LaterRevisionOrReport } from '#pages/find-later.ts';
import { type PageKeyValues, type PageStore, weekPageObject } from '#pages/objects.ts';
import { linkResponseHeaders } from '#pages/page-html.ts';
import { type PageKind, parsePageKey, signPageLink, verifyPageLink } from '#pages/page-link.ts';
import { readStoredPage, type StoredPage } from '#pages/stored-page.ts';
import { weekPage } from '#pages/week-page.ts';
import { weekPageHeaders } from '#pages/week-page-style.ts';
import { listSelectableFilterValues, readWeekPageChoices, weekPageChoicesQuery } from '#pages/week-view.ts';
import { createRequestLimiter, maxLinkRequestsPerMinute } from './limit-requests.ts';

/** The answer to every invalid link: it does not reveal which part of the link is wrong. */
const linkRefused =
  'This link is not valid, or has expired. Ask whoever sent you the report for a new one.\n';

const linkExpired =
  'The workbook or page of this link is no longer stored. Ask whoever sent you the report for a copy, or for a newer one.\n';

/** The archive, secrets, clock and server that pages work with. */
type LinkAppParts<Bindings extends object> = {
  /** May throw; then no link can be checked. */
  readonly secrets: () => Promise<LinkSecrets>;
  /**
   * Re-reads the secrets for a link that the cached ones do not verify: it may be signed with a newer one. Resolves to
   * undefined if the last re-reading was too recent.
   */
  readonly freshSecrets?: (() => Promise<LinkSecrets | undefined>) | undefined;
  readonly store: PageStore;
  /** The network address that a request came from. */
  readonly readerOf: (context: Context<{ Bindings: Bindings }>) => string;
  /** The address of new links; by default, the address of the request. */
  readonly baseUrl?: string | undefined;
  /** @returns undefined for a workbook that is no longer stored */
  readonly workbook: (key: string, context: Context<{ Bindings: Bindings }>) => Promise<Response | undefined>;
  readonly opened: (folder: string) => void;
  readonly gone: (folder: string) => void;
  readonly refused: () => void;
  readonly postponed: () => void;
  /** Called if an answer could not be stored. The page tells its sender to send it again. */
  readonly notStored: (error: Error) => void;
  /** Makes the answer to a request that failed. If it throws too, the request has no answer. */
  readonly failed: (error: Error, context: Context) => Response | Promise<Response>;
  /** Answers `/health`; undefined if there is no health check. */
  readonly health?: (() => { readonly status: 200 | 503; readonly text: string }) | undefined;
  readonly now: () => { readonly epochMilliseconds: number };
};

const maxFormBytes = 512 * 1_024;
const maxEarlierPages = 12;

export function createLinkApp<Bindings extends object>(
  parts: LinkAppParts<Bindings>,
): Hono<{ Bindings: Bindings }> {
  const { store, now, health } = parts;
  const mayRead = createRequestLimiter(maxLinkRequestsPerMinute.read, now);
  const maySend = createRequestLimiter(maxLinkRequestsPerMinute.send, now);
  const answered = pageAnswersReader({ store, now });
  const app = new Hono<{ Bindings: Bindings }>();
  const failing = new WeakSet<Context>();
  app.onError((error, context) => {
    // If `failed` throws, the middleware passes that error on once more.
    if (failing.has(context)) throw error;
    failing.add(context);
    return parts.failed(error, context);
  });
  app.use(compress());
  if (health) {
    app.get('/health', (context) => {
      const { status, text } = health();
      return context.text(text, status);
    });
  }

  const answers = createAnswerPageHandlers({
    store,
    now,
    answered: answered.on,
    later: async ({ secret, baseUrl, ...of }) => {
      const found = await findLaterPage(store, { ...of, now: now().epochMilliseconds });
      return typeof found === 'object'
        ? { ...found, link: linkOfLater(found, { kind: 'answer', secret, baseUrl }) }
        : undefined;
    },
    failed: parts.notStored,
  });

  const refuse = (context: Context) => {
    parts.refused();
    return context.text(linkRefused, 403, linkResponseHeaders);
  };

  const gone = (context: Context, folder: string) => {
    parts.gone(folder);
    return context.text(linkExpired, 410, linkResponseHeaders);
  };

  const baseUrlOf = (context: Context) => parts.baseUrl ?? new URL('/', context.req.url).href;

  const postpone = (context: Context) => {
    parts.postponed();
    return context.text(tooOften, 429, { ...linkResponseHeaders, 'retry-after': '60' });
  };

  /** @returns the target of a link, for a page with the secrets that verified it; undefined if the link is invalid */
  async function checked(query: URLSearchParams) {
    const read = (secrets: LinkSecrets) => {
      const at = { secrets, now: now() };
      const page = verifyPageLink(query, at);
      if (page !== undefined) return { ...page, secrets };
      const file = verifyLink(query, at);
      // A link may only lead to a workbook or a page, never to another object of the archive.
      return file !== 'refused' && file.key.endsWith('.xlsx')
        ? { kind: 'workbook' as const, ...file }
        : undefined;
    };
    const link = read(await parts.secrets());
    if (link !== undefined) return link;
    // If the secret cannot be re-read, the cached one is enough to refuse a bad link.
    const fresh = await parts.freshSecrets?.().catch(() => undefined);
    return fresh && read(fresh);
  }

  app.get('*', async (context) => {
    const { searchParams: query } = new URL(context.req.url);
    const link = await checked(query);
    if (link === undefined) return refuse(context);
    if (link.kind === 'workbook') {
      const folder = folderOf(link.key);
      const answer = await parts.workbook(link.key, context);
      if (answer === undefined) return gone(context, folder);
      if (answer.ok || answer.status === 302) parts.opened(folder);
      for (const [name, value] of Object.entries(linkResponseHeaders)) answer.headers.set(name, value);
      return answer;
    }
    const { kind, address, secrets } = link;
    const key = weekPageObject.key(address);
    if (!mayRead({ link: `${kind} ${key}`, reader: parts.readerOf(context) })) return postpone(context);
    const folder = folderOf(key);
    const page = await readStoredPage(store, address);
    if (page === undefined) return gone(context, folder);
    const hasCalendar = kind === 'page' && page.audience !== 'everyone';
    const isCalendar = query.has('calendar');
    if (isCalendar && !hasCalendar) return refuse(context);
    if (kind === 'answer') {
      const shown = await answers.show(
        { address, page, secret: secrets.current, baseUrl: baseUrlOf(context) },
        context.req.raw,
      );
      if (shown === undefined) return refuse(context);
      parts.opened(folder);
      return shown;
    }
    parts.opened(folder);
    const own = { kind, address, page, query, secret: secrets.current };
    return isCalendar ? calendarAnswer(own) : pageAnswer(context, own, hasCalendar);
  });
  app.post(
    '*',
    bodyLimit({
      maxSize: maxFormBytes,
      onError: (context) => context.text(tooLong, 413, linkResponseHeaders),
    }),
  );
  app.post('*', async (context) => {
    const fields = new URLSearchParams(await context.req.text());
    try {
      const link = await checked(new URL(context.req.url).searchParams);
      if (link?.kind !== 'answer') return refuse(context);
      const key = weekPageObject.key(link.address);
      const sent = readFormFirstSentTime(fields, {
        key,
        secrets: link.secrets,
        now: now().epochMilliseconds,
      });
      if (!maySend({ link: key, reader: parts.readerOf(context) })) {
        parts.postponed();
        fields.set('first', sent.first);
        return answers.sendAgain(fields, 429);
      }
      const page = await readStoredPage(store, link.address);
      if (page === undefined) return gone(context, folderOf(key));
      const of = { ...link, page, at: sent.at, secret: link.secrets.current, baseUrl: baseUrlOf(context) };
      const taken = await answers.take(of, fields, context.req.raw);
      answered.forget(link.address);
      return taken ?? refuse(context);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      parts.notStored(error);
      return answers.sendAgain(fields, 503);
    }
  });
  app.all('*', refuse);
  return app;

  async function pageAnswer(context: Context, own: OpenedPage, hasCalendar: boolean): Promise<Response> {
    const { kind, address, page, query, secret } = own;
    const baseUrl = baseUrlOf(context);
    const lists = listSelectableFilterValues(page);
    const link = query.get('token') ?? '';
    const name = query.get(kind) ?? '';
    const view = readWeekPageChoices(query, { page, lists, now: now().epochMilliseconds });
    const [later, shown] = await Promise.all([
      findLaterPage(store, { address, page, now: now().epochMilliseconds }),
      kind === 'wall' ? pageWithoutAnswers(page) : answered.on(page, view.week),
    ]);
    const code = page.qr
      ? (await import('#base/qr-code.ts')).qrSvg(signPageLink(address, { baseUrl, kind: 'wall', secret }))
      : undefined;
    const parted = weekPage({
      page: shown,
      kind,
      view,
      lists,
      href: (change) =>
        `?${kind}=${name}&token=${link}${weekPageChoicesQuery({ ...view, ...change }, lists)}`,
      answer:
        kind === 'page' && page.questions
          ? signPageLink(address, { baseUrl, kind: 'answer', secret })
          : undefined,
      now: now().epochMilliseconds,
      calendar: hasCalendar ? `?page=${name}&token=${link}&calendar=ics` : undefined,
      later:
        typeof later === 'object' ? { ...later, link: linkOfLater(later, { kind, secret, baseUrl }) } : later,
      code,
    });
    return new Response(ReadableStream.from(inChunks(parted)), {
      headers: weekPageHeaders,
    });
  }

  /**
   * A link of the same kind to a later revision; undefined if the revision has no such page. Undefined for a later
   * report too, because a link to it would work longer than the reader's own link.
   */
  function linkOfLater(
    { kind: what, page, address }: LaterRevisionOrReport,
    by: { readonly kind: PageKind; readonly secret: string; readonly baseUrl: string },
  ): string | undefined {
    const isThere = {
      page: page !== undefined,
      wall: page?.qr === true,
      answer: page?.questions !== undefined,
    };
    return what === 'revision' && isThere[by.kind] ? signPageLink(address, by) : undefined;
  }

  async function calendarAnswer({ page }: OpenedPage): Promise<Response> {
    const earlier: StoredPage[] = [];
    const first = page.days[0]?.day ?? 0;
    for (let { previous } = page; previous !== undefined && earlier.length < maxEarlierPages; ) {
      const before = await readStoredPage(store, parsePageKey(previous));
      if (before === undefined || (before.days.at(-1)?.day ?? 0) < first) break;
      earlier.push(before);
      previous = before.previous;
    }
    return new Response(calendarFileText(await answered.on(page), earlier), {
      headers: {
        ...linkResponseHeaders,
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'attachment; filename="week.ics"',
      },
    });
  }
}

type OpenedPage = {
  readonly kind: PageKind;
  readonly address: PageKeyValues;
  readonly page: StoredPage;
  readonly query: URLSearchParams;
  readonly secret: string;
};

const tooOften = 'Too many pages were opened in the last minute. Try again in a minute.\n';
const tooLong = 'This form is too large for an answer page, so nothing was stored. Open the link again.\n';

const chunkLength = 65_536;

/** Joins many rows into one chunk, because passing on and compressing a chunk takes longer than making a row. */
function* inChunks(parts: Iterable<string>): Generator<Uint8Array> {
  let chunk = '';
  for (const part of parts) {
    chunk += part;
    if (chunk.length < chunkLength) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  yield Buffer.from(chunk);
}

function folderOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/') + 1);
}
