import type { ProbeContext } from './context.ts';
import type { Theme, Verdict } from './report.ts';

/** The answer to a question. */
export type Finding = { readonly asked: string; readonly seen: string; readonly verdict: Verdict };

/** One thing to find out. To add one, write it down in the list of its theme. */
export type Question = {
  readonly id: string;
  readonly theme: Theme;
  readonly question: string;
  /** What this product counts on, in a few words. */
  readonly rule: string;
  readonly ask: (context: ProbeContext) => Promise<Finding>;
};

export function holds(asked: string, seen: string): Finding {
  return { asked, seen, verdict: 'holds' };
}

export function differs(asked: string, seen: string): Finding {
  return { asked, seen, verdict: 'differs' };
}

export function notSeen(asked: string, seen: string): Finding {
  return { asked, seen, verdict: 'not seen' };
}

/** 'holds' where nothing speaks against the rule and something for it, 'not seen' where nothing was there to tell by. */
export function judge(asked: string, seen: string, tally: { for: number; against: number }): Finding {
  if (tally.against > 0) return differs(asked, seen);
  return tally.for > 0 ? holds(asked, seen) : notSeen(asked, seen);
}
