/** The text of `status` on a site's real archive, so that it shows what runs store. */
import stringWidth from 'string-width';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { historyEntryForJson } from '#commands/status.ts';
import { formatStatusLines, type StatusTextOptions } from '#commands/status-text.ts';
import { carryOutReportRequest } from '#queue/carry-out-report-request.ts';
import { type HistoryQuery, readReportHistory } from '#watch/report-history.ts';
import { anInvocation } from '../support/a-world.ts';
import { day } from '../support/builders/a-plan-input.ts';
import { aScheduledSite, firing } from '../support/builders/a-scheduled-site.ts';
import { aBounce, aComplaint, aDelay, aDelivery, receiveSesEvent } from '../support/builders/ses-events.ts';

const weekly = {
  run: 'riverside__weekly__2026-11-23_2026-11-29__2026-11-20T14-00-00Z',
  message: 'everyone',
};
const [manager, deputy] = ['works.manager@example.com', 'deputy@example.com'];

const since = Temporal.PlainDate.from('2026-11-20');
const all: HistoryQuery = { since, projects: [], reports: [] };
const source = '         tasks read Fri 20 Nov 2026 14:00 GMT';
const view: StatusTextOptions = { since, only: 'all', detail: 'in full', width: 100 };

async function aSite(...changes: Parameters<typeof aScheduledSite>) {
  const site = await aScheduledSite(...changes);
  const { services } = site;
  const logOf = async (at: string, query = all) =>
    readReportHistory(services.store, query, Temporal.Instant.from(at));
  const textAt = async (at: string, how: Partial<StatusTextOptions> = {}) =>
    formatStatusLines((await logOf(at)).reports, { ...view, ...how });
  return { ...site, logOf, textAt };
}

