import { expect, test } from 'vitest';
import { keyTasksOf } from '../../functions/lookahead/tasks/planned-task.ts';
import { aPlannedTask } from '../support/builders/a-planned-task.ts';

test('key tasks come in the order of their starts, those of one day as they stood, those without dates last', () => {
  const dated = (id: string, start: string) => aPlannedTask({ id, key: true, start, finish: '2026-12-04' });
  const tasks = [
    dated('slab', '2026-12-03'),
    aPlannedTask({ id: 'someday', key: true }),
    dated('crane', '2026-11-30'),
    aPlannedTask({ id: 'snags', start: '2026-11-30', finish: '2026-11-30' }),
    dated('piles', '2026-11-30'),
  ];
  expect(keyTasksOf({ tasks }).map(({ id }) => id)).toEqual([
    'task-crane',
    'task-piles',
    'task-slab',
    'task-someday',
  ]);
});
