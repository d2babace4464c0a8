/** Adds the latest answers to the tasks of a week page, without notes or names of persons. */

import { type Day, formatDay, minDay, parseDay } from '#base/day.ts';
import { createFreshCache } from '#base/fresh-cache.ts';
import { datesText } from '#lookahead/dates/day-text.ts';
import {
  type CurrentAnswer,
  currentAnswerOf,
  isPromiseOrDecline,
  refusalText,
} from '#lookahead/promises/answer.ts';
import type { PromiseState } from '#lookahead/promises/promises.ts';
import { peopleText } from '#lookahead/text/quantity-text.ts';
import type { PageKeyValues, PageStore } from '#pages/objects.ts';
import type { PageTask, PageTaskWithAnswer, StoredPage, StoredPageWithAnswers } from '#pages/stored-page.ts';
import { readLatestAnswers } from './latest-answers.ts';
import { type LatestAnswers, latestAnswersObject } from './objects.ts';

/** Cache time of the answers, in milliseconds. */
const maxAgeMs = 10_000;
const maxWeeksKept = 100;

/** Reads the answers for week pages, and caches them per report and week for ten seconds. */
export function pageAnswersReader({
  store,
  now,
}: {
  readonly store: Pick<PageStore, 'get' | 'list'>;
  readonly now: () => { readonly epochMilliseconds: number };
}) {
  const standing = createFreshCache<Awaited<ReturnType<typeof readLatestAnswers>>>({
    maxAge: maxAgeMs,
    max: maxWeeksKept,
    now: () => now().epochMilliseconds,
  });
  return {
    /** The page with the answers for one of its weeks, by default the first. */
    on: async (
      page: StoredPage,
      first = formatDay(page.days[0]?.day ?? 0),
    ): Promise<StoredPageWithAnswers> => {
      const { project, asking } = page;
      if (asking === undefined) return page;
      const of = { project: project.key, report: asking, first };
      const read = async () => readLatestAnswers(store, await latestAnswersObject.list(store, of));
      return withAnswers(page, first, await standing.get(latestAnswersObject.under(of), read));
    },
    /** Call it after an answer is stored, so that the next page of the week shows it. */
    forget: ({ project, report, first }: PageKeyValues) =>
      standing.forget(latestAnswersObject.under({ project, report, first })),
  };
}

/** A task on the page, or a predecessor of one. */
type TaskDates = Pick<PageTask, 'id' | 'firm' | 'days'>;

type CutAnswer = LatestAnswers['answers'][number] & { readonly audience: LatestAnswers['cut'] };

/**
 * The page with the answers for a week. A task gets, for example, `answer: { state: 'promised', words: '✓ promised by
 * Stonebridge Frame Ltd, 11 people' }`; a declined task is not ready.
 * @param week Monday, `YYYY-MM-DD`
 * @param standing the latest answers of each audience
 */
function withAnswers(
  page: StoredPage,
  week: string,
  standing: readonly LatestAnswers[],
): StoredPageWithAnswers {
  const [latest] = standing.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  if (latest === undefined) return page;
  const monday = checkedDay(week);
  const asked = new Set(standing.flatMap(({ asked }) => asked));
  const said = standing
    .flatMap(({ cut, answers }) => answers.map((answer): CutAnswer => ({ ...answer, audience: cut })))
    .filter((answer) => answer.week === week)
    .sort((a, b) => (a.order < b.order ? -1 : 1));
  const byTask = Map.groupBy(said, ({ task }) => task);
  const onPage = new Map(page.tasks.map((task) => [task.id, task]));

  const standingAbout = ({ id, firm, days }: TaskDates, isMeant: (answer: CutAnswer) => boolean) =>
    currentAnswerOf((byTask.get(id) ?? []).filter(isMeant), {
      firm,
      isForDates: (answer) => isForDays(answer, days),
    });

  const answerTo = (about: TaskDates) => standingAbout(about, isPromiseOrDecline)?.answer;
  const stateNow = (about: TaskDates) => promiseStateOfPage(answerTo(about), about.days);

  function missingNow({ id, firm, days, after = [], missing }: PageTask): PageTask['missing'] {
    const before = after.map((one) => ({ ...one, days: one }));
    const known = missing.filter(({ declined }) => {
      if (declined === undefined) return true;
      // When the plan was made, this task itself was declined. If it has an answer now, that is shown instead.
      if (declined === id) return stateNow({ id, firm, days }) === 'open';
      const other = before.find((one) => one.id === declined) ?? onPage.get(declined);
      return other === undefined || ['open', 'declined'].includes(stateNow(other));
    });
    const told = new Set(known.map(({ declined }) => declined));
    const behind = before.flatMap((one) => {
      const answer = answerTo(one);
      if (answer === undefined || told.has(one.id) || promiseStateOfPage(answer, one.days) !== 'declined')
        return [];
      const says = `${one.label}: ${whoText(answer.audience)} says not as planned, ${refusalWords(answer, monday)}`;
      return [{ word: `${one.label} declined`, says, isGap: false }];
    });
    return [...known, ...behind];
  }

  const tasks = page.tasks.map((task): PageTaskWithAnswer => {
    const { id, days, ready } = task;
    const missing = missingNow(task);
    const promise = standingAbout(task, isPromiseOrDecline);
    const done = standingAbout(task, (answer) => !isPromiseOrDecline(answer))?.answer;
    const state = promiseStateOfPage(promise?.answer, days);
    const now = state === 'declined' ? 'no' : readyWithout(missing);
    const shown = { ...task, missing, ...(ready && { ready: now }) };
    const isDone = done !== undefined && isForDays(done, days);
    // A finished task is not asked about, and an earlier *not as planned* no longer matters.
    const isFinished = ready === undefined && state !== 'promised';
    if (!isDone && (isFinished || (promise === undefined && !asked.has(id)))) return shown;
    const words = isDone ? doneWords(done, monday) : promiseWords(promise, days, monday);
    return { ...shown, answer: { state, words } };
  });
  return { ...page, tasks, closes: latest.closes };
}

