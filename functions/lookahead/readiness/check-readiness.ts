/**
 * What the data itself shows to be not ready: one finding a row, with who to ask. Complete and cancelled tasks
 * are not checked.
 */

import type { Window } from '../dates/window.ts';
import { works } from '../dates/working-days.ts';
import { workingDaysIn } from '../grid/day-grid.ts';
import type { TaskDraft } from '../tasks/compose-task.ts';
import { needName } from '../tasks/needs.ts';
import type { ReadPull } from '../tasks/read-task.ts';
import { isUnfinished } from '../tasks/status.ts';
import { datesText, dayText } from '../text/wording.ts';
import { latePredecessors, movedPredecessors } from './predecessor-checks.ts';
import type { Finding, FindingDraft, ReadinessCheck } from './readiness.ts';
import { sharedLocations } from './shared-locations.ts';

export type ReadinessContext = {
  readonly window: Window;
  readonly pull: ReadPull;
  readonly previous: { readonly pull: ReadPull; readonly number: number } | undefined;
  readonly checksOff: readonly ReadinessCheck[];
};

type Said = Pick<Finding, 'missing' | 'ask'> | undefined;

function ownerFirst(task: TaskDraft): string {
  return (task.owner ?? task.subcontractor)?.name ?? '';
}

function subcontractorFirst(task: TaskDraft): string {
  return (task.subcontractor ?? task.owner)?.name ?? '';
}

function noOwner(task: TaskDraft): Said {
  return task.owner === undefined ? { missing: 'No owner', ask: subcontractorFirst(task) } : undefined;
}

function noSubcontractor(task: TaskDraft): Said {
  return task.subcontractor === undefined
    ? { missing: 'No subcontractor', ask: ownerFirst(task) }
    : undefined;
}

function noLocation(task: TaskDraft): Said {
  return task.location === undefined ? { missing: 'No location', ask: ownerFirst(task) } : undefined;
}

/** A milestone needs nobody. An item without a quantity is labour all the same. */
function noLabour(task: TaskDraft): Said {
  if (task.milestone || task.labour.length > 0) return undefined;
  return { missing: 'No labour', ask: subcontractorFirst(task) };
}

/** Off days inside a bar are as they should be; one that it starts or finishes on is not. */
function nonWorkingDay(task: TaskDraft): Said {
  const { dates, worksOn } = task;
  if (dates === undefined) return undefined;
  const startsOff = !works(worksOn, dates.start);
  const finishesOff = !works(worksOn, dates.finish);
  if (!startsOff && !finishesOff) return undefined;
  const calendar = task.calendar === undefined ? 'its calendar' : `its calendar (${task.calendar.name})`;
  const ask = ownerFirst(task);
  if (!task.milestone && workingDaysIn({ first: dates.start, last: dates.finish }, task).length === 0) {
    return { missing: `Planned for ${datesText(dates)}, when ${calendar} does not work`, ask };
  }
  const off = [
    ...(startsOff ? [`starts ${dayText(dates.start)}`] : []),
    ...(finishesOff && dates.finish !== dates.start ? [`finishes ${dayText(dates.finish)}`] : []),
  ];
  const text = off.join(' and ');
  return { missing: `${text.charAt(0).toUpperCase()}${text.slice(1)}, when ${calendar} does not work`, ask };
}

function materialWithoutDailyFigures(task: TaskDraft): Said {
  const without = (task.source.materials ?? []).filter(
    (item) => item.quantity !== 0 && !item.dailyPlanned?.some((daily) => daily.quantity !== undefined),
  );
  if (without.length === 0) return undefined;
  const names = [...new Set(without.map(needName))].join(', ');
  return { missing: `No daily figures for ${names}`, ask: subcontractorFirst(task) };
}

function overdue(task: TaskDraft): Said {
  if (!task.marks.includes('overdue') || task.dates === undefined) return undefined;
  return {
    missing: `Due ${dayText(task.dates.finish)}, not finished and not replanned`,
    ask: ownerFirst(task),
  };
}

const checksOfOneTask: readonly (readonly [ReadinessCheck, (task: TaskDraft) => Said])[] = [
  ['no-owner', noOwner],
  ['no-subcontractor', noSubcontractor],
  ['no-location', noLocation],
  ['no-labour', noLabour],
  ['non-working-day', nonWorkingDay],
  ['material-without-daily-figures', materialWithoutDailyFigures],
  ['overdue', overdue],
];

/** Every finding of the whole report's tasks, in no order yet. */
export function checkReadiness(
  drafts: readonly TaskDraft[],
  context: ReadinessContext,
): readonly FindingDraft[] {
  const off = new Set(context.checksOff);
  const open = drafts.filter((task) => isUnfinished(task.status));
  const findings: FindingDraft[] = [];
  const simple = checksOfOneTask.filter(([check]) => !off.has(check));
  for (const task of open) {
    if (!off.has('predecessor-late')) findings.push(...latePredecessors(task, context.pull));
    if (!off.has('predecessor-moved') && context.previous !== undefined) {
      findings.push(...movedPredecessors(task, context.pull, context.previous));
    }
    for (const [check, run] of simple) {
      const said = run(task);
      if (said !== undefined) findings.push({ check, taskId: task.id, ...said, neededBy: task.dates?.start });
    }
  }
  if (!off.has('shared-location')) {
    for (const finding of sharedLocations(open, context.window)) findings.push(finding);
  }
  return findings;
}
