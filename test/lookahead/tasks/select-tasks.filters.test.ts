import { describe, expect, it } from 'vitest';
import { peopleLinesBySubcontractor } from '#lookahead/resources/labour-and-plant.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aTask } from '../../support/builders/a-task.ts';

const idsIn = (input: Parameters<typeof aLookahead>[0]) => aLookahead(input).tasks.map((task) => task.id);

describe('an audience', () => {
  const inWeek = { start: '2026-11-24', finish: '2026-11-25', location: { id: 'l1', name: 'Level 1' } };
  const labour = (quantity: number) => [{ name: 'Operatives', quantity }];
  const tasks = [
    aTask({ ...inWeek, id: 'a', subcontractor: { id: 's1', name: 'Deepcrete' }, labour: labour(5) }),
    aTask({ ...inWeek, id: 'b', subcontractor: { id: 's2', name: 'Steelfix' }, labour: labour(3) }),
    aTask({
      id: 'late',
      start: '2027-01-04',
      finish: '2027-01-05',
      subcontractor: { id: 's9', name: 'Not yet' },
    }),
  ];

  it('gets its own tasks, figures and resources, and still sees who else is there', () => {
    const plan = aLookahead({ tasks, audience: { kind: 'subcontractor', id: 's1', name: 'Deepcrete' } });
    expect(plan.tasks.map((task) => task.id)).toEqual(['a']);
    expect(peopleLinesBySubcontractor(plan)[0]?.total).toBe(10);
    expect(plan.tasks.map(({ alsoHere }) => alsoHere)).toEqual(['Steelfix']);
  });

  it('of a folder gets the folders below it too', () => {
    const folders = [
      aTask({ ...inWeek, id: 'x', folder: { id: 'f1', name: 'Tower' } }),
      aTask({ ...inWeek, id: 'y', folder: { id: 'f2', name: 'Level 1', parentId: 'f1' } }),
      aTask({ ...inWeek, id: 'z', folder: { id: 'f3', name: 'Yard' } }),
    ];
    expect(idsIn({ tasks: folders, audience: { kind: 'folder', id: 'f1', name: 'Tower' } })).toEqual([
      'x',
      'y',
    ]);
  });
});

describe('a filter that is not sent to the service', () => {
  const at = (email: string) => ({ owner: { id: email, displayName: 'X', email } });
  const inWeek = { start: '2026-11-24', finish: '2026-11-25' };
  const tasks = [
    aTask({ ...inWeek, id: 'a', status: 'In Progress', keyTask: true, ...at('ana@Deepcrete.example.com') }),
    aTask({ ...inWeek, id: 'b', status: 'on hold', ...at('bo@sub.deepcrete.example.com') }),
    aTask({ ...inWeek, id: 'c', status: 'hibernating', keyTask: false, owner: null }),
  ];

  it.each([
    ['the meaning of a status word', { statuses: ['started', 'other'] }, ['a', 'c'], 'status started, other'],
    ['whether a task is a key task', { keyTasks: ['true'] }, ['a'], 'key tasks'],
    [
      'the domain of the owner',
      { ownerDomains: ['deepcrete.example.com'] },
      ['a'],
      'tasks owned by people at deepcrete.example.com',
    ],
    [
      'two conditions together',
      { statuses: ['started', 'blocked'], keyTasks: ['true'] },
      ['a'],
      'status started, blocked',
    ],
  ] as const)(
    'selects tasks by %s, and is named in what the report is limited to',
    (_, filters, ids, words) => {
      const plan = aLookahead({ tasks, rules: { filters, filterNames: filters } });
      expect(plan.tasks.map(({ id }) => id)).toEqual(ids);
      expect(plan.limits).toContain(words);
    },
  );
});
