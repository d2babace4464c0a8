/**
 * Time that passes only with `wait` and `pass`. A wait ends immediately and is recorded; a timer ends once its time has
 * come.
 */
export type FakeTime = {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly timer: (ms: number, whenOver: () => void) => () => void;
  /** How long each wait was, in milliseconds. */
  readonly waited: readonly number[];
  readonly pass: (ms: number) => void;
};

export function fakeTime(start = Date.UTC(2026, 10, 20, 14)): FakeTime {
  let now = start;
  const waited: number[] = [];
  const timers = new Set<{ readonly at: number; readonly whenOver: () => void }>();
  const pass = (ms: number) => {
    now += ms;
    for (const timer of [...timers]) {
      if (timer.at > now) continue;
      timers.delete(timer);
      timer.whenOver();
    }
  };
  return {
    now: () => now,
    waited,
    pass,
    wait: async (ms) => {
      waited.push(ms);
      pass(ms);
    },
    timer: (ms, whenOver) => {
      const timer = { at: now + ms, whenOver };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
  };
}
