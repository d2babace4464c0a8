/** A script of faults: which calls fail, and how. */

type Fault =
  /** An error answer. With `when: 'after'` the call has been performed all the same. */
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly code: string;
      readonly message?: string;
      readonly when?: 'before' | 'after';
    }
  /** The answer of the service to too many requests. */
  | { readonly kind: 'throttle' }
  /** S3: 409 ConditionalRequestConflict. */
  | { readonly kind: 'conflict' }
  /** S3: 412 PreconditionFailed. */
  | { readonly kind: 'precondition-failed' }
  /** The connection is reset, before or after the call is performed. */
  | { readonly kind: 'drop'; readonly when: 'before' | 'after' }
  /**
   * No answer until the script releases the call or the caller disconnects. With `when: 'before'` the call is performed
   * only after a release, so never if the caller disconnects.
   */
  | { readonly kind: 'stall'; readonly when: 'before' | 'after' }
  /** The call is performed, but only half of the answer is sent. */
  | { readonly kind: 'half-answer' };

export type FaultRule = {
  readonly service?: string;
  readonly operation?: string;
  /** A regular expression for the key of an object, the name of a secret, or the `run/message` of a mail. */
  readonly key?: string;
  /** The first matching call that fails, counted from 1. */
  readonly nth?: number;
  /** How many calls fail from there on, 1 by default; 'always' for all. */
  readonly times?: number | 'always';
  readonly fault: Fault;
};

export type FaultyCall = { readonly service: string; readonly operation: string; readonly key: string };

export interface FaultScript {
  readonly add: (rules: readonly FaultRule[]) => void;
  readonly clear: () => void;
  /** The fault of this call. Every matching rule counts it, and the first rule that is due applies. */
  readonly next: (call: FaultyCall) => Fault | undefined;
  /** Waits until `release` is called or the caller disconnects. */
  readonly stall: (gone: AbortSignal) => Promise<void>;
  /** Resolves when this many calls are stalled at once. */
  readonly stalled: (count: number) => Promise<void>;
  readonly release: () => void;
}

export function createFaultScript(): FaultScript {
  let rules: { readonly rule: FaultRule; seen: number }[] = [];
  const waiting = new Set<() => void>();
  const watchers = new Set<() => void>();
  const changed = () => {
    for (const watcher of [...watchers]) watcher();
  };

  return {
    add: (more) => {
      rules.push(...more.map((rule) => ({ rule, seen: 0 })));
    },
    clear: () => {
      rules = [];
    },
    next: (call) => {
      let due: Fault | undefined;
      for (const entry of rules) {
        if (!matches(entry.rule, call)) continue;
        entry.seen += 1;
        const { nth = 1, times = 1, fault } = entry.rule;
        const last = times === 'always' ? Number.POSITIVE_INFINITY : nth + times - 1;
        if (entry.seen >= nth && entry.seen <= last) due ??= fault;
      }
      return due;
    },
    stall: (gone) =>
      new Promise<void>((resolve) => {
        const go = () => {
          waiting.delete(go);
          gone.removeEventListener('abort', go);
          resolve();
          changed();
        };
        waiting.add(go);
        if (gone.aborted) go();
        else gone.addEventListener('abort', go);
        changed();
      }),
    stalled: (count) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (waiting.size < count) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
    release: () => {
      for (const go of [...waiting]) go();
    },
  };
}

function matches(rule: FaultRule, call: FaultyCall): boolean {
  if (rule.service !== undefined && rule.service !== call.service) return false;
  if (rule.operation !== undefined && rule.operation !== call.operation) return false;
  return rule.key === undefined || new RegExp(rule.key).test(call.key);
}
