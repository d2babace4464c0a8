/**
 * What the data itself shows to be missing before work can start: one finding a row, with who to ask. Complete and
 * cancelled tasks are not checked.
 */

import type { Day } from '../../base/day.ts';
import { datesText, dayText } from '../dates/day-text.ts';
import type { Window } from '../dates/window.ts';
import { countWorkingDays, isWorkingDay } from '../dates/working-days.ts';
import { needName } from '../tasks/needs.ts';
import type { TaskDraft } from '../tasks/planned-task.ts';
import type { ReadPull } from '../tasks/read-pull.ts';
import { byReference, type SelectedTask } from '../tasks/selection.ts';
import { isUnfinished } from '../tasks/status.ts';
import type { Finding, FindingDraft, ReadinessCheck } from './findings.ts';
import { latePredecessors, movedPredecessors } from './predecessor-checks.ts';
import { sharedLocations, siteTaskOf } from './shared-locations.ts';

type ReadinessContext = {
  readonly window: Window;
  readonly reportDay: Day;
  /** Unfinished or not: tasks that are on site beside those of the report. */
  readonly beside: readonly SelectedTask[];
  readonly pull: ReadPull;
  readonly previous: { readonly pull: ReadPull; readonly revision: string } | undefined;
  readonly checksOff: readonly ReadinessCheck[];
};

/** Undefined if the check passes. */
type Outcome = Pick<Finding, 'missing' | 'word' | 'ask'> | undefined;

function ownerFirst(task: TaskDraft): string {
  return (task.owner ?? task.subcontractor)?.name ?? '';
}

function subcontractorFirst(task: TaskDraft): string {
  return (task.subcontractor ?? task.owner)?.name ?? '';
}

/** Work that is blocked or delayed cannot start as planned, whatever else is in place. */
function blockedOrDelayed(task: TaskDraft): Outcome {
  const { kind } = task.status;
  if (kind !== 'blocked' && kind !== 'delayed') return undefined;
  return { missing: `Its status is ${kind}`, word: kind, ask: ownerFirst(task) };
}

function noOwner(task: TaskDraft): Outcome {
  return task.owner === undefined
    ? { missing: 'No owner', word: 'no owner', ask: subcontractorFirst(task) }
    : undefined;
}

function noSubcontractor(task: TaskDraft): Outcome {
  return task.subcontractor === undefined
    ? { missing: 'No subcontractor', word: 'no subcontractor', ask: ownerFirst(task) }
    : undefined;
}

function noLocation(task: TaskDraft): Outcome {
  return task.location === undefined
    ? { missing: 'No location', word: 'no location', ask: ownerFirst(task) }
    : undefined;
}

/** A milestone needs no labour. A labour item without a quantity counts as labour. */
function noLabour(task: TaskDraft): Outcome {
  if (task.milestone || task.labour.length > 0) return undefined;
  return { missing: 'No labour', word: 'no labour', ask: subcontractorFirst(task) };
}

/** Days off inside a bar are expected; starting or finishing on one is a finding. */
function nonWorkingDay(task: TaskDraft, reportDay: Day): Outcome {
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

function materialWithoutDailyFigures(task: TaskDraft): Outcome {
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

function overdue(task: TaskDraft, reportDay: Day): Outcome {
  if (!task.marks.includes('overdue') || task.dates === undefined) return undefined;
  return {
    missing: `Due ${dayText(task.dates.finish, reportDay)}, not finished and not replanned`,
    word: 'overdue',
    ask: ownerFirst(task),
  };
}

const checksOfOneTask: readonly (readonly [ReadinessCheck, (task: TaskDraft, reportDay: Day) => Outcome])[] =
  [
    ['blocked-or-delayed', blockedOrDelayed],
    ['no-owner', noOwner],
    ['no-subcontractor', noSubcontractor],
    ['no-location', noLocation],
    ['no-labour', noLabour],
    ['non-working-day', nonWorkingDay],
    ['material-without-daily-figures', materialWithoutDailyFigures],
    ['overdue', overdue],
  ];

/** Every finding of the whole report's tasks, not ordered yet. */
export function checkReadiness(
  drafts: readonly TaskDraft[],
  context: ReadinessContext,
): readonly FindingDraft[] {
  const off = new Set(context.checksOff);
  const open = drafts.filter((task) => isUnfinished(task.status));
  const findings: FindingDraft[] = [];
  const simple = checksOfOneTask.filter(([check]) => !off.has(check));
  for (const task of open) {
    const lateIsSaid = !off.has('predecessor-late');
    if (lateIsSaid) findings.push(...latePredecessors(task, context));
    if (!off.has('predecessor-moved') && context.previous !== undefined) {
      findings.push(...movedPredecessors(task, context, { ...context.previous, lateIsSaid }));
    }
    for (const [check, run] of simple) {
      const outcome = run(task, context.reportDay);
      if (outcome !== undefined)
        findings.push({ check, taskId: task.id, ...outcome, neededBy: task.dates?.start });
    }
  }
  if (!off.has('shared-location')) {
    const unfinished = context.beside.filter(({ read }) => isUnfinished(read.status));
    const beside = unfinished.sort(byReference).map(siteTaskOf);
    for (const finding of sharedLocations(open, beside, context)) findings.push(finding);
  }
  return findings;
}
