/** Kills a function at one of its outside effects: S3 puts, SES sends, and what it asks of a queue. */
import type { Arrival, Gate } from './gate.ts';

export type Moment = { readonly effect: number; readonly moment: 'before' | 'after' };

/** What the effect was, for a test's name: `PUT …/issue.json`, `SendRawEmail`, `SendMessageBatch`. */
export function effectOf({ method, url, headers, body }: Arrival): string | undefined {
  if (method === 'PUT')
    return `PUT ${
      decodeURIComponent(url.split('?')[0] ?? '')
        .split('/')
        .slice(-1)[0]
    }`;
  if (method !== 'POST') return undefined;
  const target = String(headers['x-amz-target'] ?? '');
  if (target.startsWith('AmazonSQS.')) return target.slice('AmazonSQS.'.length);
  return /\bAction=(SendRawEmail|SendEmail)\b/.exec(body.toString('latin1', 0, 10_000))?.[1];
}

export interface Deaths {
  /** The effects since the last order, in order. */
  readonly effects: () => readonly string[];
  /** From now on effects are counted from 1 again, and at this one `kill` is called. */
  readonly order: (moment: Moment | undefined) => void;
  /** Whether the order has been carried out. */
  readonly happened: () => boolean;
}

/**
 * @param kill ends the processes; the connection is cut once it resolves, so that a function dies of SIGKILL and
 *   not of a lost connection
 */
export function deathsAt(gates: readonly Gate[], kill: () => Promise<void>): Deaths {
  let order: Moment | undefined;
  let effects: string[] = [];
  let happened = false;
  for (const gate of gates) {
    gate.rule((arrival) => {
      const effect = effectOf(arrival);
      if (effect === undefined) return { kind: 'pass' };
      effects.push(effect);
      if (effects.length !== order?.effect) return { kind: 'pass' };
      happened = true;
      return { kind: 'cut', moment: order.moment, meanwhile: kill };
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
