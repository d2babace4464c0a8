/** How long the steps of a run took, in milliseconds; a step that comes several times is summed. */
export type Timings = Readonly<Record<string, number>>;

export interface Stopwatch {
  readonly time: <Value>(step: string, act: () => Promise<Value>) => Promise<Value>;
  readonly timeSync: <Value>(step: string, act: () => Value) => Value;
  readonly timings: () => Timings;
}

/** @param now milliseconds; only differences count */
export function startStopwatch(now: () => number): Stopwatch {
  const took = new Map<string, number>();
  const started = now();
  const add = (step: string, since: number) => took.set(step, (took.get(step) ?? 0) + now() - since);
  return {
    time: async (step, act) => {
      const since = now();
      try {
        return await act();
      } finally {
        add(step, since);
      }
    },
    timeSync: (step, act) => {
      const since = now();
      try {
        return act();
      } finally {
        add(step, since);
      }
    },
    timings: () =>
      Object.fromEntries(
        [...took, ['total', now() - started] as const].map(([step, ms]) => [step, Math.round(ms * 10) / 10]),
      ),
  };
}
