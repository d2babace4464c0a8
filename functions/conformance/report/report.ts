/** The findings as data: `--json` prints them as they are. */

/** `not seen`: the data had nothing to tell by, or the question could not be asked. */
export type Verdict = 'holds' | 'differs' | 'not seen';

export const themes = [
  'Access and answers',
  'Paging',
  'Fields',
  'Dates and durations',
  'Windows',
  'Filters',
  'Shifts',
  'Words',
  'Amounts',
  'Keys and tokens',
] as const;
export type Theme = (typeof themes)[number];

/**
 * - `contract`: the contract says so, and a service that differs breaks it.
 * - `ours`: the contract leaves it open, and this is how we read it.
 * - `offered`: beyond the contract. A service need not have it, but one that has it should do it right.
 */
export type Source = 'contract' | 'ours' | 'offered';

export type ProbeRow = {
  readonly id: string;
  readonly theme: Theme;
  readonly source: Source;
  readonly question: string;
  /** The request, short: no key, no ids. */
  readonly asked: string;
  /** Shapes, words and counts; never a name, a note, an address or a body. */
  readonly seen: string;
  /** The behaviour that this product counts on. */
  readonly rule: string;
  readonly verdict: Verdict;
};

export type ProbeReport = {
  readonly baseUrl: string;
  readonly region: string;
  readonly projectId: string;
  /** ISO 8601 instant. */
  readonly at: string;
  readonly requests: number;
  /** The range of days most questions are about, as parameters: `start=2026-11-23&finish=2026-11-29`. */
  readonly window: string | undefined;
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Why the probe ended before all was asked. */
  readonly stopped: { readonly reason: string; readonly remedy: string } | undefined;
  readonly rows: readonly ProbeRow[];
};

/**
 * The checks that a service fails: of the contract; strictly also of our reading of its open points, and of what it
 * offers beyond and does not do right. What could not be seen breaks nothing.
 */
export function brokenChecks(
  { rows }: Pick<ProbeReport, 'rows'>,
  strictness: 'contract' | 'strict',
): readonly ProbeRow[] {
  return rows.filter(
    ({ verdict, source }) => verdict === 'differs' && (strictness === 'strict' || source === 'contract'),
  );
}

/** Whether any question was answered, so that there is a table to show. */
export function sawAnything({ counts }: ProbeReport): boolean {
  return counts.holds + counts.differs > 0;
}
