import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, formatDay } from '#base/day.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import type { Task } from '#planning/contract/resources.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { day, weekFrom } from '../../support/builders/a-plan-input.ts';
import { aReadyTask } from '../../support/builders/a-task.ts';
import { deep } from '../../support/deep-checks.ts';

/**
 * Random tasks around the report day, Fri 20 November 2026, with any relations between them, including cycles. In half
 * of the programmes no task has dates and every relation is FS, so that only statuses and chains decide.
 */
const programmes = fc
  .record({ length: fc.integer({ min: 2, max: 7 }), isDated: fc.boolean() })
  .chain(({ length, isDated }) =>
    fc.record({
      isDated: fc.constant(isDated),
      tasks: fc.array(taskDetails(), { minLength: length, maxLength: length }),
      relations: fc.array(relationDetails(length), { minLength: length, maxLength: 2 * length }),
    }),
  )
  .map(({ isDated, tasks, relations }) =>
    tasks.map(({ status, startsAfter, days }, index) => {
      const start = addDays(day('2026-11-18'), 2 * index + startsAfter);
      return aReadyTask({
        id: `t${index}`,
        status,
        start: isDated ? formatDay(start) : null,
        finish: isDated ? formatDay(addDays(start, days)) : null,
        calendar: null,
        relatedTasks: relations
          .filter(({ at }) => at === index)
          .map(({ other, type, ...rest }) => ({ id: `t${other}`, type: isDated ? type : 'FS', ...rest })),
      });
    }),
  );

function taskDetails() {
  return fc.record({
    status: fc.oneof(
      { weight: 5, arbitrary: fc.constant('planned') },
      {
        weight: 2,
        arbitrary: fc.constantFrom('started', 'complete', 'delayed', 'delayed', 'blocked', 'cancelled'),
      },
    ),
    startsAfter: fc.integer({ min: 0, max: 3 }),
    days: fc.integer({ min: 0, max: 2 }),
  });
}

function relationDetails(length: number) {
  return fc.record({
    at: fc.integer({ min: 0, max: length - 1 }),
    other: fc.integer({ min: 0, max: length - 1 }),
    relation: fc.constantFrom('predecessor', 'predecessor', 'successor'),
    type: fc.constantFrom('FS', 'FS', 'FS', 'FS', 'SS', 'FF', 'SF', 'hammock'),
    lag: fc.integer({ min: -1, max: 1 }),
  });
}

/** Plans the three weeks that contain all the tasks. */
const plannedOf = (tasks: readonly Task[]): readonly PlannedTask[] =>
  aLookahead({ tasks, window: weekFrom('2026-11-23', 3) }).tasks;

const plannedById = (tasks: readonly Task[]): ReadonlyMap<string, PlannedTask> =>
  new Map(plannedOf(tasks).map((task) => [task.id, task]));

function isNotReady({ constraints }: PlannedTask): boolean {
  return constraints.length > 0;
}

/** The id of the predecessor named in the first constraint that is caused by another task. */
function isBehindWhom({ constraints, relations }: PlannedTask): string | undefined {
  const words = constraints.find(({ isBehind }) => isBehind)?.word.split(' ') ?? [];
  return relations.find(({ direction, label }) => direction === 'predecessor' && words.includes(label))?.id;
}

function isOfItsOwn({ constraints }: PlannedTask): boolean {
  return constraints.some(({ isBehind }) => !isBehind);
}

const fast = deep ? { numRuns: 250 } : { numRuns: 25, seed: 20_261_120 };

describe('in any programme', () => {
  it('the chain from each task that is not ready ends at a task with a constraint of its own', () => {
    fc.assert(
      fc.property(programmes, (tasks) => {
        const planned = plannedById(tasks);
        for (const first of planned.values()) {
          if (!isNotReady(first)) continue;
          const passed = new Set<PlannedTask>();
          let task: PlannedTask | undefined = first;
          while (task !== undefined && !isOfItsOwn(task) && !passed.has(task)) {
            passed.add(task);
            task = planned.get(isBehindWhom(task) ?? '');
          }
          expect(task && isOfItsOwn(task), `${first.id} leads to ${task?.id}`).toBe(true);
        }
      }),
      fast,
    );
  });

  const worse: readonly (readonly [string, (task: Task) => Task])[] = [
    ['that becomes blocked', (task) => ({ ...task, status: 'blocked' })],
    [
      'that should have finished before the report day',
      (task) => ({ ...task, start: '2026-11-18', finish: '2026-11-19' }),
    ],
  ];

  it.each(worse)('a task %s makes no other task ready', (_, worsen) => {
    fc.assert(
      fc.property(programmes, fc.nat(), (tasks, choice) => {
        const at = choice % tasks.length;
        const before = plannedById(tasks);
        const now = plannedById(tasks.map((task, index) => (index === at ? worsen(task) : task)));
        const others = [...before.values()].filter((task) => task.id !== `t${at}` && isNotReady(task));
        for (const { id } of others) {
          const task = now.get(id);
          expect(task && isNotReady(task), `${id} is still not ready`).toBe(true);
        }
      }),
      fast,
    );
  });

  it('the order of the pull does not change the constraints and gaps of a task', () => {
    const shuffled = programmes.chain((tasks) =>
      fc.record({
        tasks: fc.constant(tasks),
        shuffled: fc.shuffledSubarray(tasks, { minLength: tasks.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ tasks, shuffled }) => {
        const said = (pull: readonly Task[]) =>
          plannedOf(pull).map(({ id, constraints, gaps }) => ({ id, constraints, gaps }));
        expect(said(shuffled)).toEqual(said(tasks));
      }),
      fast,
    );
  });
});
