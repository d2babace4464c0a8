import { oneLine, wordKey } from './clean-text.ts';

/** What a status word means to the plan. Open point of the contract: only `planned` is seen there. */
export type StatusKind =
  | 'backlog'
  | 'planned'
  | 'promised'
  | 'started'
  | 'complete'
  | 'delayed'
  | 'blocked'
  | 'cancelled'
  | 'other';

export type Status = {
  readonly kind: StatusKind;
  /** The service's own word, trimmed; empty where it gives none. */
  readonly text: string;
  /** L, P, R, S, C, D, B, X; `?` for an unknown word, empty where there is none. */
  readonly letter: string;
};

const known: Readonly<Record<string, { readonly kind: StatusKind; readonly letter: string }>> = {
  backlog: { kind: 'backlog', letter: 'L' },
  planned: { kind: 'planned', letter: 'P' },
  promised: { kind: 'promised', letter: 'R' },
  committed: { kind: 'promised', letter: 'R' },
  inprogress: { kind: 'started', letter: 'S' },
  started: { kind: 'started', letter: 'S' },
  complete: { kind: 'complete', letter: 'C' },
  completed: { kind: 'complete', letter: 'C' },
  done: { kind: 'complete', letter: 'C' },
  delayed: { kind: 'delayed', letter: 'D' },
  late: { kind: 'delayed', letter: 'D' },
  blocked: { kind: 'blocked', letter: 'B' },
  cancelled: { kind: 'cancelled', letter: 'X' },
  canceled: { kind: 'cancelled', letter: 'X' },
};
const knownWords = new Map(Object.entries(known));

/**
 * Reads a status word, case, blanks and hyphens aside. The words are those the product's help names and their
 * near relations; an unknown word keeps its text and the letter `?`, and none has no letter.
 */
export function readStatus(word: string | undefined): Status {
  const text = oneLine(word);
  if (text === '') return { kind: 'other', text, letter: '' };
  const meaning = knownWords.get(wordKey(text));
  return meaning === undefined ? { kind: 'other', text, letter: '?' } : { ...meaning, text };
}

/** Whether work is still to be done: neither complete nor cancelled. */
export function isUnfinished(status: Status): boolean {
  return status.kind !== 'complete' && status.kind !== 'cancelled';
}
