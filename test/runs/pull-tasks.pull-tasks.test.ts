import { describe, expect, it } from 'vitest';
import { PlanningError } from '#planning/client/planning-error.ts';
import type { Misfit } from '#planning/contract/misfit.ts';
import type { Task, TaskId } from '#planning/contract/resources.ts';
import { type TasksQuery, taskFields } from '#planning/contract/tasks-query.ts';
import { pullTasks, type TasksReader } from '#runs/pull-tasks.ts';
import { aWireTask, tasksReader, windowAfter } from '../support/builders/a-delivery.ts';
import { day } from '../support/builders/a-plan-input.ts';

const request = {
  window: windowAfter('2026-11-20'),
  filters: { subcontractorIds: ['s1', 's2'], folderIds: ['f1'] },
  weeksBefore: 8,
  weeksAfter: 4,
  instant: '2026-11-20T14:00:05Z',
  project: { timeZone: 'Europe/London' },
  fields: taskFields,
  expected: Promise.resolve<ReadonlySet<TaskId>>(new Set()),
};

type Answer = { readonly items?: readonly Task[]; readonly misfits?: readonly Misfit[] };

/** Answers by shift; `wide` is the answer to the query without one. */
function reader(answers: { readonly [Shift in 'wide' | 'day' | 'night']?: Answer }): TasksReader {
  return {
    async tasks({ shift = 'wide' }) {
      const answer = shift === 'wide' || shift === 'day' || shift === 'night' ? answers[shift] : undefined;
      return { items: answer?.items ?? [], misfits: answer?.misfits ?? [] };
    },
  };
}

function refuse(): never {
  const details = { operation: 'tasks', remedy: 'Add them.' } as const;
  throw new PlanningError('PlanningRefusedError', 'The query needs dates', details);
}

it('tasks of the window that only a query without dates returns are in the pull, which reports the dates of the query as a misfit', async () => {
  const [inside, late] = [aWireTask('in'), aWireTask('late', { start: '2026-11-02', finish: '2026-11-04' })];
  const outside = aWireTask('out', { start: '2027-03-01', finish: '2027-03-03' });
  const pull = await pullTasks(
    {
      tasks: async ({ start }: TasksQuery) => ({
        items: start === undefined ? [inside, late, outside] : [],
        misfits: [],
      }),
    },
    request,
  );
  expect(pull.tasks).toEqual([
    { task: inside, answeredBy: ['day'] },
    { task: late, answeredBy: ['day'] },
  ]);
  expect(pull.misfits).toMatchObject([{ property: 'start and finish of a query', items: ['in'] }]);
  expect(pull.programmeDates).toBeUndefined();
});

describe('an expected task outside the range', () => {
  const slab = aWireTask('slab');
  const far = aWireTask('far', { start: '2027-03-01', finish: '2027-03-03' });
  const other = aWireTask('other', { start: '2027-03-01', finish: '2027-03-03' });
  const expecting = { ...request, expected: Promise.resolve(new Set([slab.id, far.id])) };
  const service = (answerAll: () => Answer) => ({
    tasks: async ({ start }: TasksQuery) => ({
      items: [slab],
      misfits: [],
      ...(start === undefined ? answerAll() : {}),
    }),
  });
  const found = async (answerAll: () => Answer) => {
    const { tasks, lookedBeyond } = await pullTasks(service(answerAll), expecting);
    return { ids: tasks.map(({ task }) => task.id), lookedBeyond };
  };

  it('is found by one query without dates, which adds no other task', async () => {
    const all = () => ({ items: [slab, far, other] });
    expect(await found(all)).toEqual({ ids: ['slab', 'far'], lookedBeyond: true });
  });

  it('is gone if the whole programme does not contain it', async () => {
    expect(await found(() => ({ items: [slab, other] }))).toEqual({ ids: ['slab'], lookedBeyond: true });
  });

  it.each<[string, () => Answer]>([
    ['lacks a task of the range', () => ({ items: [other] })],
    [
      'has an item that cannot be read',
      () => ({
        items: [slab],
        misfits: [
          { property: 'id', reason: 'must not be empty', outcome: 'rejected', items: ['item 3 of page 1'] },
        ],
      }),
    ],
    ['is refused', refuse],
  ])('is neither found nor gone if the answer %s', async (_, answerAll) => {
    expect(await found(answerAll)).toEqual({ ids: ['slab'], lookedBeyond: false });
  });

  it('is not looked for if all expected tasks are in the range', async () => {
    const asked: TasksQuery[] = [];
    await pullTasks(
      {
        tasks: async (query) => {
          asked.push(query);
          return { items: [slab, far], misfits: [] };
        },
      },
      expecting,
    );
    expect(asked.filter(({ start }) => start === undefined)).toEqual([]);
  });
});

