import { describe, expect, it } from 'vitest';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { carryOutReportRequest } from '#queue/carry-out-report-request.ts';
import { anInvocation, aSiteConfiguration, aWorld } from '../support/a-world.ts';
import { planningOnLoopback, siteKey } from '../support/planning/planning-on-loopback.ts';

async function aSite() {
  const planning = await planningOnLoopback();
  const services = aWorld({ configuration: aSiteConfiguration(planning.url) });
  const ask = (payload: unknown, requestId?: string) =>
    carryOutReportRequest(payload, anInvocation(300_000, requestId), services);
  return { planning, services, ask };
}

const aKey = `lookahead_0a1b2c3d4e5f_${'q3RtYw7LpZ'.repeat(4)}abc`;

describe('a report on demand', () => {
  it('is made, stored and sent, and the answer says what happened', async () => {
    const { services, ask } = await aSite();
    const answer = await ask({ project: 'riverside', report: 'weekly', mode: 'send', runId: 'first' });
    expect(answer).toMatchObject({ ok: true, mode: 'send', runId: 'run-first' });
    expect(answer.reports).toMatchObject([
      {
        project: 'riverside',
        report: 'weekly',
        outcome: 'delivered',
        issueNumber: 1,
        window: { first: '2026-11-23', last: '2026-11-29' },
        tasksPerShift: { day: 1, night: 1 },
        counts: { tasks: 2, files: 1, messages: 1, sent: 1 },
        messages: [{ id: 'everyone', outcome: { kind: 'sent', messageId: 'message-1' } }],
        timings: { total: 0, pull: 0, render: 0, send: 0 },
      },
    ]);
    expect(services.mailer.taken.map(({ recipients }) => recipients)).toEqual([
      ['works.manager@example.com', 'deputy@example.com'],
    ]);
    expect([...services.store.objects.keys()]).toContain('dispatches/run-first/manifest-1.json');
  });

  it('requested again with the same run id makes and sends nothing, and keeps its week', async () => {
    const { services, ask } = await aSite();
    const request = { project: 'riverside', report: 'weekly', mode: 'send', runId: 'first' };
    await ask(request);
    const keys = [...services.store.objects.keys()];
    services.clock.advance({ hours: 24 * 4 });
    const again = await ask(request);
    expect(again.reports).toMatchObject([
      { outcome: 'already delivered', window: { first: '2026-11-23', last: '2026-11-29' } },
    ]);
    expect(services.mailer.taken).toHaveLength(1);
    expect([...services.store.objects.keys()]).toEqual(keys);
  });

  it('for a scheduled run continues that run, even if only its run id is given', async () => {
    const { services, ask } = await aSite();
    const schedule = { cron: '0 14 * * FRI', timeZone: 'Europe/London' };
    const scheduledTime = '2026-11-20T14:00:00Z';
    await handleDispatchEvent({ ...schedule, scheduledTime }, services);
    services.clock.advance({ hours: 24 * 4 });
    const run = { project: 'riverside', report: 'weekly', mode: 'send', runId: '2026-11-20T14-00-00Z' };
    const { dispatchId } = services.queue.sent[0]?.job ?? {};
    expect(await ask(run)).toMatchObject({
      reports: [{ outcome: 'delivered', window: { first: '2026-11-23', last: '2026-11-29' } }],
    });
    expect(await ask({ ...run, dispatchId })).toMatchObject({ reports: [{ outcome: 'already delivered' }] });
    expect(services.mailer.taken).toHaveLength(1);
  });

  it('may be "all", which means all reports of the project', async () => {
    const { services, ask } = await aSite();
    const answer = await ask({ project: 'riverside', report: 'all', mode: 'send' });
    expect(answer.reports.map(({ report }) => report)).toEqual(['weekly', 'nights']);
    expect(services.mailer.taken).toHaveLength(2);
  });

  it('without a run id gets one from the id of the request', async () => {
    const { ask } = await aSite();
    const answer = await ask({ project: 'riverside', report: 'nights', mode: 'send' }, 'a1b2c3');
    expect(answer).toMatchObject({ ok: true, runId: 'run-a1b2c3' });
  });

  it('without a report means all reports of the project, for the week, length and shifts requested', async () => {
    const { ask } = await aSite();
    const answer = await ask({
      project: 'riverside',
      week: '2026-W48',
      weeks: 2,
      shifts: ['day'],
      mode: 'dry-run',
    });
    expect(answer.reports).toMatchObject(
      ['weekly', 'nights'].map((report) => ({
        report,
        outcome: 'dry run',
        window: { first: '2026-11-23', last: '2026-12-06' },
        tasksPerShift: { day: 2, night: 0 },
      })),
    );
  });

  it('sent to given addresses goes only to them', async () => {
    const { services, ask } = await aSite();
    await ask({ project: 'riverside', report: 'weekly', mode: 'send', to: ['boss@example.com'] });
    expect(services.mailer.taken.map(({ recipients }) => recipients)).toEqual([['boss@example.com']]);
  });

  it('sent to given addresses has no cuts; a test has all cuts, sent to those addresses', async () => {
    const planning = await planningOnLoopback();
    const audiences = "[{ each: subcontractor, to: { 'Pile Co': [pile@example.com] } }]";
    const services = aWorld({ configuration: aSiteConfiguration(planning.url, { weekly: { audiences } }) });
    const ask = async (request: object) => {
      const of = { project: 'riverside', report: 'weekly', mode: 'send' };
      const answer = await carryOutReportRequest({ ...of, ...request }, anInvocation(), services);
      expect(answer.ok).toBe(true);
      return services.mailer.taken.splice(0).map(({ recipients }) => recipients);
    };
    const to = ['boss@example.com'];
    expect(await ask({ runId: 'as configured' })).toEqual([
      ['works.manager@example.com', 'deputy@example.com'],
      ['pile@example.com'],
    ]);
    expect(await ask({ to, runId: 'to one' })).toEqual([to]);
    expect(await ask({ to, mode: 'test', runId: 'a test' })).toEqual([to, to]);
  });
});

