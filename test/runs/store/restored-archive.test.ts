/** The archive is restored from a backup, which lacks what was sent since. */
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { handleReconcileEvent } from '#cloud/reconcile-event.ts';
import { processJob } from '#queue/process-job.ts';
import * as objects from '#runs/store/objects.ts';
import { readRestoredAt, readRestoreGaps, saveArchiveRestored } from '#runs/store/restored-archive.ts';
import { anInvocation, aReceivedJob } from '../../support/a-world.ts';
import { subjectOf } from '../../support/builders/a-delivery.ts';
import { aScheduledSite } from '../../support/builders/a-scheduled-site.ts';
import { createMemoryStore } from '../../support/memory-store.ts';

/** The backup is from Thursday, before the report of Friday 14:00 was sent. It is restored at `at`. */
async function aRestoredSite(at: string, onAmbiguous: 'resend' | 'hold' = 'resend') {
  const site = await aScheduledSite({ reports: ['weekly'] });
  const { services } = site;
  const reports = services.configuration.reports.map((report) => ({ ...report, onAmbiguous }));
  services.clock.advance(Temporal.Instant.from(at).since(services.clock.now()));
  await saveArchiveRestored(services.store, services.clock.now());
  const world = {
    ...services,
    configuration: { ...services.configuration, reports },
    restoredAt: await readRestoredAt(services.store),
  };
  const check = async () => {
    await handleReconcileEvent({ reconcile: 'check', scheduledTime: at }, world);
    for (const { job } of services.queue.sent.splice(0)) {
      await processJob(aReceivedJob(job), world, anInvocation());
    }
    services.clock.advance({ minutes: 20 });
  };
  return {
    check,
    subjects: () => services.mailer.taken.map(subjectOf),
    mails: site.mails,
  };
}

describe('after a restore', () => {
  it('what may have gone out since the backup is sent marked as resent', async () => {
    const { check, subjects } = await aRestoredSite('2026-11-20T16:00:00Z');
    await check();
    await check();
    expect(subjects().length).toBeGreaterThan(0);
    for (const subject of subjects()) expect(subject).toContain('(resent)');
  });

  it('if nothing may go out twice, the contact is asked', async () => {
    const { check, subjects, mails } = await aRestoredSite('2026-11-20T16:00:00Z', 'hold');
    await check();
    await check();
    expect(subjects()).toEqual([expect.stringContaining('Perhaps not sent')]);
    expect((await mails())[0]?.words).toContain('The archive was restored from a backup');
  });

  it('the contact is asked about what can no longer be delivered, not notified that it was not', async () => {
    const { check, subjects, mails } = await aRestoredSite('2026-11-22T16:00:00Z');
    await check();
    await check();
    await check();
    expect(subjects()).toEqual([expect.stringContaining('Perhaps not delivered')]);
    expect((await mails())[0]?.words).toContain('ask a recipient of each report');
  });

  it('what is due later is sent as usual', async () => {
    const { check, subjects } = await aRestoredSite('2026-11-20T13:00:00Z');
    await check();
    expect(subjects()).toEqual([]);
  });
});

describe('the time up to which the backup is complete', () => {
  const instant = (text: string) => Temporal.Instant.from(text);
  const at = instant('2026-11-23T09:10:00Z');

  it.each([
    ['the last check, if that is known', '2026-11-22T18:05:00Z', '2026-11-22T18:05:00Z'],
    ['the first check of its last day', undefined, '2026-11-22T00:04:00Z'],
    ['not the time of a clock that was ahead', '2026-12-24T18:05:00Z', '2026-11-22T00:04:00Z'],
  ])('is %s', async (_, known, from) => {
    const store = createMemoryStore();
    for (const [number, time] of ['2026-11-22T00:04:00Z', '2026-12-01T00:04:00Z'].entries()) {
      await objects.dailyCheck.create(store, { number, at: instant(time) }, { from: instant(time) });
    }
    await saveArchiveRestored(store, at, known === undefined ? known : instant(known));
    expect(await readRestoreGaps(store)).toEqual([{ from: instant(from), at }]);
  });

  it('is not known from a record of an earlier release', async () => {
    const store = createMemoryStore();
    await objects.archiveRestored.create(store, { number: 1, at }, {});
    expect([await readRestoreGaps(store), await readRestoredAt(store)]).toEqual([[], at]);
  });
});
