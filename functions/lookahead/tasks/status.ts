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
  /** The service's own word, except for `promisedInPlan`. */
  readonly text: string;
  readonly letter: string;
  /** The kind, except for `promised` in a project where people are asked to promise their tasks. */
  readonly name: string;
};

/**
 * Replaces the plan's own `promised` where people are asked for promises: beside their answers it would look like a
 * promise of theirs.
 */
const promisedInPlan = { text: 'planned', name: 'planned (promised in the programme)' };

export function statusLabel({ kind, name }: Status): string {
  return `${letters[kind]} ${name}`;
}

/** The statuses that tasks have, one for each kind, in the order of the kinds. */
export function statusesOf(tasks: readonly { readonly status: Status }[]): readonly Status[] {
  return statusKinds.flatMap((kind) => tasks.find(({ status }) => status.kind === kind)?.status ?? []);
}

/** An unknown word keeps its text and gets the letter `?`; a missing one gets no letter. */
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
