import { describe, expect, it } from 'vitest';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { handleReconcileEvent } from '#cloud/reconcile-event.ts';
import { carryOutReportRequest } from '#queue/carry-out-report-request.ts';
import { processDeadLetter } from '#queue/dead-letter.ts';
import { anInvocation, aReceivedJob, aWorld } from '../support/a-world.ts';
import { jsonOfObject } from '../support/builders/a-delivery.ts';
import { aScheduledSite, firing } from '../support/builders/a-scheduled-site.ts';
import { receiveSesEvent } from '../support/builders/ses-events.ts';
import { siteKey } from '../support/planning/planning-on-loopback.ts';

const refusals = (status: number, count = 5) =>
  Array.from({ length: count }, () => new Response(`{"message":"${siteKey}"}`, { status }));
const nights = { ...firing, cron: '30 15 * * FRI', scheduledTime: '2026-11-20T15:30:00Z' };

const due = 'Riverside Tower, Weekly lookahead, due Fri 20 Nov 2026, 14:00 (Europe/London)';

function subjectsOf(mails: readonly { readonly subject: string }[]) {
  return mails.map(({ subject }) => subject);
}

/** Without the night shift's report, which would be due at 15:30, and late an hour later. */
const weeklyAlone = { reports: ['weekly'] };

