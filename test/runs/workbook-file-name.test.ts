import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keySegments } from '#archive/object-key.ts';
import type { Audience } from '#lookahead/tasks/select-tasks.ts';
import { workbookFileNames } from '#runs/workbook-file-name.ts';
import { anyCharacter } from '../support/any-character.ts';
import { windowAfter } from '../support/builders/a-delivery.ts';

const tower = { project: { name: 'Riverside Tower' }, report: { name: 'Weekly lookahead' } };
const issue = { window: windowAfter('2026-11-20'), number: 2 };
const everyone: Audience = { kind: 'everyone' };
const subcontractor = (id: string, name: string): Audience => ({ kind: 'subcontractor', id, name });

describe('a workbook’s name', () => {
  it('contains project, report, week, revision and audience', () => {
    expect(workbookFileNames(tower, issue, [everyone, subcontractor('s1', 'Pile Co')])).toEqual([
      'Riverside Tower – Weekly lookahead 2026-W48 rev 2.xlsx',
      'Riverside Tower – Weekly lookahead 2026-W48 rev 2 – Pile Co.xlsx',
    ]);
  });

  it('differs between the reports of one project and week', () => {
    const fileOf = (name: string) => workbookFileNames({ ...tower, report: { name } }, issue, [everyone])[0];
    expect(['Weekly lookahead', 'Night work', 'Six/week'].map(fileOf)).toEqual([
      'Riverside Tower – Weekly lookahead 2026-W48 rev 2.xlsx',
      'Riverside Tower – Night work 2026-W48 rev 2.xlsx',
      'Riverside Tower – Six-week 2026-W48 rev 2.xlsx',
    ]);
  });

  it('stays within the 255 bytes that file systems allow', () => {
    const long = { project: { name: 'ä'.repeat(300) }, report: { name: 'ö'.repeat(300) } };
    const all = workbookFileNames(long, { ...issue, number: 1234 }, [
      subcontractor('s1', 'ü'.repeat(300)),
      subcontractor('s2', 'ü'.repeat(300)),
    ]);
    for (const file of all) expect(Buffer.byteLength(file)).toBeLessThanOrEqual(255);
  });

  it.each([
    ['../../etc/passwd', '-..-etc-passwd'],
    ['C:\\Tower', 'C--Tower'],
    ['Tower\r\nBcc: x', 'Tower Bcc- x'],
    ['Turm\u202egnp.exe', 'Turm gnp.exe'],
    ['.hidden', 'hidden'],
    ['  ', 'Project'],
    ['\ud800', 'Project'],
    ['Cafe\u0301', 'Café'],
    ['x'.repeat(500), 'x'.repeat(70)],
    ['👷‍♀️'.repeat(1), '👷 ♀️'],
  ])('replaces characters of the project %j that a file name cannot have', (name, part) => {
    expect(workbookFileNames({ ...tower, project: { name } }, issue, [everyone])).toEqual([
      `${part} – Weekly lookahead 2026-W48 rev 2.xlsx`,
    ]);
  });

  it('differs between audiences of the same name, by a suffix that does not depend on the others', () => {
    const [first, second, third] = workbookFileNames(tower, issue, [
      subcontractor('s1', 'ACME/UK'),
      subcontractor('s2', 'Acme:UK'),
      subcontractor('s3', 'Other'),
    ]);
    expect(first).toMatch(/ – ACME-UK \([0-9a-f]{6}\)\.xlsx$/);
    expect(second).toMatch(/ – Acme-UK \([0-9a-f]{6}\)\.xlsx$/);
    expect(third).toMatch(/ – Other\.xlsx$/);
    const again = workbookFileNames(tower, issue, [
      subcontractor('s2', 'Acme:UK'),
      subcontractor('s1', 'ACME/UK'),
    ]);
    expect(again).toEqual([second, first]);
  });

  it('is valid in a key and unique, whatever people are called', () => {
    const name = fc.string({ unit: anyCharacter, maxLength: 30 });
    fc.assert(
      fc.property(name, name, fc.array(name, { maxLength: 6 }), (project, report, names) => {
        const audiences = names.map((each, index) => subcontractor(String(index), each));
        const named = { project: { name: project }, report: { name: report } };
        const files = workbookFileNames(named, issue, [everyone, ...audiences]);
        for (const file of files) expect(keySegments(`issues/${file}`)).toHaveLength(2);
        expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(files.length);
      }),
    );
  });
});
