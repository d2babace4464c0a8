/** One invocation of a function: its external effects take time, and it may be killed at one of them. */
import type { Counts } from './counts.ts';
import type { SeededRandom } from './random.ts';
import type { Process, VirtualTime } from './virtual-time.ts';

export type SimulatedInvocation = {
  readonly id: string;
  readonly timeLeft: () => number;
  readonly process: Process;
  /** An external effect: `act` is called after `milliseconds`. The process may be killed before or after it. */
  readonly effect: <Value>(milliseconds: number, act: () => Value) => Promise<Value>;
  /** Marks a moment at which the process may be killed. */
  readonly mayDie: () => Promise<void>;
};

export type InvocationOptions = {
  readonly time: VirtualTime;
  readonly counts: Counts;
  readonly random: SeededRandom;
  /** The share of invocations that are to be killed at a random effect. One that ends before this effect survives. */
  readonly killed: number;
};

/** Milliseconds of processor time that Lambda and the handler take for any invocation. */
const handling = 8;
/** The number of the last effect at which an invocation may be killed. */
const lastDeath = 30;

/**
 * Runs a handler in a process.
 * @param options.memory MB
 * @param options.timeLimit milliseconds
 */
export async function invoke(
  process: Process,
  work: (invocation: SimulatedInvocation) => Promise<void>,
  options: InvocationOptions & { readonly memory: number; readonly timeLimit: number },
): Promise<void> {
  const { time, counts, random, memory, timeLimit } = options;
  const begun = time.ms();
  const death = random.chance(options.killed)
    ? { effect: 1 + random.below(lastDeath), moment: random.chance(0.5) ? 'before' : 'after' }
    : undefined;
  let effects = 0;
  counts.add('Lambda invocations', 1);
  const bill = () => counts.add('GB-seconds', ((time.ms() - begun) / 1_000) * (memory / 1_024));
  const die = () => {
    counts.add('kills', 1);
    bill();
    process.kill();
    return new Promise<never>(() => undefined);
  };
  const diesNow = (moment: string) => death?.effect === effects && death.moment === moment;
  const cancelLimit = time.at(begun + timeLimit, () => {
    if (!process.isOver()) void die();
  });
  const invocation: SimulatedInvocation = {
    id: `request-${counts.of('Lambda invocations')}`,
    timeLeft: () => begun + timeLimit - time.ms(),
    process,
    effect: async (milliseconds, act) => {
      effects += 1;
      if (diesNow('before')) return die();
      await process.wait(milliseconds);
      const value = act();
      if (diesNow('after')) return die();
      return value;
    },
    mayDie: async () => {
      effects += 1;
      if (death?.effect === effects) await die();
    },
  };
  await process.wait(handling);
  try {
    await work(invocation);
  } finally {
    bill();
    cancelLimit();
  }
}
