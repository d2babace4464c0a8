import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { continueNotice, notifyContact, readNotices } from '#delivery/notify/notify-contact.ts';
import { byFunction } from '#delivery/send-again-command.ts';
import * as objects from '#delivery/store/objects.ts';
import { aClock, anAttempt, jsonOf, subjectOf } from '../../support/builders/a-delivery.ts';
import { dispatchId } from '../../support/builders/a-queued-job.ts';
import { aReportState } from '../../support/builders/a-report-state.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { createRecordingMailer } from '../../support/recording-mailer.ts';

const notice = {
  kind: 'late',
  dispatchId,
  isTooSoon: false,
  name: 'late_1a2b3c4d',
  contact: 'planner@example.com',
  reports: [aReportState(), aReportState({ report: 'nights' })],
  resent: false,
} as const;

function aMailroom() {
  const store = createMemoryStore();
  const mailer = createRecordingMailer({ repeatable: false });
  const clock = aClock();
  const truth = { holds: true };
  let attempts = 0;
  /** Each check is an attempt of its own. */
  const parts = () => ({
    ...anAttempt({ store, mailer, now: clock.now, owner: `attempt-${++attempts}` }),
    configuration: { from: 'lookahead@example.com', fromName: 'Lookahead' },
    sendAgain: byFunction({ name: 'lookahead-prod-report', region: 'eu-west-2' }),
    isTrue: async () => truth.holds,
  });
  return {
    truth,
    store,
    mailer,
    clock,
    notify: () => notifyContact(notice, parts()),
    resume: () => continueNotice(dispatchId, notice.name, parts()),
    read: () => readNotices(parts().store, dispatchId),
  };
}

