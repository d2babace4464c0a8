/** The type of a check, and the ways from answers to verdicts. */
import type { ProbeContext } from '../reading/context.ts';
import { type Exchange, outcomeOf } from '../reading/describe-answer.ts';
import type { Reading } from '../reading/pages.ts';
import type { Source, Theme, Verdict } from '../report/report.ts';

/** The answer to a question. */
export type Finding = {
  readonly seen: string;
  readonly verdict: Verdict;
  /** The request, where the row does not say what was asked. */
  readonly asked?: string;
};

/** One thing to find out. To add one, add a row to the table of its theme. */
export type Check = {
  readonly id: string;
  readonly theme: Theme;
  readonly source: Source;
  /** The rows of the contract's tables that it checks, such as `tasks.duration` or `ownerIds`. */
  readonly rows: readonly string[];
  readonly question: string;
  /** The behaviour that this product counts on, in a few words. */
  readonly rule: string;
  /** The request as the table shows it, unless the finding says more. */
  readonly asked: string;
  readonly ask: (context: ProbeContext) => Promise<Finding>;
};
type Shared = Pick<Check, 'theme' | 'asked' | 'source'>;
export type Row = Omit<Check, keyof Shared | 'rows'> & Partial<Shared & Pick<Check, 'rows'>>;

/** @param shared what applies to the rows that do not say it themselves */
export function checksOf(shared: Shared, rows: readonly Row[]): readonly Check[] {
  return rows.map((row) => ({ rows: [], ...shared, ...row }));
}

export const everyTask = 'every task read';

export function holdsIf(condition: boolean, seen: string): Finding {
  return { seen, verdict: condition ? 'holds' : 'differs' };
}
export const holds = (seen: string): Finding => holdsIf(true, seen);
export const differs = (seen: string): Finding => holdsIf(false, seen);
export const notSeen = (seen: string): Finding => ({ seen, verdict: 'not seen' });

/** 'holds' where nothing speaks against the rule and something for it, 'not seen' where nothing was there to tell by. */
export function judge(seen: string, tally: { for: number; against: number }): Finding {
  if (tally.against > 0) return differs(seen);
  return tally.for > 0 ? holds(seen) : notSeen(seen);
}

type Survey<Value> = Omit<Row, 'ask'> & {
  readonly values: (context: ProbeContext) => Promise<readonly Value[]> | readonly Value[];
  readonly fits: (value: Value, context: ProbeContext) => boolean;
  /** Describes the values, given how many of them do not fit. */
  readonly seen: (values: readonly Value[], misfits: number) => string;
  /** The description where there are no values. */
  readonly none: string;
  /** Share of the values that need not fit, since any real plan has such: 0. */
  readonly tolerance?: number;
};

/** A question about values of answers that came already: each must fit. */
export function survey<Value>({ values, fits, seen, none, tolerance = 0, ...row }: Survey<Value>): Row {
  return {
    ...row,
    async ask(context) {
      const found = await values(context);
      if (found.length === 0) return notSeen(none);
      const misfits = found.filter((value) => !fits(value, context)).length;
      return holdsIf(misfits <= found.length * tolerance, seen(found, misfits));
    },
  };
}

/** Possible meanings of an answer, by name: whether each selects a task. Our reading comes first. */
export type Meanings<Task> = readonly [Meaning<Task>, ...Meaning<Task>[]];
type Meaning<Task> = readonly [name: string, selects: (task: Task) => boolean];

/**
 * Holds an answer against what it could mean. A known task that was not answered tells something only where the
 * answer was read to its end, so only then belongs to `left`.
 * @returns how many tasks speak against our reading, and the names of the other readings that none speaks against
 */
export function compareMeanings<Task>(
  { answered, left }: { readonly answered: readonly Task[]; readonly left: readonly Task[] },
  [[, ours], ...others]: Meanings<Task>,
): { readonly wrong: number; readonly fitting: readonly string[] } {
  const wrongBy = (selects: (task: Task) => boolean) =>
    answered.filter((task) => !selects(task)).length + left.filter(selects).length;
  const fitting = others.filter(([, selects]) => wrongBy(selects) === 0).map(([name]) => name);
  return { wrong: wrongBy(ours), fitting };
}

/** A reading of which not even the first page came differs, whatever was asked. */
export async function judgeReading(
  reading: Reading,
  finding: (reading: Reading) => Finding | Promise<Finding>,
): Promise<Finding> {
  const { asked, failure, pages } = reading;
  return { asked, ...(failure && pages.length === 0 ? differs(outcomeOf(failure)) : await finding(reading)) };
}

/** The service must answer with this status. */
export function judgeStatus(status: number, made: Exchange): Finding {
  return holdsIf(made.kind === 'answer' && made.status === status, outcomeOf(made));
}
