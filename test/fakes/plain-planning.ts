/** A plan that is just right enough for a run: the tasks in the window, by the shift that answered, and a warning. */

import { Temporal } from 'temporal-polyfill';
import type { Planning } from '../../functions/delivery/delivery-parts.ts';
import { changeKinds } from '../../functions/lookahead/changes.ts';
import { localDayOf, parseDay } from '../../functions/lookahead/day.ts';
import type { DataDate, Lookahead, ShiftSlot } from '../../functions/lookahead/lookahead.ts';
import type { PlanInput, PulledTask } from '../../functions/lookahead/plan-input.ts';

export const plainPlanning: Planning = {
  planLookahead,
  dataDateOf,
  carryFirstPlanned: (before, pull) => {
    const carried = new Map(before);
    for (const { task } of pull.tasks) {
      const dates = { start: parseDay(task.start ?? ''), finish: parseDay(task.finish ?? '') };
      if (!carried.has(task.id)) carried.set(task.id, dates);
    }
    return carried;
  },
  choosePlanOfLastWeek: (earlier, dataDate) =>
    earlier.findLast(({ reference }) => reference.dataDate.day <= dataDate.day - 7),
};

function dataDateOf(instant: string, timeZone: string): DataDate {
  return { instant, day: localDayOf(Temporal.Instant.from(instant), timeZone), label: `pulled ${instant}` };
}

function planLookahead(input: PlanInput): Lookahead {
  const { pull, previous, window, audience, rules } = input;
  const inWindow = pull.tasks.filter(
    ({ task }) =>
      (parseDay(task.start ?? '') ?? Number.POSITIVE_INFINITY) <= window.last &&
      (parseDay(task.finish ?? '') ?? Number.NEGATIVE_INFINITY) >= window.first &&
      (audience.kind === 'everyone' || task.subcontractor?.id === audience.id),
  );
  const slots: readonly ShiftSlot[] = rules.shifts;
  const slotOf = ({ answeredBy }: PulledTask): ShiftSlot => answeredBy[0] ?? 'none';
  const counts = { added: 0, removed: 0, moved: 0, finished: 0, status: 0, resources: 0, owner: 0, name: 0 };
  return {
    project: input.project,
    report: input.report,
    audience,
    groupBy: rules.groupBy,
    window,
    days: [],
    dataDate: dataDateOf(pull.instant, input.project.timeZone),
    issue: { number: input.issueNumber, previous: previous?.reference },
    shifts: slots.map((shift) => ({
      shift,
      title: shift,
      groups: [],
      undated: [],
      peoplePerDay: [],
      tasksPerDay: [],
      figures: {
        tasks: inWindow.filter((pulled) => slotOf(pulled) === shift).length,
        keyTasks: 0,
        notReady: 0,
        overdue: 0,
        busiest: undefined,
      },
    })),
    tasks: inWindow.map((pulled) => plainTask(pulled, slotOf(pulled))),
    labour: [],
    plant: [],
    materials: [],
    readiness: { findings: [], ready: 0, of: 0 },
    changes: previous && { list: [], counts: { ...counts, added: changeKinds.length } },
    delays: { lines: [], perReason: [], open: 0 },
    ppc: { kind: 'not yet', week: window },
    setAside: pull.setAside,
    warnings: [`${input.firstPlanned.size} tasks have a first plan.`],
  };
}

function plainTask({ task }: PulledTask, shift: ShiftSlot): Lookahead['tasks'][number] {
  return {
    id: task.id,
    ref: task.id,
    name: task.name ?? '(no name)',
    notes: '',
    shift,
    dates: undefined,
    duration: undefined,
    key: false,
    milestone: false,
    status: { kind: 'planned', text: 'planned', letter: 'P' },
    marks: [],
    worksOn: [],
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
    afterLine: '',
    slip: undefined,
    findings: 0,
    source: task,
  };
}
