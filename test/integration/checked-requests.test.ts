import { describe, expect, it } from 'vitest';
import { carryOutReportRequest } from '#queue/carry-out-report-request.ts';
import { anInvocation } from '../support/a-world.ts';
import { aScheduledSite } from '../support/builders/a-scheduled-site.ts';
import type { RecordingMailer } from '../support/recording-mailer.ts';

/** Whether the mail contains the command that repeats the request with its run id. */
const isOfFirst = ({ text }: { readonly text: string }) => text.includes('"runId":"first"');
/** For each copy of the message: whether it is marked as resent. */
const copiesOfFirst = ({ mailer }: { readonly mailer: RecordingMailer }) =>
  mailer.taken
    .filter(({ run }) => run.endsWith('__run-first'))
    .map(({ raw }) => /\(resent\)/.test(Buffer.from(raw).toString()));

describe('a report that was requested', () => {
  const request = { project: 'riverside', report: 'weekly', mode: 'send', runId: 'first' };

  it('is checked once if it was sent', async () => {
    const { services, check } = await aScheduledSite();
    await carryOutReportRequest(request, anInvocation(), services);
    const runFirst = expect.objectContaining({ dispatchId: 'run-first' });
    expect(await check('2026-11-20T14:31:00Z')).toMatchObject({
      dispatches: expect.arrayContaining([runFirst]),
    });
    expect(await check('2026-11-20T14:41:00Z')).toMatchObject({
      dispatches: expect.not.arrayContaining([runFirst]),
    });
    expect([...services.store.objects.keys()].filter((key) => key.startsWith('requests/'))).toEqual([
      expect.stringMatching(/^requests\/2026-11-20\/run-first\/2026-11-20T14-00-[0-9_]+Z\/request\.json$/),
      expect.stringMatching(/^requests\/2026-11-20\/run-first\/2026-11-20T14-00-[0-9_]+Z\/settled\.json$/),
    ]);
  });

  it('is settled by the queue, like a scheduled report, if the answer of the mail service was lost', async () => {
    const { services, check, processJobs } = await aScheduledSite();
    services.mailer.answers.push('lost');
    const answer = await carryOutReportRequest(request, anInvocation(), services);
    expect(answer).toMatchObject({ ok: false, reports: [{ outcome: 'incomplete' }] });
    expect(await check('2026-11-20T14:36:00Z')).toMatchObject({
      dispatches: expect.arrayContaining([expect.objectContaining({ dispatchId: 'run-first', open: 1 })]),
    });
    await processJobs();
    expect(copiesOfFirst(services)).toEqual([false, true]);
    await check('2026-11-20T16:01:00Z');
    expect(services.queue.sent.filter(({ job }) => job.runId === 'run-first')).toEqual([]);
  });

  it('is neither repeated nor reported to the contact if its caller was told that it failed', async () => {
    const { services, planning, check, mails } = await aScheduledSite();
    planning.answers.push(...Array.from({ length: 5 }, () => new Response('{}', { status: 403 })));
    const answer = await carryOutReportRequest(request, anInvocation(), services);
    expect(answer).toMatchObject({ ok: false, reports: [{ outcome: 'error' }] });
    await check('2026-11-20T14:31:00Z');
    await check('2026-11-20T19:01:00Z');
    expect(services.queue.sent.filter(({ job }) => job.runId === 'run-first')).toEqual([]);
    expect((await mails()).filter(isOfFirst)).toEqual([]);
  });

  it('does not stop the check of other requests if its request cannot be read', async () => {
    const { services, check } = await aScheduledSite();
    const broken = 'requests/2026-11-20/run-a/2026-11-20T14-00-00Z/request.json';
    services.store.objects.set(broken, new TextEncoder().encode('{"version":1}'));
    services.store.objects.set('requests/2026-11-20/what lies here.json', new Uint8Array());
    await carryOutReportRequest({ ...request, runId: 'z' }, anInvocation(), services);
    await expect(check('2026-11-20T14:40:00Z')).rejects.toThrow(broken);
    expect([...services.store.objects.keys()]).toContainEqual(
      expect.stringMatching(/^requests\/2026-11-20\/run-z\/.*\/settled\.json$/),
    );
  });

  it('is reported to the contact, with its request, if the function died before it could answer', async () => {
    const { services, check, mails } = await aScheduledSite();
    const asked = { ...request, to: ["o'neill@example.com"], weeks: 2 };
    const store = {
      ...services.store,
      list: async (prefix: string, options?: { readonly after?: string }) => {
        if (prefix.startsWith('issues/')) throw new Error('killed');
        return services.store.list(prefix, options);
      },
      putOnce: async (key: string, ...rest: [Uint8Array, string]) => {
        if (key.startsWith('attempts/')) throw new Error('killed');
        return services.store.putOnce(key, ...rest);
      },
    };
    await carryOutReportRequest(asked, anInvocation(), { ...services, store });
    await check('2026-11-20T14:31:00Z');
    expect(services.queue.sent.filter(({ job }) => job.runId === 'run-first')).toEqual([]);
    await check('2026-11-20T19:01:00Z');
    await check('2026-11-20T19:31:00Z');
    const [mail, ...more] = (await mails()).filter(isOfFirst);
    expect(more).toEqual([]);
    const payload = /--payload '([^']*)'/.exec(mail?.text ?? '')?.[1];
    expect(JSON.parse(payload ?? '')).toEqual({ ...asked, mode: 'send' });
    expect(services.log.counted.get('ReportsFailed')).toBe(1);
  });

  it('is reported to the contact if the function died before it wrote the manifest', async () => {
    const { services, check, mails } = await aScheduledSite();
    const store = {
      ...services.store,
      putOnce: async (key: string, ...rest: [Uint8Array, string]) => {
        if (key.endsWith('/manifest-1.json')) throw new Error('killed');
        return services.store.putOnce(key, ...rest);
      },
    };
    await carryOutReportRequest(request, anInvocation(), { ...services, store });
    await check('2026-11-20T14:31:00Z');
    await check('2026-11-20T19:01:00Z');
    const [mail, ...more] = (await mails()).filter(isOfFirst);
    expect(more).toEqual([]);
    expect(mail?.words).toMatch(
      /NOT DELIVERED .* - Riverside Tower, Weekly lookahead, due Fri 20 Nov 2026, 14:00 \(Europe\/London\) .* LATE /,
    );
  });
});

