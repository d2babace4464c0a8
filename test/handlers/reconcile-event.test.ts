import { describe, expect, test } from 'vitest';
import { answerRequest } from '../../functions/handlers/answer-request.ts';
import { dispatchSchedule } from '../../functions/handlers/dispatch-schedule.ts';
import { handleDeadLetter } from '../../functions/handlers/handle-dead-letter.ts';
import { processJob } from '../../functions/handlers/process-job.ts';
import { reconcile } from '../../functions/handlers/reconcile-event.ts';
import { jsonOf } from '../support/builders/a-delivery.ts';
import { aScheduledSite, firing } from '../support/builders/a-scheduled-site.ts';
import { aLambdaContext, aReceivedJob, aSiteConfiguration, fakeServices } from '../support/fake-services.ts';
import { siteKey } from '../support/planning/planning-on-loopback.ts';

describe('a check', () => {
  test('finds nothing to do where everything was sent', async () => {
    const { services, check, processJobs } = await aScheduledSite();
    await dispatchSchedule(firing, services);
    await processJobs();
    expect(await check('2026-11-20T14:30:10Z')).toEqual({ kind: 'checked', dispatches: [] });
    expect(services.queue.sent).toEqual([]);
    expect(services.metrics.counted.get('ManifestMissing')).toBe(0);
  });

  test('queues outstanding reports again, once per check', async () => {
    const { services, check, processJobs } = await aScheduledSite();
    await dispatchSchedule(firing, services);
    services.queue.sent.length = 0;
    expect(await check('2026-11-20T14:20:00Z')).toMatchObject({ dispatches: [] });
    expect(await check('2026-11-20T14:30:10Z')).toMatchObject({
      dispatches: [{ kind: 'queued', check: 1, outstanding: 1 }],
    });
    expect(await check('2026-11-20T15:00:10Z')).toMatchObject({ dispatches: [] });
    expect(services.queue.sent).toHaveLength(1);
    await processJobs();
    expect(services.mailer.taken).toHaveLength(1);
    expect(await check('2026-11-20T16:00:10Z')).not.toMatchObject({ dispatches: [{ check: 2 }] });
  });

  test('raises the alarm where a schedule has not fired', async () => {
    const { services, check } = await aScheduledSite();
    await dispatchSchedule(firing, services);
    expect(await check('2026-11-20T16:05:00Z')).toMatchObject({
      dispatches: [{ kind: 'queued' }, { kind: 'manifest missing', schedule: { cron: '30 15 * * FRI' } }],
    });
    expect(services.metrics.counted.get('ManifestMissing')).toBe(1);
    expect(services.log.lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'the manifest is missing' }),
    );
  });

  test('raises none for what was due before the stack existed', async () => {
    const services = fakeServices(aSiteConfiguration());
    services.clock.advance({ hours: 4 });
    const event = { reconcile: 'check', scheduledTime: '2026-11-20T18:00:00Z' };
    expect(await reconcile(event, services)).toEqual({ kind: 'checked', dispatches: [] });
  });

  test('five hours later notifies the contact of the rest, in one mail, once', async () => {
    const { services, planning, check, processJobs, notices } = await aScheduledSite();
    const down = () => new Response(`{"message":"${siteKey}"}`, { status: 403 });
    planning.answers.push(...Array.from({ length: 5 }, down));
    await dispatchSchedule(firing, services);
    await processJobs();
    // The schedule of 15:30 has fired too, and its job was lost.
    await dispatchSchedule(
      { ...firing, cron: '30 15 * * FRI', scheduledTime: '2026-11-20T15:30:00Z' },
      services,
    );
    services.queue.sent.length = 0;
    expect(await check('2026-11-20T19:01:00Z')).toMatchObject({
      dispatches: [
        { kind: 'notified', check: 3, outstanding: 1 },
        { kind: 'queued', check: 2, outstanding: 1 },
      ],
    });
    await check('2026-11-20T19:31:00Z');
    await check('2026-11-20T20:01:00Z');
    const [mail = '', ...more] = notices();
    expect(more).toEqual([]);
    const text = mail.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
    expect(text).toMatch(/^Subject: Not delivered so far: riverside, weekly/m);
    expect(text).toContain('the secret lookahead/planning');
    expect(text).toContain(
      'aws lambda invoke --function-name lookahead-test-report --cli-binary-format raw-in-base64-out --cli-read-timeout 0',
    );
    expect(text).not.toContain(siteKey);
  });

  test('checks the rest where one manifest cannot be read, then fails with its key', async () => {
    const { services, check } = await aScheduledSite();
    await dispatchSchedule(firing, services);
    const [broken = ''] = [...services.store.objects.keys()].filter((key) => key.endsWith('/manifest.json'));
    services.store.objects.set(broken, new TextEncoder().encode('{"version":1'));
    await dispatchSchedule(
      { ...firing, cron: '30 15 * * FRI', scheduledTime: '2026-11-20T15:30:00Z' },
      services,
    );
    services.queue.sent.length = 0;
    await expect(check('2026-11-20T16:05:00Z')).rejects.toThrow(
      `1 dispatch or request could not be checked. The run store's object ${broken} cannot be read`,
    );
    expect(services.queue.sent.map(({ job }) => job.runId)).toEqual(['2026-11-20T15-30-00Z']);
  });

  test('checks what is due where the start of its schedule cannot be read', async () => {
    const { services, check } = await aScheduledSite();
    for (const key of services.store.objects.keys()) {
      if (key.startsWith('schedules/')) services.store.objects.set(key, new Uint8Array());
    }
    await dispatchSchedule(firing, services);
    services.queue.sent.length = 0;
    expect(await check('2026-11-20T14:31:00Z')).toMatchObject({ dispatches: [{ kind: 'queued' }] });
    await expect(check('2026-11-20T16:05:00Z')).rejects.toThrow(
      /^1 dispatch or request could not be checked.* schedules\/\w+\.json/,
    );
    expect(services.queue.sent).toHaveLength(2);
  });

  test('queues a report whose issue cannot be read, so that its contact is notified', async () => {
    const { services, check, processJobs } = await aScheduledSite();
    await dispatchSchedule(firing, services);
    await processJobs();
    const [broken = ''] = [...services.store.objects.keys()].filter((key) => key.endsWith('/issue.json'));
    services.store.objects.set(broken, new TextEncoder().encode('not JSON'));
    expect(await check('2026-11-20T14:30:10Z')).toMatchObject({
      dispatches: [{ kind: 'queued', check: 1, outstanding: 1 }],
    });
  });

  test('sends the same notice again where the mail was refused', async () => {
    const { services, check, notices } = await aScheduledSite();
    await dispatchSchedule(firing, services);
    const refusal = { kind: 'refused', cause: 'retryable', reason: 'throttled' } as const;
    services.mailer.answers.push(refusal, refusal, refusal);
    expect(await check('2026-11-20T19:01:00Z')).toMatchObject({
      dispatches: expect.arrayContaining([
        expect.objectContaining({ kind: 'not notified', reason: 'throttled' }),
      ]),
    });
    await check('2026-11-20T19:31:00Z');
    expect(notices()).toHaveLength(1);
  });

  test('checks what was due by a schedule that is no longer configured', async () => {
    const { services, processJobs } = await aScheduledSite();
    await dispatchSchedule(firing, services);
    services.queue.sent.length = 0;
    services.clock.advance({ minutes: 31 });
    const [weekly, ...reports] = services.configuration.reports;
    if (!weekly) throw new Error('There is no report.');
    const configuration = {
      ...services.configuration,
      reports: [{ ...weekly, when: { cron: '0 15 * * FRI' } }, ...reports],
    };
    const check = { reconcile: 'check', scheduledTime: '2026-11-20T14:31:00Z' };
    expect(await reconcile(check, { ...services, configuration })).toMatchObject({
      dispatches: [{ kind: 'queued', check: 1, outstanding: 1 }],
    });
    expect(await reconcile(check, { ...services, configuration })).toMatchObject({ dispatches: [] });
    await processJobs();
    expect(services.mailer.taken).toHaveLength(1);
  });

  test('ignores dead letters: their contact has been notified', async () => {
    const { services, check, notices } = await aScheduledSite();
    await dispatchSchedule(firing, services);
    for (const { job } of services.queue.sent.splice(0)) await handleDeadLetter(aReceivedJob(job), services);
    await check('2026-11-20T14:31:00Z');
    expect(services.queue.sent).toEqual([]);
    await check('2026-11-20T19:01:00Z');
    expect(notices()).toHaveLength(1);
  });

  test.each([[{}], [{ reconcile: 'pass' }], [{ source: 'aws.ses', detail: {} }]])(
    'is nothing that %j asks for',
    async (event) => {
      await expect(reconcile(event, fakeServices(aSiteConfiguration()))).rejects.toThrow(/^The event is not/);
    },
  );
});

