/** What an issue measured, in the form in which the stored figures and those of the oracle are compared. Days are numbers. */

export type Shares = {
  readonly task: number | undefined;
  readonly taskDay: number | undefined;
  readonly finished: number;
  readonly dueToFinish: number;
};

type Count = { readonly count: number; readonly of: number };

export type Foreseen = {
  readonly weeksBefore: number;
  /** The issue; the Monday is that of its window. */
  readonly by: { readonly number: number; readonly reportDay: number; readonly monday: number };
  readonly anticipated: Count;
  readonly madeReady: Count;
  readonly readyOnTime: Count;
  readonly begun: number;
  readonly cancelled: number;
};

/** In order of the alphabet: name, count, of how many. */
export type NamedCounts = readonly (readonly [string, number, number])[];

export type Late = Count & { readonly byKind: NamedCounts; readonly byAsk: NamedCounts };

export type Figures = {
  readonly monday: number;
  readonly ppc: Shares | undefined;
  /** Earlier weeks that have become final, the earliest first. */
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

/** To six decimals, as they are stored. Absent properties are left out. */
export function textOf(figures: unknown): string {
  if (figures === undefined) return 'none';
  return JSON.stringify(figures, (_, value: unknown) =>
    typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value,
  );
}
