import { describe, expect, it } from 'vitest';
import { formatDay } from '../../../functions/base/day.ts';
import { readCalendarType } from '../../../functions/lookahead/dates/working-days.ts';
import type { ReadinessCheck } from '../../../functions/lookahead/readiness/findings.ts';
import { satisfies } from '../../../functions/lookahead/readiness/predecessor-checks.ts';
import { predecessorsIn } from '../../../functions/lookahead/tasks/relations.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { anEarlierIssue, day } from '../../support/builders/a-plan-input.ts';
import { aReadyTask, aTask } from '../../support/builders/a-task.ts';

const findingsOf = (input: Parameters<typeof aLookahead>[0]) =>
  aLookahead(input).readiness.findings.map(
    (each) =>
      `${each.task.id} ${each.check}: ${each.missing} | ${each.ask} | ${each.neededBy && formatDay(each.neededBy)}`,
  );

type Related = NonNullable<NonNullable<Parameters<typeof aTask>[0]>['relatedTasks']>[number];

describe('a relation is satisfied', () => {
  // Predecessor Mon 23 – Wed 25 November; five-day calendar.
  it.each([
    ['FS', 0, '2026-11-25', '2026-11-30', false],
    ['FS', 0, '2026-11-26', '2026-11-30', true],
    ['FS', 1, '2026-11-26', '2026-11-30', false],
    ['FS', 2, '2026-11-27', '2026-11-30', false],
    ['FS', 2, '2026-11-30', '2026-11-30', true],
    ['FS', -1, '2026-11-24', '2026-11-30', false],
    ['FS', -1, '2026-11-25', '2026-11-30', true],
    ['SS', 0, '2026-11-23', '2026-11-30', true],
    ['SS', 1, '2026-11-23', '2026-11-30', false],
    ['SS', 1, '2026-11-24', '2026-11-30', true],
    ['FF', 0, '2026-11-23', '2026-11-24', false],
    ['FF', 0, '2026-11-23', '2026-11-25', true],
    ['FF', 3, '2026-11-23', '2026-11-27', false],
    ['FF', 3, '2026-11-23', '2026-11-30', true],
    ['SF', 0, '2026-11-20', '2026-11-22', false],
    ['SF', 0, '2026-11-20', '2026-11-23', true],
    ['hammock', 9, '2026-11-01', '2026-11-01', true],
    ['FS', 1e21, '2026-11-26', '2026-11-30', false],
    ['FS', -1e21, '2026-11-01', '2026-11-01', true],
  ])('%s with lag %d by a task from %s to %s: %s', (type, lag, start, finish, kept) => {
    const task = {
      milestone: false,
      worksOn: readCalendarType('five-day'),
      dates: { start: day(start), finish: day(finish) },
    };
    const predecessor = { milestone: false, dates: { start: day('2026-11-23'), finish: day('2026-11-25') } };
    expect(satisfies({ type, lag }, task, predecessor)).toBe(kept);
  });

  it('by a milestone on the day its predecessor ends', () => {
    const dates = { start: day('2026-11-25'), finish: day('2026-11-25') };
    const task = { milestone: true, worksOn: readCalendarType('five-day'), dates };
    expect(satisfies({ type: 'FS', lag: 0 }, task, { milestone: false, dates })).toBe(true);
    expect(
      satisfies({ type: 'FS', lag: 0 }, { ...task, milestone: false }, { milestone: false, dates }),
    ).toBe(false);
  });

  it('on the day on which its predecessor is a milestone', () => {
    const dates = { start: day('2026-11-25'), finish: day('2026-11-27') };
    const task = { milestone: false, worksOn: readCalendarType('five-day'), dates };
    const predecessor = { start: day('2026-11-25'), finish: day('2026-11-25') };
    const isSatisfied = (milestone: boolean) =>
      satisfies({ type: 'FS', lag: 0 }, task, { milestone, dates: predecessor });
    expect([isSatisfied(true), isSatisfied(false)]).toEqual([true, false]);
  });
});

describe('on the day on which its predecessor ends, a task with an FS relation', () => {
  const times = (finishTime: string | undefined, startTime: string | undefined, lag = 0) =>
    findingsOf({
      tasks: [
        aReadyTask({
          start: '2026-11-25',
          finish: '2026-11-27',
          startTime,
          relatedTasks: [{ id: 'p', relation: 'predecessor', type: 'finish-start', lag }],
        }),
        aTask({
          id: 'p',
          externalId: 'A1010',
          start: '2026-11-23',
          finishTime,
          finish: lag === 0 ? '2026-11-25' : '2026-11-24',
        }),
      ],
    }).filter((finding) => finding.includes('predecessor-late')).length;

  it('may begin where the service says that the other has ended by that hour, also after a lag', () => {
    expect(times('12:00', '12:00')).toBe(0);
    expect(times('09:30', '13:00')).toBe(0);
    expect(times('12:00', '12:00', 1)).toBe(0);
  });

  it('may not where the other ends later, or the service does not say', () => {
    expect(times('16:00', '08:00')).toBe(1);
    expect(times('12:00', undefined)).toBe(1);
    expect(times(undefined, '12:00')).toBe(1);
    expect(times(undefined, undefined)).toBe(1);
  });
});

