/**
 * A project whose values follow from the task's position, without random numbers: 120 tasks over ten weeks around
 * 23 November 2026. Every property of the contract has a value in some tasks, and most have none in others.
 */
import type { ProjectData, StoredItem } from '#planning-server/versions/version.ts';

const taskCount = 120;
const millisecondsPerDay = 86_400_000;
const firstMonday = Date.parse('2026-10-26') / millisecondsPerDay;

const daysOff = { 'five-day': [6, 7], 'six-day': [7], 'seven-day': [] } as const;
type CalendarType = keyof typeof daysOff;

function named(prefix: string, names: readonly string[]) {
  return names.map((name, at) => ({ id: `${prefix}-${at + 1}`, name }));
}

const users = ['Ada Grey', 'Ben Holt', 'Cleo Marsh', 'Dev Rao', 'Elin Storm'].map((displayName, at) => ({
  id: `user-${at + 1}`,
  displayName,
  email: `${displayName.toLowerCase().replace(' ', '.')}@example.com`,
}));
const subcontractors = named('sub', ['Northgate Piling', 'Castle Frame', 'Brook Services', 'Hill Finishes']);
const folders = [
  { id: 'folder-0', code: '0', name: 'Works', path: 'Works' },
  ...['Substructure', 'Frame', 'Envelope', 'Services'].map((name, at) => ({
    id: `folder-${at + 1}`,
    code: `0.${at + 1}`,
    name,
    parentId: 'folder-0',
    path: `Works/${name}`,
  })),
];
const packages = named('package', ['Piling', 'Concrete', 'Facade']).map((each, at) => ({
  ...each,
  code: `P${at}`,
}));
const calendars = (['five-day', 'six-day', 'seven-day'] as const).map((type, at) => ({
  id: `calendar-${at + 1}`,
  name: `Calendar ${type}`,
  type,
}));
const locations = named('location', ['Level 1', 'Level 2', 'Core', 'Yard', 'Roof']).map((each) => ({
  ...each,
  type: 'map',
}));

const isoWeekday = (day: number) => ((day + 3) % 7) + 1;
const dateOf = (day: number) => new Date(day * millisecondsPerDay).toISOString().slice(0, 10);
const pick = <Item>(items: readonly Item[], at: number) => items[at % items.length];

function isOff(type: CalendarType, day: number): boolean {
  return daysOff[type].some((weekday) => weekday === isoWeekday(day));
}

/** The working days of a task's bar. */
function workingDays(at: number, type: CalendarType, duration: number): number[] {
  const days: number[] = [];
  for (let day = firstMonday + Math.floor(at * 0.5); days.length < Math.max(1, duration); day += 1) {
    if (!isOff(type, day)) days.push(day);
  }
  return days;
}

/** The properties, if the task has them: each property exists in some tasks and not in others. */
function sometimes(has: boolean, properties: StoredItem): StoredItem {
  return has ? properties : {};
}

function relation(at: number, kind: 'predecessor' | 'successor'): StoredItem {
  const types = ['finish-start', 'start-start', 'finish-finish', 'start-finish'];
  return { id: idOf(at), name: nameOf(at), lag: (at % 4) - 1, relation: kind, type: pick(types, at) };
}

const idOf = (at: number) => `task-${String(at + 1).padStart(4, '0')}`;
const nameOf = (at: number) => `Pour and strike bay ${at + 1}`;

function task(at: number): StoredItem {
  const calendar = pick(calendars, at % 6 === 4 ? 1 : at % 6 === 5 ? 2 : 0) ?? {
    id: '',
    name: '',
    type: 'five-day' as const,
  };
  const duration = at % 20 === 19 ? 0 : 1 + ((at * 4) % 9);
  const days = workingDays(at, calendar.type, duration);
  const [first = 0, last = first] = [days[0], days.at(-1)];
  const daily = days.map((day) => ({ date: dateOf(day), quantity: 2 + (at % 3) }));
  return {
    id: idOf(at),
    name: nameOf(at),
    start: dateOf(first),
    finish: dateOf(last),
    duration,
    keyTask: at % 11 === 0,
    status: pick(['planned', 'promised', 'started', 'complete', 'backlog'], at),
    calendar,
    ...sometimes(at % 10 !== 7, {
      shift: pick(['day', 'day', 'night', 'day', 'afternoon', 'day', '24hr'], at),
    }),
    ...sometimes(at % 9 !== 8, { owner: pick(users, at) }),
    ...sometimes(at % 7 !== 3, { assignedTo: [pick(users, at + 1), pick(users, at + 2)] }),
    folder: folders[1 + (Math.floor(at / 3) % 4)],
    ...sometimes(at % 8 !== 1, { package: pick(packages, at) }),
    ...sometimes(at % 5 !== 2, { parent: { id: `parent-${at % 4}`, name: `Zone ${at % 4}` } }),
    ...sometimes(at % 6 !== 3, { subcontractor: pick(subcontractors, at) }),
    ...sometimes(at % 13 !== 5, { location: pick(locations, Math.floor(at / 2)) }),
    ...sometimes(at % 4 !== 3, { labour: [{ id: 'labour-1', name: 'Carpenters', quantity: 2 + (at % 5) }] }),
    ...sometimes(at % 3 === 0, {
      plant: [{ id: 'plant-1', name: 'Mobile crane', category: 'Lifting', quantity: 1 + (at % 2) }],
    }),
    ...sometimes(at % 3 === 1, {
      materials: [
        {
          id: 'material-1',
          name: 'Concrete',
          unit: 'm³',
          quantity: daily.reduce((sum, { quantity }) => sum + quantity, 0),
          dailyPlanned: daily,
          dailyActual: daily.slice(0, 1),
        },
      ],
    }),
    ...sometimes(at % 5 === 1, {
      progress: [
        {
          name: 'Late drawings',
          date: dateOf(first),
          amount: 1 + (at % 3),
          type: pick(['delay', 'delay', 'improved', 'on schedule'], at),
        },
      ],
    }),
    ...sometimes(at > 0 && at < taskCount - 1, {
      relatedTasks: [relation(at - 1, 'predecessor'), relation(at + 1, 'successor')],
    }),
    ...sometimes(at % 2 === 0, {
      workArea: { type: 'Feature', bbox: [at, at, at + 5, at + 5], geometry: null, id: null, properties: {} },
    }),
    externalId: `A${1000 + at * 10}`,
    ...sometimes(at % 4 === 0, { notes: `Hold point ${at}: inspect before pouring` }),
  };
}

/** The project `quayside` in region gb. */
export function aCountedProject(): ProjectData {
  const tasks = Array.from({ length: taskCount }, (_, at) => task(at));
  return {
    region: 'gb',
    projectId: 'quayside',
    name: 'Quayside',
    timeZone: 'Europe/London',
    collections: { users, subcontractors, folders, packages, calendars, locations, tasks },
  };
}