describe('a check', () => {
  it('finds nothing to do if everything was sent, and settles the dispatch at its deadline', async () => {
    const { services, check, processJobs, mails } = await aScheduledSite(weeklyAlone);
    await handleDispatchEvent(firing, services);
    await processJobs();
    expect(await check('2026-11-20T14:10:00Z')).toMatchObject({
      dispatches: [{ open: 0, added: 0, settled: false }],
      mails: [],
    });
    expect(await check('2026-11-21T14:00:00Z')).toMatchObject({ dispatches: [{ settled: true }] });
    expect(await check('2026-11-21T14:10:00Z')).toEqual({ dispatches: [], mails: [] });
    expect(services.queue.sent).toEqual([]);
    expect(await mails()).toEqual([]);
    expect(services.log.counted.get('ManifestMissing')).toBe(0);
  });

  it('queues a report with a lost job again after half an hour, once', async () => {
    const { services, check, processJobs } = await aScheduledSite();
    await handleDispatchEvent(firing, services);
    services.queue.sent.length = 0;
    await check('2026-11-20T14:20:00Z');
    expect(services.queue.sent).toEqual([]);
    await check('2026-11-20T14:30:00Z');
    await check('2026-11-20T14:40:00Z');
    expect(services.queue.sent).toMatchObject([{ job: { report: 'weekly', attempt: 1 } }]);
    expect(services.log.lines).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        message: 'checked',
        fields: { dispatches: 1, queuedAgain: 1 },
      }),
    );
    await processJobs();
    expect(services.mailer.taken).toHaveLength(1);
  });

  it('writes the manifest of a schedule that has not fired, and raises the alarm once', async () => {
    const { services, check, processJobs } = await aScheduledSite();
    expect(await check('2026-11-20T14:09:00Z')).toMatchObject({ dispatches: [] });
    expect(await check('2026-11-20T14:10:00Z')).toMatchObject({
      dispatches: [{ manifestMissing: true, added: 1, open: 1, schedule: { cron: '0 14 * * FRI' } }],
    });
    await check('2026-11-20T14:20:00Z');
    expect(services.log.counted.get('ManifestMissing')).toBe(1);
    expect(services.log.counted.get('DueAdded')).toBeUndefined();
    expect(services.log.lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        message: 'the manifest was missing, and has been written',
        fields: expect.objectContaining({ cron: '0 14 * * FRI', timeZone: 'Europe/London', added: 1 }),
      }),
    );
    await processJobs();
    expect(services.mailer.taken).toHaveLength(1);
  });

  it('adds a report that was configured after its schedule fired, and raises the alarm', async () => {
    const { services, check, processJobs } = await aScheduledSite();
    const { configuration } = services;
    const [weekly] = configuration.reports;
    if (!weekly) throw new Error('There is no report.');
    await handleDispatchEvent(firing, services);
    await processJobs();
    services.clock.advance({ hours: 3 });
    const late = { ...weekly, key: 'late', name: 'Late' };
    const changed = {
      ...services,
      configuration: { ...configuration, reports: [...configuration.reports, late] },
    };
    const event = { reconcile: 'check', scheduledTime: '2026-11-20T17:00:05Z' };
    await handleDispatchEvent(nights, services);
    await processJobs();
    expect(await handleReconcileEvent(event, changed)).toMatchObject({
      dispatches: [{ manifestMissing: false, added: 1, open: 1 }, { added: 0 }],
    });
    expect(services.log.counted.get('DueAdded')).toBe(1);
    expect(services.queue.sent).toMatchObject([{ job: { report: 'late' } }]);
    await check('2026-11-20T17:10:00Z');
    expect(services.queue.sent).toHaveLength(1);
  });

  it('adds a report with a later deadline than all others of its dispatch', async () => {
    const { services, processJobs } = await aScheduledSite({
      weekly: { deliverWithin: '6' },
      reports: ['weekly'],
    });
    const [weekly] = services.configuration.reports;
    if (!weekly) throw new Error('There is no report.');
    const configuration = {
      ...services.configuration,
      reports: [weekly, { ...weekly, key: 'late', name: 'Late', deliverWithin: 24 }],
    };
    await handleDispatchEvent(firing, services);
    await processJobs();
    // One deployment loses the report 'late', and another one restores it after the first report's deadline.
    const without = {
      ...configuration,
      reports: [weekly, { ...weekly, key: 'other', deliverWithin: 24, when: undefined }],
    };
    services.clock.advance({ hours: 7 });
    const event = { reconcile: 'check', scheduledTime: '2026-11-20T21:00:05Z' };
    await handleReconcileEvent(event, { ...services, configuration: without });
    await handleReconcileEvent(event, { ...services, configuration });
    expect(services.queue.sent).toMatchObject([{ job: { report: 'late' } }]);
  });

  it('adds a report if its window has an issue only from an earlier day, and not if it has one made after the due time', async () => {
    const { services } = await aScheduledSite({ reports: ['weekly'] });
    const [weekly] = services.configuration.reports;
    if (!weekly) throw new Error('There is no report.');
    await handleDispatchEvent(firing, services);
    const made = (report: string, runId: string) =>
      services.store.objects.set(
        `issues/riverside/${report}/2026-11-23_2026-11-29/${runId}/issue.json`,
        new Uint8Array(),
      );
    made('daily', '2026-11-19T14-00-00Z');
    made('moved', '2026-11-20T15-30-00Z');
    const others = ['daily', 'moved'].map((key) => ({ ...weekly, key, name: key }));
    const configuration = { ...services.configuration, reports: [weekly, ...others] };
    services.clock.advance({ hours: 3 });
    const event = { reconcile: 'check', scheduledTime: '2026-11-20T17:00:05Z' };
    await handleReconcileEvent(event, { ...services, configuration });
    expect(services.queue.sent.map(({ job }) => job.report)).toEqual(['weekly', 'daily']);
  });

  it('raises no alarm for reports that were due before the stack existed', async () => {
    const services = aWorld();
    services.clock.advance({ hours: 4 });
    const event = { reconcile: 'check', scheduledTime: '2026-11-20T18:00:00Z' };
    expect(await handleReconcileEvent(event, services)).toEqual({ dispatches: [], mails: [] });
  });

  it('makes configured reports due again if a manifest is damaged, then fails with its key', async () => {
    const { services, check } = await aScheduledSite();
    await handleDispatchEvent(firing, services);
    const [broken = ''] = [...services.store.objects.keys()].filter((key) =>
      key.endsWith('/manifest-1.json'),
    );
    services.store.objects.set(broken, new TextEncoder().encode('{"version":1'));
    services.queue.sent.length = 0;
    await expect(check('2026-11-20T15:40:00Z')).rejects.toThrow(
      `1 dispatch or request could not be checked. The run store's object ${broken} cannot be read`,
    );
    expect(services.queue.sent.map(({ job }) => job.runId).sort()).toEqual([
      '2026-11-20T14-00-00Z',
      '2026-11-20T15-30-00Z',
    ]);
  });

  it('looks back further if the record of the last check cannot be read', async () => {
    const { services, check } = await aScheduledSite();
    for (const key of services.store.objects.keys()) {
      if (key.startsWith('looked/')) services.store.objects.set(key, new Uint8Array());
    }
    await handleDispatchEvent(firing, services);
    services.queue.sent.length = 0;
    await check('2026-11-20T14:31:00Z');
    expect(services.queue.sent).toHaveLength(1);
  });

  it('checks reports that were due by a schedule that is no longer configured', async () => {
    const { services, check, processJobs, mails } = await aScheduledSite();
    services.mailer.answers.push({ kind: 'failed', reason: 'No such address.' });
    await handleDispatchEvent(firing, services);
    await processJobs();
    services.clock.advance({ minutes: 10 });
    const event = { reconcile: 'check', scheduledTime: '2026-11-20T14:10:05Z' };
    const reports = services.configuration.reports.filter(({ key }) => key !== 'weekly');
    const configuration = { ...services.configuration, reports };
    expect(await handleReconcileEvent(event, { ...services, configuration })).toMatchObject({
      dispatches: [{ open: 0, settled: false }],
    });
    expect(await mails()).toEqual([]);
    await check('2026-11-20T14:30:00Z');
    await check('2026-11-20T15:40:00Z');
    expect(subjectsOf(await mails())).toEqual([`Messages not sent: ${due}`]);
  });

  it.each([[{}], [{ reconcile: 'pass' }], [{ source: 'aws.ses', detail: {} }]])(
    'is refused for the event %j',
    async (event) => {
      await expect(handleReconcileEvent(event, aWorld())).rejects.toThrow(/^The event is not/);
    },
  );
});

