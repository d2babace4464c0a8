import { describe, expect, it } from 'vitest';
import {
  peopleLinesByPlace,
  peopleLinesBySubcontractor,
  peopleLinesByTrade,
  plantLinesByKind,
} from '#lookahead/resources/labour-and-plant.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aSiteTask, type SiteTaskProperties } from '../../support/builders/a-site-task.ts';

const onTwoDays = (given: SiteTaskProperties) =>
  aSiteTask({ start: '2026-11-24', finish: '2026-11-25', ...given });

describe('people by place and by subcontractor', () => {
  it('are summed over all shifts and spellings, with a last line for tasks that name none', () => {
    const lookahead = aLookahead({
      rules: { shifts: ['day', 'night'] },
      tasks: [
        onTwoDays({ id: 'A', location: 'Level 10', subcontractor: 'Frame Co', labour: { fixers: 2.1 } }),
        onTwoDays({ id: 'B', location: 'level 10', subcontractor: 'Pile Co', labour: { hands: 0.2 } }),
        onTwoDays({ id: 'C', location: 'Level 2', shift: 'night', labour: { fixers: 3, mates: 1 } }),
        onTwoDays({ id: 'D', subcontractor: 'Frame Co', labour: { fixers: 5 } }),
        onTwoDays({ id: 'E', location: 'Level 3', labour: { fixers: 5 }, status: 'cancelled' }),
      ],
    });
    const totals = (lines: ReturnType<typeof peopleLinesByPlace>) =>
      lines.map(({ name, total }) => [name, total]);
    expect(totals(peopleLinesByPlace(lookahead))).toEqual([
      ['Level 2', 8],
      ['Level 10', 4.6],
      ['(no place)', 10],
    ]);
    expect(totals(peopleLinesBySubcontractor(lookahead))).toEqual([
      ['Frame Co', 14.2],
      ['Pile Co', 0.4],
      ['(no subcontractor)', 8],
    ]);
  });
});

describe('people by trade and plant by kind', () => {
  const shown = (lines: ReturnType<typeof plantLinesByKind>) =>
    lines.map(({ name, perDay, total, tasks }) => [
      name,
      perDay.join(' '),
      total,
      tasks.map(({ ref }) => ref),
    ]);

  it('have a line for each name and shift, with the tasks that it counts', () => {
    const lookahead = aLookahead({
      rules: { shifts: ['day', 'night'] },
      tasks: [
        onTwoDays({ id: 'A', labour: { ' Carpenters': 2 } }),
        onTwoDays({ id: 'B', labour: { carpenters: 3, Fixers: 9 }, finish: '2026-11-24' }),
        onTwoDays({ id: 'C', labour: { Fixers: 100 }, status: 'cancelled' }),
        onTwoDays({ id: 'D', labour: { Fixers: 100 }, milestone: true, finish: '2026-11-24' }),
        onTwoDays({ id: 'E', labour: { Fixers: 1 }, shift: 'night' }),
      ],
    });
    expect(shown(peopleLinesByTrade(lookahead))).toEqual([
      ['carpenters, day shift', '0 5 2 0 0 0 0', 7, ['B', 'A']],
      ['Fixers, day shift', '0 9 0 0 0 0 0', 9, ['B']],
      ['Fixers, night shift', '0 1 1 0 0 0 0', 2, ['E']],
    ]);
  });

  it('do not name the shift if there is only one, and list plant without a quantity, with its category', () => {
    const plan = aLookahead({ tasks: [onTwoDays({ plant: { 'Tower crane': 1, 'Goods hoist': 0 } })] });
    const [day] = plan.shifts;
    const lines = plantLinesByKind({ shifts: day ? [day] : [] });
    expect(shown(lines)).toEqual([
      ['Goods hoist', '0 0 0 0 0 0 0', 0, ['A1010']],
      ['Tower crane', '0 1 1 0 0 0 0', 2, ['A1010']],
    ]);
    expect(lines.map(({ category }) => category)).toEqual(['Lifting', 'Lifting']);
  });
});
