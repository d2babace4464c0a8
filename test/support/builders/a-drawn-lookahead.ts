import {
  addDays,
  type Day,
  formatDay,
  isWeekend,
  weekdayOf,
} from '../../../functions/lookahead/dates/day.ts';
import type { Window } from '../../../functions/lookahead/dates/window.ts';
import { cellMaker, type GridCell } from '../../../functions/lookahead/grid/cells.ts';
import type { DayColumn, DayKind } from '../../../functions/lookahead/grid/day-columns.ts';
import type { GridRow, GroupBy } from '../../../functions/lookahead/grid/rows.ts';
import type { GridGroup, ShiftPlan } from '../../../functions/lookahead/grid/shift-plan.ts';
import type { Lookahead } from '../../../functions/lookahead/lookahead.ts';
import type { Finding } from '../../../functions/lookahead/readiness/findings.ts';
import type { ResourceBlock } from '../../../functions/lookahead/resources/labour-and-plant.ts';
import type { ResourceNeed } from '../../../functions/lookahead/tasks/needs.ts';
import type { PlannedTask } from '../../../functions/lookahead/tasks/planned-task.ts';
import { type ShiftSlot, shiftSlots } from '../../../functions/lookahead/tasks/shift.ts';
import { aDay } from './a-planned-task.ts';

const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const shiftTitles: Readonly<Record<ShiftSlot, string>> = {
  day: 'Day',
  afternoon: 'Afternoon',
  night: 'Night',
  '24hr': '24 hr',
  none: 'No shift',
};

export type LookaheadWords = {
  readonly tasks?: readonly PlannedTask[];
  readonly weeks?: number;
  readonly first?: string;
  readonly today?: string;
  readonly groupBy?: GroupBy;
  readonly shifts?: readonly ShiftSlot[];
  readonly projectName?: string;
  readonly issueNumber?: number;
  readonly findings?: readonly Finding[];
} & Partial<
  Pick<Lookahead, 'audience' | 'materials' | 'changes' | 'delays' | 'ppc' | 'rejected' | 'warnings' | 'issue'>
>;

/** A whole lookahead around the tasks given: grid, people, labour, plant and counts follow from them. */
export function aLookahead(words: LookaheadWords = {}): Lookahead {
  const tasks = words.tasks ?? [];
  const weeks = words.weeks ?? 1;
  const first = aDay(words.first ?? '2026-11-23');
  const window: Window = { first, last: addDays(first, weeks * 7 - 1), weeks };
  const today = aDay(words.today ?? '2026-11-20');
  const groupBy = words.groupBy ?? 'folder';
  const days = Array.from({ length: weeks * 7 }, (_, index) => dayColumn(addDays(first, index), today));
  const slots =
    words.shifts ??
    shiftSlots.filter((slot) => slot !== 'none' || tasks.some((task) => task.shift === 'none'));
  const shifts = slots.map((slot) =>
    shiftPlan(
      tasks.filter((task) => task.shift === slot),
      { slot, window, groupBy },
    ),
  );
  const ordered = shifts.flatMap((shift) =>
    [...shift.groups.flatMap((group) => group.rows), ...shift.undated].map((row) => row.task),
  );
  const dataDate = {
    instant: `${formatDay(today)}T14:02:00Z`,
    day: today,
    label: `Fri ${formatDay(today).slice(8)} Nov 2026 14:02 GMT`,
  };
  const previousWeek: Window = { first: addDays(first, -7), last: addDays(first, -1), weeks: 1 };
  const findings = words.findings ?? [];
  const toDo = ordered.filter((task) => task.status.kind !== 'complete' && task.status.kind !== 'cancelled');
  return {
    project: {
      key: 'riverside',
      name: words.projectName ?? 'Riverside Tower',
      region: 'gb',
      projectId: 'riverside-tower',
      timeZone: 'Europe/London',
    },
    report: { key: 'weekly', name: 'Weekly lookahead' },
    audience: words.audience ?? { kind: 'everyone' },
    groupBy,
    window,
    days,
    dataDate,
    issue: words.issue ?? { number: words.issueNumber ?? 1, previous: undefined },
    shifts,
    tasks: ordered,
    labour: blocks(shifts, days, (task) => task.labour),
    plant: blocks(shifts, days, (task) => task.plant),
    materials: words.materials ?? [],
    readiness: { findings, ready: toDo.filter((task) => task.findings === 0).length, of: toDo.length },
    changes: words.changes,
    delays: words.delays ?? { lines: [], perReason: [], open: 0 },
    ppc: words.ppc ?? { kind: 'not yet', week: previousWeek },
    rejected: words.rejected ?? [],
    warnings: words.warnings ?? [],
  };
}