describe('a message whose answer was lost', () => {
  const evidence = (run: string) => ({
    source: 'aws.ses',
    'detail-type': 'Email Sent',
    detail: {
      eventType: 'Send',
      mail: {
        timestamp: '2026-11-20T14:00:07.123Z',
        messageId: 'ses-1',
        tags: { run: [run], message: ['everyone'], 'ses:source-ip': ['192.0.2.1'] },
      },
      send: {},
    },
  });
  const run = 'riverside__weekly__2026-11-23_2026-11-29__2026-11-20T14-00-00Z';
  const at = 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/mail/everyone/';

  test('is known to be sent by SES’s own record, and not sent again', async () => {
    const { services, check, processJobs } = await aScheduledSite();
    services.mailer.answers.push('lost');
    await dispatchSchedule(firing, services);
    await processJobs();
    expect(await reconcile(evidence(run), services)).toEqual({
      kind: 'evidence',
      key: `${at}event-send.json`,
    });
    await reconcile(evidence(run), services);
    await check('2026-11-20T16:00:10Z');
    await processJobs();
    expect(services.mailer.taken).toHaveLength(1);
    expect(jsonOf(services.store.objects.get(`${at}sent.json`))).toMatchObject({
      known: 'evidence',
      messageId: 'ses-1',
    });
  });

  test('is sent again, marked as resent, where there is no record of it', async () => {
    const { services, check, processJobs } = await aScheduledSite();
    services.mailer.answers.push('lost');
    await dispatchSchedule(firing, services);
    await processJobs();
    await check('2026-11-20T14:36:00Z');
    await processJobs();
    expect(services.mailer.taken).toHaveLength(2);
    expect(Buffer.from(services.mailer.taken[1]?.raw ?? []).toString()).toMatch(/^Subject: .*\(resent\)/m);
    await check('2026-11-20T16:00:10Z');
    expect(services.queue.sent.filter(({ job }) => job.report === 'weekly')).toEqual([]);
  });

  test.each([['someone-else'], ['../../etc__x'], ['riverside__weekly__2026-11-23_2026-11-29__..']])(
    'is not looked for under %s',
    async (name) => {
      const services = fakeServices(aSiteConfiguration());
      expect(await reconcile(evidence(name), services)).toEqual({ kind: 'evidence', key: null });
      expect(services.store.objects.size).toBe(0);
    },
  );
});

