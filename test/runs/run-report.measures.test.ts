import { expect, it } from 'vitest';
import { dryRunReport } from '#runs/run-report.ts';
import {
  aClock,
  anAttempt,
  aResolvedReport,
  aWireTask,
  deliverResolved,
  runId,
  tasksReader,
  windowAfter,
} from '../support/builders/a-delivery.ts';
import { deliverOn } from '../support/builders/a-friday-report.ts';
import { createMemoryStore, type MemoryStore } from '../support/memory-store.ts';

const tasks = [
  aWireTask('t1', { start: '2026-11-16', finish: '2026-11-19', status: 'complete' }),
  aWireTask('t2', { start: '2026-11-17', finish: '2026-12-18', status: 'started' }),
];

it('a file has the measures of its audience, the same as in a dry run, and none if there is no earlier plan', async () => {
  const store = createMemoryStore();
  const on = (friday: string) => {
    const resolved = aResolvedReport({ runId: runId(`${friday}T14:00:00Z`), window: windowAfter(friday) });
    const { now } = aClock(`${friday}T14:00:05Z`);
    return { job: resolved, attempt: anAttempt({ store, now, planning: tasksReader(tasks) }) };
  };
  const first = on('2026-11-06');
  const [none] = (await deliverResolved(first.job, first.attempt)).files;
  expect(none?.measures).toBeUndefined();
  await deliverOn(store, '2026-11-13', tasks);
  const third = on('2026-11-20');
  const dryRun = await dryRunReport(third.job, third.attempt);
  const made = await deliverResolved(third.job, third.attempt);
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
  expect(measuresOf(await deliverResolved(third.job, third.attempt))).toEqual(measuresOf(made));
});

it.each([
  ['whole', () => undefined, { weeksBefore: [1, 2], hasFinal: true }],
  [
    'missing',
    (store: MemoryStore, key: string) => store.objects.delete(key),
    { weeksBefore: [2], hasFinal: false },
  ],
  [
    'damaged',
    (store: MemoryStore, key: string) => store.objects.set(key, Buffer.from('{}')),
    { weeksBefore: [2], hasFinal: false },
  ],
])(
  'a plan record of an earlier week that is %s leaves at most a gap in the measures',
  async (_, spoil, expected) => {
    const store = createMemoryStore();
    const of = [aWireTask('t1', { start: '2026-11-17', finish: '2026-12-18' })];
    for (const friday of ['2026-11-06', '2026-11-13', '2026-11-20']) await deliverOn(store, friday, of);
    const week = 'issues/riverside/weekly/2026-11-16_2026-11-22/2026-11-13T14-00-00Z/';
    spoil(store, `${week}plan-record.json.gz`);
    const resolved = aResolvedReport({
      runId: runId('2026-11-27T14:00:00Z'),
      window: windowAfter('2026-11-27'),
    });
    const { now } = aClock('2026-11-27T14:00:05Z');
    const made = await deliverResolved(resolved, anAttempt({ store, now, planning: tasksReader(of) }));
    expect(made).toMatchObject({ outcome: 'delivered', warnings: [expect.stringMatching(/^No task/)] });
    const { foresight = [], finals = [], planned } = made.files[0]?.measures ?? {};
    expect(planned).toBe(1);
    expect({
      weeksBefore: foresight.map(({ weeksBefore }) => weeksBefore),
      hasFinal: finals.length > 0,
    }).toEqual(expected);
  },
);