describe('a dry run', () => {
  it('reports tasks, recipients, files and sizes, and writes and sends nothing', async () => {
    const { services, ask } = await aSite();
    const answer = await ask({ project: 'riverside', report: 'weekly', mode: 'dry-run' });
    expect(answer).toMatchObject({
      ok: true,
      reports: [
        {
          outcome: 'dry run',
          issueNumber: 1,
          tasksPerShift: { day: 1, night: 1 },
          files: [{ audience: { kind: 'everyone' }, size: expect.any(Number) }],
          messages: [{ to: ['works.manager@example.com'], cc: ['deputy@example.com'] }],
        },
      ],
    });
    expect(services.store.objects.size).toBe(0);
    expect(services.mailer.taken).toEqual([]);
  });
});

describe('a test', () => {
  it('goes to its caller alone, and is marked as a test in subject and sheets', async () => {
    const { services, ask } = await aSite();
    const answer = await ask({
      project: 'riverside',
      report: 'weekly',
      mode: 'test',
      to: ['me@example.com'],
    });
    expect(answer.ok).toBe(true);
    const [message] = services.mailer.taken;
    expect(message?.recipients).toEqual(['me@example.com']);
    expect(Buffer.from(message?.raw ?? []).toString()).toMatch(
      /^Subject: .*(?:\r\n .*)?Weekly(?:\r\n)? lookahead(?:\r\n)? \(test\)/m,
    );
  });

  it('and a preview change neither the numbers nor the comparisons of real issues', async () => {
    const { services, ask } = await aSite();
    const of = { project: 'riverside', report: 'weekly', mode: 'send' };
    await ask({ ...of, runId: 'real-1' });
    services.clock.advance({ hours: 1 });
    const test1 = await ask({ ...of, mode: 'test', to: ['me@example.com'], runId: 'x' });
    const preview = await ask({ ...of, mode: 'preview', runId: 'x' });
    // The test and the preview show the number that an issue made now would get, and are compared with the previous
    // real issue.
    expect([test1, preview].map(({ reports }) => reports[0])).toMatchObject([
      { outcome: 'delivered', issueNumber: 2 },
      { outcome: 'previewed', issueNumber: 2 },
    ]);
    services.clock.advance({ hours: 1 });
    const real = await ask({ ...of, runId: 'x' });
    expect(real.reports).toMatchObject([{ outcome: 'delivered', issueNumber: 2 }]);
    const issue = 'issues/riverside/weekly/2026-11-23_2026-11-29/run-x/issue.json';
    const stored: unknown = JSON.parse(Buffer.from(services.store.objects.get(issue) ?? []).toString());
    expect(stored).toMatchObject({ number: 2, previous: { number: 1 } });
    const testRuns = [...services.store.objects.keys()].filter(
      (key) => key.endsWith('issue.json') && key.startsWith('test-runs/'),
    );
    expect(testRuns).toEqual(
      expect.arrayContaining([
        'test-runs/test/riverside/weekly/2026-11-23_2026-11-29/run-x/issue.json',
        'test-runs/preview/riverside/weekly/2026-11-23_2026-11-29/run-x/issue.json',
      ]),
    );
  });
});

