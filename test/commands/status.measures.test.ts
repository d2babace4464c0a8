import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { historyEntryForJson } from '#commands/status.ts';
import { readReportHistory } from '#watch/report-history.ts';
import { aScheduledSite, firing } from '../support/builders/a-scheduled-site.ts';

const audiences = "[{ each: subcontractor, to: { 'Pile Co': [pile@example.com] } }]";
const subcontractor = { id: 's1', name: 'Pile Co' };
const tasks = [
  { id: 't1', name: 'Drive piles', shift: 'day', start: '2026-11-16', finish: '2026-12-18', subcontractor },
  { id: 't2', name: 'Pour caps', shift: 'day', start: '2026-11-30', finish: '2026-12-02', status: 'started' },
];

it('the JSON of a report has the measures of each audience’s workbook, with counts and dates', async () => {
  const { services, processJobs } = await aScheduledSite({
    reports: ['weekly'],
    weekly: { audiences },
    tasks,
  });
  for (const date of ['2026-11-20', '2026-11-27', '2026-12-04']) {
    const scheduledTime = `${date}T14:00:00Z`;
    services.clock.advance(Temporal.Instant.from(scheduledTime).since(services.clock.now()));
    await handleDispatchEvent({ ...firing, scheduledTime }, services);
    await processJobs();
  }
  const query = { since: Temporal.PlainDate.from('2026-11-20'), projects: [], reports: ['weekly'] };
  const { reports } = await readReportHistory(services.store, query, services.clock.now());
  const printed = reports.map((report) => JSON.parse(JSON.stringify(historyEntryForJson(report))));
  const counts = { anticipated: { count: 1, of: 1 }, madeReady: { count: 1, of: 1 } };
  const by = {
    number: 1,
    window: { first: '2026-11-23', last: '2026-11-29', weeks: 1 },
    reportDay: '2026-11-20',
  };
  const week = { first: '2026-11-30', last: '2026-12-06', weeks: 1 };
  expect(printed.map(({ measures }) => measures)).toMatchObject([
    [],
    [
      { audience: { kind: 'everyone' }, measures: { planned: 1, foresight: [] } },
      { audience: { kind: 'subcontractor', id: 's1' }, measures: { planned: 1, foresight: [] } },
    ],
    [
      {
        audience: { kind: 'everyone' },
        measures: {
          week,
          ppc: { task: 0, finished: 0, dueToFinish: 1 },
          planned: 2,
          foresight: [{ weeksBefore: 1, by, ...counts, readyOnTime: { count: 0, of: 0 }, begun: 1 }],
          lateConstraints: { count: 0, of: 0, byKind: [], byAsk: [] },
          finals: [{ week: { first: '2026-11-23' }, finished: 0, dueToFinish: 0 }],
        },
      },
      {
        audience: { kind: 'subcontractor', id: 's1', name: 'Pile Co' },
        measures: { week, planned: 1, foresight: [{ weeksBefore: 1, by, ...counts, begun: 0 }] },
      },
    ],
  ]);
});
