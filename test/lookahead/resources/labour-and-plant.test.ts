import { describe, expect, it } from 'vitest';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
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
