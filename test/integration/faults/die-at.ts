/** Kills a function at one of its outside effects: S3 puts, SES sends, and jobs that it queues. */
import type { Arrival, Gate } from './gate.ts';

export type KillMoment = {
  /** Number of the effect, from 1; or a kind, for the first effect of that kind. */
  readonly effect: number | EffectKind;
  readonly moment: 'before' | 'after';
};

/** An effect's name without its numbers: `PUT failed-#.json`. */
type EffectKind = { readonly kind: string };

export function kindOf(effect: string): string {
  return effect.replaceAll(/\d+/g, '#');
}

/** Name of the effect, as in a test's title: `PUT issue.json`, `SendRawEmail`, `SendMessageBatch`. */
export function effectOf({ method, url, headers, body }: Arrival): string | undefined {
  if (method === 'PUT')
    return `PUT ${
      decodeURIComponent(url.split('?')[0] ?? '')
        .split('/')
        .slice(-1)[0]
    }`;
  if (method !== 'POST') return undefined;
  const target = String(headers['x-amz-target'] ?? '');
  if (target === 'AmazonSQS.SendMessageBatch') return 'SendMessageBatch';
  return /\bAction=(SendRawEmail|SendEmail)\b/.exec(body.toString('latin1', 0, 10_000))?.[1];
}

function isAt({ effect: wanted }: KillMoment, effect: string, count: number): boolean {
  return typeof wanted === 'number' ? wanted === count : wanted.kind === kindOf(effect);
}

export interface Kills {
  /** The effects since the last call of `order`, in their order. */
  readonly effects: () => readonly string[];
  /** Restarts the count of effects at 1, and calls `kill` at the given one. */
  readonly order: (moment: KillMoment | undefined) => void;
  readonly happened: () => boolean;
}

/**
 * @param victim.kill ends the processes. The connection is broken off only then, so that the function dies of SIGKILL
 * and not of a lost connection
 * @param victim.isVictim whether a request comes from the function; only its effects count
 */
export function killsAt(
  gates: readonly Gate[],
  victim: { readonly kill: () => Promise<void>; readonly isVictim: (arrival: Arrival) => boolean },
): Kills {
  let order: KillMoment | undefined;
  let effects: string[] = [];
  let happened = false;
  for (const gate of gates) {
    gate.rule((arrival) => {
      const effect = victim.isVictim(arrival) ? effectOf(arrival) : undefined;
      if (effect === undefined) return { kind: 'pass' };
      effects.push(effect);
      if (happened || order === undefined || !isAt(order, effect, effects.length)) return { kind: 'pass' };
      happened = true;
      return { kind: 'broken off', moment: order.moment, meanwhile: victim.kill };
    });
  }
  return {
    effects: () => effects,
    order: (next) => {
      order = next;
      effects = [];
      happened = false;
    },
    happened: () => happened,
  };
}
