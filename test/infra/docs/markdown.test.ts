import { describe, expect, it } from 'vitest';
import { fillGeneratedRegions } from '../../../infra/docs/markdown.ts';

describe('generated regions of a document', () => {
  const contents = new Map([['colours', 'red']]);

  it('are filled, and filled again, without touching the text around them', () => {
    const text = 'before\n<!-- generated: colours -->\n<!-- end -->\nafter\n';
    const filled = 'before\n<!-- generated: colours -->\n\nred\n\n<!-- end -->\nafter\n';
    expect(fillGeneratedRegions(text, contents)).toBe(filled);
    expect(fillGeneratedRegions(filled, contents)).toBe(filled);
    expect(fillGeneratedRegions(filled.replace('red', 'green'), contents)).toBe(filled);
  });

  it('are filled one by one, also when they are empty', () => {
    const empty = '<!-- generated: colours -->\n<!-- end -->\n';
    expect(fillGeneratedRegions(`${empty}between\n${empty}`, contents)).toMatch(
      /red[\s\S]*between[\s\S]*red/,
    );
  });

  it('cause an error if nothing generates their content', () => {
    expect(() => fillGeneratedRegions('<!-- generated: shapes -->\n<!-- end -->', contents)).toThrow(
      'Nothing generates "shapes". Use one of: colours.',
    );
  });
});
