import { expect, it } from 'vitest';
import { junitXml } from '../../../functions/conformance/report/junit.ts';
import type { ProbeReport, ProbeRow } from '../../../functions/conformance/report/report.ts';

const row = (id: string, verdict: ProbeRow['verdict'], seen: string): ProbeRow => ({
  id,
  theme: 'Paging',
  source: 'contract',
  question: 'Does it?',
  asked: 'tasks',
  rule: 'it does',
  seen,
  verdict,
});
const report: ProbeReport = {
  baseUrl: 'https://planning.example.com',
  region: 'gb',
  projectId: 'quayside',
  at: '2026-11-20T14:00:00Z',
  requests: 3,
  window: undefined,
  counts: { holds: 1, differs: 1, 'not seen': 1 },
  stopped: undefined,
  rows: [row('a', 'holds', 'yes'), row('b', 'differs', '<b> & "c"\u0007'), row('c', 'not seen', 'nothing')],
};

it('a report as JUnit has a case for each check: passed, failed or skipped', () => {
  expect(junitXml(report, new Set(['b']))).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="https://planning.example.com"><testsuite name="Paging" timestamp="2026-11-20T14:00:00Z" tests="3" failures="1" skipped="1"><testcase classname="Paging" name="a"></testcase>
<testcase classname="Paging" name="b"><failure message="&lt;b&gt; &amp; &quot;c&quot;" type="contract">Does it? Seen: &lt;b&gt; &amp; &quot;c&quot;. Wanted: it does.</failure>
</testcase>
<testcase classname="Paging" name="c"><skipped message="nothing"></skipped>
</testcase>
</testsuite>
</testsuites>

`);
});

it('a report as JUnit does not fail a check that does not count, and says that it stopped early', () => {
  const stopped = { reason: 'The service answers 401', remedy: 'Check the key.' };
  const xml = junitXml({ ...report, stopped }, new Set());
  expect(xml).toContain('failures="0"');
  expect(xml).not.toContain('<failure');
  expect(xml).toContain('<error message="The service answers 401">Check the key.</error>');
});
