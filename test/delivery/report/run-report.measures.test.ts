import { expect, test } from 'vitest';
import { dryRunReport } from '../../../functions/delivery/report/dry-run.ts';
import {
  aClock,
  aJob,
  anAttempt,
  aWireTask,
  deliverJob,
  runId,
  tasksReader,
  weekAfter,
} from '../../support/builders/a-delivery.ts';
import { deliverOn } from '../../support/builders/a-friday-report.ts';
import { createMemoryStore } from '../../support/memory-store.ts';

const tasks = [
  aWireTask('t1', { start: '2026-11-16', finish: '2026-11-20', status: 'complete' }),
  aWireTask('t2', { start: '2026-11-17', finish: '2026-12-18', status: 'started' }),
];

test('a file says what was measured for its audience, as a dry run does, and nothing without a plan', async () => {
  const store = createMemoryStore();
  const on = (friday: string) => {
    const job = aJob({ runId: runId(`${friday}T14:00:00Z`), window: weekAfter(friday) });
    const { now } = aClock(`${friday}T14:00:05Z`);
    return { job, attempt: anAttempt({ store, now, planning: tasksReader(tasks) }) };
  };
  const first = on('2026-11-06');
  const [none] = (await deliverJob(first.job, first.attempt)).files;
  expect(none?.measures).toBeUndefined();
  await deliverOn(store, '2026-11-13', tasks);
  const third = on('2026-11-20');
  const dryRun = await dryRunReport(third.job, third.attempt);
  const made = await deliverJob(third.job, third.attempt);
  expect(made.files.map(({ audience, measures }) => ({ audience, measures }))).toMatchObject([
    {
      audience: { kind: 'everyone' },
      measures: {
        week: { first: '2026-11-16', last: '2026-11-22', weeks: 1 },
        ppc: { task: 1, finished: 1, dueToFinish: 1 },
        planned: 2,
        foresight: [{ weeksBefore: 1, by: { number: 1, reportDay: '2026-11-06' }, begun: 2 }],
      },
    },
    { audience: { kind: 'subcontractor', name: 'Pile Co' }, measures: { planned: 2 } },
  ]);
  const measuresOf = ({ files }: typeof made) => files.map(({ measures }) => measures);
  expect(measuresOf(dryRun)).toEqual(measuresOf(made));
  expect(measuresOf(await deliverJob(third.job, third.attempt))).toEqual(measuresOf(made));
});
