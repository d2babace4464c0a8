import type { DeliveryParts } from '../../functions/delivery/run/delivery-parts.ts';

/** What a dead process does to whoever waits for it. */
export class ProcessCrashed extends Error {
  override readonly name = 'ProcessCrashed';
}

/** Where a process dies: before or after its nth outside effect, counted from 1. */
export type Crash = { readonly effect: number; readonly moment: 'before' | 'after' };

type Outside = Pick<DeliveryParts, 'store' | 'mailer'>;

/**
 * What a process touches that dies at an outside effect: a write or a send. From then on, everything it touches
 * throws, so whatever its code would still do comes to nothing. `effects` counts what it got to.
 */
export function crashingEffects({ store, mailer }: Outside, death: Crash | undefined) {
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
  const outside: Outside = {
    store: {
      putOnce: (key, body, type) => effect(() => store.putOnce(key, body, type)),
      get: (key) => ifRunning(() => store.get(key)),
      list: (...asked) => ifRunning(() => store.list(...asked)),
      link: (key) => ifRunning(() => store.link(key)),
    },
    mailer: { repeatable: mailer.repeatable, send: (message) => effect(() => mailer.send(message)) },
  };
  return { outside, effect, effects: () => effects };
}

/** The parts of a process that dies at an outside effect: a pull, a write or a send. */
export function crashingAt(
  parts: DeliveryParts,
  death: Crash | undefined,
): DeliveryParts & { effects: () => number } {
  const { outside, effect, effects } = crashingEffects(parts, death);
  return { ...parts, ...outside, pull: (job) => effect(() => parts.pull(job)), effects };
}
