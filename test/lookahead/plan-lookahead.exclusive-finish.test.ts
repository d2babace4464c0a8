/** Plans from a service whose finishes are the first day after the work. */
import { expect, it } from 'vitest';
import { addDaysToIsoDate } from '#base/day.ts';
import { planLookahead } from '#lookahead/plan-lookahead.ts';
import { anEarlierIssue, aPlanInput, type PlanGiven } from '../support/builders/a-plan-input.ts';
import { aReadyTask } from '../support/builders/a-task.ts';

const project = { ...aPlanInput().project, planning: { finish: 'exclusive' } } as const;
const dates = Array.from({ length: 38 }, (_, index) => {
  const start = addDaysToIsoDate('2026-11-16', (index * 5) % 17);
  return { id: `T${index}`, start, days: index % 5 === 0 ? 0 : (index % 7) + 1 };
});
/**
 * The tasks as a service with inclusive finishes sends them. A milestone has the same start and finish in either
 * service.
 */
const inclusive = dates.map(({ id, start, days }) =>
  aReadyTask({ id, start, finish: addDaysToIsoDate(start, Math.max(days - 1, 0)), duration: days }),
);
const exclusive = dates.map(({ id, start, days }) =>
  aReadyTask({ id, start, finish: addDaysToIsoDate(start, days), duration: days }),
);

const planOf = (given: PlanGiven) => {
  const { cutFor, daysOnlyFor } = planLookahead(aPlanInput(given));
  return [cutFor, daysOnlyFor].map((planned) => {
    const each = planned({ kind: 'everyone' }, 1);
    return {
      tasks: each.tasks.map(({ id, dates: of, milestone, cells }) => ({ id, of, milestone, cells })),
      people: each.shifts.map(({ peoplePerDay }) => peoplePerDay),
      changes: each.changes?.list,
    };
  });
};

it('a plan with exclusive finishes has the same bars as one with inclusive finishes, also for readers of days only', () => {
  const plan = planOf({ tasks: inclusive });
  expect(plan[0]?.tasks?.length).toBeGreaterThan(20);
  expect(planOf({ tasks: exclusive, project })).toEqual(plan);
  const unset = planOf({ tasks: exclusive })[0]?.tasks;
  const read = new Map(plan[0]?.tasks?.map(({ id, of }) => [id, of?.finish]));
  const late = unset?.filter(({ id, of }) => read.has(id) && of?.finish !== read.get(id)) ?? [];
  expect(late.length).toBeGreaterThan(15);
});

it('a plan with exclusive finishes reads the earlier pull by the same rule, so that the setting moves no task', () => {
  const previous = anEarlierIssue(exclusive);
  expect(planOf({ tasks: exclusive, project, previous })[0]?.changes).toEqual([]);
});
