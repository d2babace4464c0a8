/** What a question is, and how answers become verdicts. */
import type { ProbeContext } from '../reading/context.ts';
import { type Exchange, outcomeOf } from '../reading/describe-answer.ts';
import { tallyOf, tallyText } from '../reading/json-shapes.ts';
import type { Reading } from '../reading/pages.ts';
import type { Theme, Verdict } from '../report/report.ts';

/** The answer to a question. */
export type Finding = { readonly asked: string; readonly seen: string; readonly verdict: Verdict };

/** One thing to find out. To add one, add a row to the table of its theme. */
export type Question = {
  readonly id: string;
  readonly theme: Theme;
  readonly question: string;
  /** What this product counts on, in a few words. */
  readonly rule: string;
  readonly ask: (context: ProbeContext) => Promise<Finding>;
};
export type Row = Omit<Question, 'theme'>;

export function questionsOf(theme: Theme, rows: readonly Row[]): readonly Question[] {
  return rows.map((row) => ({ theme, ...row }));
}

/** What the table says was asked of questions about all tasks that were read with all fields. */
export const everyTask = 'every task read';

export function holds(asked: string, seen: string): Finding {
  return { asked, seen, verdict: 'holds' };
}

export function differs(asked: string, seen: string): Finding {
  return { asked, seen, verdict: 'differs' };
}

export function notSeen(asked: string, seen: string): Finding {
  return { asked, seen, verdict: 'not seen' };
}

export function holdsIf(condition: boolean, asked: string, seen: string): Finding {
  return condition ? holds(asked, seen) : differs(asked, seen);
}

/** 'holds' where nothing speaks against the rule and something for it, 'not seen' where nothing was there to tell by. */
export function judge(asked: string, seen: string, tally: { for: number; against: number }): Finding {
  if (tally.against > 0) return differs(asked, seen);
  return tally.for > 0 ? holds(asked, seen) : notSeen(asked, seen);
}

/** Judges a list of values: each must fit, but for a share of them that any real plan may have. */
export function judgeEach<Value>(
  values: readonly Value[],
  by: {
    readonly fits: (value: Value) => boolean;
    /** What was seen of the values, given how many of them do not fit. */
    readonly seen: (misfits: number) => string;
    /** What was seen where there are no values. */
    readonly none: string;
    readonly asked?: string;
    /** Share of the values that need not fit: 0. */
    readonly tolerance?: number;
  },
): Finding {
  const { fits, seen, none, asked = everyTask, tolerance = 0 } = by;
  if (values.length === 0) return notSeen(asked, none);
  const misfits = values.filter((value) => !fits(value)).length;
  return holdsIf(misfits <= values.length * tolerance, asked, seen(misfits));
}

/** Judges words, and shows how often each comes. */
export function judgeWords(
  words: readonly string[],
  by: { readonly fits: (word: string) => boolean; readonly none: string; readonly asked?: string },
): Finding {
  return judgeEach(words, { ...by, seen: () => tallyText(tallyOf(words)) });
}

/** A reading of which not even the first page came differs, whatever was asked. */
export function judgeReading(
  reading: Reading,
  finding: (reading: Reading) => Finding | Promise<Finding>,
): Finding | Promise<Finding> {
  const { asked, failure, pages } = reading;
  return failure && pages.length === 0 ? differs(asked, outcomeOf(failure)) : finding(reading);
}

/** The service must answer with this status. */
export function judgeStatus(status: number, made: Exchange, asked = made.asked): Finding {
  return holdsIf(made.kind === 'answer' && made.status === status, asked, outcomeOf(made));
}
