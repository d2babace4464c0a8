/**
 * Serves the answer page of an audience, and takes the forms that are sent from it. The link app uses it like this:
 *
 *     const answers = createAnswerPageHandlers({ store, now, … });
 *     await answers.show({ address, page, secret, baseUrl }, request);    // GET: the page
 *     await answers.take({ address, page, secret, baseUrl }, fields, request);    // POST: stores, then the page again
 */

import { parse, serialize } from 'hono/utils/cookie';
import type { PageKeyValues, PageStore } from '#pages/objects.ts';
import { signPageLink } from '#pages/page-link.ts';
import type { StoredPageWithAnswers } from '#pages/stored-page.ts';
import { todayInProject } from '#pages/week-view.ts';
import { maxAnswererNameLength, shortenAnswerText } from './answer-form.ts';
import { type AnswerPageInput, answerPage, answerPageHeaders, sendAgainPageHtml } from './answer-page.ts';
import {
  type AnswerPageContent,
  type AnswerPageContext,
  pageContentWithTypedFields,
  readAnswerPageContent,
  storeAnswerForm,
} from './take-answers.ts';

type OpenedAnswerPage = {
  readonly address: PageKeyValues;
  readonly page: StoredPageWithAnswers;
  /** When the form was first sent; by default now. Earlier if a rate limit refused it before. */
  readonly at?: number;
};

type LinkedAnswerPage = OpenedAnswerPage & { readonly secret: string; readonly baseUrl: string };

type AnswerParts = {
  readonly store: PageStore;
  readonly now: () => { readonly epochMilliseconds: number };
  /** Adds to a page the answers of all audiences and the closing of the latest revision. */
  readonly answered: (page: StoredPageWithAnswers) => Promise<StoredPageWithAnswers>;
  /** Finds a later revision, with the link to its answer page. */
  readonly later: (of: LinkedAnswerPage) => Promise<AnswerPageInput['later']>;
  readonly failed: (error: Error) => void;
};

/** Name of the cookie that keeps the reader's name on the phone for the next page. */
const nameCookie = 'name';
const secondsOfName = 400 * 86_400;

export function createAnswerPageHandlers({ store, now, answered, later, failed }: AnswerParts) {
  return {
    /** @returns undefined if the page asks nothing */
    show: async (of: LinkedAnswerPage, request: Request): Promise<Response | undefined> => {
      const page = await answered(of.page);
      const asked = askedOf({ ...of, page });
      if (asked === undefined) return undefined;
      const [view, shown] = await Promise.all([
        readAnswerPageContent(asked, nameInCookie(request)),
        later(of),
      ]);
      return respond({ ...of, page }, asked, { view, later: shown });
    },

    /** @returns undefined if the page asks nothing; 503 with the typed fields if the store fails */
    take: async (
      of: LinkedAnswerPage,
      fields: URLSearchParams,
      request: Request,
    ): Promise<Response | undefined> => {
      const page = await answered(of.page).catch(() => of.page);
      const asked = askedOf({ ...of, page });
      if (asked === undefined) return undefined;
      const view = await storeAnswerForm(asked, fields).catch((error: unknown) => {
        if (!(error instanceof Error)) throw error;
        failed(error);
        return pageContentWithTypedFields(asked, fields);
      });
      // By now, the answers are stored, or the page says why not, so a failure of the archive here is ignored.
      const shown = await later(of).catch(() => undefined);
      return respond({ ...of, page }, asked, { view, later: shown }, request);
    },

    /** A page that sends the same form again: 503 if the archive failed, 429 if the form was sent too often. */
    sendAgain: (fields: URLSearchParams, status: 503 | 429): Response =>
      new Response(sendAgainPageHtml(fields, status), {
        status,
        headers: { ...answerPageHeaders, 'retry-after': '60' },
      }),
  };

  function askedOf({
    page,
    address,
    at = now().epochMilliseconds,
  }: OpenedAnswerPage): AnswerPageContext | undefined {
    const { questions, number: revision, read, closes } = page;
    if (questions === undefined) return undefined;
    const { instant } = read;
    // A later revision may close later.
    const asks = closes === undefined ? questions : { ...questions, closes };
    return {
      questions: asks,
      revision,
      read: instant,
      address,
      store,
      now: at,
      today: todayInProject(page, at),
    };
  }
}

function respond(
  { page, address, ...by }: LinkedAnswerPage,
  { questions }: AnswerPageContext,
  { view, later }: { readonly view: AnswerPageContent; readonly later: AnswerPageInput['later'] },
  sent?: Request,
): Response {
  const week = signPageLink(address, { ...by, kind: 'page' });
  const body = answerPage({ page, questions, view, week, later });
  const isStored = view.outcome?.kind === 'stored';
  return new Response(body, {
    status: httpStatus(view),
    headers: {
      ...answerPageHeaders,
      ...(sent && isStored ? { 'set-cookie': cookieOf(view.name, sent) } : {}),
    },
  });
}

function httpStatus({ outcome }: AnswerPageContent): number {
  switch (outcome?.kind) {
    case 'failed':
      return 503;
    case 'no name':
    case 'no choice':
    case 'not clear':
    case 'full':
      return 422;
    default:
      return 200;
  }
}

function nameInCookie(request: Request): string {
  const name = parse(request.headers.get('cookie') ?? '', nameCookie)[nameCookie] ?? '';
  return shortenAnswerText(name.toWellFormed(), maxAnswererNameLength);
}

function cookieOf(name: string, { url, headers: sent }: Request): string {
  const isSecure = url.startsWith('https:') || sent.get('x-forwarded-proto') === 'https';
  const options = {
    path: '/',
    maxAge: secondsOfName,
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure,
  } as const;
  return serialize(nameCookie, name, options);
}
