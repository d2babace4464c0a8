import { describe, expect, it } from 'vitest';
import {
  peopleByPlace,
  peopleBySubcontractor,
} from '../../../functions/lookahead/resources/labour-and-plant.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aSiteTask, type SiteTaskProperties } from '../../support/builders/a-site-task.ts';
import { aReadyTask, pulled } from '../../support/builders/a-task.ts';

describe('labour and plant', () => {
  it('are summed by name and day, ignoring case, in a block for each shift, largest first', () => {
    const labour = (name: string, quantity: number) => [{ name, quantity }];
    const { labour: blocks } = aLookahead({
      tasks: [
        aReadyTask({ id: '1', labour: labour(' Carpenters', 2) }),
        aReadyTask({ id: '2', labour: labour('carpenters', 3), finish: '2026-11-24' }),
        aReadyTask({ id: '3', labour: labour('Fixers', 9) }),
        aReadyTask({ id: '4', labour: labour('Fixers', 100), status: 'cancelled' }),
        pulled(aReadyTask({ id: '5', labour: labour('Fixers', 1) }), 'night'),
      ],
    });
    expect(
      blocks.map((block) => [
        block.title,
        block.lines.map((line) => [line.name, line.perDay.join(' '), line.total]),
        block.total,
      ]),
    ).toEqual([
      [
        'Day',
        [
          ['Fixers', '0 9 9 9 0 0 0', 27],
          ['carpenters', '0 5 2 2 0 0 0', 9],
        ],
        36,
      ],
      ['Night', [['Fixers', '0 1 1 1 0 0 0', 3]], 3],
    ]);
    expect(blocks[0]?.totalPerDay).toEqual([0, 14, 11, 11, 0, 0, 0]);
  });

  it('of plant have their category', () => {
    const { plant } = aLookahead({
      tasks: [aReadyTask({ plant: [{ name: 'Tower crane', category: 'Cranes', quantity: 1 }] })],
    });
    expect(plant[0]?.lines[0]).toMatchObject({ name: 'Tower crane', category: 'Cranes', total: 3 });
  });
});

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
    const totals = (lines: ReturnType<typeof peopleByPlace>) => lines.map(({ name, total }) => [name, total]);
    expect(totals(peopleByPlace(lookahead))).toEqual([
      ['Level 2', 8],
      ['Level 10', 4.6],
      ['(no place)', 10],
    ]);
    expect(totals(peopleBySubcontractor(lookahead))).toEqual([
      ['Frame Co', 14.2],
      ['Pile Co', 0.4],
      ['(no subcontractor)', 8],
    ]);
  });
});
