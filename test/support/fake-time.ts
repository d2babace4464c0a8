/** Time that passes only when something waits: sleeps end at once and are recorded, timers are ended by the test. */
export type FakeTime = {
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly timer: (ms: number, whenOver: () => void) => () => void;
  /** How long each sleep was, in milliseconds. */
  readonly slept: readonly number[];
  readonly pass: (ms: number) => void;
};

export function fakeTime(start = Date.UTC(2026, 10, 20, 14)): FakeTime {
  let now = start;
  const slept: number[] = [];
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
    slept,
    pass,
    sleep: async (ms) => {
      slept.push(ms);
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