describe('a message that failed permanently, whose contact could not be notified', () => {
  async function pendingNotice() {
    const site = await aScheduledSite();
    const { services } = site;
    services.mailer.answers.push({ kind: 'failed', reason: 'no such address' }, 'lost');
    await dispatchSchedule(firing, services);
    const [queued] = services.queue.sent.splice(0);
    if (!queued) throw new Error('No job was queued.');
    await expect(processJob(aReceivedJob(queued.job), aLambdaContext(), services)).rejects.toThrow(
      /the contact/,
    );
    return { ...site, job: queued.job };
  }

  test('is retried when it can be determined whether the notice was sent', async () => {
    const { services, job, notices } = await pendingNotice();
    expect(services.queue.retried).toEqual([{ receipt: 'receipt-1', seconds: 35 * 60 }]);
    services.clock.advance({ minutes: 36 });
    await processJob(aReceivedJob(job, 2), aLambdaContext(), services);
    expect(notices().map((mail) => /\(resent\)/.test(mail))).toEqual([false, true]);
  });

  test('is reported by the next check, although the queue has lost the job', async () => {
    const { check, processJobs, notices } = await pendingNotice();
    await check('2026-11-20T14:36:00Z');
    await processJobs();
    expect(notices()).toHaveLength(2);
    expect(await check('2026-11-20T16:01:00Z')).toMatchObject({
      dispatches: expect.not.arrayContaining([expect.objectContaining({ kind: 'queued' })]),
    });
  });

  test('is reported with its cause where the retries are used up', async () => {
    const { services, job, notices } = await pendingNotice();
    await handleDeadLetter(aReceivedJob(job, 6), services);
    expect(notices().at(-1)?.replaceAll(/=\r\n/g, '')).toMatch(
      /Subject: Not delivered: [\s\S]*no such address/,
    );
  });
});