function dayColumn(day: Day, today: Day): DayColumn {
  return {
    day,
    weekday: weekdayNames[weekdayOf(day) - 1] ?? '',
    dayOfMonth: Number(formatDay(day).slice(8)),
    month: monthNames[Number(formatDay(day).slice(5, 7)) - 1] ?? '',
    kind: dayKind(day, today),
  };
}

function dayKind(day: Day, today: Day): DayKind {
  if (day === today) return 'today';
  return isWeekend(day) ? 'weekend' : 'weekday';
}

function shiftPlan(
  tasks: readonly PlannedTask[],
  of: { readonly slot: ShiftSlot; readonly window: Window; readonly groupBy: GroupBy },
): ShiftPlan {
  const { slot, window, groupBy } = of;
  const dated = tasks.filter((task) => task.dates !== undefined);
  const cellsOf = cellMaker(window);
  const gridRow = (task: PlannedTask): GridRow => ({ task, cells: cellsOf(task) });
  const rows = dated.map(gridRow);
  const names = [...new Set(dated.map((task) => task[groupBy]?.name ?? `No ${groupBy}`))];
  const groups = names.map((name): GridGroup => {
    const own = rows.filter((row) => (row.task[groupBy]?.name ?? `No ${groupBy}`) === name);
    return { name, rows: own, peoplePerDay: perDay(own, window, peopleOn) };
  });
  const peoplePerDay = perDay(rows, window, peopleOn);
  const most = Math.max(0, ...peoplePerDay);
  return {
    shift: slot,
    title: shiftTitles[slot],
    groups,
    undated: tasks.filter((task) => task.dates === undefined).map(gridRow),
    peoplePerDay,
    tasksPerDay: perDay(rows, window, (cell) => (cell.kind === 'bar' || cell.kind === 'milestone' ? 1 : 0)),
    figures: {
      tasks: tasks.length,
      keyTasks: tasks.filter((task) => task.key).length,
      notReady: tasks.filter((task) => task.findings > 0).length,
      overdue: tasks.filter((task) => task.marks.includes('overdue')).length,
      busiest:
        most === 0 ? undefined : { day: addDays(window.first, peoplePerDay.indexOf(most)), people: most },
    },
  };
}

function peopleOn(cell: GridCell): number {
  return cell.kind === 'bar' ? cell.people : 0;
}

function perDay(rows: readonly GridRow[], window: Window, of: (cell: GridCell) => number): number[] {
  return Array.from({ length: window.weeks * 7 }, (_, index) =>
    rows.reduce((sum, { cells }) => sum + (cells[index] ? of(cells[index]) : 0), 0),
  );
}

function blocks(
  shifts: readonly ShiftPlan[],
  days: Lookahead['days'],
  needs: (task: PlannedTask) => readonly ResourceNeed[],
): ResourceBlock[] {
  return shifts.flatMap((shift) => {
    const lines = new Map<string, { category: string | undefined; perDay: number[] }>();
    for (const row of shift.groups.flatMap((group) => group.rows)) {
      for (const need of needs(row.task)) {
        const line = lines.get(need.name) ?? { category: need.category, perDay: days.map(() => 0) };
        lines.set(need.name, line);
        row.cells.forEach((cell, index) => {
          if (cell.kind === 'bar') line.perDay[index] = (line.perDay[index] ?? 0) + need.quantity;
        });
      }
    }
    if (lines.size === 0) return [];
    const sorted = [...lines].map(([name, line]) => ({ name, ...line, total: sum(line.perDay) }));
    const totalPerDay = days.map((_, index) => sum(sorted.map((line) => line.perDay[index] ?? 0)));
    return [{ shift: shift.shift, title: shift.title, lines: sorted, totalPerDay, total: sum(totalPerDay) }];
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