describe('the log of a report', () => {
  it('names the year of a programme if it differs from that of the report day', async () => {
    const { services, processJobs, logOf } = await aSite({ reports: ['weekly'] });
    await handleDispatchEvent(firing, services);
    await processJobs();
    const { reports } = await logOf('2026-11-20T14:01:00Z');
    // As if `run --date` had made the report for a day in 2017.
    const lastYear = reports.map((report) => ({
      ...report,
      reportDay: day('2017-09-15'),
      source: report.source && {
        ...report.source,
        programme: { label: '3', dataDate: '2017-09-13', imported: undefined },
      },
    }));
    expect(formatStatusLines(lastYear, view)).toContain('         programme of 13 Sep 2017, version 3');
    expect(lastYear.map(historyEntryForJson)).toMatchObject([
      {
        reportDay: '2017-09-15',
        readAt: '2026-11-20T14:00:05Z',
        programme: { version: '3', dataDate: '2017-09-13' },
      },
    ]);
  });

  it('shows who got it, and who did not and why', async () => {
    const { services, processJobs, textAt } = await aSite({ reports: ['weekly'] });
    await handleDispatchEvent(firing, services);
    expect(await textAt('2026-11-20T14:00:30Z')).toEqual([
      'Fri 20 Nov 2026',
      '  14:00  riverside weekly  week 48  WAITING, tried until Sat 21 Nov 14:00',
      '',
      '1 report since Fri 20 Nov 2026: 1 waiting.',
    ]);
    await processJobs();
    expect(await textAt('2026-11-20T14:01:00Z')).toEqual([
      'Fri 20 Nov 2026',
      '  14:00  riverside weekly  week 48, revision 1  sent 14:00',
      source,
      '         works.manager@example.com  sent          14:00',
      '         deputy@example.com (cc)    sent          14:00',
      '',
      '1 report since Fri 20 Nov 2026: 1 sent.',
    ]);
    await receiveSesEvent(aDelay(weekly, deputy), services);
    await receiveSesEvent(aBounce(weekly, deputy, { timestamp: '2026-11-21T04:00:00Z' }), services);
    await receiveSesEvent(aDelivery(weekly, manager), services);
    expect(await textAt('2026-11-22T09:00:00Z')).toEqual([
      'Fri 20 Nov 2026',
      '  14:00  riverside weekly  week 48, revision 1  sent 14:00, but not to 1 of 2 recipients',
      source,
      '         works.manager@example.com  delivered     14:01',
      '         deputy@example.com (cc)    bounced       Sat 21 Nov 04:00  smtp; 550 5.1.1 user unknown',
      '',
      '1 report since Fri 20 Nov 2026: 1 sent to some only.',
      'Delivered to 1 of 2 recipients.',
      'Did not arrive: deputy@example.com (riverside weekly: bounced).',
    ]);
  });

  it('is the same if events arrive in another order, or twice', async () => {
    const events = [
      aDelivery(weekly, manager),
      aDelay(weekly, manager, '2026-11-20T14:00:30Z'),
      aComplaint(weekly, manager, '2026-11-20T18:00:00Z'),
      aBounce(weekly, deputy, { bounceType: 'Transient', bounceSubType: 'MailboxFull' }),
    ];
    const texts: (readonly string[])[] = [];
    for (const order of [events, events.toReversed(), [...events, ...events]]) {
      const { services, processJobs, textAt } = await aSite({ reports: ['weekly'] });
      await handleDispatchEvent(firing, services);
      // Events may come before the result of the send is stored.
      const early = order === events ? [] : order;
      for (const event of early) await receiveSesEvent(event, services);
      await processJobs();
      for (const event of order) await receiveSesEvent(event, services);
      texts.push(await textAt('2026-11-22T09:00:00Z'));
    }
    expect(texts[0]).toContain('Marked as spam: works.manager@example.com (riverside weekly: complained).');
    expect(texts[0]).toContain('Did not arrive: deputy@example.com (riverside weekly: undelivered).');
    expect(texts[1]).toEqual(texts[0]);
    expect(texts[2]).toEqual(texts[0]);
  });

  it('shows that it is late and why, and later that it was not delivered', async () => {
    const { planning, services, processJobs, textAt, logOf } = await aSite({ reports: ['weekly'] });
    planning.answers.push(...Array.from({ length: 20 }, () => new Response('{}', { status: 403 })));
    await handleDispatchEvent(firing, services);
    await processJobs();
    const late = await textAt('2026-11-20T15:00:00Z');
    expect(late[1]).toBe('  14:00  riverside weekly  week 48  LATE, tried until Sat 21 Nov 14:00');
    expect(late[2]).toMatch(/^ {9}Could not get tasks of project riverside-tower/);
    expect((await logOf('2026-11-21T14:00:00Z')).reports).toMatchObject([
      { state: 'not delivered', reason: expect.stringContaining('answered 403'), until: undefined },
    ]);
  });

  it('has reports that a person requested, and no tests', async () => {
    const { services, logOf } = await aSite();
    const ask = { project: 'riverside', report: 'weekly', mode: 'send' };
    await carryOutReportRequest({ ...ask, runId: 'again' }, anInvocation(), services);
    await carryOutReportRequest(
      { ...ask, runId: 'try', mode: 'test', to: [manager] },
      anInvocation(),
      services,
    );
    const { reports } = await logOf('2026-11-20T15:00:00Z');
    expect(reports).toMatchObject([{ runId: 'run-again', state: 'delivered', issue: 1 }]);
  });

  it('shows the year of the week and of the programme if the report was made in another year', async () => {
    const { services, logOf } = await aSite();
    const ask = { project: 'riverside', report: 'weekly', mode: 'send', runId: 'old', week: '2017-W38' };
    await carryOutReportRequest(ask, anInvocation(), services);
    const { reports } = await logOf('2026-11-20T15:00:00Z');
    const programme = { label: '3', dataDate: '2017-09-16T00:00', imported: undefined };
    const old = reports.map((report) => ({
      ...report,
      reportDay: day('2017-09-15'),
      ...(report.source && { source: { ...report.source, programme } }),
    }));
    expect(formatStatusLines(old, view).slice(0, 3)).toEqual([
      'Fri 20 Nov 2026',
      '  14:00  riverside weekly  week 38 of 2017, revision 1  sent 14:00',
      '         programme of 16 Sep 2017, version 3',
    ]);
  });

  it('shows that a request without an answer was ended, and why an answered one failed', async () => {
    const { planning, services, logOf } = await aSite();
    const ask = { project: 'riverside', report: 'weekly', mode: 'send' };
    planning.answers.push(...Array.from({ length: 20 }, () => new Response('{}', { status: 403 })));
    await carryOutReportRequest({ ...ask, runId: 'again' }, anInvocation(), services);
    expect((await logOf('2026-11-20T14:10:00Z')).reports).toMatchObject([
      { state: 'not delivered', until: undefined, reason: expect.stringContaining('answered 403') },
    ]);
    for (const key of services.store.objects.keys()) {
      if (key.startsWith('attempts/')) services.store.objects.delete(key);
    }
    const waiting = { state: 'waiting', until: undefined, reason: '' };
    expect((await logOf('2026-11-20T14:10:00Z')).reports).toMatchObject([waiting]);
    expect((await logOf('2026-11-20T15:01:00Z')).reports).toMatchObject([
      { state: 'not delivered', reason: expect.stringContaining('ended before it could answer') },
    ]);
  });

  it('shows when an interrupted send began, and that it is retried', async () => {
    const { services, processJobs, textAt } = await aSite({ reports: ['weekly'] });
    await handleDispatchEvent(firing, services);
    services.mailer.answers.push('lost');
    await processJobs();
    expect(await textAt('2026-11-20T14:05:00Z')).toEqual([
      'Fri 20 Nov 2026',
      '  14:00  riverside weekly  week 48, revision 1  WAITING, tried until Sat 21 Nov 14:00',
      source,
      '         Its send began at 14:00 and has no answer on record. If the process was interrupted or the',
      '         answer was lost, the message may have gone out; it can be tried again from 14:35.',
      '         works.manager@example.com  perhaps sent  14:00',
      '         deputy@example.com (cc)    perhaps sent  14:00',
      '',
      '1 report since Fri 20 Nov 2026: 1 waiting.',
      'May have arrived: works.manager@example.com (riverside weekly: perhaps sent), deputy@example.com',
      '(riverside weekly: perhaps sent).',
    ]);
  });

  it('has only the requested days, by the project’s own date', async () => {
    const { services, processJobs, logOf } = await aSite({ reports: ['weekly'] });
    await handleDispatchEvent(firing, services);
    await processJobs();
    const listed: (string | undefined)[] = [];
    const { list } = services.store;
    services.store.list = (prefix, options) => {
      listed.push(`${prefix} ${options?.after ?? ''}`.trim());
      return list(prefix, options);
    };
    const saturday = { ...all, since: since.add({ days: 1 }) };
    expect((await logOf('2026-11-22T09:00:00Z', saturday)).reports).toEqual([]);
    expect(listed.slice(0, 2)).toEqual([
      'dispatches/2 dispatches/2026-11-20',
      'requests/ requests/2026-11-20',
    ]);
    expect((await logOf('2026-11-22T09:00:00Z', { ...all, reports: ['other'] })).reports).toEqual([]);
  });

  it('leaves out a run that cannot be read, and reports this', async () => {
    const { services, processJobs, logOf } = await aSite({ reports: ['weekly'] });
    await handleDispatchEvent(firing, services);
    await processJobs();
    const issue = [...services.store.objects.keys()].find((key) => key.endsWith('issue.json')) ?? '';
    services.store.objects.set(issue, new TextEncoder().encode('{'));
    const { reports, unreadable } = await logOf('2026-11-20T15:00:00Z');
    expect(reports).toEqual([]);
    expect(unreadable).toEqual([expect.stringContaining('issue.json cannot be read')]);
  });
});

