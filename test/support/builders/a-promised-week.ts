/** The lookahead of `theSketch` with promises: last week's are judged, this week's are partly answered. */
import type { Lookahead } from '#lookahead/lookahead.ts';
import { sketchTasks, theSketch } from '../the-sketch.ts';
import { anEarlierIssue, day, type PlanGiven } from './a-plan-input.ts';
import { aSiteTask } from './a-site-task.ts';
import { anAnswer, anAudience } from './an-answer.ts';

const lastWeek = { week: day('2026-11-16'), on: '2026-11-14' };
const slab = { id: 'D1', name: 'Cast blinding', subcontractor: 'Concrete Co', start: '2026-11-17' };
const walls = { id: 'D2', name: 'Set wall starters', subcontractor: 'Steelfix', start: '2026-11-18' };
const drains = { id: 'D3', name: 'Lay drains, gate 2', subcontractor: 'Demo Bros', start: '2026-11-18' };
const scaffold = { id: 'D4', name: 'Strike scaffold', subcontractor: 'Demo Bros', start: '2026-11-19' };
const fence = { id: 'D5', name: 'Move fence', subcontractor: 'Steelfix', start: '2026-11-19' };
const planned = [slab, walls, drains, scaffold, fence];
const complete = { status: 'complete' };

/**
 * The tasks of the sketch, and five of last week: kept, said to be done but unfinished, declined, said to be not done
 * but finished, and not answered.
 */
export const promisedTasks = [
  ...sketchTasks,
  aSiteTask({ ...slab, ...complete }),
  aSiteTask({ ...walls, status: 'started' }),
  aSiteTask(drains),
  aSiteTask({ ...scaffold, ...complete }),
  aSiteTask({ ...fence, ...complete }),
];

const lastAnswers = [
  anAnswer({ ...lastWeek, ...slab, task: 'D1' }),
  anAnswer({ ...lastWeek, ...walls, task: 'D2' }),
  anAnswer({ ...lastWeek, ...walls, task: 'D2', on: '2026-11-18', says: 'done' }),
  anAnswer({ ...lastWeek, ...drains, task: 'D3', says: 'decline', reason: 'Labour' }),
  anAnswer({ ...lastWeek, ...scaffold, task: 'D4' }),
  anAnswer({ ...lastWeek, ...scaffold, task: 'D4', on: '2026-11-20', says: 'undone', reason: 'Materials' }),
];

const answers = [
  anAnswer({ task: 'A1010', start: '2026-11-20', finish: '2026-11-24', note: 'Rig from Monday noon' }),
  anAnswer({ task: 'A1020', start: '2026-11-24', finish: '2026-11-28', people: 4 }),
  anAnswer({
    task: 'A1110',
    start: '2026-11-17',
    finish: '2026-11-25',
    subcontractor: 'Demo Bros',
    says: 'decline',
    reason: 'Access',
    from: day('2026-11-24'),
  }),
  anAnswer({ task: 'A1120', start: '2026-11-24', finish: '2026-11-28', subcontractor: 'Steelfix' }),
];

const asked = [...new Set(promisedTasks.map(({ task }) => task.subcontractor?.name ?? ''))]
  .filter((name) => name !== '')
  .map(anAudience);

export function aPromisedWeek(given: PlanGiven & Pick<Partial<Lookahead>, 'audience'> = {}): Lookahead {
  return theSketch({
    tasks: promisedTasks,
    lastWeekPlan: anEarlierIssue([...sketchTasks, ...planned.map(aSiteTask)], { number: 1 }),
    promises: {
      answers: [...lastAnswers, ...answers],
      asked: new Map([
        [day('2026-11-16'), asked],
        [day('2026-11-23'), asked],
      ]),
    },
    ...given,
  });
}
