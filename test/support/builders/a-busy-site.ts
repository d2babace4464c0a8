import { addDays, type Day, formatDay } from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import type { FirstPlannedDates } from '#lookahead/planned/slip.ts';
import type { PulledTask } from '#lookahead/tasks/read-task.ts';
import type { SheetShift } from '#lookahead/tasks/select-tasks.ts';
import { aLookahead } from './a-lookahead.ts';
import { anEarlierIssue, day, weekFrom } from './a-plan-input.ts';
import { aSiteTask, type SiteTaskProperties } from './a-site-task.ts';
import type { TaskProperties } from './a-task.ts';

const trades = [
  {
    company: 'Keller Piling',
    owner: 'A. Quay',
    labour: 'operatives',
    plant: 'piling rig',
    jobs: ['Bored piles', 'Pile integrity testing', 'Trim pile heads'],
  },
  {
    company: 'Steelfix Reinforcement',
    owner: 'C. Lund',
    labour: 'steel fixers',
    plant: 'tower crane',
    jobs: ['Fix reinforcement, upper and lower mats', 'Fix column starters', 'Couplers to core wall'],
  },
  {
    company: 'Formworks',
    owner: 'C. Lund',
    labour: 'carpenters',
    plant: 'tower crane',
    jobs: ['Erect formwork', 'Strike formwork', 'Edge protection and handrails'],
  },
  {
    company: 'Concrete Co',
    owner: 'D. Ray',
    labour: 'concrete gang',
    plant: 'concrete pump',
    jobs: ['Slab pour', 'Wall pour', 'Power float and cure'],
  },
  {
    company: 'Glaze & Façade Ltd',
    owner: 'E. Voss',
    labour: 'fixers',
    plant: 'MEWP',
    jobs: [
      'Bracket survey',
      'Fix brackets',
      'Install unitised panels, including fire stopping at each floor slab',
    ],
  },
  {
    company: 'Northern M&E',
    owner: 'Priyanka Ramachandran',
    labour: 'electricians',
    plant: 'scissor lift',
    jobs: ['First fix electrical', 'Containment to risers', 'Ductwork and dampers'],
  },
];
const folders = [
  'Substructure › Piling',
  'Substructure › Capping beam',
  'Superstructure › Level 3',
  'Superstructure › Level 4',
  'Envelope › North façade',
  'Fit-out › Level 1 › Apartments',
  'Services › Risers',
  'External works',
];
const statuses = [
  'planned',
  'planned',
  'promised',
  'planned',
  'In Progress',
  'planned',
  'complete',
  'delayed',
  'promised',
  'blocked',
  'backlog',
  'awaiting sign-off',
  'cancelled',
];
const reasons = ['Weather', 'Late drawings', 'Access not available', 'Labour short', 'Crane down'];
const materials = [
  { name: 'Concrete C32/40', unit: 'm³' },
  { name: 'Rebar B500B', unit: 't' },
  { name: 'Plywood 18 mm', unit: 'm²' },
  { name: 'Façade panels', unit: 'no.' },
];
const slots: readonly SheetShift[] = [
  'day',
  'day',
  'day',
  'night',
  'day',
  'afternoon',
  'day',
  '24hr',
  'day',
  'night',
  'day',
  'none',
];
const today = day('2026-11-20');

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('Nothing to pick from.');
  return item;
}

/** Dates that keep a task in the window: a task that ends before the window is shown only if it is unfinished. */
function datesOf(index: number, status: string, window: { readonly first: Day; readonly weeks: number }) {
  const start = addDays(window.first, ((index * 11) % (window.weeks * 7 + 5)) - 5);
  const length = index % 17 === 5 ? 0 : ([0, 1, 4, 2, 6, 9, 3][index % 7] ?? 0);
  const over = status === 'complete' || status === 'cancelled';
  const finish = addDays(start, length);
  return { start, finish: over && finish < window.first ? window.first : finish };
}

/** Every fourth task calls off a material, every seventh has a delay. */
function figuresOf(index: number, first: Day, days: number): TaskProperties {
  const daily = (quantity: number) =>
    Array.from({ length: days + 3 }, (_, offset) => ({
      date: formatDay(addDays(first, offset - 3)),
      quantity,
    })).filter((_, offset) => (offset + index) % 4 === 0);
  const material = {
    ...pick(materials, Math.floor(index / 8)),
    quantity: 120 + index,
    dailyPlanned: daily(12.5 + (index % 7) * 20),
    dailyActual: index % 12 === 8 ? [] : daily(30 + (index % 5) * 4).slice(0, 1),
  };
  const delay = {
    type: 'delay',
    name: pick(reasons, index),
    amount: index % 5 === 4 ? 0.5 : 1 + (index % 3),
    date: index % 21 === 3 ? undefined : formatDay(addDays(today, -(index % 9))),
  };
  return { ...(index % 4 === 0 && { materials: [material] }), ...(index % 7 === 3 && { progress: [delay] }) };
}

