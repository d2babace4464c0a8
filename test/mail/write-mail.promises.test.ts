import { expect, it } from 'vitest';
import { composeReportMail } from '#mail/write-mail.ts';
import { aPromisedWeek } from '../support/builders/a-promised-week.ts';

const context = { workbookFileName: 'week.xlsx', attached: true, contact: 'planner@example.com' };

function textOf(given: Parameters<typeof aPromisedWeek>[0] = {}): string {
  return composeReportMail(aPromisedWeek(given), context).text.replaceAll(/\s+/g, ' ');
}

it('everyone’s message shows how many promises were kept, and who has not answered', () => {
  const text = textOf();
  expect(text).toContain('PPC of promises 67%: 2 of 3 kept; 3 of 8 tasks asked about were promised.');
  expect(text).toContain(
    'Not answered for week 48: Formworks (2), Glaze Ltd (2), Concrete Co (1) and 2 more.',
  );
});

it('a subcontractor’s message shows in one line how many of its promises it kept', () => {
  const text = textOf({ audience: { kind: 'subcontractor', id: 'id of Demo Bros', name: 'Demo Bros' } });
  expect(text).toContain('You kept 1 of 1 promise of week 47.');
  expect(text).not.toMatch(/PPC of promises|Not answered/);
});

it('a message does not mention promises if nobody was asked or the subcontractor promised nothing', () => {
  const quiet = /kept \d|PPC of promises|Not answered/;
  expect(textOf({ promises: undefined })).not.toMatch(quiet);
  const audience = { kind: 'subcontractor', id: 'id of Glaze Ltd', name: 'Glaze Ltd' } as const;
  expect(textOf({ audience })).not.toMatch(quiet);
});
