/** A lookahead as the mail sees it, made by hand: two shifts of one week, with something of everything. */
import type { Change } from '../../../functions/lookahead/compare/changes.ts';
import type { DelayLine } from '../../../functions/lookahead/compare/delays.ts';
import type { ChangeKind, changeKinds } from '../../../functions/lookahead/compare/task-differences.ts';
import type { DataDate } from '../../../functions/lookahead/dates/data-date.ts';
import { addDays, type Day } from '../../../functions/lookahead/dates/day.ts';
import type { GridRow } from '../../../functions/lookahead/grid/rows.ts';
import type { ShiftPlan } from '../../../functions/lookahead/grid/shift-plan.ts';
import type { Lookahead } from '../../../functions/lookahead/lookahead.ts';
import type { Finding } from '../../../functions/lookahead/readiness/findings.ts';
import type { PlannedTask } from '../../../functions/lookahead/tasks/planned-task.ts';
import { type ShiftSlot, shiftSlots } from '../../../functions/lookahead/tasks/shift.ts';
import { type TaskId, taskIdSchema, taskSchema } from '../../../functions/planning/contract/resources.ts';
import { day } from './a-plan-input.ts';

function aTaskId(text: string): TaskId {
  return taskIdSchema.parse(text);
}

export function aDataDate(over: Partial<DataDate> = {}): DataDate {
  return {
    instant: '2026-11-20T14:02:00Z',
    day: day('2026-11-20'),
    label: 'Fri 20 Nov 2026 14:02 GMT',
    ...over,
  };
}

/** `ref` names it everywhere; `from` and `to` are its dates. */
export function aPlannedTask({
  ref,
  from,
  to,
  ...over
}: { ref: string; from: string; to: string } & Partial<PlannedTask>): PlannedTask {
  return {
    id: aTaskId(ref),
    ref,
    name: `Task ${ref}`,
    notes: '',
    shift: 'day',
    dates: { start: day(from), finish: day(to) },
    duration: undefined,
    key: false,
    milestone: false,
    status: { kind: 'planned', text: 'planned', letter: 'P' },
    marks: [],
    worksOn: [true, true, true, true, true, true, true, true],
    owner: undefined,
    assignees: [],
    calendar: undefined,
    folder: undefined,
    package: undefined,
    parent: undefined,
    subcontractor: undefined,
    location: undefined,
    labour: [],
    plant: [],
    people: 0,
    relations: [],
    resourcesLine: '',
    slip: undefined,
    findings: 0,
    source: taskSchema.parse({ id: ref }),
    ...over,
  };
}

export function aChange(over: Partial<Change> & { kind: ChangeKind; taskRef: string }): Change {
  return {
    taskId: aTaskId(over.taskRef),
    taskName: `Task ${over.taskRef}`,
    shift: 'day',
    subcontractor: '',
    owner: '',
    from: '',
    to: '',
    fromDates: undefined,
    toDates: undefined,
    days: undefined,
    slip: undefined,
    ...over,
  };
}

function aDelay(over: Partial<DelayLine> & { taskRef: string }): DelayLine {
  return {
    taskId: aTaskId(over.taskRef),
    taskName: `Task ${over.taskRef}`,
    shift: 'day',
    subcontractor: '',
    owner: '',
    day: day('2026-11-18'),
    amount: 1,
    reason: 'Weather',
    open: true,
    ...over,
  };
}

