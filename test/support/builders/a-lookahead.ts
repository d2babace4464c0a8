import type { Lookahead } from '#lookahead/lookahead.ts';
import { planLookahead } from '#lookahead/plan-lookahead.ts';
import type { Audience } from '#lookahead/tasks/select-tasks.ts';
import { aPlanInput, type PlanGiven } from './a-plan-input.ts';

/** The plan, audience and issue number of a lookahead; by default, the first issue for everyone. */
export type LookaheadGiven = PlanGiven & { readonly audience?: Audience; readonly issueNumber?: number };

/** Plans a lookahead from the given parts, and defaults for the others. */
export function aLookahead({
  audience = { kind: 'everyone' },
  issueNumber = 1,
  ...given
}: LookaheadGiven = {}): Lookahead {
  return planLookahead(aPlanInput(given)).cutFor(audience, issueNumber);
}

/** Like `aLookahead`, but with days and places only, for readers outside the site. */
export function aLookaheadOfDays({
  audience = { kind: 'everyone' },
  issueNumber = 1,
  ...given
}: LookaheadGiven = {}): Lookahead {
  return planLookahead(aPlanInput(given)).daysOnlyFor(audience, issueNumber);
}
