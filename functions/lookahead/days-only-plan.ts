/**
 * Plans of reports with `detail: days`: readers outside the site see which task is where on which days, and no more.
 * All other data is removed before planning, so that no sheet and no message can contain it.
 */
import { type Day, formatDay } from '#base/day.ts';
import { taskSchema } from '#planning/contract/resources.ts';
import type { ChangeWithVersions } from './compare/changes.ts';
import { calendarOfType, isWorkingDay, withDaysListedByTask } from './dates/working-days.ts';
import type { Lookahead, PlanInput, PlanRules } from './lookahead.ts';
import type { PlannedTask } from './planned/planned-task.ts';
import { listReportScope } from './report-words.ts';
import {
  createInterpretedPull,
  type InterpretedPull,
  type InterpretedTask,
  namedReferenceOf,
} from './tasks/read-task.ts';
import { type Audience, createAudiencePredicate, createFilterPredicate } from './tasks/select-tasks.ts';
import { readStatus } from './tasks/status.ts';

export function reduceInputToDaysOnly(input: PlanInput, audience: Audience): PlanInput {
  const { reportDay, previous, rules } = input;
  const { holidays = [] } = input.project;
  const daysOf = (read: InterpretedPull, firstDay: Day): InterpretedPull => {
    const tests = [
      createFilterPredicate(rules.filters, read.folders),
      createAudiencePredicate(audience, read.folders),
    ];
    const isShown = ({ status, dates, source }: InterpretedTask) =>
      status.kind !== 'cancelled' &&
      (status.kind !== 'complete' || (dates !== undefined && dates.finish >= firstDay)) &&
      tests.every((test) => test(source));
    const tasks = read.tasks.filter(isShown).flatMap((task) => taskWithDaysOnly(task, holidays));
    const { instant, range, lookedBeyond } = read.pull;
    return createInterpretedPull({ instant, range, lookedBeyond, misfits: [] }, tasks, read.readDate);
  };
  return {
    ...input,
    pull: daysOf(input.pull, reportDay),
    previous: previous && { ...previous, pull: daysOf(previous.pull, previous.pull.pull.range.first) },
    lastWeekPlan: undefined,
    measuredWeeks: [],
    foreseeing: [],
    unfinishedWeeks: [],
    firstPlanned: new Map(),
    promises: undefined,
    rules: { ...rules, filters: {}, filterNames: {}, groupBy: 'location', includeOverdue: false },
  };
}

/**
 * Reduces a task to its name, days and place. The dates are those that the plan uses; marks for reversed or unreadable
 * dates are dropped.
 * @returns an empty list for a task without dates
 */
function taskWithDaysOnly(task: InterpretedTask, holidays: readonly Day[]): readonly InterpretedTask[] {
  const { id, ref, refKey, name, answeredBy, ownShift, dates, milestone, worksOn } = task;
  if (dates === undefined) return [];
  const { externalId, duration, shift, nonWorkingDays, daysWithoutWork, calendar, location } = task.source;
  // The daily figures are dropped, so a holiday on which the task works must be listed.
  const worked = holidays.filter((day) => isWorkingDay(worksOn, day)).map(formatDay);
  const own = {
    nonWorkingDays,
    extraWorkingDays: [...(task.source.extraWorkingDays ?? []), ...worked],
    daysWithoutWork,
  };
  const source = taskSchema.parse({
    id,
    externalId,
    name: task.source.name,
    duration,
    shift,
    ...own,
    start: formatDay(dates.start),
    finish: formatDay(dates.finish),
    calendar: { type: calendar?.type },
    location: location && { id: location.id, name: location.name },
  });
  return [
    {
      // Every property is listed, so that one that is added to `InterpretedTask` later cannot reach these readers by
      // accident.
      source,
      id,
      ref,
      refKey,
      name,
      answeredBy,
      ownShift,
      dates,
      milestone,
      clamped: false,
      marks: [],
      status: readStatus(undefined),
      worksOn: withDaysListedByTask(calendarOfType(calendar?.type, new Set(holidays)), own),
      owner: undefined,
      subcontractor: undefined,
      delays: [],
    },
  ];
}

type TasksAndChanges = {
  readonly tasks: readonly PlannedTask[];
  readonly changes: readonly ChangeWithVersions[] | undefined;
};

/**
 * Removes all marks of tasks, such as *overdue*, and the number of days by which a task moved. Keeps only added,
 * removed and moved tasks whose old or new dates end on the report day or later: earlier changes are delays and
 * progress.
 */
export function reduceResultToDaysOnly({ tasks, changes }: TasksAndChanges, reportDay: Day): TasksAndChanges {
  const shownChanges = changes?.flatMap(({ now, before, change }) => {
    const { kind, fromDates, toDates } = change;
    const isToCome = [fromDates, toDates].some((dates) => dates !== undefined && dates.finish >= reportDay);
    if (!isToCome || !['added', 'removed', 'moved'].includes(kind)) return [];
    const location = namedReferenceOf((now ?? before)?.source.location)?.name;
    return [{ now, before, change: { ...change, days: undefined, slip: undefined, location } }];
  });
  const days = tasks.map(({ since, ...task }) => {
    const moved = since?.kind === 'moved' ? { ...since, days: undefined } : since;
    return { ...task, since: moved, marks: [], markWords: '' };
  });
  return { tasks: days, changes: shownChanges };
}

/**
 * Hides the names of persons, firms and folders, but says that the report shows only a part of the work, so that nobody
 * takes it for all of it.
 */
export function audienceAndScopeWithoutNames(
  { filterNames, shifts }: PlanRules,
  audience: Audience,
): Pick<Lookahead, 'audience' | 'limits'> {
  const { locationIds = [], ...others } = filterNames;
  const unnamed = 'part of the work';
  const isPlace = audience.kind === 'everyone' || audience.kind === 'location';
  const isPart = !isPlace || Object.values(others).some((names = []) => names.length > 0);
  const places = listReportScope(
    { shifts, filterNames: { locationIds } },
    isPlace ? audience : { kind: 'everyone' },
  );
  return {
    audience: isPlace ? audience : { ...audience, name: unnamed },
    limits: isPart ? [unnamed, ...places] : places,
  };
}