describe('a notice', () => {
  test('goes to the contact alone, and is stored with its kind and the names of its reports', async () => {
    const { store, mailer, notify, read } = aMailroom();
    expect(await read()).toEqual([]);
    expect(await notify()).toEqual({ outcome: 'sent', reason: '' });
    expect(mailer.taken.map(({ recipients }) => recipients)).toEqual([['planner@example.com']]);
    expect(jsonOf(store.objects.get(objects.notice.key({ dispatchId, notice: notice.name })))).toMatchObject({
      kind: 'late',
      reports: ['riverside_weekly', 'riverside_nights'],
      message: { to: ['planner@example.com'], cc: [], attachments: [], date: '2026-11-20T14:00:05Z' },
    });
    expect(await read()).toEqual([
      {
        kind: 'late',
        dispatchId,
        name: notice.name,
        reports: [`${dispatchId}/riverside_weekly`, `${dispatchId}/riverside_nights`],
        causes: [],
        recipients: [],
        contact: 'planner@example.com',
        at: Temporal.Instant.from('2026-11-20T14:00:05Z'),
        outcome: 'sent',
        sentAt: Temporal.Instant.from('2026-11-20T14:00:05Z'),
      },
    ]);
  });

  test('is sent once, and says what it said first, however often it is due', async () => {
    const { mailer, notify, resume } = aMailroom();
    await notify();
    await notify();
    expect(await resume()).toMatchObject({ outcome: 'sent' });
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
    expect(await notify()).toEqual({ outcome: 'pending', reason: 'throttled' });
    expect(await read()).toMatchObject([{ outcome: 'pending' }]);
    expect(await resume()).toMatchObject({ outcome: 'sent' });
    expect(mailer.taken).toHaveLength(1);
    expect(await read()).toMatchObject([{ outcome: 'sent' }]);
  });

  test('that will never be accepted is refused, and the contact counts as not notified', async () => {
    const { mailer, notify, read } = aMailroom();
    mailer.answers.push({ kind: 'failed', reason: 'no such address' });
    expect(await notify()).toEqual({ outcome: 'refused', reason: 'no such address' });
    expect(await read()).toMatchObject([{ outcome: 'refused' }]);
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
    expect(await resume()).toMatchObject({ outcome: 'sent' });
    expect(mailer.taken).toHaveLength(1);
  });

  test('whose answer was lost is sent again when that is known, marked as resent', async () => {
    const { mailer, clock, notify, resume } = aMailroom();
    mailer.answers.push('lost');
    expect(await notify()).toMatchObject({
      outcome: 'pending',
      reason: expect.stringContaining('The answer to the send was lost'),
    });
    expect(await resume()).toMatchObject({ outcome: 'pending' });
    expect(mailer.taken).toHaveLength(1);
    clock.advance({ minutes: 36 });
    expect(await resume()).toMatchObject({ outcome: 'sent' });
    const subjects = mailer.taken.map(subjectOf);
    expect(subjects.map((subject) => subject.endsWith('(resent)'))).toEqual([false, true]);
  });

  const refused = { kind: 'refused', cause: 'curable', reason: 'Sending is paused.' } as const;

  test('that is no longer true when it could be sent is dropped, for good', async () => {
    const { store, mailer, truth, notify, read, resume } = aMailroom();
    mailer.answers.push(refused);
    await notify();
    truth.holds = false;
    expect(await resume()).toMatchObject({ outcome: 'dropped' });
    expect(await read()).toMatchObject([{ outcome: 'dropped' }]);
    truth.holds = true;
    expect(await resume()).toMatchObject({ outcome: 'dropped' });
    expect(mailer.taken).toEqual([]);
    expect([...store.objects.keys()].filter((key) => key.endsWith('/failed.json'))).toHaveLength(1);
  });

  test('that is no longer true may have gone out where an answer was lost before', async () => {
    const { mailer, truth, clock, notify, read, resume } = aMailroom();
    mailer.answers.push('lost');
    await notify();
    truth.holds = false;
    expect(await resume()).toMatchObject({ outcome: 'pending' });
    clock.advance({ minutes: 36 });
    expect(await resume()).toMatchObject({ outcome: 'perhaps sent' });
    expect(await read()).toMatchObject([{ outcome: 'perhaps sent' }]);
    expect(mailer.taken).toHaveLength(1);
  });

  test('of which nobody can say whether it is still true is tried by the next check, and not held to be sent', async () => {
    const { store, mailer, truth, notify, read, resume } = aMailroom();
    truth.holds = false;
    const { putOnce } = store;
    store.putOnce = async (key, body, type) => {
      if (key.endsWith('/dropped.json')) throw new Error('SlowDown');
      return putOnce(key, body, type);
    };
    expect(await notify()).toMatchObject({ outcome: 'pending' });
    store.putOnce = putOnce;
    truth.holds = true;
    expect(await resume()).toMatchObject({ outcome: 'sent' });
    expect(await read()).toMatchObject([{ outcome: 'sent' }]);
    expect(mailer.taken.map(subjectOf).join()).not.toContain('(resent)');
  });

  test.each([
    ['true', true, 1],
    ['no longer true', false, 0],
  ])(
    'that is %s is sent once or never, whichever write its sender is killed before',
    async (_, holds, expected) => {
      for (let killedAt = 1; killedAt <= 6; killedAt += 1) {
        const { store, mailer, truth, clock, notify, read, resume } = aMailroom();
        truth.holds = holds;
        const killed = new Error('killed');
        const { putOnce } = store;
        let writes = 0;
        store.putOnce = async (key, body, type) => {
          writes += 1;
          if (writes === killedAt) throw killed;
          return putOnce(key, body, type);
        };
        await notify().catch((error: unknown) => expect(error).toBe(killed));
        for (let check = 0; check < 6; check += 1) {
          clock.advance({ minutes: 10 });
          if ((await read()).length === 0) await notify();
          else if ((await read())[0]?.outcome === 'pending') await resume();
        }
        const unmarked = mailer.taken.map(subjectOf).filter((subject) => !subject.endsWith('(resent)'));
        if (expected > 0) expect(mailer.taken.length).toBeGreaterThanOrEqual(expected);
        else expect(mailer.taken).toEqual([]);
        expect(unmarked.length).toBeLessThanOrEqual(expected);
        expect((await read())[0]?.outcome).not.toBe('pending');
      }
    },
  );
});
