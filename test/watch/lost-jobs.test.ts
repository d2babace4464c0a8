import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { findLostJobs, unqueuedJobs } from '#watch/lost-jobs.ts';
import type { OpenReport } from '#watch/open-reports.ts';
import { day } from '../support/builders/a-plan-input.ts';
import { aReportState } from '../support/builders/a-report-state.ts';

const at = (time: string) => Temporal.Instant.from(`2026-11-20T${time}:00Z`);

function report(project: string, changes: Partial<OpenReport> = {}): OpenReport {
  const attempts = { done: false, failedMessages: false, dataProblem: false, failed: 0, deadLetters: 0 };
  return { ...aReportState({ project }), attempts, next: undefined, ...changes };
}

/** @param next UTC time at which the second attempt of the project’s report was to begin, such as `14:20` */
const failed = (project: string, next: string, changes: Partial<OpenReport> = {}) =>
  report(project, {
    state: 'failing',
    failure: { kind: 'retryable', message: 'No answer.' },
    attempts: { done: false, failedMessages: false, dataProblem: false, failed: 1, deadLetters: 0 },
    next: `2026-11-20T${next}:00Z`,
    ...changes,
  });

const projects = (reports: readonly OpenReport[], all: number, time: string) =>
  findLostJobs(reports, { all, delayed: 0 }, at(time)).map(({ project }) => project);

describe('a job counts as lost', () => {
  it('half an hour after it should have begun, if the queue has fewer messages than there are open reports', () => {
    expect(projects([report('a')], 0, '14:29')).toEqual([]);
    expect(projects([report('a')], 0, '14:30')).toEqual(['a']);
    expect(projects([report('a')], 1, '14:30')).toEqual([]);
  });

  it('if messages are missing: one job per message, the longest overdue first', () => {
    const reports = [failed('a', '15:00'), failed('b', '14:20'), failed('c', '14:40')];
    expect(projects(reports, 2, '16:00')).toEqual(['b']);
    expect(projects(reports, 1, '16:00')).toEqual(['b', 'c']);
    expect(projects(reports, 0, '15:15')).toEqual(['b', 'c']);
  });

  it('never if its report is done, given up or past its deadline', () => {
    const over = { deliverBy: at('15:00') };
    const reports = [report('a', { state: 'done' }), report('b', { state: 'stopped' }), report('c', over)];
    expect(projects(reports, 0, '16:00')).toEqual([]);
  });

  it('never if its last failure left no time for another attempt', () => {
    const last = failed('a', '14:10', { next: undefined, deliverBy: at('20:00') });
    expect(projects([last], 0, '19:50')).toEqual([]);
    expect(projects([last], 0, '19:49')).toEqual(['a']);
  });

  it('if a request left messages unsent and no job exists for them yet', () => {
    const asked = failed('a', '14:10', { next: undefined, request: {} });
    expect(projects([asked], 0, '14:30')).toEqual(['a']);
    expect(projects([asked, asked], 0, '14:30')).toEqual(['a']);
  });

  it('and is queued with the number of its next attempt and of its redrives', () => {
    const attempts = { done: false, failedMessages: false, dataProblem: false, failed: 4, deadLetters: 1 };
    const [job] = findLostJobs([failed('a', '14:20', { attempts })], { all: 0, delayed: 0 }, at('16:00'));
    expect(job).toEqual({
      project: 'a',
      report: 'weekly',
      window: report('a').window,
      runId: '2026-11-20T14-00-00Z',
      projectName: 'Riverside Tower',
      reportName: 'Weekly lookahead',
      contact: 'planner@example.com',
      timeZone: 'Europe/London',
      reportDay: day('2026-11-20'),
      due: at('14:00'),
      deliverBy: Temporal.Instant.from('2026-11-21T14:00:00Z'),
      dispatchId: '2026-11-20T14-00-00Z-1f3a5b7c',
      attempt: 5,
      broughtBack: 1,
    });
  });
});

it('a process whose queue began empty queues each open report for the time of its next attempt', () => {
  const reports = [
    report('a', { due: at('15:59') }),
    failed('b', '16:10'),
    failed('c', '14:10', { next: undefined, deliverBy: at('16:10') }),
    failed('whose record cannot be read', '14:10', { next: undefined }),
    report('d', { state: 'done' }),
    failed('waits for a person', '16:25', { failure: { kind: 'curable', message: 'Wrong key.' } }),
    report('queued just now', { next: '2026-11-20T16:00:00Z' }),
  ];
  const jobs = unqueuedJobs([...reports, ...reports], at('16:00'));
  expect(jobs.map(({ project, attempt, notBefore }) => ({ project, attempt, notBefore }))).toEqual([
    { project: 'a', attempt: 1, notBefore: undefined },
    { project: 'b', attempt: 2, notBefore: '2026-11-20T16:10:00Z' },
    { project: 'whose record cannot be read', attempt: 2, notBefore: undefined },
    { project: 'waits for a person', attempt: 2, notBefore: undefined },
  ]);
});