describe('the contact', () => {
  it('is notified of a problem that a person has to correct, again at the deadline, with the command that sends the report', async () => {
    const { services, planning, check, processJobs, mails } = await aScheduledSite(weeklyAlone);
    await handleDispatchEvent(firing, services);
    for (let hour = 0; hour < 25; hour += 1) {
      planning.answers.splice(0, 10, ...refusals(401));
      await processJobs();
      services.clock.advance({ minutes: 50 });
      await check(services.clock.now().toString());
      services.clock.advance({ minutes: 10 });
    }
    expect(subjectsOf(await mails())).toEqual([
      `Needs you: the key is not accepted · ${due}`,
      `Not delivered: ${due}`,
    ]);
    expect(services.log.counted.get('ActionNeeded')).toBe(1);
    expect(services.log.counted.get('ReportsFailed')).toBe(1);
    const [first, last] = await mails();
    for (const mail of [first, last])
      expect(mail?.words).toContain('check that the secret lookahead/planning is current');
    expect(last?.text).toContain(
      'aws lambda invoke --region eu-west-2 --function-name lookahead-test-report --cli-binary-format raw-in-base64-out --cli-read-timeout 0',
    );
    expect(JSON.stringify([services.log.lines, first, last])).not.toContain(siteKey);
    expect(services.log.lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'the contact was notified: over' }),
    );
    expect(JSON.stringify(services.log.lines)).not.toContain('@');

    // When the key is corrected, the command in the mail sends the report. The log has it too, for people without the
    // mail.
    planning.answers.splice(0);
    const [command = ''] = /aws lambda invoke .*/.exec(last?.text ?? '') ?? [];
    expect(services.log.lines).toContainEqual(
      expect.objectContaining({ level: 'error', fields: expect.objectContaining({ command }) }),
    );
    const payload = /--payload '(\{.*\})'/.exec(command)?.[1] ?? '';
    const answer = await carryOutReportRequest(JSON.parse(payload), anInvocation(), services);
    expect(answer).toMatchObject({ ok: true, reports: [{ outcome: 'delivered', issueNumber: 1 }] });
    const again = await carryOutReportRequest(JSON.parse(payload), anInvocation(), services);
    expect(again).toMatchObject({ ok: true, reports: [{ outcome: 'already delivered' }] });
  });

  it('is notified of a late report after an hour, and again once it is delivered after all', async () => {
    const { services, planning, check, processJobs, mails } = await aScheduledSite(weeklyAlone);
    planning.answers.push(new Response('{}', { status: 429, headers: { 'retry-after': '600' } }));
    await handleDispatchEvent(firing, services);
    await processJobs();
    await check('2026-11-20T14:59:00Z');
    expect(await mails()).toEqual([]);
    await check('2026-11-20T15:00:00Z');
    await check('2026-11-20T15:10:00Z');
    await processJobs();
    await check('2026-11-20T15:50:00Z');
    expect(subjectsOf(await mails())).toEqual([`Late: ${due}`]);
    await check('2026-11-20T16:00:00Z');
    await check('2026-11-20T17:10:00Z');
    expect(subjectsOf(await mails())).toEqual([`Late: ${due}`, `Delivered after all: ${due}`]);
    expect(services.log.counted.get('ReportsFailed')).toBeUndefined();
  });

  it('is notified after two hours if the report waits for its turn in a queue that drains', async () => {
    const { services, check, mails } = await aScheduledSite(weeklyAlone);
    await handleDispatchEvent(firing, services);
    await check('2026-11-20T15:50:00Z');
    expect(await mails()).toEqual([]);
    await check('2026-11-20T16:00:00Z');
    expect(subjectsOf(await mails())).toEqual([`Late: ${due}`]);
    expect((await mails())[0]?.words).toContain('No attempt has failed; it is still waiting for its turn.');
  });

  it('gets another mail at the next check if one was refused', async () => {
    const { services, check, mails } = await aScheduledSite(weeklyAlone);
    await handleDispatchEvent(firing, services);
    services.queue.sent.length = 0;
    const reason = 'planner@example.com was throttled';
    const refusal = { kind: 'refused', cause: 'retryable', reason } as const;
    services.mailer.answers.push(...Array.from({ length: 10 }, () => refusal));
    expect(await check('2026-11-20T15:00:00Z')).toMatchObject({
      mails: [{ facts: [expect.stringMatching(/^late:/)], outcome: 'pending' }],
    });
    expect(services.log.lines).toContainEqual(
      expect.objectContaining({
        message: 'the contact could not be notified yet: late',
        fields: expect.objectContaining({ reason: expect.stringMatching(/ was throttled$/) }),
      }),
    );
    expect(JSON.stringify(services.log.lines)).not.toContain('@');
    await check('2026-11-20T15:10:00Z');
    expect(await mails()).toHaveLength(1);
  });

  it('is notified again, marked as resent, if the answer to a mail was lost', async () => {
    const { services, check, mails } = await aScheduledSite(weeklyAlone);
    await handleDispatchEvent(firing, services);
    services.queue.sent.length = 0;
    services.mailer.answers.push('lost');
    for (const at of ['15:00', '15:10', '15:20', '15:30', '15:35', '15:40', '15:50']) {
      await check(`2026-11-20T${at}:10Z`);
    }
    await check('2026-11-20T17:10:00Z');
    expect(subjectsOf(await mails())).toEqual([`Late: ${due}`, `Late: ${due} (resent)`]);
  });

  it('is notified of a message that will never be accepted, with what to do', async () => {
    const { services, check, processJobs, mails } = await aScheduledSite(weeklyAlone);
    services.mailer.answers.push({ kind: 'failed', reason: 'No such address.' });
    await handleDispatchEvent(firing, services);
    await processJobs();
    await check('2026-11-20T14:20:00Z');
    expect(await mails()).toEqual([]);
    await check('2026-11-20T14:30:00Z');
    await check('2026-11-20T15:40:00Z');
    expect(subjectsOf(await mails())).toEqual([`Messages not sent: ${due}`]);
    expect((await mails())[0]?.words).toContain('No such address. Once the address is corrected');
    expect(services.log.counted.get('ReportsFailed')).toBe(1);
  });

  it('is notified of a message that may have been sent and is held', async () => {
    const { services, check, mails, processJobs } = await aScheduledSite({
      ...weeklyAlone,
      weekly: { onAmbiguous: 'hold' },
    });
    services.mailer.answers.push('lost');
    await handleDispatchEvent(firing, services);
    await processJobs();
    services.clock.advance({ minutes: 36 });
    await processJobs();
    await check('2026-11-20T14:50:00Z');
    expect(services.mailer.taken.map(({ recipients }) => recipients)).toEqual([
      ['works.manager@example.com', 'deputy@example.com'],
      ['planner@example.com'],
    ]);
    expect((await mails())[0]?.words).toMatch(/Ask a recipient whether it has\s+arrived/);
    expect(services.log.counted.get('ReportsFailed')).toBe(1);
  });
});

