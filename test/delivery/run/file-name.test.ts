import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keySegments } from '../../../functions/archive/object-key.ts';
import { workbookFileNames } from '../../../functions/delivery/run/file-name.ts';
import type { Audience } from '../../../functions/lookahead/tasks/audience.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { weekAfter } from '../../support/builders/a-delivery.ts';

const issue = { window: weekAfter('2026-11-20'), number: 2 };
const everyone: Audience = { kind: 'everyone' };
const subcontractor = (id: string, name: string): Audience => ({ kind: 'subcontractor', id, name });

describe('a workbook’s name', () => {
  test('contains project, week, issue and audience', () => {
    expect(workbookFileNames('Riverside Tower', issue, [everyone, subcontractor('s1', 'Pile Co')])).toEqual([
      'Riverside Tower lookahead 2026-W48 issue 2.xlsx',
      'Riverside Tower lookahead 2026-W48 issue 2 – Pile Co.xlsx',
    ]);
  });

  test.each([
    ['../../etc/passwd', '-..-etc-passwd'],
    ['C:\\Tower', 'C--Tower'],
    ['Tower\r\nBcc: x', 'Tower Bcc- x'],
    ['Turm\u202egnp.exe', 'Turm gnp.exe'],
    ['.hidden', 'hidden'],
    ['  ', 'Project'],
    ['\ud800', 'Project'],
    ['Cafe\u0301', 'Café'],
    ['x'.repeat(500), 'x'.repeat(80)],
    ['👷‍♀️'.repeat(1), '👷 ♀️'],
  ])('takes of the project %j what a file name bears', (project, part) => {
    expect(workbookFileNames(project, issue, [everyone])).toEqual([
      `${part} lookahead 2026-W48 issue 2.xlsx`,
    ]);
  });

  test('differs between audiences of the same name, by letters that do not depend on the others', () => {
    const [first, second, third] = workbookFileNames('T', issue, [
      subcontractor('s1', 'ACME/UK'),
      subcontractor('s2', 'Acme:UK'),
      subcontractor('s3', 'Other'),
    ]);
    expect(first).toMatch(/ – ACME-UK \([0-9a-f]{6}\)\.xlsx$/);
    expect(second).toMatch(/ – Acme-UK \([0-9a-f]{6}\)\.xlsx$/);
    expect(third).toMatch(/ – Other\.xlsx$/);
    const again = workbookFileNames('T', issue, [
      subcontractor('s2', 'Acme:UK'),
      subcontractor('s1', 'ACME/UK'),
    ]);
    expect(again).toEqual([second, first]);
  });

  test('is valid in a key and unique, whatever people are called', () => {
    const name = fc.string({ unit: anyCharacter, maxLength: 30 });
    fc.assert(
      fc.property(name, fc.array(name, { maxLength: 6 }), (project, names) => {
        const audiences = names.map((each, index) => subcontractor(String(index), each));
        const files = workbookFileNames(project, issue, [everyone, ...audiences]);
        for (const file of files) expect(keySegments(`issues/${file}`)).toHaveLength(2);
        expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(files.length);
      }),
    );
  });
});
