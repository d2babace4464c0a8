import { describe, expect, it } from 'vitest';
import { oneLine } from '../../functions/base/one-line.ts';
import { datesText, dayText } from '../../functions/lookahead/dates/day-text.ts';
import { slipText } from '../../functions/lookahead/tasks/first-planned.ts';
import { relationCode } from '../../functions/lookahead/tasks/relations.ts';
import { readShift, slotOf } from '../../functions/lookahead/tasks/shift.ts';
import { readStatus } from '../../functions/lookahead/tasks/status.ts';
import { cleanLines } from '../../functions/lookahead/text/clean-text.ts';
import { countText, percentText, quantityText } from '../../functions/lookahead/text/quantity-text.ts';
import { day } from '../support/builders/a-plan-input.ts';

describe('a status word', () => {
  it.each([
    ['backlog', 'backlog', 'L'],
    ['Planned', 'planned', 'P'],
    ['promised', 'promised', 'R'],
    ['Committed', 'promised', 'R'],
    ['in progress', 'started', 'S'],
    ['In-Progress', 'started', 'S'],
    ['IN_PROGRESS', 'started', 'S'],
    ['started', 'started', 'S'],
    ['complete', 'complete', 'C'],
    ['Completed', 'complete', 'C'],
    ['done', 'complete', 'C'],
    ['delayed', 'delayed', 'D'],
    ['late', 'delayed', 'D'],
    ['blocked', 'blocked', 'B'],
    ['cancelled', 'cancelled', 'X'],
    ['canceled', 'cancelled', 'X'],
  ])('%s is %s, letter %s', (word, kind, letter) => {
    expect(readStatus(word)).toEqual({ kind, text: word, letter });
  });

  it('that is unknown keeps its text and has the letter ?', () => {
    expect(readStatus('  awaiting  permit ')).toEqual({
      kind: 'other',
      text: 'awaiting permit',
      letter: '?',
    });
  });

  it.each([undefined, '', '  '])('that is absent (%j) has no letter', (word) => {
    expect(readStatus(word)).toEqual({ kind: 'other', text: '', letter: '' });
  });
});

describe('a shift word', () => {
  it.each([
    ['day', 'day'],
    ['Afternoon', 'afternoon'],
    ['NIGHT', 'night'],
    ['24hr', '24hr'],
    ['24 hr', '24hr'],
    ['All', '24hr'],
    ['twilight', undefined],
    [undefined, undefined],
  ])('%s is %s', (word, shift) => {
    expect(readShift(word)).toBe(shift);
  });
});

describe('the sheet a task stands on', () => {
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
    expect(slotOf({ answeredBy, ownShift, inWindow })).toBe(slot);
  });
});

describe('text from the service', () => {
  it.each([
    ['  Pour slab ', 'Pour slab'],
    ['Pour\r\nslab', 'Pour slab'],
    ['Pour\u0000\u0007 \tslab', 'Pour slab'],
    ['Pour\u2028slab', 'Pour slab'],
    ['شركة البناء', 'شركة البناء'],
    [undefined, ''],
  ])('%j is one line as %j', (text, line) => {
    expect(oneLine(text)).toBe(line);
  });

  it('keeps the line breaks of notes and folds other control characters', () => {
    expect(cleanLines(' first\r\nsecond\rthird\u2028fourth\u0001\u0002!\n')).toBe(
      'first\nsecond\nthird\nfourth !',
    );
  });
});

describe('wording', () => {
  it.each([
    [64, '64'],
    [2.5, '2.5'],
    [1.005, '1.01'],
    [0.1 + 0.2, '0.3'],
    [-1.25, '−1.25'],
    [-0.001, '0'],
    [12345.678, '12345.68'],
  ])('quantity %d reads %s', (quantity, text) => {
    expect(quantityText(quantity)).toBe(text);
  });

  it.each([
    [1, '1 person-day'],
    [0, '0 person-days'],
    [0.5, '0.5 person-days'],
    [0.7 + 0.2 + 0.1, '1 person-day'],
    [-2, '−2 person-days'],
  ])('a count of %d reads %s', (count, text) => {
    expect(countText(count, 'person-day')).toBe(text);
  });

  it('says people, not persons', () => {
    expect([1, 41].map((count) => countText(count, 'person', 'people'))).toEqual(['1 person', '41 people']);
  });

  it.each([
    [2 / 3, '67%'],
    [0.285, '29%'],
    [0.545, '55%'],
    [0.005, '1%'],
    [0, '0%'],
    [1, '100%'],
  ])('share %d reads %s', (share, text) => {
    expect(percentText(share)).toBe(text);
  });

  it.each([
    [3, '+3 d behind'],
    [-2, '−2 d ahead'],
    [0, 'on plan'],
  ])('a slip of %d reads %s', (days, text) => {
    expect(slipText(days)).toBe(text);
  });

  it.each([
    ['FS', 2, 'FS+2'],
    ['SS', 0, 'SS'],
    ['FF', -1, 'FF-1'],
  ])('%s with lag %d reads %s', (type, lag, text) => {
    expect(relationCode(type, lag)).toBe(text);
  });

  it('names days and spans of days', () => {
    expect(dayText(day('2026-11-23'))).toBe('Mon 23 Nov');
    expect(datesText({ start: day('2026-11-23'), finish: day('2026-11-27') })).toBe(
      'Mon 23 Nov – Fri 27 Nov',
    );
    expect(datesText({ start: day('2028-02-29'), finish: day('2028-02-29') })).toBe('Tue 29 Feb');
    expect(datesText(undefined)).toBe('no dates');
  });
});
