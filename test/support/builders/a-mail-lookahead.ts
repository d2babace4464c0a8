import { localInstantOf } from '#lookahead/dates/report-dates.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { aLookahead } from './a-lookahead.ts';
import { anEarlierIssue, day, type PlanGiven } from './a-plan-input.ts';
import { aSiteTask, type SiteTaskProperties } from './a-site-task.ts';
import { aTask, type TaskProperties } from './a-task.ts';

const delay = (name: string, amount: number): TaskProperties => ({
  progress: [{ type: 'delay', date: '2026-11-18', name, amount }],
});

const duct = {
  id: 'A0410',
  name: 'Fix ductwork, basement',
  start: '2026-11-16',
  finish: '2026-11-19',
  subcontractor: 'Avon M&E',
  owner: 'Priya Shah',
  location: 'Basement',
  labour: { fitters: 4 },
  source: delay('Drawings late', 2),
};
const formwork = {
  id: 'A0300',
  name: 'Strip formwork',
  start: '2026-11-19',
  finish: '2026-11-23',
  status: 'complete',
  source: delay('Weather', 1),
};
const piles = {
  id: 'A1010',
  name: 'Trim pile heads',
  start: '2026-11-23',
  finish: '2026-11-26',
  subcontractor: 'Ashdown Piling',
  owner: 'Tom Reid',
  location: 'Grid 1–4',
  labour: { operatives: 3 },
};
const raft = {
  id: 'A1020',
  name: 'Pour raft, bay 2',
  start: '2026-11-24',
  finish: '2026-11-26',
  key: true,
  subcontractor: 'Northern Concrete Ltd',
  owner: 'Aoife Byrne',
  labour: { concretors: 18 },
  after: ['A1010 FS+1'],
};
const steel = {
  id: 'A1030',
  name: 'Erect steel, levels 3 to 5',
  start: '2026-11-23',
  finish: '2026-11-27',
  status: 'in progress',
  subcontractor: 'Severn Steel Erection',
  owner: 'Dev Patel',
  location: 'Levels 3 to 5',
  labour: { erectors: 12 },
};
const crane = {
  id: 'A2010',
  name: 'Climb tower crane',
  shift: 'night',
  start: '2026-11-27',
  finish: '2026-11-28',
  key: true,
  fiveDay: false,
  subcontractor: 'Highline Cranes',
  owner: 'Ana Silva',
  location: 'Core',
  labour: { riggers: 6 },
} satisfies SiteTaskProperties;
const pileTest = {
  id: 'A0290',
  name: 'Load-test pile P12',
  start: '2026-11-17',
  finish: '2026-11-18',
  status: 'complete',
  subcontractor: 'Ashdown Piling',
};
const survey = { id: 'A0999', name: 'Survey pile caps', start: '2026-11-20' };

/** The tasks of the full lookahead, three of them without a shift. */
export const mailTasks = [
  ...[duct, formwork, pileTest, piles, raft, steel, crane].map(aSiteTask),
  ...['N1', 'N2', 'N3'].map((id) => aSiteTask({ id, shift: 'none', start: '2026-11-25' })),
];

/** The issue of the week before: nothing had begun, the raft was planned for earlier, and the crane not at all. */
const previous = anEarlierIssue(
  [
    duct,
    { ...formwork, status: 'planned' },
    { ...pileTest, status: 'planned' },
    piles,
    { ...raft, start: '2026-11-21', finish: '2026-11-23' },
    { ...steel, status: 'planned' },
    survey,
  ].map(aSiteTask),
  { read: localInstantOf('2026-11-13T14:01:00Z', 'Europe/London') },
);

/** A lookahead with something in every section of a message; `given` replaces parts of what it is planned from. */
export function aFullLookahead(given: PlanGiven = {}): Lookahead {
  const raftId = aTask({ id: 'task-A1020' }).id;
  return aLookahead({
    tasks: mailTasks,
    issueNumber: 2,
    previous,
    lastWeekPlan: previous,
    firstPlanned: new Map([[raftId, { start: day('2026-11-21'), finish: day('2026-11-23') }]]),
    misfits: [
      {
        property: 'id',
        reason: 'expected a string, got a number',
        outcome: 'read',
        items: ['t-17'],
      },
    ],
    ...given,
    rules: { shifts: ['day', 'afternoon', 'night', '24hr'], ...given.rules },
  });
}