export function someChanges(list: readonly Change[]): NonNullable<Lookahead['changes']> {
  const of = (kind: ChangeKind) => list.filter((change) => change.kind === kind).length;
  const counts = {
    added: of('added'),
    removed: of('removed'),
    moved: of('moved'),
    finished: of('finished'),
    status: of('status'),
    resources: of('resources'),
    owner: of('owner'),
    name: of('name'),
  } satisfies Record<(typeof changeKinds)[number], number>;
  return { list, counts };
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const shiftTitles: Record<ShiftSlot, string> = {
  day: 'Day',
  afternoon: 'Afternoon',
  night: 'Night',
  '24hr': '24 hr',
  none: 'No shift',
};

type Parts = Partial<Lookahead> & { first?: string; weeks?: number; findings?: readonly Finding[] };

/** The lookahead of some tasks: the shifts, their days and figures follow from the tasks. */
export function aLookahead({
  first = '2026-11-23',
  weeks = 1,
  findings = [],
  ...over
}: Parts = {}): Lookahead {
  const monday = day(first);
  const window = { first: monday, last: addDays(monday, weeks * 7 - 1), weeks };
  const tasks = over.tasks ?? [];
  const days = Array.from({ length: weeks * 7 }, (_, index) => ({
    day: addDays(monday, index),
    weekday: weekdays[index % 7] ?? '',
    dayOfMonth: 1,
    month: 'Nov',
    kind: index % 7 > 4 ? ('weekend' as const) : ('weekday' as const),
  }));
  const slots = shiftSlots.filter((slot) => slot !== 'none' || tasks.some(({ shift }) => shift === slot));
  return {
    project: {
      key: 'riverside',
      name: 'Riverside Tower',
      region: 'gb',
      projectId: 'riverside-tower',
      timeZone: 'Europe/London',
    },
    report: { key: 'weekly', name: 'Weekly lookahead' },
    audience: { kind: 'everyone' },
    groupBy: 'folder',
    window,
    days,
    dataDate: aDataDate(),
    issue: { number: 1, previous: undefined },
    shifts: slots.map((slot) =>
      aShiftPlan(
        slot,
        tasks.filter(({ shift }) => shift === slot),
        days.map((column) => column.day),
      ),
    ),
    tasks,
    labour: [],
    plant: [],
    materials: [],
    readiness: { findings, ready: tasks.filter((task) => task.findings === 0).length, of: tasks.length },
    changes: undefined,
    delays: { lines: [], perReason: [], open: 0 },
    ppc: { kind: 'not yet', week: { first: addDays(monday, -7), last: addDays(monday, -1), weeks: 1 } },
    rejected: [],
    warnings: [],
    ...over,
  };
}

function aShiftPlan(shift: ShiftSlot, tasks: readonly PlannedTask[], days: readonly Day[]): ShiftPlan {
  const inside = { before: false, after: false };
  const rows = tasks.map(
    (task): GridRow => ({
      task,
      cells: days.map((day) =>
        task.dates && task.dates.start <= day && day <= task.dates.finish
          ? { ...inside, kind: 'bar', status: 'planned', letter: 'P', people: task.people }
          : { ...inside, kind: 'empty' },
      ),
    }),
  );
  const perDay = (figure: (cell: GridRow['cells'][number]) => number) =>
    days.map((_, index) =>
      rows.reduce((sum, { cells }) => sum + (cells[index] ? figure(cells[index]) : 0), 0),
    );
  const peoplePerDay = perDay((cell) => (cell.kind === 'bar' ? cell.people : 0));
  const most = Math.max(0, ...peoplePerDay);
  const busiestDay = days[peoplePerDay.indexOf(most)];
  return {
    shift,
    title: shiftTitles[shift],
    groups: [{ name: 'All', rows, peoplePerDay }],
    undated: [],
    peoplePerDay,
    tasksPerDay: perDay((cell) => (cell.kind === 'empty' ? 0 : 1)),
    figures: {
      tasks: tasks.length,
      keyTasks: tasks.filter(({ key }) => key).length,
      notReady: tasks.filter(({ findings }) => findings > 0).length,
      overdue: tasks.filter(({ marks }) => marks.includes('overdue')).length,
      busiest: most > 0 && busiestDay !== undefined ? { day: busiestDay, people: most } : undefined,
    },
  };
}

/** The lookahead that the tests read a whole mail of. */
export function aFullLookahead(over: Parts = {}): Lookahead {
  const person = (name: string) => ({ id: name, name, email: undefined });
  const firm = (name: string) => ({ id: name, name });
  const raft = aPlannedTask({
    ref: 'A1020',
    from: '2026-11-24',
    to: '2026-11-26',
    name: 'Pour raft, bay 2',
    key: true,
    people: 18,
    subcontractor: firm('Northern Concrete Ltd'),
    owner: person('Aoife Byrne'),
    findings: 2,
    slip: { days: 3, firstStart: day('2026-11-21'), firstFinish: day('2026-11-23'), text: '+3 d behind' },
  });
  const steel = aPlannedTask({
    ref: 'A1030',
    from: '2026-11-23',
    to: '2026-11-27',
    name: 'Erect steel, levels 3 to 5',
    people: 12,
    subcontractor: firm('Severn Steel Erection'),
    status: { kind: 'started', text: 'in progress', letter: 'S' },
  });
  const crane = aPlannedTask({
    ref: 'A2010',
    from: '2026-11-27',
    to: '2026-11-28',
    name: 'Climb tower crane',
    key: true,
    shift: 'night',
    people: 6,
    subcontractor: firm('Highline Cranes'),
  });
  const duct = aPlannedTask({
    ref: 'A0410',
    from: '2026-11-16',
    to: '2026-11-19',
    name: 'Fix ductwork, basement',
    people: 4,
    marks: ['overdue'],
    findings: 1,
  });
  const week46 = { first: day('2026-11-16'), last: day('2026-11-22'), weeks: 1 };
  const previous = {
    number: 1,
    window: week46,
    dataDate: aDataDate({
      instant: '2026-11-13T14:01:00Z',
      day: day('2026-11-13'),
      label: 'Fri 13 Nov 2026 14:01 GMT',
    }),
  };
  return aLookahead({
    tasks: [duct, steel, raft, crane],
    findings: [
      {
        check: 'overdue',
        task: duct,
        missing: 'Overdue since Thu 19 Nov and not replanned',
        ask: 'Priya Shah',
        neededBy: day('2026-11-16'),
      },
      {
        check: 'predecessor-late',
        task: raft,
        missing: 'A1010 ends Thu 26 Nov, after this starts (FS+1)',
        ask: 'Northern Concrete Ltd',
        neededBy: day('2026-11-24'),
      },
      {
        check: 'no-location',
        task: raft,
        missing: 'No location',
        ask: 'Aoife Byrne',
        neededBy: day('2026-11-24'),
      },
    ],
    issue: { number: 2, previous },
    changes: someChanges([
      aChange({
        kind: 'added',
        taskRef: 'A2010',
        taskName: 'Climb tower crane',
        shift: 'night',
        to: 'Fri 27 Nov – Sat 28 Nov',
      }),
      aChange({
        kind: 'moved',
        taskRef: 'A1020',
        taskName: 'Pour raft, bay 2',
        subcontractor: 'Northern Concrete Ltd',
        fromDates: { start: day('2026-11-21'), finish: day('2026-11-23') },
        toDates: { start: day('2026-11-24'), finish: day('2026-11-26') },
        days: 3,
      }),
      aChange({
        kind: 'status',
        taskRef: 'A1030',
        taskName: 'Erect steel, levels 3 to 5',
        from: 'planned',
        to: 'in progress',
      }),
      aChange({ kind: 'removed', taskRef: 'A0999', taskName: 'Survey pile caps', from: 'Mon 23 Nov' }),
    ]),
    delays: {
      lines: [
        aDelay({
          taskRef: 'A0410',
          taskName: 'Fix ductwork, basement',
          amount: 2,
          reason: 'Drawings late',
          subcontractor: 'Avon M&E',
        }),
        aDelay({ taskRef: 'A0300', taskName: 'Strip formwork', open: false }),
      ],
      perReason: [
        { reason: 'Drawings late', count: 1, days: 2 },
        { reason: 'Weather', count: 1, days: 1 },
      ],
      open: 1,
    },
    ppc: {
      kind: 'measured',
      week: week46,
      plan: previous,
      taskDay: 2 / 3,
      plannedTasks: 3,
      task: 0.5,
      finished: 1,
      dueToFinish: 2,
    },
    rejected: [
      {
        collection: 'tasks',
        item: 't-17',
        property: 'labour[0].quantity',
        reason: 'expected a number, got a string',
      },
    ],
    warnings: ['3 tasks have no shift and are not in this report.'],
    ...over,
  });
}
