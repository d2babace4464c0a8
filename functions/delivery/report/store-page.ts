/** The page of a message, stored before its issue, and the links that lead to what it shows. */
import { LookaheadError } from '#base/lookahead-error.ts';
import type { Attempt } from '#delivery/attempt.ts';
import type { Snapshot } from '#delivery/store/snapshot.ts';
import type { SignPage } from '#delivery/world.ts';
import type { PageOfAnswers } from '#mail/write-mail.ts';
import { pageKey } from '#pages/page-link.ts';
import { type Asks, pageOfPlan } from '#pages/page-of-plan.ts';
import { encodePage, type StoredPage } from '#pages/stored-page.ts';
import type { Cut } from './plan-cuts.ts';
import type { ReportJob } from './report-job.ts';

export type PageLinks = {
  readonly page?: string;
  readonly wall?: string;
  readonly answer?: PageOfAnswers;
  /** Why there is none, although there should be. */
  readonly problem?: string;
};

export async function storePage(
  { lookahead, message }: Cut,
  of: {
    readonly prefix: string;
    readonly job: ReportJob;
    readonly previous: Snapshot['previous'];
    readonly closes: Asks['closes'] | undefined;
  },
  attempt: Attempt,
): Promise<PageLinks> {
  const { prefix, job, previous, closes } = of;
  if (attempt.signPage === undefined || job.pages === 'off') return {};
  const key = pageKey(prefix, message);
  const qr = job.qr === 'on';
  const { answerNameDays: nameDays } = attempt.configuration;
  const page = pageOfPlan(lookahead, {
    contact: job.contact,
    qr,
    previous: previous ? pageKey(previous.prefix, message) : undefined,
    asks: job.answers && closes && { ...job.answers, closes, nameDays },
  });
  const links = await signedLinks(key, page, attempt.signPage);
  if (links.problem !== undefined) return links;
  await attempt.store.putOnce(key, encodePage(page), 'application/gzip');
  return links;
}

/** Without the secret that signs them, the report goes out without pages and says so. */
async function signedLinks(
  key: string,
  { questions, qr }: StoredPage,
  signPage: SignPage,
): Promise<PageLinks> {
  try {
    const tasks = questions?.tasks.length ?? 0;
    return {
      page: await signPage(key, 'page'),
      ...(qr ? { wall: await signPage(key, 'wall') } : {}),
      ...(questions && tasks + (questions.toClose?.tasks.length ?? 0) > 0
        ? { answer: { link: await signPage(key, 'answer'), tasks, closes: questions.closes.label } }
        : {}),
    };
  } catch (error) {
    if (!(error instanceof LookaheadError) || error.kind !== 'curable') throw error;
    return { problem: `This report has no week pages: ${error.message}` };
  }
}
