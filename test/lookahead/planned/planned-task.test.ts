import { describe, expect, it } from 'vitest';
import { keyTasksOf } from '#lookahead/planned/planned-task.ts';
import { predecessorsIn } from '#lookahead/tasks/relations.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aReadyTask, aTask } from '../../support/builders/a-task.ts';

describe('a planned task', () => {
  it('has its resources on one line, its predecessors, and texts without line breaks', () => {
    const [task] = aLookahead({
      tasks: [
        aReadyTask({
          externalId: 'A\r\n1',
          name: ' Pour\tslab\u0000 ',
          notes: 'first\r\nsecond',
          labour: [{ name: 'operatives', quantity: 8 }],
          plant: [{ name: 'rig', quantity: 1 }, { name: 'pump' }],
          materials: [{ name: 'concrete', unit: 'm³', quantity: 64 }],
          relatedTasks: [
            { id: 'x', name: 'Piling', relation: 'predecessor', type: 'finish-start', lag: 1 },
            { id: 'y', relation: 'Predecessor', type: 'start-start' },
            { id: 'z', relation: 'successor', type: 'hammock' },
            { id: 'w', relation: 'sibling' },
          ],
        }),
      ],
    }).tasks;
    expect(task).toMatchObject({ ref: 'A 1', name: 'Pour slab', notes: 'first\nsecond', people: 8 });
    expect(task).toMatchObject({
      resourcesLine: '8 × operatives · 1 × rig · pump · 64 m³ concrete',
      plantLine: '1 × rig · pump',
      materialsLine: '64 m³ concrete',
    });
    expect(predecessorsIn(task?.relations ?? []).map(({ text }) => text)).toEqual(['Piling FS+1', 'y SS']);
    expect(task?.relations.map((each) => `${each.direction} ${each.text}`).slice(2)).toEqual([
      'successor z hammock',
      'other w FS',
    ]);
    expect(task?.given.externalId).toBe('A\r\n1');
  });

  it('is called (no name) if it has no name', () => {
    expect(aLookahead({ tasks: [aTask({ name: ' ' })] }).tasks[0]?.name).toBe('(no name)');
  });
});

it('key tasks are sorted by start, and within a day as on the sheets; those without dates come last', () => {
  const folder = (name: string) => ({ id: name, name });
  const key = (id: string, start: string | null, folderName: string) =>
    aTask({ id, keyTask: true, start, finish: start && '2026-11-28', folder: folder(folderName) });
  const lookahead = aLookahead({
    tasks: [
      key('slab', '2026-11-26', 'A'),
      key('someday', null, 'A'),
      key('piles', '2026-11-24', 'C'),
      key('crane', '2026-11-24', 'B'),
      aTask({ id: 'snags', start: '2026-11-24', folder: folder('A') }),
    ],
  });
  expect(keyTasksOf(lookahead).map(({ id }) => id)).toEqual(['crane', 'piles', 'slab', 'someday']);
});
