import type { DeliveryParts } from '../../functions/delivery/run/delivery-parts.ts';

/** What a dead process does to whoever waits for it. */
export class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
}

/** Where a process dies: before or after its nth outside effect, counted from 1. */
export type Death = { readonly effect: number; readonly moment: 'before' | 'after' };

type Outside = Pick<DeliveryParts, 'store' | 'mailer'>;

/**
 * What a process touches that dies at an outside effect: a write or a send. From then on, everything it touches
 * throws, so whatever its code would still do comes to nothing. `effects` counts what it got to.
 */
export function dyingOutside({ store, mailer }: Outside, death: Death | undefined) {
  let effects = 0;
  let dead = false;
  const alive = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    if (dead) throw new ProcessDied();
    return act();
  };
  const effect = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    if (dead) throw new ProcessDied();
    effects += 1;
    const here = death?.effect === effects ? death.moment : undefined;
    dead = here === 'before';
    if (dead) throw new ProcessDied();
    const value = await act();
    dead = here === 'after';
    if (dead) throw new ProcessDied();
    return value;
  };
  const outside: Outside = {
    store: {
      putOnce: (key, body, type) => effect(() => store.putOnce(key, body, type)),
      get: (key) => alive(() => store.get(key)),
      list: (...asked) => alive(() => store.list(...asked)),
      link: (key) => alive(() => store.link(key)),
    },
    mailer: { repeatable: mailer.repeatable, send: (message) => effect(() => mailer.send(message)) },
  };
  return { outside, effect, effects: () => effects };
}

/** The parts of a process that dies at an outside effect: a pull, a write or a send. */
export function dyingAt(
  parts: DeliveryParts,
  death: Death | undefined,
): DeliveryParts & { effects: () => number } {
  const { outside, effect, effects } = dyingOutside(parts, death);
  return { ...parts, ...outside, pull: (job) => effect(() => parts.pull(job)), effects };
}