describe('the text', () => {
  it('fits its width, for any addresses and reasons', async () => {
    const long = `${'a'.repeat(60)}@${'sub.'.repeat(20)}example.com`;
    const { services, processJobs, textAt } = await aSite({
      reports: ['weekly'],
      weekly: { to: `[${long}]` },
    });
    await handleDispatchEvent(firing, services);
    await processJobs();
    const diagnosticCode = `smtp; 550 5.7.1 ${'long words '.repeat(40)}`;
    await receiveSesEvent(aBounce(weekly, long, { diagnosticCode }), services);
    const lines = await textAt('2026-11-20T15:00:00Z');
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(100);
    expect(lines.join('\n')).toContain('bounced');
  });

  it('lists only recipients who did not get their report with the detail “what went wrong”', async () => {
    const { services, processJobs, textAt } = await aSite({ reports: ['weekly'] });
    await handleDispatchEvent(firing, services);
    await processJobs();
    await receiveSesEvent(aBounce(weekly, deputy), services);
    const lines = await textAt('2026-11-20T15:00:00Z', { detail: 'what went wrong' });
    expect(lines.filter((line) => line.includes('@'))).toEqual([
      expect.stringMatching(/deputy@example\.com \(cc\) +bounced/),
      expect.stringMatching(/^Did not arrive: deputy/),
    ]);
  });

  it.each([
    ['all', 'Nothing was due since Fri 20 Nov 2026.'],
    ['late', 'Nothing that was due since Fri 20 Nov 2026 is late or missing.'],
  ] as const)('states that nothing was due (%s)', (only, text) => {
    expect(formatStatusLines([], { ...view, only })).toEqual([text]);
  });
});

it('a report as JSON is plain data, with null for missing values', async () => {
  const { services, processJobs, logOf } = await aSite({ reports: ['weekly'] });
  await handleDispatchEvent(firing, services);
  await processJobs();
  await receiveSesEvent(aBounce(weekly, deputy), services);
  const { reports } = await logOf('2026-11-20T15:00:00Z');
  expect(JSON.parse(JSON.stringify(reports.map(historyEntryForJson)))).toMatchObject([
    {
      project: 'riverside',
      report: 'weekly',
      state: 'partly delivered',
      window: { first: '2026-11-23', last: '2026-11-29' },
      due: '2026-11-20T14:00:00Z',
      until: null,
      issue: 1,
      messages: [
        {
          audience: 'everyone',
          recipients: [
            { address: manager, field: 'to', state: 'sent', events: [] },
            {
              address: deputy,
              field: 'cc',
              state: 'bounced',
              reason: 'smtp; 550 5.1.1 user unknown',
              events: [{ event: 'bounced' }],
            },
          ],
        },
      ],
    },
  ]);
});
