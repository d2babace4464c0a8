/** Shows the answers of an audience so far, and stores a sent form: all of it once, or nothing, with the reason. */

import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { addDaysToIsoDate, parseDay } from '#base/day.ts';
import { sha256Of } from '#base/digest.ts';
import { dayText } from '#lookahead/dates/day-text.ts';
import { isDeclinedOrNotDone, isPromiseOrDecline } from '#lookahead/promises/answer.ts';
import { keyValuesOfShiftedWindow, type PageKeyValues, type PageStore } from '#pages/objects.ts';
import type { PageQuestions } from '#pages/stored-page.ts';
import {
  type AnswerBlockFields,
  type AnswerForm,
  checkForm,
  comparableAnswerText,
  isAnswerOfKind,
  type Question,
  questionsOf,
  readForm,
} from './answer-form.ts';
import { composeAnswerRequestToAudience, storeLatestAnswers } from './latest-answers.ts';
import { type AnswerEntry, namesAndNotesObject, type Submission, submissionObject } from './objects.ts';
import {
  isLateSubmission,
  questionKey,
  readSubmissions,
  type StoredSubmission,
  submissionOrderNumber,
} from './submissions.ts';

/**
 * Submissions of an audience for a window. More are refused, because each page view reads them all.
 * @limit answers
 */
const maxSubmissions = 1_000;

export type AnswerBlock = {
  readonly question: Question;
  /** `promise`: will it be done as planned? `done`: was it done? */
  readonly asks: 'promise' | 'done';
  /** All answers of this audience to the question, the latest last. */
  readonly standing: readonly {
    readonly entry: AnswerEntry;
    readonly at: string;
    readonly isLate: boolean;
  }[];
  readonly typed: AnswerBlockFields;
  /** Whether the latest answer has a note. The next answer keeps the note, unless it has a new one. */
  readonly isNoted: boolean;
  readonly problem: string | undefined;
  /** Why a task of last week is not asked about: its last day is still to come, or the question has `since`. */
  readonly notAsked: string | undefined;
};

export type AnswerPageContent = {
  readonly blocks: readonly AnswerBlock[];
  readonly name: string;
  readonly nonce: string;
  readonly isClosed: boolean;
  /** The result of the sent form; undefined if none was sent. */
  readonly outcome: AnswerFormOutcome | undefined;
};

export type AnswerFormOutcome =
  | { readonly kind: NotStored }
  | { readonly kind: 'stored'; readonly entries: readonly AnswerEntry[] };

type NotStored = keyof typeof formOutcomeTexts;

export const formOutcomeTexts = {
  filled: 'Filled in, but not sent yet. Enter your name and press Send.',
  'no name': 'Nothing is stored yet. Enter your name, so that the site knows who answered.',
  'no choice': 'Nothing is stored yet. Choose an answer for at least one task.',
  'not clear': 'Nothing is stored yet. Correct the answers marked below.',
  'nothing new': 'This is stored already. Nothing has changed.',
  'answered since':
    'This was stored before, and has been answered again since. The latest answers are below.',
  test: 'This is the page of a test, so nothing is stored.',
  full: `This page has been sent ${maxSubmissions} times, so nothing more is stored. Write to the contact below.`,
  failed: 'This cannot be stored at the moment. Press Send again in a minute.',
} as const;

export type AnswerPageContext = {
  readonly questions: PageQuestions;
  readonly revision: number;
  /** When the tasks of the page were read, ISO 8601. */
  readonly read: string;
  readonly address: PageKeyValues;
  readonly store: PageStore;
  readonly now: number;
  /** `YYYY-MM-DD` in the project's time zone. */
  readonly today: string;
};

/** The page of an audience, with its answers so far. @param name shown in the form */
export async function readAnswerPageContent(
  asked: AnswerPageContext,
  name: string,
): Promise<AnswerPageContent> {
  return answerView(asked, await readSubmissionsAround(asked), { name });
}

