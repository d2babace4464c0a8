import { expect, it } from 'vitest';
import { formatProbe, type ProbeReport } from '#probe/probe-service.ts';

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
    { id: 'paging.link', rule: 'it can be followed', seen: 'it can', verdict: 'holds' },
    {
      id: 'paging.pages',
      rule: 'each task is on one of the pages',
      seen: 'all tasks came on one page',
      verdict: 'not seen',
    },
    {
      id: 'words.status',
      rule: 'a status is backlog, planned or complete',
      seen: 'planned (110); not expected: 進行中 (30)',
      verdict: 'differs',
    },
  ],
};

it('the text of a probe says what was seen and what differs, with counts', () => {
  expect(formatProbe(report)).toMatchInlineSnapshot(`
    "https://planning.example.com, project gb/quayside (Europe/London), at 2026-11-20T14:00:00Z, 53 requests

    ✓ paging.link: it can be followed
        it can
    · paging.pages: each task is on one of the pages
        all tasks came on one page

    ✗ words.status: a status is backlog, planned or complete
        planned (110); not expected: 進行中 (30)

    3 checks: 1 hold, 1 differ, 1 not seen."
  `);
});

it('the text of a probe says what to put into the configuration', () => {
  const planning = { finish: 'exclusive', duration: 'calendar' } as const;
  expect(formatProbe({ ...report, proposed: { planning } })).toMatch(
    /not seen\.\n\nPut this under the project in lookahead\.yaml:\n {4}planning: \{ finish: exclusive, duration: calendar \}$/,
  );
});
