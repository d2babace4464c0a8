import { expect, it } from 'vitest';
import type { ProbeReport } from '../../functions/probe/finding.ts';
import { formatProbe } from '../../functions/probe/format-probe.ts';

const report: ProbeReport = {
  baseUrl: 'https://planning.example.com',
  region: 'gb',
  projectId: 'quayside',
  timeZone: 'Europe/London',
  at: '2026-11-20T14:00:00Z',
  requests: 53,
  stopped: undefined,
  proposed: undefined,
  rows: [
    { id: 'paging.link', question: 'Can it be followed?', seen: 'it can', rule: 'it can', verdict: 'holds' },
    {
      id: 'paging.pages',
      question: 'Do the pages hold every task?',
      seen: 'all tasks came on one page',
      rule: 'each task is on one',
      verdict: 'not seen',
    },
    {
      id: 'words.status',
      question: 'Do we know the words of status?',
      seen: 'planned (110); not expected: 進行中 (30)',
      rule: 'backlog, planned, promised, in progress, complete and their kin',
      verdict: 'differs',
    },
  ],
};

it('says what was seen, what differs from what, and how many of each there are', () => {
  expect(formatProbe(report)).toMatchInlineSnapshot(`
    "https://planning.example.com, project gb/quayside (Europe/London), at 2026-11-20T14:00:00Z, 53 requests

    ✓ paging.link: Can it be followed?
        it can
    · paging.pages: Do the pages hold every task?
        all tasks came on one page

    ✗ words.status: Do we know the words of status?
        planned (110); not expected: 進行中 (30)
        Reports rely on: backlog, planned, promised, in progress, complete and their kin.

    3 checks: 1 hold, 1 differ, 1 not seen."
  `);
});

it('says what to put into the configuration', () => {
  const planning = { finish: 'exclusive', duration: 'calendar' } as const;
  expect(formatProbe({ ...report, proposed: { planning } })).toMatch(
    /not seen\.\n\nPut this under the project in lookahead\.yaml:\n {4}planning: \{ finish: exclusive, duration: calendar \}$/,
  );
});