/** @throws errors of the store; `pageContentWithTypedFields` then shows the typed fields */
export async function storeAnswerForm(
  asked: AnswerPageContext,
  fields: URLSearchParams,
): Promise<AnswerPageContent> {
  const { store, questions, revision, address, now } = asked;
  const form = readForm(fields, questions);
  const { name, nonce } = form;
  const page = sha256Of(nonce).slice(0, 32);
  const submissions = await readSubmissionsAround(asked);
  const viewNotStored = (kind: NotStored, problems?: ReadonlyMap<number, string>) =>
    answerView(asked, submissions, { name, outcome: { kind }, form, problems });
  const storedView = (all: typeof submissions, { submission: { entries: taken } }: StoredSubmission) =>
    answerView(asked, all, { name, outcome: { kind: 'stored', entries: taken } });
  if (form.wantsFill) return viewNotStored('filled');
  const blocks = answerBlocks(asked, submissions, { form });
  const { entries, problems } = checkForm(blocks, questions.reasons);
  if (problems.size > 0) return viewNotStored('not clear', problems);
  const own = submissions.filter(({ submission }) => submission.page === page);
  /**
   * The key of the next submission, given how many this page has sent before. It depends on the content, so a form that
   * is sent twice from the same page is stored once, even concurrently.
   */
  const after = (before: number) => ({
    ...address,
    digest: sha256Of(JSON.stringify([nonce, before, [name, entries]])),
  });
  const prefix = submissionObject.under(address);
  const ofAudience = (all: typeof submissions) => all.filter(({ key }) => key.startsWith(prefix));
  const storeLatest = async (all: typeof submissions) => {
    if (address.space !== 'issues') return;
    await storeLatestAnswers(store, address, {
      asks: composeAnswerRequestToAudience(questions, asked.read),
      submissions: ofAudience(all),
    });
  };
  const last = own.at(-1);
  if (last !== undefined && last.key === submissionObject.key(after(own.length - 1))) {
    if (address.space !== 'issues') return viewNotStored('test');
    // The first request may have died before it stored the latest answers.
    await storeLatest(submissions);
    const standing = answersByQuestion(submissions);
    const stands = (entry: AnswerEntry) => standing.get(questionKey(entry))?.at(-1)?.entry === entry;
    if (last.submission.entries.every(stands)) return storedView(submissions, last);
    return answerView(asked, submissions, { name, outcome: { kind: 'answered since' } });
  }
  const sent = answersByQuestion(own);
  // An entry is new if it has a note, or differs from the last answer sent from this page or, if none was sent, from
  // what the page showed.
  const fresh = entries.filter(({ entry, note, isShown }) => {
    const before = sent.get(questionKey(entry))?.at(-1)?.entry;
    return note !== '' || !(before === undefined ? isShown : isSameEntry(entry, before));
  });
  if (fresh.length === 0 && entries.length > 0) {
    await storeLatest(submissions);
    return viewNotStored('nothing new');
  }
  if (fresh.length === 0) return viewNotStored('no choice');
  const notAsked = fresh.filter(
    ({ entry, place }) => (blocks[place]?.asks === 'promise') !== isPromiseOrDecline(entry),
  );
  if (notAsked.length > 0)
    return viewNotStored(
      'not clear',
      new Map(
        notAsked.map(({ entry, place }) => [place, isPromiseOrDecline(entry) ? weekIsOver : isAskedLater]),
      ),
    );
  if (name === '') return viewNotStored('no name');
  if (address.space !== 'issues') return viewNotStored('test');
  if (ofAudience(submissions).length >= maxSubmissions) return viewNotStored('full');
  const of = after(own.length);
  const at = new Date(now).toISOString();
  // The form that is stored last counts, even if the clock was set back or an earlier form had to wait.
  const order = new Date(
    Math.max(now, ...submissions.slice(-1).map((before) => submissionOrderNumber(before) + 1)),
  ).toISOString();
  const submission: Submission = {
    format: 1,
    at,
    ...(order === at ? {} : { order }),
    closes: questions.closes.instant,
    cut: questions.cut,
    revision,
    page,
    entries: fresh.map(({ entry, note, place }) =>
      note !== '' || (isDeclinedOrNotDone(entry) && blocks[place]?.isNoted)
        ? { ...entry, noted: true }
        : entry,
    ),
  };
  const notes = fresh.flatMap(({ note }, place) => (note === '' ? [] : [[String(place), note] as const]));
  // The name is stored first, so that every answer has one.
  await namesAndNotesObject.create(store, of, { format: 1, at, name, notes: Object.fromEntries(notes) });
  await submissionObject.create(store, of, submission);
  const stored = { key: submissionObject.key(of), submission };
  const all = [...submissions.filter((other) => other.key !== stored.key), stored];
  await storeLatest(all);
  return storedView(all, stored);
}

/** The page with the typed fields, for when the store fails: nothing typed is lost. */
export function pageContentWithTypedFields(
  asked: AnswerPageContext,
  fields: URLSearchParams,
): AnswerPageContent {
  const form = readForm(fields, asked.questions);
  return answerView(asked, [], { name: form.name, outcome: { kind: 'failed' }, form });
}

