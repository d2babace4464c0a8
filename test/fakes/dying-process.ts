import type { DeliveryParts } from '../../functions/delivery/delivery-parts.ts';

/** What a dead process does to whoever waits for it. */
export class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
}

/** Where a process dies: before or after its nth outside effect, counted from 1. */
export type Death = { readonly effect: number; readonly moment: 'before' | 'after' };

/**
 * The parts of a process that dies at an outside effect: a pull, a write or a send. From then on, everything it
 * touches throws, so whatever its code would still do comes to nothing. `effects` counts what it got to.
 */
export function dyingAt(
  parts: DeliveryParts,
  death: Death | undefined,
): DeliveryParts & { effects: () => number } {
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
  const { store, mailer } = parts;
  return {
    ...parts,
    pull: (job) => effect(() => parts.pull(job)),
    store: {
      putOnce: (key, body, type) => effect(() => store.putOnce(key, body, type)),
      get: (key) => alive(() => store.get(key)),
      list: (...asked) => alive(() => store.list(...asked)),
      link: (key) => alive(() => store.link(key)),
    },
    mailer: { repeatable: mailer.repeatable, send: (message) => effect(() => mailer.send(message)) },
    effects: () => effects,
  };
}
