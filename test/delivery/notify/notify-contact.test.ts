import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  continueNotice,
  notifyContact,
  readNotices,
} from '../../../functions/delivery/notify/notify-contact.ts';
import { byFunction } from '../../../functions/delivery/notify/send-again-command.ts';
import { noticeKey, noticePrefix } from '../../../functions/delivery/store/dispatch-keys.ts';
import { aClock, jsonOf, someParts, subjectOf } from '../../support/builders/a-delivery.ts';
import { dispatchId } from '../../support/builders/a-queued-job.ts';
import { aReportState } from '../../support/builders/a-report-state.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { createRecordingMailer } from '../../support/recording-mailer.ts';

const notice = {
  kind: 'late',
  name: 'late_1a2b3c4d',
  contact: 'planner@example.com',
  reports: [aReportState(), aReportState({ report: 'nights' })],
} as const;

function aMailroom() {
  const store = createMemoryStore();
  const mailer = createRecordingMailer({ repeatable: false });
  const clock = aClock();
  let attempts = 0;
  /** Each check is an attempt of its own. */
  const parts = () => ({
    ...someParts({ store, mailer, now: clock.now, owner: `attempt-${++attempts}` }),
    configuration: { from: 'lookahead@example.com', fromName: 'Lookahead' },
    sendAgain: byFunction('lookahead-prod-report'),
  });
  return {
    store,
    mailer,
    clock,
    notify: () => notifyContact(dispatchId, notice, parts()),
    resume: () => continueNotice(dispatchId, notice.name, parts()),
    read: () => readNotices(parts(), dispatchId),
  };
}

describe('a notice', () => {
  test('goes to the contact alone, and is stored with its kind and the names of its reports', async () => {
    const { store, mailer, notify, read } = aMailroom();
    expect(await read()).toEqual([]);
    expect(await notify()).toBeUndefined();
    expect(mailer.taken.map(({ recipients }) => recipients)).toEqual([['planner@example.com']]);
    expect(jsonOf(store.objects.get(noticeKey(noticePrefix(dispatchId, notice.name))))).toMatchObject({
      kind: 'late',
      reports: ['riverside_weekly', 'riverside_nights'],
      message: { to: ['planner@example.com'], cc: [], attachments: [], date: '2026-11-20T14:00:05Z' },
    });
    expect(await read()).toEqual([
      {
        kind: 'late',
        name: notice.name,
        reports: ['riverside_weekly', 'riverside_nights'],
        recipients: [],
        contact: 'planner@example.com',
        at: Temporal.Instant.from('2026-11-20T14:00:05Z'),
        settled: true,
      },
    ]);
  });

  test('is sent once, and says what it said first, however often it is due', async () => {
    const { mailer, notify, resume } = aMailroom();
    await notify();
    await notify();
    expect(await resume()).toBeUndefined();
    expect(mailer.taken).toHaveLength(1);
  });

  test('that is refused is pending, with the reason, and sent by the next check', async () => {
    const { mailer, notify, read, resume } = aMailroom();
    mailer.answers.push(
      ...Array.from({ length: 10 }, () => ({
        kind: 'refused' as const,
        cause: 'retryable' as const,
        reason: 'throttled',
      })),
    );
    expect(await notify()).toBe('throttled');
    expect(await read()).toMatchObject([{ settled: false }]);
    expect(await resume()).toBeUndefined();
    expect(mailer.taken).toHaveLength(1);
    expect(await read()).toMatchObject([{ settled: true }]);
  });

  test('that will never be accepted is settled', async () => {
    const { mailer, notify, read } = aMailroom();
    mailer.answers.push({ kind: 'failed', reason: 'no such address' });
    expect(await notify()).toBeUndefined();
    expect(await read()).toMatchObject([{ settled: true }]);
  });

  test('whose sender was killed after it was stored is sent by the next check', async () => {
    const { store, mailer, notify, resume } = aMailroom();
    const killed = new Error('killed');
    const { putOnce } = store;
    store.putOnce = async (key, body, type) => {
      if (key.includes('/mail/')) throw killed;
      return putOnce(key, body, type);
    };
    await expect(notify()).rejects.toBe(killed);
    store.putOnce = putOnce;
    expect(mailer.taken).toEqual([]);
    expect(await resume()).toBeUndefined();
    expect(mailer.taken).toHaveLength(1);
  });

  test('whose answer was lost is sent again when that is known, marked as resent', async () => {
    const { mailer, clock, notify, resume } = aMailroom();
    mailer.answers.push('lost');
    expect(await notify()).toContain('The answer to the send was lost');
    expect(await resume()).toBeDefined();
    expect(mailer.taken).toHaveLength(1);
    clock.advance({ minutes: 36 });
    expect(await resume()).toBeUndefined();
    const subjects = mailer.taken.map(subjectOf);
    expect(subjects.map((subject) => subject.endsWith('(resent)'))).toEqual([false, true]);
  });
});
