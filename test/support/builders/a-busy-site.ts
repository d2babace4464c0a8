import type { Change } from '../../../functions/lookahead/compare/changes.ts';
import type { DelayLine } from '../../../functions/lookahead/compare/delays.ts';
import { type ChangeKind, changeKinds } from '../../../functions/lookahead/compare/task-differences.ts';
import { addDays, type Day, formatDay } from '../../../functions/lookahead/dates/day.ts';
import type { Lookahead } from '../../../functions/lookahead/lookahead.ts';
import type { Finding } from '../../../functions/lookahead/readiness/findings.ts';
import type { MaterialLine } from '../../../functions/lookahead/resources/material-lines.ts';
import type { PlannedTask } from '../../../functions/lookahead/tasks/planned-task.ts';
import type { ShiftSlot } from '../../../functions/lookahead/tasks/shift.ts';
import type { StatusKind } from '../../../functions/lookahead/tasks/status.ts';
import { aLookahead, type LookaheadWords } from './a-drawn-lookahead.ts';
import { aDay, aPlannedTask } from './a-planned-task.ts';

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
const statuses: readonly StatusKind[] = [
  'planned',
  'planned',
  'promised',
  'planned',
  'started',
  'planned',
  'complete',
  'delayed',
  'promised',
  'blocked',
  'backlog',
  'other',
  'cancelled',
];
const reasons = ['Weather', 'Late drawings', 'Access not available', 'Labour short', 'Crane down'];
const slots: readonly ShiftSlot[] = [
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

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('Nothing to pick from.');
  return item;
}

function siteTask(index: number, first: Day, weeks: number): PlannedTask {
  const trade = pick(trades, index * 7);
  const folder = pick(folders, Math.floor(index / 3));
  const level = 1 + ((index * 5) % 12);
  const from = ((index * 11) % (weeks * 7 + 6)) - 5;
  const start = addDays(first, from);
  const length = [0, 1, 4, 2, 6, 9, 3][index % 7] ?? 0;
  const milestone = index % 17 === 5;
  const undated = index % 29 === 28;
  const status = milestone ? 'planned' : pick(statuses, index * 5);
  const dates = undated
    ? {}
    : { start: formatDay(start), finish: formatDay(addDays(start, milestone ? 0 : length)) };
  const labour = milestone || index % 13 === 12 ? {} : { [trade.labour]: 2 + (index % 11) };
  return aPlannedTask({
    ...dates,
    id: `${pick(['A', 'B', 'C', 'D'], Math.floor(index / 900))}${1010 + index * 10}`,
    name: milestone
      ? `Level ${level} handed over`
      : `${pick(trade.jobs, index)}, level ${level}, grid ${1 + (index % 9)}–${4 + (index % 9)}`,
    notes: index % 4 === 1 ? 'Deliveries from 07:00 by gate 2 only; banksman to meet each wagon' : '',
    shift: pick(slots, index),
    folder,
    package: `${trade.company} works`,
    subcontractor: trade.company,
    location: `Level ${level} ${index % 2 === 0 ? 'east' : 'west'}`,
    owner: trade.owner,
    status,
    statusText: status === 'other' ? 'awaiting sign-off' : status === 'started' ? 'In Progress' : status,
    key: milestone || index % 19 === 3,
    milestone,
    marks: index % 23 === 7 ? ['overdue'] : index % 31 === 9 ? ['dates reversed'] : [],
    fiveDay: index % 3 !== 2,
    labour,
    plant: index % 2 === 0 && !milestone ? { [trade.plant]: 1 + (index % 2) } : {},
    after: index > 2 ? [`A${1000 + index * 10} FS${index % 3 === 0 ? '+1' : ''}`] : [],
    findings: index % 5 === 2 && status !== 'complete' && status !== 'cancelled' ? 1 + (index % 3) : 0,
    slipDays: (index % 6) - 2,
  });
}

function findingsOf(tasks: readonly PlannedTask[]): Finding[] {
  return tasks.flatMap((task) =>
    Array.from(
      { length: task.findings },
      (_, index): Finding => ({
        check: pick(['predecessor-late', 'no-labour', 'shared-location'] as const, index),
        task,
        missing: pick(
          [
            'A1010 ends 26 Nov, after this starts (FS+1)',
            'No labour is given',
            `${task.subcontractor?.name ?? '?'} and Formworks both work in ${task.location?.name ?? '?'} on this day`,
          ],
          index,
        ),
        ask: index === 1 ? '' : (task.owner?.name ?? ''),
        neededBy: task.dates?.start,
      }),
    ),
  );
}

