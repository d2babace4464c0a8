import { describe, expect, it } from 'vitest';
import { shiftSlotOf } from '#lookahead/tasks/select-tasks.ts';

describe('the sheet a task is on', () => {
  it.each([
    ['the shift whose query returned it', ['night'], 'day', true, 'night'],
    ['its own shift, with two answers', ['day', 'night'], 'night', true, 'night'],
    [
      'the first in order, where its own shift is not among the answers',
      ['night', 'day'],
      '24hr',
      true,
      'day',
    ],
    ['none, where it is in the window and no shift query returned it', [], 'day', true, 'none'],
    ['its own shift, where it is outside the window', [], 'afternoon', false, 'afternoon'],
    ['none, outside the window without a shift of its own', [], undefined, false, 'none'],
  ] as const)('is %s', (_, answeredBy, ownShift, inWindow, slot) => {
    expect(shiftSlotOf({ answeredBy, ownShift, inWindow })).toBe(slot);
  });
});