describe('a message with a lost answer', () => {
  const evidence = (run: string) => ({
    eventType: 'Send',
    mail: {
      timestamp: '2026-11-20T14:00:07.123Z',
      messageId: 'ses-1',
      tags: { run: [run], message: ['everyone'], 'ses:source-ip': ['192.0.2.1'] },
    },
    send: {},
  });
  const run = 'riverside__weekly__2026-11-23_2026-11-29__2026-11-20T14-00-00Z';
  const at = 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/mail/everyone/';

  it('counts as sent if SES’s own record shows it, and is not sent again', async () => {
    const { services, check, processJobs } = await aScheduledSite();
    services.mailer.answers.push('lost');
    await handleDispatchEvent(firing, services);
    await processJobs();
    expect(await receiveSesEvent(evidence(run), services)).toEqual([`${at}event-send.json`]);
    await receiveSesEvent(evidence(run), services);
    await check('2026-11-20T14:40:00Z');
    await processJobs();
    expect(services.mailer.taken).toHaveLength(1);
    expect(jsonOfObject(services.store.objects.get(`${at}sent.json`))).toMatchObject({
      known: 'evidence',
      messageId: 'ses-1',
    });
  });

  it('is sent again, marked as resent, if there is no record of it', async () => {
    const { services, check, processJobs } = await aScheduledSite();
    services.mailer.answers.push('lost');
    await handleDispatchEvent(firing, services);
    await processJobs();
    await check('2026-11-20T14:40:00Z');
    await processJobs();
    expect(services.mailer.taken).toHaveLength(2);
    expect(Buffer.from(services.mailer.taken[1]?.raw ?? []).toString()).toMatch(
      /^Subject: .*(?:\r\n .*)?\(resent\)/m,
    );
    await check('2026-11-20T15:10:00Z');
    expect(services.queue.sent).toEqual([]);
  });

  it.each([['someone-else'], ['../../etc__x'], ['riverside__weekly__2026-11-23_2026-11-29__..']])(
    'is not settled by an SES event with the invalid run name %s',
    async (name) => {
      const services = aWorld();
      expect(await receiveSesEvent(evidence(name), services)).toEqual([]);
      expect(services.store.objects.size).toBe(0);
    },
  );
});

