import { localInstantOf } from '#lookahead/dates/report-dates.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { aLookahead } from './builders/a-lookahead.ts';
import { anEarlierIssue, weekFrom } from './builders/a-plan-input.ts';
import { aSiteTask } from './builders/a-site-task.ts';

const piling = { folder: 'Substructure › Piling', location: 'Zone 1' };
const cappingBeam = { folder: 'Substructure › Capping beam', location: 'Zone 2' };
const level3 = { folder: 'Superstructure › Level 3', location: 'Level 3', owner: 'D. Ray' };
const facade = {
  folder: 'Envelope › North façade',
  location: 'North',
  subcontractor: 'Glaze Ltd',
  owner: 'E. Voss',
};

/** Twelve tasks of one day shift in week 48 of 2026: the example from which the shift sheets were designed. */
export const sketchTasks = [
  aSiteTask({
    ...piling,
    id: 'A1010',
    name: 'Install guide wall, grid 4–9',
    subcontractor: 'Keller Piling',
    owner: 'A. Quay',
    start: '2026-11-20',
    finish: '2026-11-24',
    status: 'started',
    labour: { operatives: 6 },
    plant: { crane: 1 },
    materials: { 'm³ concrete': 12 },
    after: ['A1000 FS'],
  }),
  aSiteTask({
    ...piling,
    id: 'A1020',
    name: 'Bored piles P41–P56, 900 mm',
    subcontractor: 'Keller Piling',
    owner: 'A. Quay',
    start: '2026-11-24',
    finish: '2026-11-28',
    status: 'promised',
    labour: { operatives: 8 },
    plant: { rig: 1, crane: 1 },
    materials: { 'm³ concrete': 64 },
    after: ['A1010 FS+1'],
    notes: 'Deliveries from 07:00 by gate 2 only',
  }),
  aSiteTask({
    ...piling,
    id: 'A1030',
    name: 'Pile integrity testing',
    subcontractor: 'Sonic Test',
    owner: 'B. Marsh',
    start: '2026-11-27',
    status: 'planned',
    labour: { testers: 2 },
    after: ['A1020 SS+3'],
    notes: 'Predecessor ends Fri',
  }),
  aSiteTask({
    ...cappingBeam,
    id: 'A1110',
    name: 'Break down pile heads P21–P40',
    subcontractor: 'Demo Bros',
    owner: 'A. Quay',
    start: '2026-11-17',
    finish: '2026-11-25',
    status: 'delayed',
    labour: { operatives: 4 },
    plant: { breakers: 2 },
    after: ['A1100 FS'],
    notes: '2 days late: awaiting access',
  }),
  aSiteTask({
    ...cappingBeam,
    id: 'A1120',
    name: 'Fix reinforcement, capping beam east bay, upper and lower mats including couplers to the wall',
    subcontractor: 'Steelfix',
    owner: 'C. Lund',
    start: '2026-11-25',
    finish: '2026-11-29',
    status: 'planned',
    labour: { fixers: 10 },
    plant: { crane: 1 },
    materials: { 't rebar': 8.4 },
    after: ['A1110 FS'],
  }),
  aSiteTask({
    ...cappingBeam,
    id: 'A1130',
    name: 'Formwork east bay',
    subcontractor: 'Formworks',
    owner: 'C. Lund',
    start: '2026-11-27',
    finish: '2026-12-02',
    status: 'planned',
    labour: { carpenters: 6 },
    materials: { 'm² ply': 210 },
    after: ['A1120 SS+2'],
  }),
  aSiteTask({
    ...level3,
    id: 'B3010',
    name: 'Slab pour L3 east',
    subcontractor: 'Concrete Co',
    start: '2026-11-26',
    status: 'promised',
    key: true,
    labour: { operatives: 9 },
    plant: { pump: 1 },
    materials: { 'm³ C32/40': 118 },
    after: ['B3000 FS'],
    notes: 'Pour 06:30; noise consent until 19:00',
  }),
  aSiteTask({
    ...level3,
    id: 'B3020',
    name: 'Cure and strike L3 west',
    subcontractor: 'Formworks',
    start: '2026-11-21',
    finish: '2026-11-27',
    status: 'started',
    labour: { carpenters: 4 },
    after: ['B2990 FS'],
  }),
  aSiteTask({
    ...level3,
    id: 'B3030',
    name: 'Level 3 frame complete',
    start: '2026-11-27',
    status: 'planned',
    key: true,
    milestone: true,
    after: ['B3010 FF'],
  }),
  aSiteTask({
    ...facade,
    id: 'C2010',
    name: 'Bracket survey',
    start: '2026-11-23',
    status: 'complete',
    labour: { surveyors: 2 },
    plant: { MEWP: 1 },
  }),
  aSiteTask({
    ...facade,
    id: 'C2020',
    name: 'Fix brackets L1–L2',
    start: '2026-11-24',
    finish: '2026-11-27',
    status: 'planned',
    labour: { fixers: 4 },
    plant: { MEWP: 2 },
    materials: { brackets: 340 },
    after: ['C2010 FS'],
  }),
  aSiteTask({
    ...facade,
    id: 'C2030',
    name: 'Install panels L1',
    start: '2026-11-26',
    finish: '2026-12-01',
    status: 'blocked',
    labour: { fixers: 6 },
    plant: { crane: 1 },
    source: { materials: [{ name: 'panels', quantity: 22 }] },
    after: ['C2020 SS+2'],
    notes: 'Panels held at port',
  }),
];

/** Issue 1 of the same week, a day earlier: the only difference is when the guide wall was planned. */
const previous = anEarlierIssue(
  sketchTasks.map((pulled, index) =>
    index === 0 ? { ...pulled, task: { ...pulled.task, start: '2026-11-18', finish: '2026-11-20' } } : pulled,
  ),
  { window: weekFrom('2026-11-23'), read: localInstantOf('2026-11-19T14:00:00Z', 'Europe/London') },
);

type SketchGiven = NonNullable<Parameters<typeof aLookahead>[0]>;

/** The lookahead of the sketch as issue 2; `given` replaces parts of its input. */
export function theSketch(given: SketchGiven = {}): Lookahead {
  return aLookahead({
    tasks: sketchTasks,
    issueNumber: 2,
    previous,
    ...given,
    rules: { shifts: ['day'], ...given.rules },
  });
}
