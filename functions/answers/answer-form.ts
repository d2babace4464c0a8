/** Reads the form of an answer page. Everything in it is untrusted text. */
import { parseDay } from '#base/day.ts';
import { firstNonBlank, oneLine } from '#base/text/one-line.ts';
import { type AnswerKind, answerKinds, isDeclinedOrNotDone } from '#lookahead/promises/answer.ts';
import type { PageQuestions } from '#pages/stored-page.ts';

/**
 * Characters of the name of the person who answers. The page accepts no more.
 * @limit answers
 */
export const maxAnswererNameLength = 80;
/**
 * Characters of a note to an answer. The page accepts no more.
 * @limit answers
 */
export const maxNoteLength = 500;
/**
 * Days from the week to the date of *from when instead*. A date further away is refused.
 * @limit answers
 */
const maxDaysAway = 366;

/** The question of a block of the page. A block is about one task; its index names its form fields: `a3`, `r3`. */
export type Question = {
  readonly id: string;
  readonly week: string;
  readonly start: string;
  readonly finish: string;
  /** Planned people per day; undefined if the block does not ask for people. */
  readonly people: number | undefined;
  /** Set, like `since`, only for a task of last week. */
  readonly name?: string;
  /** Why the task is not asked about, from the plan: `moved to Mon 30 Nov`. */
  readonly since?: string | undefined;
};

/** The questions in the order of the page: about last week's tasks, then about the tasks to promise. */
export function questionsOf({ week, tasks, toClose }: PageQuestions): readonly Question[] {
  return [
    ...(toClose?.tasks ?? []).map((task) => ({ ...task, week: toClose?.week ?? '', people: undefined })),
    ...tasks.map((task) => ({ ...task, week })),
  ];
}

/** The fields of a block as the reader typed them. The page shows them again if they cannot be stored. */
export type AnswerBlockFields = {
  readonly choice: string;
  readonly reason: string;
  readonly from: string;
  readonly people: string;
  readonly note: string;
  /** `comparableAnswerText` of the answer that the page showed; empty if it showed none. */
  readonly shown: string;
};

export type AnswerForm = {
  readonly name: string;
  /** A random text that identifies the opened page. */
  readonly nonce: string;
  readonly wantsFill: boolean;
  readonly typed: readonly AnswerBlockFields[];
};

/**
 * Reads the fields of the form. Nothing is checked yet. In the example, 4 is the planned number of people, because the
 * form has no field `p0`.
 * @example
 * readForm(new URLSearchParams('name=Ana&nonce=x&a0=decline&r0=Materials&f0=2026-11-26'), questions).typed[0]
 * // { choice: 'decline', reason: 'Materials', from: '2026-11-26', people: '4', note: '', shown: '' }
 */
export function readForm(fields: URLSearchParams, questions: PageQuestions): AnswerForm {
  const field = (name: string) => fields.get(name)?.toWellFormed() ?? '';
  return {
    name: firstNonBlank(shortenAnswerText(oneLine(field('name')), maxAnswererNameLength)),
    nonce: field('nonce').slice(0, 40),
    wantsFill: fields.has('fill'),
    typed: questionsOf(questions).map((question, place) => ({
      choice: field(`a${place}`),
      reason: field(`r${place}`),
      from: field(`f${place}`),
      // An empty or missing field means the planned number.
      people: field(`p${place}`).trim() || String(question.people ?? ''),
      // A browser counts a line break as one character, and sends it as two.
      note: shortenAnswerText(field(`n${place}`).replaceAll('\r\n', '\n').trim(), maxNoteLength),
      shown: field(`s${place}`),
    })),
  };
}

/**
 * A block's answer as one text, without its note. The form sends back the text of the answer that the page showed. A
 * block that still has this text, and no note, does not count as answered, so that two phones do not undo each other's
 * answers.
 */
export function comparableAnswerText({
  choice,
  reason,
  from,
  people,
}: Omit<AnswerBlockFields, 'note' | 'shown'>): string {
  return choice === ''
    ? ''
    : [choice, people, ...(isAnswerOfKind(choice, isDeclinedOrNotDone) ? [from, reason] : [])].join(' ');
}

/** Whether the choice of a block is an answer of this kind; false for any other text. */
export function isAnswerOfKind(
  choice: string,
  isOfKind: (answer: { readonly says: AnswerKind }) => boolean,
): boolean {
  const says = sayingOf(choice);
  return says !== undefined && isOfKind({ says });
}

function sayingOf(choice: string): AnswerKind | undefined {
  return answerKinds.find((saying) => saying === choice);
}

/** Shortens a text without leaving half a surrogate pair at its end, which a cookie cannot hold. */
export function shortenAnswerText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/**
 * Checks the typed fields. A block without a choice is not an answer.
 * @returns `entries`: the answers without a problem, each with its block index (`place`) and whether the page already
 *   showed it (`isShown`); `problems`: by block index, what the reader has to correct
 */
export function checkForm(
  blocks: readonly { readonly question: Question; readonly typed: AnswerBlockFields }[],
  reasons: readonly string[],
) {
  const problems = new Map<number, string>();
  const entries = blocks.flatMap(({ question, typed }, place) => {
    const { choice, reason, from, people, note, shown } = typed;
    const says = sayingOf(choice);
    if (says === undefined) return [];
    const isShown = comparableAnswerText(typed) === shown;
    const { id, week, start, finish } = question;
    const about = { task: id, says, week, start, finish };
    const count = people === '' ? question.people : Number(people);
    if (count !== question.people && !/^\d{1,4}$/.test(people)) {
      problems.set(place, 'Enter the people per day as a number from 0 to 9999.');
      return [];
    }
    const other = count === question.people ? {} : { people: count };
    if (!isDeclinedOrNotDone({ says })) return [{ place, entry: { ...about, ...other }, note: '', isShown }];
    if (!reasons.includes(reason)) problems.set(place, 'Choose a reason.');
    else if (from !== '' && !(Math.abs(Number(parseDay(from)) - Number(parseDay(week))) <= maxDaysAway))
      problems.set(place, 'Choose an existing date, at most a year away.');
    else {
      const instead = from === '' ? {} : { from };
      return [{ place, entry: { ...about, reason, ...instead, ...other }, note, isShown }];
    }
    return [];
  });
  return { entries, problems };
}