describe('a predecessor', () => {
  const piling = (properties: object = {}) =>
    aTask({
      id: 'p',
      externalId: 'A1010',
      name: 'Piling',
      start: '2026-12-01',
      finish: '2026-12-03',
      owner: { id: 'u2', displayName: 'Ben Okoro' },
      ...properties,
    });
  const slab = (relation: Related = { id: 'p', relation: 'predecessor', type: 'finish-start', lag: 1 }) =>
    aReadyTask({ relatedTasks: [relation] });

  it('that is unfinished and ends too late is a finding, with its owner to ask', () => {
    expect(findingsOf({ tasks: [slab(), piling()] })).toEqual([
      'task-1 predecessor-late: A1010 Piling ends Thu 3 Dec, this starts Tue 24 Nov (FS+1) | Ben Okoro | 2026-11-24',
    ]);
  });

  it('is found if only the other task names it, and counted once if both do', () => {
    const told = { relatedTasks: [{ id: 'task-1', relation: 'successor', type: 'finish-start', lag: 1 }] };
    expect(findingsOf({ tasks: [aReadyTask(), piling(told)] })).toHaveLength(1);
    expect(findingsOf({ tasks: [slab(), piling(told)] })).toHaveLength(1);
    const plan = aLookahead({ tasks: [aReadyTask(), piling(told)] });
    expect(predecessorsIn(plan.tasks[0]?.relations ?? []).map(({ text }) => text)).toEqual(['A1010 FS+1']);
  });

  it.each([
    ['that is complete', [slab(), piling({ status: 'complete' })]],
    ['that is cancelled', [slab(), piling({ status: 'cancelled' })]],
    ['outside the pull', [slab()]],
    ['without dates', [slab(), piling({ start: null, finish: null })]],
    ['that is a successor', [slab({ id: 'p', relation: 'successor', type: 'finish-start' }), piling()]],
    ['that ends in time', [slab(), piling({ start: '2026-11-16', finish: '2026-11-20' })]],
    [
      'with a relation of another type',
      [slab({ id: 'p', relation: 'predecessor', type: 'hammock' }), piling()],
    ],
  ])('%s is not a finding', (_, tasks) => {
    expect(findingsOf({ tasks }).filter((finding) => finding.startsWith('task-1 '))).toEqual([]);
  });

  it.each([
    [{ name: null }, 'A1010 ends'],
    [{ name: 'A1010' }, 'A1010 ends'],
    [{ name: 'Piling', externalId: null }, 'p Piling ends'],
  ])('is named by number and name, each once: %j', (properties, text) => {
    expect(findingsOf({ tasks: [slab(), piling(properties)] })[0]).toContain(`predecessor-late: ${text}`);
  });

  it("without an owner or subcontractor leaves the task's own to ask", () => {
    expect(findingsOf({ tasks: [slab(), piling({ owner: null })] })[0]).toContain('| Ana Silva |');
    const withCompany = piling({ owner: null, subcontractor: { name: 'Piledrive' } });
    expect(findingsOf({ tasks: [slab(), withCompany] })[0]).toContain('| Piledrive |');
  });

  it('that moved later since the last issue is a finding', () => {
    const previous = anEarlierIssue([piling({ start: '2026-11-16', finish: '2026-11-18' })], { number: 4 });
    const now = piling({ start: '2026-11-16', finish: '2026-11-20', status: 'in progress' });
    const findings = findingsOf({ tasks: [slab(), now], previous, rules: { includeOverdue: false } });
    expect(findings).toEqual([
      'task-1 predecessor-moved: A1010 Piling now ends Fri 20 Nov, 2 days later than in revision 4 of week 47 (FS+1) | Ben Okoro | 2026-11-24',
    ]);
  });

  it.each(['complete', 'cancelled'])('that moved and is %s is not a finding', (status) => {
    const previous = anEarlierIssue([piling({ start: '2026-11-16', finish: '2026-11-18' })]);
    const now = piling({ start: '2026-11-16', finish: '2026-11-20', status });
    expect(findingsOf({ tasks: [slab(), now], previous })).toEqual([]);
  });

  it('that moved and now ends too late is one finding, not two', () => {
    const input = {
      tasks: [slab(), piling({ start: '2026-12-01', finish: '2026-12-03' })],
      previous: anEarlierIssue([piling({ start: '2026-11-16', finish: '2026-11-18' })]),
    };
    const checks = (checksOff: readonly ReadinessCheck[]) =>
      aLookahead({ ...input, rules: { checksOff } }).readiness.findings.map(({ check }) => check);
    expect(checks([])).toEqual(['predecessor-late']);
    expect(checks(['predecessor-late'])).toEqual(['predecessor-moved']);
  });

  it('that moved its finish is not a finding for a start-start relation', () => {
    const previous = anEarlierIssue([piling({ start: '2026-11-16', finish: '2026-11-18' })]);
    const now = piling({ start: '2026-11-16', finish: '2026-11-20' });
    const task = slab({ id: 'p', relation: 'predecessor', type: 'start-start' });
    expect(findingsOf({ tasks: [task, now], previous, rules: { includeOverdue: false } })).toEqual([]);
  });
});
