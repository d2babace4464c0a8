import { describe, expect, it } from 'vitest';
import type { GroupBy } from '#lookahead/planned/planned-task.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aReadyTask, aTask } from '../../support/builders/a-task.ts';

describe("a shift's page", () => {
  const inWeek = { start: '2026-11-24', finish: '2026-11-25' };

  it('groups tasks by folder in natural order, tasks without a folder last, and lists undated tasks at the end', () => {
    const folder = (name: string) => ({ id: name, name, path: `Tower/${name}` });
    const plan = aLookahead({
      tasks: [
        aTask({ id: 'none', ...inWeek }),
        aTask({ id: 'ten', ...inWeek, folder: folder('Level 10') }),
        aTask({ id: 'two', ...inWeek, folder: folder('Level 2') }),
        aTask({ id: 'undated', folder: folder('Level 2') }),
      ],
    });
    const page = plan.shifts[0];
    expect(page?.groups.map((group) => group.name)).toEqual([
      'Tower › Level 2',
      'Tower › Level 10',
      'No folder',
    ]);
    expect(page?.undated.map((task) => task.id)).toEqual(['undated']);
    expect(plan.tasks.map((task) => task.id)).toEqual(['two', 'ten', 'none', 'undated']);
  });

  it.each<[GroupBy, string]>([
    ['subcontractor', 'Deepcrete,No subcontractor'],
    ['location', 'Level 1,No location'],
    ['owner', 'Ana Silva,No owner'],
    ['package', 'Frame,No package'],
    ['folder', 'F1,No folder'],
  ])('groups by %s', (groupBy, names) => {
    const tasks = [
      aReadyTask({ package: { id: 'p', code: 'Frame' }, folder: { code: 'F1' } }),
      aTask({ id: 'bare', ...inWeek }),
    ];
    const plan = aLookahead({ tasks, rules: { groupBy } });
    expect(plan.shifts[0]?.groups.map((group) => group.name).join()).toBe(names);
  });

  it('orders rows by start, finish, key tasks first, then reference in natural order', () => {
    const tasks = [
      aTask({ id: 'A10', ...inWeek }),
      aTask({ id: 'A2', ...inWeek }),
      aTask({ id: 'Z', ...inWeek, keyTask: true }),
      aTask({ id: 'short', start: '2026-11-24', finish: '2026-11-24' }),
      aTask({ id: 'early', start: '2026-11-23', finish: '2026-11-29' }),
    ];
    expect(aLookahead({ tasks }).tasks.map((task) => task.id)).toEqual(['early', 'short', 'Z', 'A2', 'A10']);
  });
});
