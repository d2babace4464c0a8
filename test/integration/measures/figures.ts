/**
 * The measures of an issue, in the form in which stored figures are compared with those of the oracle. Days are
 * numbers.
 */

export type Shares = {
  readonly task: number | undefined;
  readonly taskDay: number | undefined;
  readonly finished: number;
  readonly dueToFinish: number;
};

type Count = { readonly count: number; readonly of: number };

export type Foreseen = {
  readonly weeksBefore: number;
  /** The earlier issue; `monday` is the Monday of its window. */
  readonly by: { readonly number: number; readonly reportDay: number; readonly monday: number };
  readonly anticipated: Count;
  readonly madeReady: Count;
  readonly readyOnTime: Count;
  readonly begun: number;
  readonly cancelled: number;
};

/** Entries in alphabetical order: name, count, total. */
export type NamedCounts = readonly (readonly [string, number, number])[];

export type Late = Count & { readonly byKind: NamedCounts; readonly byAsk: NamedCounts };

export type Figures = {
  readonly monday: number;
  readonly ppc: Shares | undefined;
  /** Earlier weeks that have become final, earliest first. */
  readonly finals: readonly (Shares & { readonly monday: number })[];
  readonly planned: number | undefined;
  readonly foresight: readonly Foreseen[];
  readonly late: Late | undefined;
};

export type Trend = {
  readonly monday: number;
  readonly task: number | undefined;
  readonly taskDay: number | undefined;
  readonly anticipated: number | undefined;
  readonly madeReady: number | undefined;
};

/** With six decimals, as stored. Undefined properties are left out. */
export function textOf(figures: unknown): string {
  if (figures === undefined) return 'none';
  return JSON.stringify(figures, (_, value: unknown) =>
    typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value,
  );
}