function propertiesOf(
  index: number,
  window: { readonly first: Day; readonly weeks: number },
): SiteTaskProperties {
  const trade = pick(trades, index * 7);
  const milestone = index % 17 === 5;
  const status = milestone ? 'planned' : pick(statuses, index * 5);
  const { start, finish } = datesOf(index, status, window);
  const undated = index % 29 === 28;
  const reversed = index % 31 === 9;
  const ends = reversed ? { start: finish, finish: start } : { start, finish };
  return {
    ...(!undated && { start: formatDay(ends.start), finish: formatDay(ends.finish) }),
    id: `${pick(['A', 'B', 'C', 'D'], Math.floor(index / 900))}${1010 + index * 10}`,
    name: milestone
      ? `Level ${1 + ((index * 5) % 12)} handed over`
      : `${pick(trade.jobs, index)}, level ${1 + ((index * 5) % 12)}, grid ${1 + (index % 9)}–${4 + (index % 9)}`,
    notes: index % 4 === 1 ? 'Deliveries from 07:00 by gate 2 only; banksman to meet each wagon' : '',
    shift: pick(slots, index),
    folder: pick(folders, Math.floor(index / 3)),
    package: `${trade.company} works`,
    subcontractor: trade.company,
    location: `Level ${1 + ((index * 5) % 12)} ${index % 2 === 0 ? 'east' : 'west'}`,
    owner: trade.owner,
    status,
    key: milestone || index % 19 === 3,
    milestone,
    fiveDay: index % 3 !== 2,
    labour: milestone || index % 13 === 12 ? {} : { [trade.labour]: 2 + (index % 11) },
    plant: index % 2 === 0 && !milestone ? { [trade.plant]: 1 + (index % 2) } : {},
    after: index > 2 ? [`A${1000 + index * 10} FS${index % 3 === 0 ? '+1' : ''}`] : [],
    source: figuresOf(index, window.first, window.weeks * 7),
  };
}

/** The task as it was a week ago: every third task differs in one way, and one in eight of these did not exist yet. */
function before(index: number, now: SiteTaskProperties): PulledTask | undefined {
  if (index % 3 !== 0) return aSiteTask(now);
  const { start, finish } = now;
  const earlier = (date: string) => formatDay(addDays(day(date), 3 - (index % 9)));
  switch ((index / 3) % 8) {
    case 0:
      return undefined;
    case 1:
    case 2:
      return start && finish
        ? aSiteTask({ ...now, start: earlier(start), finish: earlier(finish) })
        : aSiteTask(now);
    case 3:
      return aSiteTask({ ...now, status: 'backlog' });
    case 4:
      return aSiteTask({ ...now, labour: { operatives: 3 } });
    case 5:
      return aSiteTask({ ...now, owner: 'B. Marsh' });
    case 6:
      return aSiteTask({ ...now, name: `${now.name}, provisional` });
    default:
      return aSiteTask({ ...now, status: 'planned' });
  }
}

/** The dates first planned for each task: from three days before its present dates to two days after them. */
function firstPlannedOf(tasks: readonly PulledTask[]): FirstPlannedDates {
  return new Map(
    tasks.flatMap(({ task }, index) => {
      const by = 2 - (index % 6);
      if (!task.start || !task.finish) return [];
      const moved = (date: string) => addDays(day(date), by);
      return [[task.id, { start: moved(task.start), finish: moved(task.finish) }] as const];
    }),
  );
}

/**
 * The lookahead of a site with `size.tasks` tasks, the same every time, with content on every sheet. It is planned from
 * tasks that the service could send, and compared with an issue of the week before; `given` replaces parts of the
 * input.
 */
export function aBusySite(size: Size, given?: Parts): Lookahead {
  return given === undefined
    ? getOrInsert(sites, `${size.tasks} ${size.weeks}`, () => planSite(size))
    : planSite(size, given);
}

type Size = { readonly tasks: number; readonly weeks: number };
type Parts = Parameters<typeof aLookahead>[0];

/** Cached, because many tests use the same site and planning one is slow. */
const sites = new Map<string, Lookahead>();

function planSite(size: Size, given: Parts = {}): Lookahead {
  const window = weekFrom('2026-11-23', size.weeks);
  const properties = Array.from({ length: size.tasks }, (_, index) => propertiesOf(index, window));
  const tasks = properties.map(aSiteTask);
  const weekBefore = properties.flatMap((each, index) => before(index, each) ?? []);
  const gone = aSiteTask({
    id: 'Z9010',
    name: 'Survey pile caps',
    start: '2026-11-19',
    finish: '2026-11-24',
  });
  const range = { first: addDays(window.first, -90), last: addDays(window.last, 90) };
  const previous = anEarlierIssue([...weekBefore, gone], { number: 3, range });
  return aLookahead({
    tasks,
    window,
    issueNumber: 4,
    previous,
    lastWeekPlan: previous,
    firstPlanned: firstPlannedOf(tasks),
    misfits: [
      {
        property: 'labour[].quantity',
        reason: 'expected a number, got a string',
        outcome: 'read',
        items: ['A1010'],
      },
    ],
    ...given,
  });
}
