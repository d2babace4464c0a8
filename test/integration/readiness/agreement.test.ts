import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { planLookahead } from '#lookahead/plan-lookahead.ts';
import { type Task, taskSchema } from '#planning/contract/resources.ts';
import { shifts } from '#planning/contract/tasks-query.ts';
import { advanceSampleProject } from '#planning-server/sample/advance.ts';
import { generateSampleProject } from '#planning-server/sample/generate.ts';
import type { SampleProject } from '#planning-server/sample/sample-project.ts';
import { aPlanInput, aPull, day, weekFrom } from '../../support/builders/a-plan-input.ts';
import { deep } from '../../support/deep-checks.ts';
import { type ExpectedReadiness, expectedReadiness } from './oracle.ts';

const tasksOfProject = 256;
const weeks = deep ? 12 : 5;

const projects = Array.from({ length: deep ? 10 : 2 }, (_, index) => {
  const seed = index + 1;
  const region = index % 2 === 0 ? ('gb' as const) : ('au' as const);
  return { seed, region, projectId: `sample-${seed}`, name: `Sample ${seed}` };
});

const seen = { 'not ready': 0, gap: 0, ready: 0, behind: 0 };

describe(`the readiness of sample projects, each week for ${weeks} weeks`, () => {
  it.each(projects)('agrees with the rules in $name', (options) => {
    const differences: string[] = [];
    let project = generateSampleProject({ ...options, tasks: tasksOfProject });
    for (let week = 1; week <= weeks; week++) {
      project = advanceSampleProject(project, { weeks: 1, seed: options.seed });
      differences.push(...differencesIn(project));
    }
    expect(differences).toEqual([]);
  });

  it('covers every state, including tasks that only wait for others', () => {
    for (const [verdict, times] of Object.entries(seen)) expect(times, verdict).toBeGreaterThan(0);
  });
});

function differencesIn(project: SampleProject): string[] {
  const { timeZone, dataDate } = project;
  const tasks = project.collections.tasks.map((task) => taskSchema.parse(task));
  const expected = expectedReadiness({ tasks, timeZone, reportDay: dataDate, lastReportedDay: dataDate });
  return plannedVerdicts(project, tasks).flatMap(({ id, verdict }) => {
    const said = expected.get(id);
    count(said);
    if (JSON.stringify(verdict) === JSON.stringify(said)) return [];
    return [
      `${project.name}, week of ${project.week}, ${id}: planned ${textOf(verdict)}, by the rules ${textOf(said)}`,
    ];
  });
}

function count(verdict: ExpectedReadiness | undefined): void {
  if (verdict === undefined) return;
  seen[verdict.state]++;
  if (verdict.isBehind) seen.behind++;
}

function textOf(verdict: ExpectedReadiness | undefined): string {
  if (verdict === undefined) return 'finished';
  const { state, constraints, gaps, isBehind } = verdict;
  return `${state}${isBehind ? ' and behind' : ''} (${[...constraints, '/', ...gaps].join(' ')})`;
}

/** The part of a planned task that the comparison needs. */
type Judged = {
  readonly id: string;
  readonly status: { readonly kind: string };
  readonly constraints: readonly { readonly kind: string; readonly isBehind: boolean }[];
  readonly gaps: readonly { readonly kind: string }[];
};

/**
 * The readiness that `planLookahead` finds for the tasks of the coming week's report, which is due on the Friday
 * before.
 */
function plannedVerdicts(
  { name, region, projectId, timeZone, week, dataDate }: SampleProject,
  tasks: readonly Task[],
): readonly { readonly id: string; readonly verdict: ExpectedReadiness | undefined }[] {
  const afternoon = Temporal.PlainDateTime.from(`${dataDate}T14:00`).toZonedDateTime(timeZone);
  const input = aPlanInput({
    project: { key: projectId, name, region, projectId, timeZone },
    window: weekFrom(week),
    reportDay: day(dataDate),
    pull: aPull(
      tasks.map((task) => ({ task, answeredBy: shifts.filter((shift) => shift === task.shift) })),
      {
        instant: afternoon.toInstant().toString(),
        range: { first: day('2025-01-01'), last: day('2028-12-31') },
      },
    ),
  });
  const planned: readonly Judged[] = planLookahead(input).cutFor({ kind: 'everyone' }, 1).tasks;
  return planned.map((task) => ({ id: task.id, verdict: verdictOf(task) }));
}

/** Undefined for a task that is complete or cancelled. */
function verdictOf({ status, constraints, gaps }: Judged): ExpectedReadiness | undefined {
  if (status.kind === 'complete' || status.kind === 'cancelled') return undefined;
  const state = constraints.length > 0 ? 'not ready' : gaps.length > 0 ? 'gap' : 'ready';
  return {
    state,
    constraints: constraints.map(({ kind }) => kind).toSorted(),
    gaps: [...new Set(gaps.map(({ kind }) => kind))].toSorted(),
    isBehind: constraints.length > 0 && constraints.every(({ isBehind }) => isBehind),
  };
}
