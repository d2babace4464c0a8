import { oneLine } from '#base/text/one-line.ts';
import { type KnownStatus, knownStatuses, parseStatusWord } from '#planning/contract/known-words.ts';

export type StatusKind = KnownStatus | 'other';

export const statusKinds: readonly StatusKind[] = [...knownStatuses, 'other'];

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

export type Status = {
  readonly kind: StatusKind;
  /** As the service words it, except for one that has another `name`. */
  readonly text: string;
  readonly letter: string;
  /** The kind; where people are asked to promise their tasks, the plan's own `promised` has another name. */
  readonly name: string;
};

/** Beside answers that people give, `promised` would read as one of them. */
const promisedInPlan = { text: 'planned', name: 'planned (promised in the programme)' };

export function statusLabel({ kind, name }: Status): string {
  return `${letters[kind]} ${name}`;
}

/** The statuses that tasks have, one for each kind, in the order of the kinds. */
export function statusesOf(tasks: readonly { readonly status: Status }[]): readonly Status[] {
  return statusKinds.flatMap((kind) => tasks.find(({ status }) => status.kind === kind)?.status ?? []);
}

/**
 * An unknown word keeps its text and gets the letter `?`; a
 * missing one gets no letter.
 */
export function readStatus(
  word: string | undefined,
  { isAsking }: { readonly isAsking: boolean } = { isAsking: false },
): Status {
  const text = oneLine(word);
  if (text === '') return { kind: 'other', text, letter: '', name: 'other' };
  const kind = parseStatusWord(text) ?? 'other';
  const letter = letters[kind];
  if (kind === 'promised' && isAsking) return { kind, letter, ...promisedInPlan };
  return { kind, text, letter, name: kind };
}

export function isUnfinished(status: Status): boolean {
  return status.kind !== 'complete' && status.kind !== 'cancelled';
}