describe('a window without tasks', () => {
  const lastYear = [
    aWireTask('first', { start: '2016-10-03', finish: null }),
    aWireTask('last', { start: '2017-09-01', finish: '2017-09-16T17:00:00' }),
    aWireTask('open', { start: null, finish: null }),
  ];
  /** Returns all tasks to the query without dates, and none to other queries. */
  const service = (answerAll: () => readonly Task[]) => ({
    tasks: async ({ start }: TasksQuery) => ({ items: start === undefined ? answerAll() : [], misfits: [] }),
  });

  it('takes one more query, for the dates of the programme', async () => {
    const pull = await pullTasks(
      service(() => lastYear),
      request,
    );
    expect(pull.programmeDates).toEqual({ start: day('2016-10-03'), finish: day('2017-09-16') });
    expect(
      (
        await pullTasks(
          service(() => []),
          request,
        )
      ).programmeDates,
    ).toBeUndefined();
  });

  it('shows the right last day if the programme’s finishes are exclusive', async () => {
    const all = [...lastYear, aWireTask('latest', { start: '2017-09-20', finish: '2017-09-23' })];
    const project = { ...request.project, planning: { finish: 'exclusive' } } as const;
    const { programmeDates } = await pullTasks(
      service(() => all),
      { ...request, project },
    );
    expect(programmeDates).toEqual({ start: day('2016-10-03'), finish: day('2017-09-22') });
  });

  it('has no dates of the programme if the service refuses the query for them', async () => {
    expect((await pullTasks(service(refuse), request)).programmeDates).toBeUndefined();
  });
});

describe('a pull', () => {
  it('sends one filtered query per shift for the window, and one unfiltered query for the wider range', async () => {
    const client = tasksReader([aWireTask('t1')]);
    const pull = await pullTasks(client, request);
    const inWindow = { start: '2026-11-23', finish: '2026-11-29', fields: taskFields, ...request.filters };
    expect(client.queries).toEqual([
      { start: '2026-09-28', finish: '2026-12-27', fields: taskFields },
      { ...inWindow, shift: 'day' },
      { ...inWindow, shift: 'afternoon' },
      { ...inWindow, shift: 'night' },
      { ...inWindow, shift: '24hr' },
    ]);
    expect(pull).toMatchObject({
      instant: '2026-11-20T14:00:05Z',
      range: { first: day('2026-09-28'), last: day('2026-12-27') },
    });
  });

  it('sends all five queries at the same time', async () => {
    let open = 0;
    const release: (() => void)[] = [];
    const pulling = pullTasks(
      {
        async tasks() {
          open += 1;
          await new Promise<void>((resolve) => {
            release.push(resolve);
          });
          return { items: [aWireTask('t1')], misfits: [] };
        },
      },
      request,
    );
    await Promise.resolve();
    expect(open).toBe(5);
    for (const resolve of release) resolve();
    await pulling;
  });

  it('is of one version: a query answered from a newer version is sent again for that of the wide query', async () => {
    const asked: string[] = [];
    const dates = { dataDate: '2026-11-20', importedAt: '2026-11-20T18:00:00Z' };
    const pull = await pullTasks(
      {
        async tasks({ shift = 'wide' }, _stop, version = shift === 'night' ? '8' : '7') {
          asked.push(`${shift} ${version}`);
          return {
            items: [aWireTask(`${shift} ${version}`)],
            misfits: [],
            programme: { label: version, ...dates },
          };
        },
      },
      request,
    );
    expect(pull.programme).toEqual({ label: '7', ...dates });
    expect(asked).toEqual(['wide 7', 'day 7', 'afternoon 7', 'night 8', '24hr 7', 'night 7']);
    expect(pull.tasks.map(({ task }) => task.id)).toEqual([
      'wide 7',
      'day 7',
      'afternoon 7',
      'night 7',
      '24hr 7',
    ]);
  });

  it('repeats no query to a service that names no versions', async () => {
    const client = tasksReader([aWireTask('t1')]);
    await pullTasks(client, request);
    expect(client.queries).toHaveLength(5);
  });

  it('returns each task once, with every shift whose query returned it, and the tasks of the wide query first', async () => {
    const [a, b, c] = [aWireTask('a'), aWireTask('b'), aWireTask('c')];
    const pull = await pullTasks(
      reader({ wide: { items: [b, a] }, day: { items: [a, c] }, night: { items: [a, a] } }),
      request,
    );
    expect(pull.tasks).toEqual([
      { task: b, answeredBy: [] },
      { task: a, answeredBy: ['day', 'night'] },
      { task: c, answeredBy: ['day'] },
    ]);
  });

  it('returns each rejected item once, even one without an id, whose place differs from answer to answer', async () => {
    const wrong = (...items: readonly string[]): Misfit => ({
      property: 'id',
      reason: 'expected a string, got a number',
      outcome: 'rejected',
      items,
    });
    const pull = await pullTasks(
      reader({
        wide: { misfits: [wrong('t7', 'item 3 of page 2')] },
        day: { misfits: [wrong('t7', 'item 1 of page 1')] },
        night: { misfits: [wrong('t8')] },
      }),
      request,
    );
    expect(pull.misfits).toEqual([wrong('t7', 'item 3 of page 2', 't8')]);
    const onlyByShift = await pullTasks(reader({ day: { misfits: [wrong('item 1 of page 1')] } }), request);
    expect(onlyByShift.misfits).toHaveLength(1);
  });

  it('ends all other queries once one fails', async () => {
    const ended: string[] = [];
    const failing: TasksReader = {
      tasks: ({ shift = 'wide' }, stop) =>
        new Promise((_, reject) => {
          if (shift === 'night') return reject(new Error('503'));
          stop.addEventListener('abort', () => ended.push(shift));
        }),
    };
    await expect(pullTasks(failing, request)).rejects.toThrow('503');
    expect(ended).toEqual(['wide', 'day', 'afternoon', '24hr']);
  });

  it('fails as a whole if one query fails', async () => {
    const failing: TasksReader = {
      tasks: ({ shift }) =>
        shift === 'night' ? Promise.reject(new Error('503')) : Promise.resolve({ items: [], misfits: [] }),
    };
    await expect(pullTasks(failing, request)).rejects.toThrow('503');
  });
});
