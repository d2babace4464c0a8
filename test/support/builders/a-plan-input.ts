import { type Day, parseDay } from '#base/day.ts';
import type { EarlierIssue, IssueReference } from '#lookahead/compare/earlier-issue.ts';
import type { RecordedIssue } from '#lookahead/compare/recorded-week.ts';
import { localInstantOf } from '#lookahead/dates/report-dates.ts';
import { type Window, windowFor } from '#lookahead/dates/window.ts';
import type { PlanInput, PlanRules } from '#lookahead/lookahead.ts';
import { planLookahead } from '#lookahead/plan-lookahead.ts';
import { usualReasons } from '#lookahead/reasons.ts';
import { interpretPull, type Pull, type PulledTask } from '#lookahead/tasks/read-task.ts';
import type { Task } from '#planning/contract/resources.ts';
import { pulled } from './a-task.ts';

/** @throws Error if the text is not a date: a mistake in the test. */
export function day(text: string): Day {
  const parsed = parseDay(text);
  if (parsed === undefined) throw new Error(`${text} is not a date.`);
  return parsed;
}

/** The window of whole weeks that begins on a Monday. */
export function weekFrom(monday: string, weeks = 1): Window {
  return windowFor(day(monday), { weeks, starts: 'this-week' });
}

/** Tasks pulled on Friday 20 November 2026 at 14:02 in London, returned by the day shift's query. */
export function aPull(tasks: readonly (Task | PulledTask)[], properties: Partial<Pull> = {}): Pull {
  return {
    instant: '2026-11-20T14:02:00Z',
    range: { first: day('2026-09-28'), last: day('2026-12-27') },
    lookedBeyond: false,
    misfits: [],
    ...properties,
    tasks: tasks.map(toPulled),
  };
}

function toPulled(each: Task | PulledTask): PulledTask {
  return isPulled(each) ? each : pulled(each);
}

function isPulled(each: Task | PulledTask): each is PulledTask {
  return 'answeredBy' in each;
}

const allRules: PlanRules = {
  shifts: ['day', 'afternoon', 'night', '24hr', 'none'],
  filters: {},
  filterNames: {},
  groupBy: 'folder',
  includeOverdue: true,
  gapsOff: [],
  sharedPlace: 'news',
  reasons: usualReasons,
  staleAfter: 10,
};

/** An earlier issue with its tasks as pulled; `aPlanInput` reads them by the settings of its project. */
export type GivenIssue = Omit<EarlierIssue, 'pull'> & { readonly pull: Pull };

export type PlanGiven = Omit<Partial<PlanInput>, 'rules' | 'pull' | 'previous'> & {
  readonly pull?: Pull;
  readonly previous?: GivenIssue | undefined;
  readonly tasks?: readonly (Task | PulledTask)[];
  readonly misfits?: Pull['misfits'];
  readonly rules?: Partial<PlanRules>;
};

/** The lookahead of Mon 23 – Sun 29 November 2026 of a project in London, with every rule on. */
export function aPlanInput({
  tasks = [],
  misfits = [],
  rules,
  pull = aPull(tasks, { misfits }),
  previous,
  ...properties
}: PlanGiven = {}): PlanInput {
  const project = properties.project ?? {
    key: 'riverside',
    name: 'Riverside Tower',
    region: 'gb',
    projectId: 'riverside-tower',
    timeZone: 'Europe/London',
    ...(properties.promises && { askingReport: 'weekly' }),
  };
  return {
    project,
    report: { key: 'weekly', name: 'Weekly lookahead' },
    window: weekFrom('2026-11-23'),
    reportDay: day('2026-11-20'),
    pull: interpretPull(pull, project),
    previous: previous && { ...previous, pull: interpretPull(previous.pull, project) },
    lastWeekPlan: undefined,
    measuredWeeks: [],
    firstPlanned: new Map(),
    foreseeing: [],
    unfinishedWeeks: [],
    promises: undefined,
    firstWeek: undefined,
    rules: { ...allRules, ...rules },
    ...properties,
  };
}

/** An issue of the week before: pulled on Friday 13 November, covering Mon 16 – Sun 22 November 2026. */
export function anEarlierIssue(
  tasks: readonly (Task | PulledTask)[],
  reference: Partial<IssueReference> & {
    readonly range?: Pull['range'];
  } = {},
): GivenIssue & RecordedIssue {
  const { range, ...rest } = reference;
  const read = rest.read ?? localInstantOf('2026-11-13T14:02:00Z', 'Europe/London');
  const issue = {
    number: 1,
    window: weekFrom('2026-11-16'),
    reportDay: read.day,
    read,
    programme: undefined,
    ...rest,
  };
  const pull = aPull(tasks, {
    instant: read.instant,
    range: range ?? { first: day('2026-09-21'), last: day('2026-12-20') },
  });
  const { window, reportDay } = issue;
  const { record } = planLookahead(aPlanInput({ pull, window, reportDay }));
  return { reference: issue, pull, record };
}
