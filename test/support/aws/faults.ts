/** A script of faults: which calls fail, and how. Plain data, so that it can be sent as JSON. */
import * as z from 'zod/mini';

const moment = z.enum(['before', 'after']);

const faultSchema = z.discriminatedUnion('kind', [
  /** An error answer. With `when: 'after'` the call has been performed all the same. */
  z.strictObject({
    kind: z.literal('error'),
    status: z.int().check(z.gte(400), z.lte(599)),
    code: z.string(),
    message: z._default(z.string(), 'Scripted.'),
    when: z._default(moment, 'before'),
  }),
  /** The answer of the service to too many requests. */
  z.strictObject({ kind: z.literal('throttle') }),
  /** S3: 409 ConditionalRequestConflict. */
  z.strictObject({ kind: z.literal('conflict') }),
  /** S3: 412 PreconditionFailed. */
  z.strictObject({ kind: z.literal('precondition-failed') }),
  /** The connection is reset, before or after the call is performed. */
  z.strictObject({ kind: z.literal('drop'), when: moment }),
  /** No answer until the script releases the call or the caller disconnects. Then the call continues. */
  z.strictObject({ kind: z.literal('stall'), when: moment }),
  /** The call is performed, but only half of the answer is sent. */
  z.strictObject({ kind: z.literal('half-answer') }),
  z.strictObject({ kind: z.literal('delay'), milliseconds: z.int().check(z.gte(0)) }),
]);

export const ruleSchema = z.strictObject({
  service: z.optional(z.string()),
  operation: z.optional(z.string()),
  /** A regular expression for the key of an object, the name of a secret, or the `run/message` of a mail. */
  key: z.optional(z.string()),
  /** The first matching call that fails, counted from 1. */
  nth: z._default(z.int().check(z.gte(1)), 1),
  /** How many calls fail from there on; 'always' for all. */
  times: z._default(z.union([z.int().check(z.gte(1)), z.literal('always')]), 1),
  fault: faultSchema,
});

export type Fault = z.output<typeof faultSchema>;
export type FaultRule = z.input<typeof ruleSchema>;
export type Call = { readonly service: string; readonly operation: string; readonly key: string };

export interface FaultScript {
  readonly add: (rules: readonly FaultRule[]) => void;
  readonly clear: () => void;
  /** The fault of this call. Every matching rule counts it, and the first rule that is due applies. */
  readonly next: (call: Call) => Fault | undefined;
  /** Waits until it is released or the caller disconnects. */
  readonly stall: (gone: AbortSignal) => Promise<void>;
  /** Resolves when this many calls are stalled at once. */
  readonly stalled: (count: number) => Promise<void>;
  /** Releases all stalled calls. */
  readonly release: () => void;
}

export function createFaultScript(): FaultScript {
  let rules: { readonly rule: z.output<typeof ruleSchema>; seen: number }[] = [];
  const waiting = new Set<() => void>();
  const watchers = new Set<() => void>();
  const changed = () => {
    for (const watcher of [...watchers]) watcher();
  };

  return {
    add: (more) => {
      rules.push(...more.map((rule) => ({ rule: ruleSchema.parse(rule), seen: 0 })));
    },
    clear: () => {
      rules = [];
    },
    next: (call) => {
      let due: Fault | undefined;
      for (const entry of rules) {
        if (!matches(entry.rule, call)) continue;
        entry.seen += 1;
        const { nth, times, fault } = entry.rule;
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

function matches(rule: z.output<typeof ruleSchema>, call: Call): boolean {
  if (rule.service !== undefined && rule.service !== call.service) return false;
  if (rule.operation !== undefined && rule.operation !== call.operation) return false;
  return rule.key === undefined || new RegExp(rule.key).test(call.key);
}
