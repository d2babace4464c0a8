import { describe, expect, it } from 'vitest';
import { sheetShiftOf } from '#lookahead/tasks/select-tasks.ts';

describe('the sheet a task is on', () => {
  it.each([
    ['the shift whose query returned it', ['night'], 'day', true, 'night'],
    [
      'its own shift, if that is one of two queries that returned it',
      ['day', 'night'],
      'night',
      true,
      'night',
    ],
    [
      'the first of the queries that returned it, if its own shift is not one of them',
      ['night', 'day'],
      '24hr',
      true,
      'day',
    ],
    ['none, if it is in the window and no query for a shift returned it', [], 'day', true, 'none'],
    ['its own shift, if it is outside the window', [], 'afternoon', false, 'afternoon'],
    ['none, if it is outside the window and has no shift of its own', [], undefined, false, 'none'],
  ] as const)('is %s', (_, answeredBy, ownShift, inWindow, slot) => {
    expect(sheetShiftOf({ answeredBy, ownShift, inWindow })).toBe(slot);
  });
});