/**
 * Reads the submissions of this window and of the windows a week before and after, because each page also asks about
 * the week before its own. Returns them in the order in which they were stored; unreadable ones are left out.
 */
async function readSubmissionsAround({
  store,
  address,
}: AnswerPageContext): Promise<readonly StoredSubmission[]> {
  const listed = [-7, 0, 7].map((days) =>
    submissionObject.list(store, keyValuesOfShiftedWindow(address, days)),
  );
  return readSubmissions(store, (await Promise.all(listed)).flat());
}

const weekIsOver = 'The week is over: report whether it was done.';
const isAskedLater = 'Answer whether you will do it. Whether it was done is asked later.';

type GivenAnswers = AnswerBlock['standing'];

function answersByQuestion(submissions: readonly StoredSubmission[]): ReadonlyMap<string, GivenAnswers> {
  const all = submissions.flatMap(({ submission }) => {
    const { at, entries } = submission;
    const isLate = isLateSubmission(submission);
    return entries.map((entry) => ({ entry, at, isLate }));
  });
  return Map.groupBy(all, ({ entry }) => questionKey(entry));
}

function isSameEntry(entry: AnswerEntry, { noted: _, ...before }: AnswerEntry): boolean {
  return isDeepStrictEqual(entry, before);
}

function isClosedAt({ questions, now }: AnswerPageContext): boolean {
  return now > Date.parse(questions.closes.instant);
}

/** @param redrawn the sent form, if any: its fields are shown again */
function answerBlocks(
  asked: AnswerPageContext,
  submissions: readonly StoredSubmission[],
  { form, problems }: RedrawnForm = {},
): readonly AnswerBlock[] {
  const { questions, today } = asked;
  const standing = answersByQuestion(submissions);
  return questionsOf(questions).map((question, place): AnswerBlock => {
    const { id, week, start, finish } = question;
    const said = (says: AnswerEntry['says']) => standing.get(questionKey({ task: id, week, says })) ?? [];
    const promise = said('promise');
    const own = form?.typed[place];
    const began = start > week ? start : week;
    const isBegun = today > began || (today === began && (promise.length > 0 || today >= finish));
    const isOver = isClosedAt(asked) && isBegun;
    // A promise from a page that was opened before the closing is accepted until the week is over.
    const isPromise =
      week === questions.week &&
      today <= addDaysToIsoDate(week, 6) &&
      (!isOver || isAnswerOfKind(own?.choice ?? '', isPromiseOrDecline));
    const asks = isPromise ? 'promise' : 'done';
    const notAsked = week === questions.week ? undefined : reasonNotToAsk(question, today);
    const given = said(asks);
    const last = given.at(-1)?.entry;
    // If the dates have changed since, the question is open again.
    const before: Partial<AnswerEntry> = last?.start === start && last.finish === finish ? last : {};
    const { says: choice = '', reason = '', from = '', people = question.people ?? '' } = before;
    const shown = { choice, reason, from, people: String(people) };
    const typed = own ?? { ...shown, note: '', shown: comparableAnswerText(shown) };
    const isFilled = form?.wantsFill && isPromise && typed.choice === '';
    return {
      question,
      asks,
      standing: given.length > 0 ? given : promise,
      isNoted: last?.noted === true,
      typed: isFilled ? { ...typed, choice: 'promise' } : notAsked ? { ...typed, choice: '' } : typed,
      problem: problems?.get(place),
      notAsked,
    };
  });
}

/** A task of last week is asked about from its last day in that week. */
function reasonNotToAsk({ since, finish, week }: Question, today: string): string | undefined {
  if (since !== undefined) return since;
  const sunday = addDaysToIsoDate(week, 6);
  const last = finish < sunday ? finish : sunday;
  const day = parseDay(last);
  return day === undefined || last <= today ? undefined : `asked from ${dayText(day, day)}`;
}

type RedrawnForm = {
  readonly form?: AnswerForm;
  readonly problems?: ReadonlyMap<number, string> | undefined;
};

function answerView(
  asked: AnswerPageContext,
  submissions: readonly StoredSubmission[],
  {
    name,
    outcome,
    ...redrawn
  }: RedrawnForm & { readonly name: string; readonly outcome?: AnswerFormOutcome },
): AnswerPageContent {
  return {
    blocks: answerBlocks(asked, submissions, redrawn),
    name,
    nonce: redrawn.form?.nonce ?? randomBytes(12).toString('base64url'),
    isClosed: isClosedAt(asked),
    outcome,
  };
}