function changesOf(tasks: readonly PlannedTask[]): NonNullable<Lookahead['changes']> {
  const list = tasks.flatMap((task, index): Change[] => {
    if (index % 3 !== 0) return [];
    const kind = pick(changeKinds, index / 3);
    const moved = kind === 'moved' && task.dates !== undefined;
    const days = (index % 9) - 3;
    return [
      {
        kind,
        taskId: task.id,
        taskRef: task.ref,
        taskName: task.name,
        shift: task.shift,
        subcontractor: task.subcontractor?.name ?? '',
        owner: task.owner?.name ?? '',
        from: moved || kind === 'added' ? '' : 'planned',
        to: moved || kind === 'removed' ? '' : task.status.text,
        fromDates:
          moved && task.dates
            ? { start: addDays(task.dates.start, -days), finish: addDays(task.dates.finish, -days) }
            : undefined,
        toDates: moved ? task.dates : undefined,
        days: moved ? days : undefined,
        slip: task.slip,
      },
    ];
  });
  const counts: Record<ChangeKind, number> = {
    added: 0,
    removed: 0,
    moved: 0,
    finished: 0,
    status: 0,
    resources: 0,
    owner: 0,
    name: 0,
  };
  for (const change of list) counts[change.kind] += 1;
  return { list, counts };
}

function delaysOf(tasks: readonly PlannedTask[], today: Day): Lookahead['delays'] {
  const lines = tasks.flatMap((task, index): DelayLine[] =>
    index % 7 !== 3
      ? []
      : [
          {
            taskId: task.id,
            taskRef: task.ref,
            taskName: task.name,
            shift: task.shift,
            subcontractor: task.subcontractor?.name ?? '',
            owner: task.owner?.name ?? '',
            day: index % 21 === 3 ? undefined : addDays(today, -(index % 9)),
            amount: index % 5 === 4 ? 0.5 : 1 + (index % 3),
            reason: pick(reasons, index),
            open: task.status.kind !== 'complete',
          },
        ],
  );
  const perReason = reasons
    .map((reason) => lines.filter((line) => line.reason === reason))
    .filter((own) => own.length > 0)
    .map((own) => ({
      reason: own[0]?.reason ?? '',
      count: own.length,
      days: own.reduce((sum, line) => sum + (line.amount ?? 0), 0),
    }));
  return { lines, perReason, open: lines.filter((line) => line.open).length };
}

function materialsOf(tasks: readonly PlannedTask[], days: number): MaterialLine[] {
  return tasks.flatMap((task, index): MaterialLine[] => {
    if (index % 4 !== 0 || task.dates === undefined) return [];
    const plannedPerDay = Array.from({ length: days }, (_, day) =>
      (day + index) % 4 === 0 ? 12.5 + (index % 7) * 20 : undefined,
    );
    const plannedInWindow = plannedPerDay.reduce<number>((sum, quantity) => sum + (quantity ?? 0), 0);
    const actual = index % 12 === 8 ? undefined : 30 + (index % 5) * 4;
    return [
      {
        taskId: task.id,
        taskRef: task.ref,
        taskName: task.name,
        shift: task.shift,
        subcontractor: task.subcontractor?.name ?? '',
        material: pick(
          ['Concrete C32/40', 'Rebar B500B', 'Plywood 18 mm', 'Façade panels'],
          Math.floor(index / 8),
        ),
        unit: pick(['m³', 't', 'm²', 'no.'], Math.floor(index / 8)),
        quantity: 120 + index,
        plannedPerDay,
        plannedInWindow,
        plannedToDate: 36,
        actualToDate: actual,
        difference: actual === undefined ? undefined : actual - 36,
        firstNeeded: undefined,
      },
    ];
  });
}

/** A believable lookahead of so many tasks, the same every time, with something on every sheet. */
export function aBusySite(
  size: { readonly tasks: number; readonly weeks: number },
  words: LookaheadWords = {},
): Lookahead {
  const first = aDay('2026-11-23');
  const today = aDay('2026-11-20');
  const tasks = Array.from({ length: size.tasks }, (_, index) => siteTask(index, first, size.weeks));
  const previous: NonNullable<Lookahead['issue']['previous']> = {
    number: 3,
    window: { first: addDays(first, -7), last: addDays(first, -1), weeks: 1 },
    dataDate: {
      instant: '2026-11-13T14:00:00Z',
      day: addDays(today, -7),
      label: 'Fri 13 Nov 2026 14:00 GMT',
    },
  };
  return aLookahead({
    tasks,
    weeks: size.weeks,
    issue: { number: 1, previous },
    findings: findingsOf(tasks),
    changes: changesOf(tasks),
    delays: delaysOf(tasks, today),
    materials: materialsOf(tasks, size.weeks * 7),
    ppc: {
      kind: 'measured',
      week: previous.window,
      plan: previous,
      taskDay: 0.67,
      plannedTasks: 18,
      task: 0.6,
      finished: 9,
      dueToFinish: 15,
    },
    rejected: [
      {
        collection: 'tasks',
        item: 'item 3 of page 2',
        property: 'labour[0].quantity',
        reason: 'expected a number, got a string',
      },
    ],
    warnings: ['3 tasks have no shift and are on a sheet of their own.'],
    ...words,
  });
}
