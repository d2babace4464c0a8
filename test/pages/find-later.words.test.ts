import { expect, it } from 'vitest';
import { laterPageText } from '#pages/find-later.ts';
import type { StoredPage } from '#pages/stored-page.ts';
import { anAddress, aPage } from '../support/pages/a-page.ts';

const address = anAddress({ runId: 'run-2' });
const kept = { id: 'a', name: 'Fix bars', start: '2026-11-23', finish: '2026-11-25' };
const page = aPage({ tasks: [kept, { id: 'b', name: 'Pour slab', start: '2026-11-26' }] });

function after(tasks: NonNullable<Parameters<typeof aPage>[0]>['tasks']): string {
  const later: StoredPage = aPage({ issueNumber: 2, tasks: tasks ?? [] });
  return laterPageText(page, { kind: 'revision', address, page: later }).replace(/^.*? GMT\. /, '');
}

it('the text about a later revision counts the changed, removed and new tasks of the page', () => {
  const same = [kept, { id: 'b', name: 'Pour slab, bay 2', start: '2026-11-26' }];
  expect(after(same)).toBe('Days and people are the same.');
  expect(after([{ ...kept, finish: '2026-11-26' }])).toBe(
    'Of these tasks, 1 has different days or people, 1 is gone.',
  );
  expect(after([...same, { id: 'c', start: '2026-11-23' }, { id: 'd', start: '2026-11-24' }])).toBe(
    'Of these tasks, 2 are new.',
  );
  expect(
    after([
      { ...kept, labour: { Fixers: 7 } },
      { id: 'b', start: '2026-11-27' },
    ]),
  ).toBe('Of these tasks, 2 have different days or people.');
});

it('the text about a later page names its revision and time, or the dates of a later report', () => {
  const later = aPage({ issueNumber: 2, tasks: [kept] });
  expect(laterPageText(page, { kind: 'revision', address, page: later })).toMatch(/^Revision 2 was made on /);
  expect(laterPageText(page, { kind: 'report', address, page: later })).toMatch(
    /^A later report was made on .*: week 48, /,
  );
  expect(laterPageText(page, { kind: 'revision', address, page: undefined })).toContain(
    'no page for this part',
  );
});
