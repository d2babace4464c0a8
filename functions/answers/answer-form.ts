/** Reads the form of an answer page. Everything in it is untrusted text. */
import { parseDay } from '#base/day.ts';
import { firstNonBlank, oneLine } from '#base/text/one-line.ts';
import { isRefusal, type Saying, sayings } from '#lookahead/promises/answer.ts';
import type { Questions } from '#pages/stored-page.ts';

export const maxNameLength = 80;
export const maxNoteLength = 500;
/** Days around the week for a date when instead: a year. */
const maxDaysAway = 366;

/** A question about a task: the place of its block on the page names its fields. */
export type Question = {
  readonly id: string;
  readonly week: string;
  readonly start: string;
  readonly finish: string;
  /** People per day as planned; undefined where they are not asked. */
  readonly people: number | undefined;
  /** Only with a task of last week, as `since`. */
  readonly name?: string;
  /** `moved to Mon 30 Nov`, or why else the plan leaves nothing to ask. */
  readonly since?: string | undefined;
};

/** In the order of the page: last week's tasks, then those to promise. */
export function questionsOf({ week, tasks, toClose }: Questions): readonly Question[] {
  return [
    ...(toClose?.tasks ?? []).map((task) => ({ ...task, week: toClose?.week ?? '', people: undefined })),
    ...tasks.map((task) => ({ ...task, week })),
  ];
}

/** What was typed, as it was typed: shown again if it cannot be stored. */
export type Typed = {
  readonly choice: string;
  readonly reason: string;
  readonly from: string;
  readonly people: string;
  readonly note: string;
  /** `stateOf` what the page showed as answered; empty if it showed nothing. */
  readonly shown: string;
};

export type AnswerForm = {
  readonly name: string;
  /** Of the page that was sent. */
  readonly nonce: string;
  readonly wantsFill: boolean;
  readonly typed: readonly Typed[];
};

export function readForm(fields: URLSearchParams, questions: Questions): AnswerForm {
  const field = (name: string) => fields.get(name)?.toWellFormed() ?? '';
  return {
    name: firstNonBlank(startOfText(oneLine(field('name')), maxNameLength)),
    nonce: field('nonce').slice(0, 40),
    wantsFill: fields.has('fill'),
    typed: questionsOf(questions).map((question, place) => ({
      choice: field(`a${place}`),
      reason: field(`r${place}`),
      from: field(`f${place}`),
      // Emptied, or not asked: as planned.
      people: field(`p${place}`).trim() || String(question.people ?? ''),
      // A browser counts a line break as one character, and sends it as two.
      note: startOfText(field(`n${place}`).replaceAll('\r\n', '\n').trim(), maxNoteLength),
      shown: field(`s${place}`),
    })),
  };
}

/** Only what differs from what the page showed is an answer: two phones do not undo each other's. */
export function answeredState({ choice, reason, from, people }: Omit<Typed, 'note' | 'shown'>): string {
  return choice === ''
    ? ''
    : [choice, people, ...(isChoiceOf(choice, isRefusal) ? [from, reason] : [])].join(' ');
}

/** Whether a choice of the form is an answer of a kind; false for a text that is no answer. */
export function isChoiceOf(
  choice: string,
  isOfKind: (answer: { readonly says: Saying }) => boolean,
): boolean {
  const says = sayingOf(choice);
  return says !== undefined && isOfKind({ says });
}

function sayingOf(choice: string): Saying | undefined {
  return sayings.find((saying) => saying === choice);
}

/** Without half a character at its end: a cookie could not have it. */
export function startOfText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/**
 * Checks what was typed. A block without a choice is no answer.
 * @returns `problems` by the place of the block; `isShown`: the page showed the entry as answered
 */
export function checkForm(
  blocks: readonly { readonly question: Question; readonly typed: Typed }[],
  reasons: readonly string[],
) {
  const problems = new Map<number, string>();
  const entries = blocks.flatMap(({ question, typed }, place) => {
    const { choice, reason, from, people, note, shown } = typed;
    const says = sayingOf(choice);
    if (says === undefined) return [];
    const isShown = answeredState(typed) === shown;
    const { id, week, start, finish } = question;
    const about = { task: id, says, week, start, finish };
    const count = people === '' ? question.people : Number(people);
    if (count !== question.people && !/^\d{1,4}$/.test(people)) {
      problems.set(place, 'Write the people per day as a number from 0 to 9999.');
      return [];
    }
    const other = count === question.people ? {} : { people: count };
    if (!isRefusal({ says })) return [{ place, entry: { ...about, ...other }, note: '', isShown }];
    if (!reasons.includes(reason)) problems.set(place, 'Say why: choose a reason.');
    else if (from !== '' && !(Math.abs(Number(parseDay(from)) - Number(parseDay(week))) <= maxDaysAway))
      problems.set(place, 'Choose a date that exists. It may be a year away at most.');
    else {
      const instead = from === '' ? {} : { from };
      return [{ place, entry: { ...about, reason, ...instead, ...other }, note, isShown }];
    }
    return [];
  });
  return { entries, problems };
}
