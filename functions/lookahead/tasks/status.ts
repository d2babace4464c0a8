import { oneLine } from '#base/text/one-line.ts';
import { type KnownStatus, knownStatus, knownStatuses } from '#planning/contract/known-words.ts';

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
  readonly text: string;
  readonly letter: string;
};

export function statusLabel(kind: StatusKind): string {
  return `${letters[kind]} ${kind}`;
}

/**
 * An unknown word keeps its text and gets the letter `?`; a
 * missing one gets no letter.
 */
export function readStatus(word: string | undefined): Status {
  const text = oneLine(word);
  if (text === '') return { kind: 'other', text, letter: '' };
  const kind = knownStatus(text) ?? 'other';
  return { kind, text, letter: letters[kind] };
}

export function isUnfinished(status: Status): boolean {
  return status.kind !== 'complete' && status.kind !== 'cancelled';
}
