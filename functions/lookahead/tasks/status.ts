import { oneLine } from '../../base/one-line.ts';
import { normalizeWord } from '../text/clean-text.ts';

/** What a status word means to the plan. Open point of the contract: `planned` is the only one it shows. */
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

const knownWords: ReadonlyMap<string, StatusKind> = new Map<string, StatusKind>([
  ['backlog', 'backlog'],
  ['planned', 'planned'],
  ['promised', 'promised'],
  ['committed', 'promised'],
  ['inprogress', 'started'],
  ['started', 'started'],
  ['complete', 'complete'],
  ['completed', 'complete'],
  ['done', 'complete'],
  ['delayed', 'delayed'],
  ['late', 'delayed'],
  ['blocked', 'blocked'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
]);

/** The order of legends and tables: as work proceeds, then what stops it. */
export const statusKinds: readonly StatusKind[] = [
  'backlog',
  'planned',
  'promised',
  'started',
  'complete',
  'delayed',
  'blocked',
  'cancelled',
  'other',
];

const letters: Readonly<Record<StatusKind, string>> = {
  backlog: 'L',
  planned: 'P',
  promised: 'R',
  started: 'S',
  complete: 'C',
  delayed: 'D',
  blocked: 'B',
  cancelled: 'X',
  other: '?',
};

/** `R promised`: the letter that cells show, and the word it stands for. */
export function statusLabel(kind: StatusKind): string {
  return `${letters[kind]} ${kind}`;
}

/**
 * Reads a status word, ignoring case, blanks and hyphens. The words are those that the product's help names, and
 * close synonyms. An unknown word keeps its text and gets the letter `?`; a missing one gets no letter.
 */
export function readStatus(word: string | undefined): Status {
  const text = oneLine(word);
  if (text === '') return { kind: 'other', text, letter: '' };
  const kind = knownWords.get(normalizeWord(text)) ?? 'other';
  return { kind, text, letter: letters[kind] };
}

/** Whether work is still to be done: neither complete nor cancelled. */
export function isUnfinished(status: Status): boolean {
  return status.kind !== 'complete' && status.kind !== 'cancelled';
}
