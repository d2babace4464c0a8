/**
 * Thousands of reports due at the same time, against the limits of SES and of the planning service, in virtual time:
 * the real functions run, and only their waits are simulated. The time to make a workbook is measured first.
 */
import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import { loadComposer } from '#mail/transport/compose-message.ts';
import { taskSchema } from '#planning/contract/resources.ts';
import { simulateCloud } from '../support/simulation/cloud.ts';
import { createCounts } from '../support/simulation/counts.ts';
import { createMailService } from '../support/simulation/mail-service.ts';
import { createPlanningService } from '../support/simulation/planning-service.ts';
import { randomOf } from '../support/simulation/random.ts';
import { createVirtualTime } from '../support/simulation/virtual-time.ts';
import { outageProjects } from './outage.ts';
import { makeReport } from './report/make-report.ts';
import { sampleTasks } from './report/sample-tasks.ts';

export type StormRow = {
  readonly maxConcurrency: number;
  /** Minutes from the time due to the last mail. */
  readonly minutes: number;
  readonly lost: number;
  readonly unmarkedDuplicates: number;
  /** Peak memory of this process, which holds the archive too. */
  readonly peakMB: number;
};

const minute = 60_000;
const due = Date.parse('2026-11-20T14:00:00Z');
const recipients = 10;
const longestStorm = 24 * 60 * minute;

/** Milliseconds of planning, rendering and storing a small report in a warm process, measured now. */
export async function measureReport(): Promise<number> {
  const tasks = sampleTasks(50).map((task) => taskSchema.parse(task));
  await makeReport(tasks);
  const { planLookaheadMs, planWorkbookMs, writeWorkbookMs, toDiskMs } = await makeReport(tasks);
  return planLookaheadMs + planWorkbookMs + writeWorkbookMs + toDiskMs;
}

export async function simulateStorm(
  reports: number,
  { maxConcurrency, renderMs }: { readonly maxConcurrency: number; readonly renderMs: number },
): Promise<StormRow> {
  await loadComposer();
  const random = randomOf('storm');
  const time = createVirtualTime('2026-11-20T13:00:00Z');
  const counts = createCounts();
  const planning = createPlanningService({
    time,
    counts,
    random,
    outages: [],
    isKeyGood: () => true,
    perSecond: 20,
    failing: 0.05,
  });
  const quiet = { lostAnswers: 0, isUsedUp: () => false, onTaken: () => undefined };
  const mail = createMailService({ time, random, perSecond: 14, perDay: 50_000, ...quiet });
  const cloud = simulateCloud({
    time,
    counts,
    random,
    planning,
    mail,
    maxConcurrency,
    killed: 0,
    doubled: 0,
    configuration: outageProjects(reports, 'https://planning.example.com', recipients),
    readSecret: () => 'key',
    render: async (wait) => {
      await wait(renderMs);
      return new Uint8Array(1_000);
    },
  });
  const scheduledTime = Temporal.Instant.fromEpochMilliseconds(due).toString();
  const check = () => cloud.reconcile({ reconcile: 'check', scheduledTime: time.now().toString() });
  check();
  time.at(due, () => cloud.dispatch({ cron: '0 14 * * FRI', timeZone: 'Europe/London', scheduledTime }));
  let peak = 0;
  for (let at = due; at < due + longestStorm && isUnderWay(at); at += 10 * minute) {
    await time.until(at + 10 * minute);
    peak = Math.max(peak, process.memoryUsage.rss());
    check();
  }
  function isUnderWay(at: number): boolean {
    return at === due || counts.of('metric ReportsSent') < reports;
  }

  const issues = mail.taken.filter(({ run }) => !run.startsWith('notice__'));
  const byRun = Map.groupBy(issues, ({ run }) => run);
  const unmarked = issues.filter(({ subject }) => !subject.includes('(resent)')).length;
  return {
    maxConcurrency,
    minutes: (Math.max(...issues.map(({ at }) => at)) - due) / minute,
    lost: reports - byRun.size,
    unmarkedDuplicates: unmarked - byRun.size,
    peakMB: peak / 1e6,
  };
}
