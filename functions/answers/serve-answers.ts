/** Serves the answer pages of cuts, and takes what is sent from them. */

import { parse, serialize } from 'hono/utils/cookie';
import type { PageAddress, PageStore } from '#pages/objects.ts';
import { signPage } from '#pages/page-link.ts';
import type { AnsweredPage } from '#pages/stored-page.ts';
import { dateIn } from '#pages/week-view.ts';
import { maxNameLength, startOfText } from './answer-form.ts';
import { type AnswerPage, answerHeaders, answerPage, sendAgainPage } from './answer-page.ts';
import { type AnswerView, type Asked, showAnswers, takeAnswers, typedView } from './take-answers.ts';

type Opened = {
  readonly address: PageAddress;
  readonly page: AnsweredPage;
  /** When the form counts as sent; by default now. */
  readonly at?: number;
};

type Linked = Opened & { readonly secret: string; readonly baseUrl: string };

type AnswerParts = {
  readonly store: PageStore;
  readonly now: () => { readonly epochMilliseconds: number };
  /**
   * The page with what all audiences answered to its tasks and to those before them, and when the answers close now.
   */
  readonly answered: (page: AnsweredPage) => Promise<AnsweredPage>;
  /** A later revision, with the link of its answer page. */
  readonly later: (of: Linked) => Promise<AnswerPage['later']>;
  readonly failed: (error: Error) => void;
};

/** Keeps the name on the phone, for the next page too. */
const nameCookie = 'name';
const secondsOfName = 400 * 86_400;

export function serveAnswers({ store, now, answered, later, failed }: AnswerParts) {
  return {
    /** @returns undefined for a page that asks nothing */
    show: async (of: Linked, request: Request): Promise<Response | undefined> => {
      const page = await answered(of.page);
      const asked = askedOf({ ...of, page });
      if (asked === undefined) return undefined;
      const [view, shown] = await Promise.all([showAnswers(asked, nameIn(request)), later(of)]);
      return respond({ ...of, page }, asked, { view, later: shown });
    },

    /** @returns undefined for a page that asks nothing; 503 with what was typed if the store fails */
    take: async (of: Linked, fields: URLSearchParams, request: Request): Promise<Response | undefined> => {
      const page = await answered(of.page).catch(() => of.page);
      const asked = askedOf({ ...of, page });
      if (asked === undefined) return undefined;
      const view = await takeAnswers(asked, fields).catch((error: unknown) => {
        if (!(error instanceof Error)) throw error;
        failed(error);
        return typedView(asked, fields);
      });
      // What was taken is stored: an archive that fails now does not make it untrue.
      const shown = await later(of).catch(() => undefined);
      return respond({ ...of, page }, asked, { view, later: shown }, request);
    },

    /** Where not even the page can be read: 503; where it was sent too often: 429. */
    sendAgain: (fields: URLSearchParams, status: 503 | 429): Response =>
      new Response(sendAgainPage(fields, status), {
        status,
        headers: { ...answerHeaders, 'retry-after': '60' },
      }),
  };

  function askedOf({ page, address, at = now().epochMilliseconds }: Opened): Asked | undefined {
    const { questions, number: revision, read, closes } = page;
    if (questions === undefined) return undefined;
    const { instant } = read;
    // A later revision may close later.
    const asks = closes === undefined ? questions : { ...questions, closes };
    return { questions: asks, revision, read: instant, address, store, now: at, today: dateIn(page, at) };
  }
}

function respond(
  { page, address, ...by }: Linked,
  { questions }: Asked,
  { view, later }: { readonly view: AnswerView; readonly later: AnswerPage['later'] },
  sent?: Request,
): Response {
  const week = signPage(address, { ...by, kind: 'page' });
  const body = answerPage({ page, questions, view, week, later });
  const isStored = view.outcome?.kind === 'stored';
  return new Response(body, {
    status: statusOf(view),
    headers: { ...answerHeaders, ...(sent && isStored ? { 'set-cookie': cookieOf(view.name, sent) } : {}) },
  });
}

function statusOf({ outcome }: AnswerView): number {
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

function nameIn(request: Request): string {
  const name = parse(request.headers.get('cookie') ?? '', nameCookie)[nameCookie] ?? '';
  return startOfText(name.toWellFormed(), maxNameLength);
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