describe('a job whose retries are used up', () => {
  test('is recorded, and the contact notified once, with cause, remedy and how to send it', async () => {
    const { services, planning, processJobs, notices } = await aScheduledSite();
    const refusal = () => new Response(`{"message":"${siteKey}"}`, { status: 401 });
    planning.answers.push(...Array.from({ length: 5 }, refusal));
    await dispatchSchedule(firing, services);
    const [queued] = services.queue.sent;
    if (!queued) throw new Error('No job was queued.');
    await processJobs();
    await handleDeadLetter(aReceivedJob(queued.job, 6), services);
    await handleDeadLetter(aReceivedJob(queued.job, 7), services);
    expect(services.metrics.counted.get('ReportsFailed')).toBe(1);
    const { dispatchId } = queued.job;
    const failed = await services.store.get(`dispatches/${dispatchId}/dead-letters/riverside_weekly.json`);
    expect(jsonOf(failed)).toMatchObject({ cause: expect.stringContaining('the secret lookahead/planning') });
    const [mail = '', ...more] = notices();
    expect(more).toEqual([]);
    const text = mail.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
    expect(text).toMatch(/^Subject: Not delivered: Riverside Tower, Weekly lookahead/m);
    expect(text).toContain('Check that the secret lookahead/planning is current');
    expect(text).not.toContain(siteKey);

    // Once the key is corrected, the command in the mail sends the report.
    planning.answers.splice(0);
    const payload = /--payload '(\{.*\})'/.exec(text)?.[1] ?? '';

    const answer = await answerRequest(JSON.parse(payload), aLambdaContext(), services);
    expect(answer).toMatchObject({ ok: true, reports: [{ outcome: 'delivered', issueNumber: 1 }] });
    const again = await answerRequest(JSON.parse(payload), aLambdaContext(), services);
    expect(again).toMatchObject({ ok: true, reports: [{ outcome: 'already delivered' }] });
  });

  test('but was delivered meanwhile needs no notice', async () => {
    const { services, processJobs, notices } = await aScheduledSite();
    await dispatchSchedule(firing, services);
    const [queued] = services.queue.sent;
    await processJobs();
    if (queued) await handleDeadLetter(aReceivedJob(queued.job, 6), services);
    expect(notices()).toEqual([]);
    expect([...services.store.objects.keys()].filter((key) => key.includes('/dead-letters/'))).toEqual([]);
  });

  test('stays in its queue until the contact is notified', async () => {
    const { services, notices } = await aScheduledSite();
    await dispatchSchedule(firing, services);
    const [queued] = services.queue.sent;
    if (!queued) throw new Error('No job was queued.');
    services.mailer.answers.push('lost');
    await expect(handleDeadLetter(aReceivedJob(queued.job), services)).rejects.toThrow(
      /could not be notified yet/,
    );
    services.clock.advance({ minutes: 36 });
    await handleDeadLetter(aReceivedJob(queued.job), services);
    expect(notices().map((mail) => /\(resent\)/.test(mail))).toEqual([false, true]);
    expect(services.metrics.counted.get('ReportsFailed')).toBe(1);
  });

  test('and is not a valid job is dropped and logged, without its text', async () => {
    const services = fakeServices(aSiteConfiguration());
    await handleDeadLetter(aReceivedJob(`not a job ${siteKey}`), services);
    expect(services.log.lines).toMatchObject([{ level: 'error', fields: { messageId: 'm-1' } }]);
    expect(JSON.stringify(services.log.lines)).not.toContain(siteKey);
    expect(services.metrics.counted.get('ReportsFailed')).toBe(1);
  });
});
