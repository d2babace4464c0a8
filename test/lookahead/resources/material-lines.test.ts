import { describe, expect, it } from 'vitest';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aReadyTask } from '../../support/builders/a-task.ts';

describe('materials', () => {
  it('are a call-off list of planned against actual quantities', () => {
    const { materials } = aLookahead({
      tasks: [
        aReadyTask({
          materials: [
            {
              name: 'Concrete',
              unit: 'm³',
              quantity: 64,
              dailyPlanned: [
                { date: '2026-11-19', quantity: 10.1 },
                { date: '2026-11-20', quantity: 0.2 },
                { date: '2026-11-24T00:00:00Z', quantity: 20 },
                { date: '2026-11-24', quantity: 5 },
              ],
              dailyActual: [{ date: '2026-11-19', quantity: 8 }],
            },
            { name: 'Bricks' },
          ],
        }),
        aReadyTask({ id: 'gone', status: 'cancelled', materials: [{ name: 'Sand' }] }),
      ],
    });
    expect(materials.map((line) => line.material)).toEqual(['Bricks', 'Concrete']);
    expect(materials[0]).toMatchObject({
      actualToDate: undefined,
      difference: undefined,
      firstNeeded: undefined,
      plannedInWindow: 0,
      quantityWithoutDay: undefined,
      remainingQuantity: undefined,
    });
    expect(materials[1]).toMatchObject({
      plannedInWindow: 25,
      plannedToDate: 10.3,
      actualToDate: 8,
      difference: -2.3,
      plannedBetween: 0,
      plannedAfterwards: 0,
      quantityWithoutDay: 28.7,
      remainingQuantity: 56,
      quantity: 64,
    });
    expect(materials[1]?.plannedPerDay).toEqual([
      undefined,
      25,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
