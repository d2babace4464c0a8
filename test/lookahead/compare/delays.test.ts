import { describe, expect, it } from 'vitest';
import { formatDay } from '#base/day.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aReadyTask } from '../../support/builders/a-task.ts';

describe('delays', () => {
  it('are listed latest first', () => {
    const { delays } = aLookahead({
      tasks: [
        aReadyTask({
          progress: [
            { type: 'delay', name: 'Weather', date: '2026-11-18', amount: 1 },
            { type: 'Delay', name: 'weather', date: '2026-11-19', amount: 0.5 },
            { type: 'on schedule', name: 'Fine', date: '2026-11-17' },
            { type: 'de-lay', date: 'soon', amount: -3 },
          ],
        }),
        aReadyTask({
          id: 'done',
          status: 'complete',
          progress: [{ type: 'delay', name: 'Plant', date: '2026-11-20', amount: 2 }],
        }),
      ],
    });
    expect(
      delays.lines.map(
        (line) =>
          `${line.day && formatDay(line.day)} ${line.reason} (${line.recorded}) ${line.amount} ${line.taskState}`,
      ),
    ).toEqual([
      '2026-11-20 Plant (Plant) 2 complete',
      '2026-11-19 Outside cause: permit or weather (weather) 0.5 open',
      '2026-11-18 Outside cause: permit or weather (Weather) 1 open',
      'undefined  () -3 open',
    ]);
    expect(delays.open).toBe(3);
  });
});
