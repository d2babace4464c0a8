/** Dates at the ends of the calendar, such as a planner's 'no end', in zones on both sides of UTC. */

import { describe, expect, it } from 'vitest';
import { renderWorkbook } from '#workbook/render-workbook.ts';
import {
  aClock,
  anAttempt,
  aResolvedReport,
  aWireTask,
  deliverResolved,
  runId,
  tasksReader,
  windowAfter,
} from '../support/builders/a-delivery.ts';
import { deep } from '../support/deep-checks.ts';
import { createMemoryStore } from '../support/memory-store.ts';

/** The first and the last time zone on earth, and some between. */
const zones = [
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  ...(deep ? ['Australia/Sydney', 'Europe/London', 'America/Los_Angeles'] : []),
];

const days = [
  '0000-01-01',
  '0001-01-01',
  '0099-12-31',
  '0100-01-01',
  '0100-01-02',
  '1900-01-01',
  '2026-11-24',
];
const lastDays = ['9999-12-30', '9999-12-31', '10000-01-01'];
const times = [
  '',
  'T00:00:00',
  'T24:00',
  'T00:00:00Z',
  'T23:59:59Z',
  'T23:59:60Z',
  'T00:00+14:00',
  'T23:59-12:00',
];
const corners = [...days, ...lastDays].flatMap((day) => times.map((time) => day + time));

/**
 * Each corner date as a start, as a finish, and as the date of a delay and a delivery, with and without the other end.
 */
const tasks = corners.flatMap((corner, index) => [
  aWireTask(`start-${index}`, { start: corner, finish: '2026-11-25', duration: 3 }),
  aWireTask(`finish-${index}`, { start: '2026-11-23T22:00', finish: corner, shift: 'night' }),
  aWireTask(`both-${index}`, {
    start: corner,
    finish: corners.at(-1 - index),
    calendar: { type: 'five-day' },
  }),
  aWireTask(`only-${index}`, {
    start: null,
    finish: corner,
    progress: [{ name: 'rain', date: corner, amount: 1, type: 'delay' }],
    materials: [{ name: 'Concrete', quantity: 8, dailyPlanned: [{ date: corner, quantity: 8 }] }],
    relatedTasks: [{ id: `start-${index}`, relation: 'predecessor', type: 'finish-start', lag: 1e300 }],
  }),
]);

describe.each(zones)('in %s, tasks with dates at the ends of the calendar', (timeZone) => {
  it('are delivered, and so is the next issue, which is compared with the stored one', async () => {
    const store = createMemoryStore();
    const deliver = (date: string) => {
      const instant = `${date}T02:00:00Z`;
      const resolved = aResolvedReport({
        project: { ...aResolvedReport().project, timeZone },
        window: windowAfter(date),
        runId: runId(instant),
        audiences: [],
      });
      const parts = anAttempt({
        store,
        now: aClock(instant).now,
        planning: tasksReader(tasks),
        render: (lookahead, { paper }) => renderWorkbook(lookahead, { paper }),
      });
      return deliverResolved(resolved, parts);
    };
    const first = await deliver('2026-11-20');
    expect(first).toMatchObject({ outcome: 'delivered' });
    expect(await deliver('2026-11-20')).toMatchObject({ outcome: 'already delivered' });
    expect(first.tasksPerShift.day).toBeGreaterThan(tasks.length / 4);
    expect(first.warnings).toContainEqual(
      expect.stringMatching(/^\d+ tasks have a date outside the years 100 to 9999, shown as the nearest day/),
    );
    expect(await deliver('2026-11-27')).toMatchObject({ outcome: 'delivered', issueNumber: 1 });
  });
});
