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
