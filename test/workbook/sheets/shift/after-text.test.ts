import { describe, expect, it } from 'vitest';
import type { Relation } from '../../../../functions/lookahead/tasks/relations.ts';
import { lineCount } from '../../../../functions/workbook/layout/text-lines.ts';
import { afterText } from '../../../../functions/workbook/sheets/shift/after-text.ts';

describe('After', () => {
  const relation = (label: string, lag = 0): Relation => ({
    id: 'other',
    label,
    name: label,
    direction: 'predecessor',
    type: 'FS',
    lag,
    text: `${label} FS`,
  });
  const comesAfter = (...relations: Relation[]) => afterText(relations, 60);

  it('names what comes before by its reference', () => {
    expect(comesAfter(relation('A1010', 1), relation('A1020'))).toBe('A1010 FS+1, A1020 FS');
  });

  it('shortens a long name to two lines, with its kind of relation whole', () => {
    const text = comesAfter(relation('Prepare deck and lay vapour control layer, podium roof plant deck'));
    expect(text).toMatch(/^Prepare deck.*… FS$/);
    expect(lineCount(text, { size: 10 }, 60)).toBe(2);
    expect(comesAfter(relation('👷'.repeat(300))).isWellFormed()).toBe(true);
  });
});
