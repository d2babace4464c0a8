import type { ProbedProject } from './probed-project.ts';

/** `not seen`: the data cannot show it. */
export type Verdict = 'holds' | 'differs' | 'not seen';

export type Finding = {
  /** Words and counts; never a name, a note, an id or a key. */
  readonly seen: string;
  readonly verdict: Verdict;
};

export type Check = {
  /** `paging.link`: the file of the check, and its subject. */
  readonly id: string;
  readonly question: string;
  readonly rule: string;
  readonly find: (project: ProbedProject) => Promise<Finding>;
};

export type ProbeRow = Omit<Check, 'find'> & Finding;

export type ProbeReport = {
  readonly baseUrl: string;
  readonly region: string;
  readonly projectId: string;
  readonly timeZone: string;
  readonly at: string;
  readonly requests: number;
  readonly stopped: string | undefined;
  readonly rows: readonly ProbeRow[];
};

/** Share of values that may be odd in any real plan. */
export const usualOddities = 0.05;

export function holdsIf(condition: boolean, seen: string): Finding {
  return { seen, verdict: condition ? 'holds' : 'differs' };
}

export function notSeen(seen: string): Finding {
  return { seen, verdict: 'not seen' };
}
