import type { AttemptWorld } from '#runs/attempt.ts';
import { deep } from './deep-checks.ts';

/** Thrown by every call of a process that has crashed. */
export class ProcessCrashed extends Error {
  override readonly name = 'ProcessCrashed';
}

/** Where a process crashes: before or after its nth external effect, counted from 1. */
export type Crash = { readonly effect: number; readonly moment: 'before' | 'after' };

/**
 * Each crash that a process with this number of effects can have. Unless effects overlap, a crash after an effect
 * leaves the same state as one before the next effect: so only deep checks have both, and other tests have a crash
 * after the last effect only.
 */
export function deathsAt(effects: number): readonly Crash[] {
  return Array.from({ length: effects }, (_, index): readonly Crash[] => {
    const effect = index + 1;
    const after = { effect, moment: 'after' } as const;
    return [{ effect, moment: 'before' }, ...(deep || effect === effects ? [after] : [])];
  }).flat();
}

type External = Pick<AttemptWorld, 'store' | 'mailer'>;

/**
 * The store and the mailer of a process that crashes at an external effect: a write or a send. From then on every call
 * throws, so that nothing the code still does has an effect. `effects` counts the effects up to then.
 */
export function crashingEffects({ store, mailer }: External, death: Crash | undefined) {
  let effects = 0;
  let crashed = false;
  const ifRunning = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    if (crashed) throw new ProcessCrashed();
    return act();
  };
  const effect = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    if (crashed) throw new ProcessCrashed();
    effects += 1;
    const here = death?.effect === effects ? death.moment : undefined;
    crashed = here === 'before';
    if (crashed) throw new ProcessCrashed();
    const value = await act();
    crashed = here === 'after';
    if (crashed) throw new ProcessCrashed();
    return value;
  };
  const external: External = {
    store: {
      putOnce: (key, body, type) => effect(() => store.putOnce(key, body, type)),
      get: (key) => ifRunning(() => store.get(key)),
      list: (...asked) => ifRunning(() => store.list(...asked)),
      link: (key) => ifRunning(() => store.link(key)),
    },
    mailer: { repeatable: mailer.repeatable, send: (...asked) => effect(() => mailer.send(...asked)) },
  };
  return { external, effect, effects: () => effects };
}

/** The attempt of a process that crashes at an external effect: a pull, a write or a send. */
export function crashingAt(
  parts: AttemptWorld,
  death: Crash | undefined,
): AttemptWorld & { effects: () => number } {
  const { external, effect, effects } = crashingEffects(parts, death);
  return { ...parts, ...external, planning: (...asked) => effect(() => parts.planning(...asked)), effects };
}
