/**
 * Finds in the data what is missing before work can start: one finding a row, with who to ask. Complete and
 * cancelled tasks are not checked.
 */

import type { Day } from '../../base/day.ts';
import { datesText, dayText } from '../dates/day-text.ts';
import type { Window } from '../dates/window.ts';
import { countWorkingDays, isWorkingDay } from '../dates/working-days.ts';
import { needName, type PlannedTask } from '../tasks/planned-task.ts';
import type { ReadPull } from '../tasks/read-task.ts';
import { byReference, type Selection } from '../tasks/select.ts';
import { isUnfinished } from '../tasks/status.ts';
import { type FindingDraft, type Outcome, type ReadinessCheck, readinessChecks } from './findings.ts';
import { latePredecessors, movedPredecessors } from './predecessor-checks.ts';
import { sharedLocations, siteTaskOf } from './shared-locations.ts';

type ReadinessContext = {
  readonly window: Window;
  readonly reportDay: Day;
  /** Unfinished or not: tasks that are on site beside those of the report. */
  readonly beside: Selection['beside'];
  readonly pull: ReadPull;
  /** `revision`: what readers know it by, `revision 2 of week 48`. */
  readonly previous: { readonly pull: ReadPull; readonly revision: string } | undefined;
  readonly checksOff: readonly ReadinessCheck[];
};

function ownerFirst(task: PlannedTask): string {
  return (task.owner ?? task.subcontractor)?.name ?? '';
}

function subcontractorFirst(task: PlannedTask): string {
  return (task.subcontractor ?? task.owner)?.name ?? '';
}

/** Work that is blocked or delayed cannot start as planned, whatever else is in place. */
function blockedOrDelayed(task: PlannedTask): Outcome | undefined {
  const { kind } = task.status;
  if (kind !== 'blocked' && kind !== 'delayed') return undefined;
  return { missing: `Its status is ${kind}`, word: kind, ask: ownerFirst(task) };
}

function noOwner(task: PlannedTask): Outcome | undefined {
  return task.owner === undefined
    ? { missing: 'No owner', word: 'no owner', ask: subcontractorFirst(task) }
    : undefined;
}

function noSubcontractor(task: PlannedTask): Outcome | undefined {
  return task.subcontractor === undefined
    ? { missing: 'No subcontractor', word: 'no subcontractor', ask: ownerFirst(task) }
    : undefined;
}

function noLocation(task: PlannedTask): Outcome | undefined {
  return task.location === undefined
    ? { missing: 'No location', word: 'no location', ask: ownerFirst(task) }
    : undefined;
}

/** A milestone needs no labour. A labour item without a quantity counts as labour. */
function noLabour(task: PlannedTask): Outcome | undefined {
  if (task.milestone || task.labour.length > 0) return undefined;
  return { missing: 'No labour', word: 'no labour', ask: subcontractorFirst(task) };
}

/** Days off inside a bar are expected; starting or finishing on one is a finding. */
function nonWorkingDay(task: PlannedTask, { reportDay }: ReadinessContext): Outcome | undefined {
  const { dates, worksOn } = task;
  if (dates === undefined) return undefined;
  const startsOff = !isWorkingDay(worksOn, dates.start);
  const finishesOff = !isWorkingDay(worksOn, dates.finish);
  if (!startsOff && !finishesOff) return undefined;
  const calendar = task.calendar === undefined ? 'its calendar' : `its calendar (${task.calendar.name})`;
  const rest = { word: 'day off', ask: ownerFirst(task) };
  if (!task.milestone && countWorkingDays(worksOn, dates.start, dates.finish) === 0) {
    return { missing: `Planned for ${datesText(dates, reportDay)}, when ${calendar} does not work`, ...rest };
  }
  const off = [
    ...(startsOff ? [`starts ${dayText(dates.start, reportDay)}`] : []),
    ...(finishesOff && dates.finish !== dates.start ? [`finishes ${dayText(dates.finish, reportDay)}`] : []),
  ];
  const text = off.join(' and ');
  return {
    missing: `${text.charAt(0).toUpperCase()}${text.slice(1)}, when ${calendar} does not work`,
    ...rest,
  };
}

function materialWithoutDailyFigures(task: PlannedTask): Outcome | undefined {
  const without = (task.source.materials ?? []).filter(
    (item) => item.quantity !== 0 && !item.dailyPlanned?.some((daily) => daily.quantity !== undefined),
  );
  if (without.length === 0) return undefined;
  const names = [...new Set(without.map(needName))].join(', ');
  return {
    missing: `No daily figures for ${names}`,
    word: 'no material dates',
    ask: subcontractorFirst(task),
  };
}

function overdue(task: PlannedTask, { reportDay }: ReadinessContext): Outcome | undefined {
  if (!task.marks.includes('overdue') || task.dates === undefined) return undefined;
  return {
    missing: `Due ${dayText(task.dates.finish, reportDay)}, not finished and not replanned`,
    word: 'overdue',
    ask: ownerFirst(task),
  };
}

/**
 * The checks that look at one task at a time. `shared-location` compares tasks, see `sharedLocations`; any other check
 * without a row does not compile.
 */
const checksOfOneTask = {
  'blocked-or-delayed': blockedOrDelayed,
  'predecessor-late': latePredecessors,
  overdue,
  'no-labour': noLabour,
  'predecessor-moved': movedPredecessors,
  'non-working-day': nonWorkingDay,
  'no-subcontractor': noSubcontractor,
  'no-location': noLocation,
  'no-owner': noOwner,
  'material-without-daily-figures': materialWithoutDailyFigures,
} satisfies Record<
  Exclude<ReadinessCheck, 'shared-location'>,
  (task: PlannedTask, context: ReadinessContext) => Outcome | undefined | readonly Outcome[]
>;

/** Every finding of the whole report's tasks, not ordered yet. */
export function checkReadiness(
  tasks: readonly PlannedTask[],
  context: ReadinessContext,
): readonly FindingDraft[] {
  const checks = readinessChecks.filter((check) => !context.checksOff.includes(check));
  const open = tasks.filter((task) => isUnfinished(task.status));
  const findings: FindingDraft[] = [];
  for (const task of open) {
    for (const check of checks) {
      if (check === 'shared-location') continue;
      for (const outcome of [checksOfOneTask[check](task, context) ?? []].flat()) {
        findings.push({ check, taskId: task.id, ...outcome, neededBy: task.dates?.start });
      }
    }
  }
  if (checks.includes('shared-location')) {
    const unfinished = [...context.beside].filter(([{ status }]) => isUnfinished(status));
    const beside = unfinished.sort(([a], [b]) => byReference(a, b)).map((each) => siteTaskOf(...each));
    for (const finding of sharedLocations(open, beside, context)) findings.push(finding);
  }
  return findings;
}
