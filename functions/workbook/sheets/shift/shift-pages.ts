import { busiestDay, type ShiftPlan, sumFiguresPerDay, tasksOfShift } from '#lookahead/grid/shift-plan.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { isReaderOfOwnWork } from '#lookahead/report-reader.ts';
import { shiftNameWithHours } from '#lookahead/tasks/select-tasks.ts';
import { maxSheetNameLength } from '#workbook/xlsx/cell-references.ts';

/** Minimum number of tasks for a sheet of its own; smaller shifts share one. */
const minShiftTasks = 5;

/** Content of a sheet of tasks by day: one shift, or several small ones, each of which is a group. */
export type ShiftSheetContent = Omit<ShiftPlan, 'shift'> & {
  readonly shifts: readonly [ShiftPlan, ...ShiftPlan[]];
};

export function sheetContentOfShift(plan: ShiftPlan): ShiftSheetContent {
  return { ...plan, shifts: [plan] };
}

/**
 * A sheet for each shift with tasks. Small shifts, and tasks without a shift, share the last one; all shifts of a
 * reader's own workbook share one.
 */
export function shiftSheetContents(lookahead: Lookahead): readonly ShiftSheetContent[] {
  const isOwn = isReaderOfOwnWork(lookahead);
  const isSmall = ({ shift, figures }: ShiftPlan) =>
    isOwn || shift === 'none' || figures.tasks < minShiftTasks;
  const [first, ...others] = lookahead.shifts.filter(isSmall);
  const large = lookahead.shifts.filter((shift) => !isSmall(shift));
  if (first === undefined) return large.map(sheetContentOfShift);
  if (others.length === 0) return lookahead.shifts.map(sheetContentOfShift);
  return [...large.map(sheetContentOfShift), sharedPage(lookahead, [first, ...others])];
}

function sharedPage(lookahead: Lookahead, shifts: ShiftSheetContent['shifts']): ShiftSheetContent {
  const { window, days, project } = lookahead;
  const sum = (figure: 'tasks' | 'keyTasks' | 'notReady' | 'withGap' | 'overdue') =>
    shifts.reduce((total, { figures }) => total + figures[figure], 0);
  const perDay = sumFiguresPerDay(shifts, days);
  const names = shifts.map(({ title }) => title).join(', ');
  return {
    ...perDay,
    title:
      names.length <= maxSheetNameLength
        ? names
        : isReaderOfOwnWork(lookahead)
          ? 'All shifts'
          : 'Other shifts',
    shifts,
    groups: shifts.map((shift) => ({
      name: shiftNameWithHours(shift.shift, project.shifts?.[shift.shift]),
      tasks: tasksOfShift(shift),
      peoplePerDay: shift.peoplePerDay,
    })),
    undated: [],
    figures: {
      tasks: sum('tasks'),
      keyTasks: sum('keyTasks'),
      notReady: sum('notReady'),
      withGap: sum('withGap'),
      overdue: sum('overdue'),
      busiest: busiestDay(window.first, perDay.peoplePerDay),
    },
  };
}
