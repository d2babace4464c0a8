import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Audience } from '../../functions/lookahead/lookahead.ts';
import { workbookFileName } from '../../functions/workbook/file-name.ts';
import { theSketch } from '../fakes/the-sketch.ts';

function nameOf(projectName: string, audience: Audience = { kind: 'everyone' }): string {
  return workbookFileName(theSketch({ projectName, audience }));
}

const keller: Audience = { kind: 'subcontractor', id: 's1', name: 'Keller Piling' };

describe('the name of a workbook', () => {
  it('is project, week and issue', () => {
    expect(nameOf('Riverside Tower')).toBe('Riverside Tower lookahead 2026-W48 issue 2.xlsx');
  });

  it('names who it is for', () => {
    expect(nameOf('Riverside Tower', keller)).toBe(
      'Riverside Tower lookahead 2026-W48 issue 2 – Keller Piling.xlsx',
    );
  });

  it('keeps letters of every alphabet', () => {
    expect(nameOf('Façade Süd 塔')).toBe('Façade Süd 塔 lookahead 2026-W48 issue 2.xlsx');
  });

  it('never climbs folders, and marks that it was changed', () => {
    expect(nameOf('../../etc')).toMatch(/^etc lookahead 2026-W48 issue 2 ~[0-9a-z]{7}\.xlsx$/);
    expect(nameOf('a\\b/c')).toMatch(/^a-b-c lookahead 2026-W48 issue 2 ~[0-9a-z]{7}\.xlsx$/);
  });

  it('does not begin with the name of a Windows device', () => {
    expect(nameOf('CON')).toBe(
      '_CON lookahead 2026-W48 issue 2.xlsx'.replace('.xlsx', nameOf('CON').slice(-14)),
    );
  });

  it('tells apart two names that come out alike', () => {
    expect(nameOf('A/B')).not.toBe(nameOf('A\\B'));
    expect(nameOf('A/B')).not.toBe(nameOf('A-B'));
    expect(nameOf('A', { ...keller, name: 'x:y' })).not.toBe(nameOf('A', { ...keller, name: 'x?y' }));
    expect(nameOf('A', { ...keller, name: 'x:y' })).not.toBe(
      nameOf('A', { ...keller, id: 's2', name: 'x:y' }),
    );
  });

  it('is 150 bytes at most, safe and stable, whatever the names', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.string({ unit: 'binary', maxLength: 300 }),
        (project, name) => {
          const fileName = nameOf(project, { ...keller, name });
          expect(new TextEncoder().encode(fileName).length).toBeLessThanOrEqual(151);
          expect(fileName).not.toMatch(/[\p{Cc}\p{Cs}/\\:*?"<>|]|\.\./u);
          expect(fileName).toMatch(/ lookahead 2026-W48 issue 2.*\.xlsx$/);
          expect(nameOf(project, { ...keller, name })).toBe(fileName);
        },
      ),
      { numRuns: 300 },
    );
  });
});
