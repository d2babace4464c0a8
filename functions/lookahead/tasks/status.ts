import { oneLine } from '../../base/text/one-line.ts';
import { normalizeWord } from '../text/clean-text.ts';

/**
 * The meaning of status words, in the order of legends and tables: as work proceeds, then what stops it. Open
 * point of the contract: `planned` is the only word it shows. The words are those that the product's help names, and
 * close synonyms, as `normalizeWord` gives them.
 */
const statuses = {
  backlog: { letter: 'L', words: ['backlog'] },
  planned: { letter: 'P', words: ['planned'] },
  promised: { letter: 'R', words: ['promised', 'committed'] },
  started: { letter: 'S', words: ['inprogress', 'started'] },
  complete: { letter: 'C', words: ['complete', 'completed', 'done'] },
  delayed: { letter: 'D', words: ['delayed', 'late'] },
  blocked: { letter: 'B', words: ['blocked'] },
  cancelled: { letter: 'X', words: ['cancelled', 'canceled'] },
  other: { letter: '?', words: [] },
} satisfies Readonly<Record<string, { readonly letter: string; readonly words: readonly string[] }>>;

export type StatusKind = keyof typeof statuses;

export const statusKinds: readonly StatusKind[] = Object.keys(statuses).filter(
  (kind): kind is StatusKind => kind in statuses,
);

export type Status = {
  readonly kind: StatusKind;
  readonly text: string;
  readonly letter: string;
};

const kindsByWord: ReadonlyMap<string, StatusKind> = new Map(
  statusKinds.flatMap((kind) => statuses[kind].words.map((word) => [word, kind])),
);

export function statusLabel(kind: StatusKind): string {
  return `${statuses[kind].letter} ${kind}`;
}

/**
 * Reads a status word, ignoring case, blanks and hyphens. An unknown word keeps its text and gets the letter `?`; a
 * missing one gets no letter.
 */
export function readStatus(word: string | undefined): Status {
  const text = oneLine(word);
  if (text === '') return { kind: 'other', text, letter: '' };
  const kind = kindsByWord.get(normalizeWord(text)) ?? 'other';
  return { kind, text, letter: statuses[kind].letter };
}

export function isUnfinished(status: Status): boolean {
  return status.kind !== 'complete' && status.kind !== 'cancelled';
}
