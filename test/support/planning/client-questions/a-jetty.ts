/** A project made for the questions of clients: every property of the contract, every odd date, every kind of id. */
import type { CollectionName } from '#planning/contract/resources.ts';
import type { StoredItem } from '#planning-server/versions/version.ts';
import { readPlanningJson } from '#programme/planning-json.ts';

const ann = { id: 'ann', displayName: 'Ann Lee', email: 'ann@example.com' };
const ben = { id: 'ben', displayName: 'Ben Holt', email: null };
const folder = { id: 'f2', code: '1.1', name: 'Piling', parentId: 'f1', path: 'Works › Piling' };
const calendar = { id: 'c1', name: 'Monday to Friday', type: 'five-day' };
const location = { id: 'l1', name: 'East bay', type: 'map' };
const works = { id: 'p1', code: '2100', name: 'Piling' };
const stonebridge = { id: 'Stonebridge', name: 'Stonebridge Frame Ltd' };

const whole = {
  id: 'Whole',
  externalId: 'A1010',
  name: 'Bored piles › east',
  notes: 'Pump at 07:30',
  start: '2026-11-23',
  finish: '2026-11-27',
  duration: 4.5,
  keyTask: true,
  shift: 'day',
  status: 'planned',
  owner: ann,
  assignedTo: [ben, { id: 'cleo' }],
  calendar,
  nonWorkingDays: ['2026-11-25'],
  startTime: '07:30',
  finishTime: '12:00',
  folder,
  package: works,
  parent: { id: 'm1', name: 'Substructure' },
  subcontractor: stonebridge,
  location,
  labour: [{ id: 'g1', name: 'Piling gang', quantity: 6 }],
  plant: [{ id: 'k1', name: 'Rig', category: 'Piling', quantity: 1 }],
  materials: [
    {
      id: 'x1',
      name: 'Concrete',
      quantity: 40.5,
      unit: 'm³',
      dailyPlanned: [{ date: '2026-11-23', quantity: 40.5 }],
      dailyActual: [{ date: '2026-11-24', quantity: 20 }],
    },
  ],
  progress: [{ name: 'Late drawings', date: '2026-11-20', amount: 2, type: 'delay' }],
  relatedTasks: [
    { id: 'before', name: 'Survey', lag: -1, relation: 'predecessor', type: 'start-start' },
    { id: 'after', name: 'Cap', lag: 0, relation: 'successor', type: 'finish-start' },
    { id: 'spans', name: 'Works', lag: 0, relation: 'sibling', type: 'start-start' },
  ],
  workArea: { type: 'Feature', bbox: [0, 0.5, 5, 5], geometry: null, id: null, properties: { level: 7 } },
  colour: 'red',
};

export const tasks: readonly StoredItem[] = [
  { id: 'spans', start: '2026-11-01', finish: '2026-12-24', owner: ann, folder: { id: 'f1' } },
  { id: 'before', start: '2026-11-16', finish: '2026-11-22', shift: 'night', owner: ben },
  { id: 'first-day', start: '2026-11-16', finish: '2026-11-23', shift: '24hr', owner: { id: '100%2C' } },
  { id: 'last-day', start: '2026-11-29', finish: '2026-12-04', shift: 'afternoon', owner: { id: 'Lee' } },
  { id: 'after', start: '2026-11-30', finish: '2026-12-01', shift: 'Day', owner: { id: 'Lee, Sons & Co' } },
  { id: 'start-only', start: '2026-11-25', shift: 'All', location },
  { id: 'finish-only', finish: '2026-11-25', duration: null, notes: null, owner: null, labour: [] },
  { id: 'no-dates', assignedTo: [ann] },
  { id: 'reversed', start: '2026-12-01', finish: '2026-11-20' },
  { id: 'late-evening', start: '2026-11-24T23:30:00', finish: '2026-11-24T23:45:00' },
  { id: 'sydney', start: '2026-11-23T06:00:00+11:00', finish: '2026-11-23T07:00:00+11:00' },
  { id: 'summer-utc', start: '2026-07-01T23:30:00Z', finish: '2026-07-01T23:45:00Z' },
  { id: 'year-one', start: '0001-01-01', finish: '2026-11-20' },
  { id: 'unreadable', start: 'week 48', finish: '2026-11-20' },
  whole,
];

const lists = {
  users: [{ id: 'cleo' }, ben, ann],
  subcontractors: [stonebridge],
  folders: [folder, { id: 'f1', code: '1', name: 'Works', path: 'Works' }],
  packages: [works],
  calendars: [calendar],
  locations: [location],
};

/** The project as an import of JSON reads it. */
export const jetty: Readonly<Record<CollectionName, readonly StoredItem[]>> = readPlanningJson(
  Buffer.from(JSON.stringify({ ...lists, tasks })),
).collections;