describe('a preview', () => {
  it('is stored and answered with a link, and sends nothing', async () => {
    const { services, ask } = await aSite();
    const answer = await ask({ project: 'riverside', report: 'weekly', mode: 'preview', runId: 'look' });
    expect(answer.ok).toBe(true);
    expect(answer.reports).toMatchObject([
      {
        outcome: 'previewed',
        files: [
          { link: expect.stringMatching(/^https:\/\/archive\.example\.com\/test-runs\/preview\/.*\.xlsx$/) },
        ],
        messages: [{ outcome: { kind: 'would be sent' } }],
      },
    ]);
    expect(services.mailer.taken).toEqual([]);
    // A test with the same run id has its own issue, and sends nothing of the preview.
    await carryOutReportRequest(
      { project: 'riverside', report: 'weekly', mode: 'test', to: ['me@example.com'], runId: 'look' },
      anInvocation(),
      services,
    );
    expect(services.mailer.taken.map(({ recipients }) => recipients)).toEqual([['me@example.com']]);
  });
});

describe('a request that cannot be carried out', () => {
  it('is answered with every wrong property, and changes nothing', async () => {
    const { services, planning, ask } = await aSite();
    const answer = await ask({
      project: 'riverside',
      weks: 2,
      week: '2025-W53',
      shifts: ['dusk'],
      to: ['nobody'],
      mode: 'preview',
      runId: '',
    });
    expect(answer.ok).toBe(false);
    expect(answer.error?.problems?.map(({ property, message }) => `${property} ${message}`).sort()).toEqual([
      'runId must be a string of 1 to 100 characters.',
      'shifts[0] must be one of day, afternoon, night, 24hr, none.',
      'to must be left out in mode preview, which sends nothing. Leave it out, or use mode test.',
      'to[0] is not an e-mail address. Write the address alone, such as site.office@example.com.',
      'week must be a year from 1970 to 2999 and an ISO week that exists, such as "2026-W48".',
      'weks is unknown. Did you mean weeks?',
    ]);
    expect(planning.requests).toEqual([]);
    expect(services.store.objects.size).toBe(0);
  });

  it.each([
    [{ mode: 'preview' }, 'project is required: the key of a project in lookahead.yaml.'],
    [
      { project: 'riverside', report: 'weekly' },
      'mode is required, so that no request mails anybody by accident: "report":"weekly","mode":"preview" shows what would be sent, "report":"weekly","mode":"send" sends it to its readers.',
    ],
    [
      { project: 'riverside' },
      'mode is required, so that no request mails anybody by accident: "mode":"preview" shows what would be sent, "mode":"send" sends it to its readers.',
    ],
    [
      { project: 'riverside', report: ['weekly'] },
      'report must be a string: the key of a report in lookahead.yaml. mode is required, so that no request mails anybody by accident: "mode":"preview" shows what would be sent, "mode":"send" sends it to its readers.',
    ],
    [
      { project: 'riverside', mode: 'send' },
      'report is required in mode send: the key of a report, or "all" for all of the project.',
    ],
    [
      { project: 'riverside', report: 'all', mode: 'send', runId: '2026-11-20T14-00-00Z' },
      'report must name one report, because an existing run belongs to one.',
    ],
    ['riverside', 'The request must be a JSON object with at least a "project".'],
    [null, 'The request must be a JSON object with at least a "project".'],
    [
      { project: 'riversyde', mode: 'preview' },
      'project "riversyde" is not configured. Did you mean riverside?',
    ],
    [
      { project: aKey, mode: 'preview' },
      'project a text that looks like a key is not configured. Known: riverside.',
    ],
    [
      { project: 'riverside', mode: 'preview', [aKey]: true },
      /^a text that looks like a key is unknown\. Known: project, report,/,
    ],
    [
      { project: 'riverside', report: 'weakly', mode: 'send' },
      'report "weakly" is not configured. Did you mean weekly?',
    ],
    [
      { project: 'riverside', mode: 'test' },
      'to is required in mode test: a test goes to these addresses and to nobody else.',
    ],
    [
      { project: 'riverside', report: 'weekly', mode: 'send', runId: '2026-11-20T14-00-00Z' },
      'runId names a run that is not in any manifest (2026-11-20T14-00-00Z). Add its dispatchId or its window.',
    ],
    [
      { project: 'riverside', report: 'weekly', mode: 'send', runId: '2026-11-20T14-00-00Z', weeks: 2 },
      'weeks cannot be changed in an existing run. Leave it out, or leave out runId.',
    ],
    [
      { project: 'riverside', report: 'weekly', mode: 'send', runId: 'first', dispatchId: 'run-first' },
      /^runId must be the id of a stored run/,
    ],
    [
      { project: 'riverside', report: 'weekly', mode: 'send', runId: 'run-first', dispatchId: 'run-second' },
      /^runId names a run that is not in any manifest \(run-first\)/,
    ],
    [
      { project: 'riverside', mode: 'preview', runId: 'x'.repeat(101) },
      'runId must be a string of 1 to 100 characters.',
    ],
    [{ project: 'riverside', mode: 'preview', runId: 'é'.repeat(100) }, /^runId cannot be used\. The run id/],
  ])('%j gets an answer that names the problem', async (payload, words) => {
    const { ask } = await aSite();
    const { ok, error } = await ask(payload);
    expect(ok).toBe(false);
    expect(error?.name).toBe('RequestError');
    expect(error?.message).toMatch(words);
  });

  it('is answered even if the planning service refuses, and neither answer nor log contains the key', async () => {
    const { services, planning, ask } = await aSite();
    const refusal = { status: 401, headers: { 'content-type': 'application/json' } };
    planning.answers.push(
      ...Array.from({ length: 8 }, () => new Response(`{"message":"${siteKey}"}`, refusal)),
    );
    const answer = await ask({ project: 'riverside', report: 'weekly', mode: 'send' });
    expect(answer).toMatchObject({
      ok: false,
      reports: [
        {
          project: 'riverside',
          report: 'weekly',
          outcome: 'error',
          error: {
            name: 'PlanningRefusedError',
            message: expect.stringContaining('the secret lookahead/planning'),
          },
        },
      ],
    });
    expect(services.log.counted.get('ReportsFailed')).toBeUndefined();
    expect(JSON.stringify([answer, services.log.lines])).not.toContain(siteKey);
  });
});