describe('a report that was requested again under the same run id', () => {
  const request = { project: 'riverside', report: 'weekly', mode: 'send', runId: 'first' };

  /**
   * Makes a request whose answer is a failure and that the first check settles. Then half an hour passes, so that the
   * test can make the request again.
   */
  async function askedAgain() {
    const site = await aScheduledSite();
    const { services, planning, check, processJobs } = site;
    planning.answers.push(...Array.from({ length: 5 }, () => new Response('{}', { status: 403 })));
    await carryOutReportRequest(request, anInvocation(), services);
    await check('2026-11-20T14:31:00Z');
    planning.answers.splice(0);
    await processJobs();
    services.clock.advance({ minutes: 30 });
    return site;
  }

  it('is checked again if the answer of the mail service was lost', async () => {
    const { services, check, processJobs } = await askedAgain();
    services.mailer.answers.push('lost');
    const answer = await carryOutReportRequest(request, anInvocation(), services);
    expect(answer).toMatchObject({ ok: false, reports: [{ outcome: 'incomplete' }] });
    await check('2026-11-20T15:40:00Z');
    await processJobs();
    expect(copiesOfFirst(services)).toEqual([false, true]);
  });

  it('is reported to the contact if the function died before it could answer', async () => {
    const { services, check, mails } = await askedAgain();
    const died = async () => {
      throw new Error('killed');
    };
    const store = {
      ...services.store,
      putOnce: async (key: string, ...rest: [Uint8Array, string]) =>
        key.startsWith('attempts/') ? died() : services.store.putOnce(key, ...rest),
    };
    await carryOutReportRequest(request, anInvocation(), { ...services, store, connect: died });
    await check('2026-11-20T20:10:00Z');
    await check('2026-11-20T20:40:00Z');
    expect((await mails()).filter(isOfFirst)).toHaveLength(1);
  });
});

describe('a run id of the caller', () => {
  const first = {
    project: 'riverside',
    report: 'weekly',
    mode: 'send',
    runId: 'first',
    to: ['one@example.com'],
  };

  it.each([
    [
      { ...first, to: ['two@example.com'] },
      /requested with .*one@example\.com.* and not with .*two@example\.com/,
    ],
    [{ ...first, weeks: 2 }, /requested with .* and not with weeks 2, to one@example\.com/],
    [{ ...first, report: 'nights' }, /requested for riverside weekly and not for riverside nights/],
    [{ ...first, report: 'all' }, /requested for riverside weekly and not for riverside nights/],
    [{ ...first, to: ['two@example.com'], mode: 'dry-run' }, /requested with/],
  ])('is refused for another request: %j', async (other, words) => {
    const { services } = await aScheduledSite();
    expect(await carryOutReportRequest(first, anInvocation(), services)).toMatchObject({ ok: true });
    const answer = await carryOutReportRequest(other, anInvocation(), services);
    expect(answer).toMatchObject({ ok: false, error: { problems: [{ property: 'runId' }] } });
    expect(answer.error?.message).toMatch(words);
    expect(services.mailer.taken).toHaveLength(1);
    expect(await carryOutReportRequest(first, anInvocation(), services)).toMatchObject({
      ok: true,
      reports: [{ outcome: 'already delivered' }],
    });
  });
});
