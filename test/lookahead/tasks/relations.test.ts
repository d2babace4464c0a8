import { describe, expect, it } from 'vitest';
import { relationCode } from '#lookahead/tasks/relations.ts';

describe('the code of a relation', () => {
  it.each([
    ['FS', 2, 'FS+2'],
    ['SS', 0, 'SS'],
    ['FF', -1, 'FF-1'],
  ])('%s with lag %d reads %s', (type, lag, text) => {
    expect(relationCode(type, lag)).toBe(text);
  });
});
