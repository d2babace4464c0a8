import type { Lookahead } from '#lookahead/lookahead.ts';
import { planReport } from '#lookahead/plan-lookahead.ts';
import type { Audience } from '#lookahead/tasks/select.ts';
import { aPlanInput, type PlanGiven } from './a-plan-input.ts';

/** The lookahead that the planner makes: for everyone, where no audience is given. */
export function aLookahead({
  audience = { kind: 'everyone' },
  ...given
}: PlanGiven & { readonly audience?: Audience } = {}): Lookahead {
  const [lookahead] = planReport(aPlanInput(given), [audience]).lookaheads;
  if (lookahead === undefined) throw new Error('The planner made no lookahead for the audience.');
  return lookahead;
}
