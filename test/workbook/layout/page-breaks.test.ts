import { describe, expect, it } from 'vitest';
import { type PageBlock, pageStarts } from '#workbook/layout/page-breaks.ts';

const block = (rows: number, split: PageBlock['split'], lastTogether = 1): PageBlock => ({
  heights: new Array(rows).fill(30),
  firstTogether: 3,
  lastTogether,
  split,
});
/** A page has room for twenty rows of 30 points. If a block continues on it, the first row repeats the block’s name. */
const starts = (...blocks: PageBlock[]) => pageStarts(blocks, { room: 600, continuedHeight: 30 });

describe('page breaks', () => {
  it('come before a block that does not fit, if little of the page stays empty', () => {
    expect(starts(block(18, 'avoid'), block(6, 'avoid'))).toEqual([{ block: 1, row: 0 }]);
  });

  it('come inside a block if much of the page would stay empty, and leave room for its name on the next page', () => {
    expect(starts(block(10, 'avoid'), block(12, 'avoid'))).toEqual([{ block: 1, row: 7 }]);
    expect(starts(block(60, 'avoid'))).toEqual([
      { block: 0, row: 19 },
      { block: 0, row: 37 },
      { block: 0, row: 55 },
    ]);
  });

  it('fill at least a quarter of the last page, unless that takes another page', () => {
    expect(starts(block(21, 'anywhere'))).toEqual([{ block: 0, row: 16 }]);
    expect(starts(block(20, 'anywhere'))).toEqual([]);
  });

  it('never come inside a block that must not be split, unless it is longer than a page', () => {
    expect(starts(block(10, 'never'), block(12, 'never'))).toEqual([{ block: 1, row: 0 }]);
    expect(starts(block(25, 'never'))).toEqual([{ block: 0, row: 20 }]);
  });

  it('leave no heading without rows, and keep the last rows together', () => {
    expect(starts(block(18, 'anywhere'), block(20, 'anywhere'))).toEqual([{ block: 1, row: 0 }]);
    expect(starts(block(22, 'avoid', 6))).toEqual([{ block: 0, row: 16 }]);
    expect(starts(block(14, 'anywhere'), block(8, 'avoid', 9))).toEqual([{ block: 1, row: 0 }]);
  });

  it('are no more than Excel accepts', () => {
    expect(starts(block(40_000, 'anywhere'))).toHaveLength(1026);
  });

  it('do not count the sums and legend below the last block as rows that fill the last page', () => {
    const last = block(9, 'avoid', 9);
    expect(starts(block(19, 'avoid'), last)).toEqual([{ block: 1, row: 0 }]);
    expect(starts(block(19, 'avoid'), { ...last, trailingRowCount: 7 })).toEqual([{ block: 0, row: 16 }]);
  });

  it('do not separate rows that stay together in order to fill the last page', () => {
    const totals = { ...block(21, 'anywhere', 2), firstTogether: 18 };
    expect(starts(totals)).toEqual([{ block: 0, row: 18 }]);
    expect(starts({ ...totals, firstTogether: 1 })).toEqual([{ block: 0, row: 16 }]);
  });
});