describe('a job that crashes the function each time', () => {
  it('is brought back twice, hours apart; then its contact is notified, with the command that sends the report', async () => {
    const { services, check, mails } = await aScheduledSite(weeklyAlone);
    await handleDispatchEvent(firing, services);
    for (const broughtBack of [0, 1, 2]) {
      const [queued] = services.queue.sent.splice(0);
      expect(queued).toMatchObject({ job: { broughtBack } });
      if (queued) await processDeadLetter(aReceivedJob(queued.job, 6), services);
      services.clock.advance({ hours: 2 });
    }
    expect(services.queue.sent).toEqual([]);
    expect(services.log.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { message: 'brought back', fields: { project: 'riverside', report: 'weekly' } },
      { message: 'brought back' },
      { message: 'given up' },
    ]);
    expect(await mails()).toEqual([]);
    services.clock.advance({ minutes: 10 });
    await check(services.clock.now().toString());
    await check('2026-11-21T14:10:00Z');
    expect(subjectsOf(await mails())).toEqual([`Not delivered: ${due}`]);
    expect((await mails())[0]?.words).toContain('--payload');
    expect(services.log.counted.get('ReportsFailed')).toBe(1);
  });

  it('is ignored if it was delivered meanwhile', async () => {
    const { services, check, processJobs, mails } = await aScheduledSite();
    await handleDispatchEvent(firing, services);
    const [queued] = services.queue.sent;
    await processJobs();
    if (queued) await processDeadLetter(aReceivedJob(queued.job, 6), services);
    await check('2026-11-20T14:10:00Z');
    expect(await mails()).toEqual([]);
    expect([...services.store.objects.keys()].filter((key) => key.includes('dead-letter'))).toEqual([]);
  });

  it('stays in its queue until it is brought back', async () => {
    const { services } = await aScheduledSite();
    await handleDispatchEvent(firing, services);
    const [queued] = services.queue.sent.splice(0);
    if (!queued) throw new Error('No job was queued.');
    services.queue.capacity = 0;
    await expect(processDeadLetter(aReceivedJob(queued.job, 6), services)).rejects.toThrow('were not taken');
    services.queue.capacity = Number.POSITIVE_INFINITY;
    await processDeadLetter(aReceivedJob(queued.job, 7), services);
    expect(services.queue.sent).toMatchObject([
      { job: { broughtBack: 1, notBefore: '2026-11-20T16:00:05Z' }, delaySeconds: 900 },
    ]);
  });

  it('is dropped and logged, without its text, if it is not a valid job', async () => {
    const services = aWorld();
    await processDeadLetter(aReceivedJob(`not a job ${siteKey}`), services);
    expect(services.log.lines).toMatchObject([{ level: 'error', fields: { messageId: 'm-1' } }]);
    expect(JSON.stringify(services.log.lines)).not.toContain(siteKey);
  });
});