/** The page for the wall, which anyone can see: without answers, even those that were already in the plan. */
export function pageWithoutAnswers(page: StoredPage): StoredPage {
  const tasks = page.tasks.map((task): PageTask => {
    const missing = task.missing.filter(({ declined }) => declined !== task.id);
    if (missing.length === task.missing.length) return task;
    return { ...task, missing, ready: readyWithout(missing) };
  });
  return { ...page, tasks };
}

/** Same rule as the plan's `readinessLevel`. */
function readyWithout(missing: PageTask['missing']): 'yes' | 'gap' | 'no' {
  if (missing.some(({ isGap }) => !isGap)) return 'no';
  return missing.length > 0 ? 'gap' : 'yes';
}

function promiseStateOfPage(said: CutAnswer | undefined, days: PageTask['days']): PromiseState {
  if (said === undefined) return 'open';
  if (!isForDays(said, days)) return 'moved';
  return said.says === 'promise' ? 'promised' : 'declined';
}

function isForDays({ start, finish }: CutAnswer, days: PageTask['days']): boolean {
  return days?.start === start && days.finish === finish;
}

function promiseWords(
  promise: CurrentAnswer<CutAnswer> | undefined,
  of: PageTask['days'],
  monday: Day,
): string {
  if (promise === undefined) return 'not answered yet';
  const { answer, others } = promise;
  const { says, start, finish, people, audience, late } = answer;
  const days = isForDays(answer, of)
    ? ''
    : ` for ${datesText({ start: checkedDay(start), finish: checkedDay(finish) }, monday)}`;
  const words = [
    says === 'promise'
      ? `✓ promised by ${whoText(audience)}${days}`
      : `✗ not as planned${days}: ${refusalWords(answer, monday)}`,
    ...(people === undefined ? [] : [peopleText(people)]),
    ...(late ? ['late'] : []),
  ];
  const differing = others
    .filter((other) => other.says !== says)
    .map(
      (other) => `${whoText(other.audience)}: ${other.says === 'promise' ? 'promised' : 'not as planned'}`,
    );
  return [words.join(', '), ...differing].join('; ');
}

function doneWords(said: CutAnswer, monday: Day): string {
  return said.says === 'done'
    ? `✓ done, says ${whoText(said.audience)}`
    : `✗ not done: ${refusalWords(said, monday)}`;
}

/** The name of a firm or a place. Persons are not named. */
function whoText({ kind, name }: CutAnswer['audience']): string {
  return kind === 'owner' ? 'its owner' : kind === 'assignee' ? 'its assignee' : name;
}

function refusalWords({ reason = '', from }: CutAnswer, monday: Day): string {
  return refusalText({ reason, from: from === undefined ? undefined : checkedDay(from) }, monday);
}

/** Parses a date that was checked when the form was sent. */
function checkedDay(text: string): Day {
  return parseDay(text) ?? minDay;
}
