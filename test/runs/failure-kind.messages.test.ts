import { describe, expect, it } from 'vitest';
import { incompleteDeliveryFailure } from '#runs/failure-kind.ts';
import type { MessageOutcome } from '#runs/messages/deliver-message.ts';

const now = Date.parse('2026-11-20T14:00:00Z');
const sent: MessageOutcome = { kind: 'sent', messageId: 'm', at: '2026-11-20T14:00:00Z', marked: false };
const rejected: MessageOutcome = { kind: 'failed', cause: 'rejected', reason: 'No such address.' };
const throttled: MessageOutcome = { kind: 'refused', cause: 'retryable', reason: 'Throttled.' };
const unverified: MessageOutcome = { kind: 'refused', cause: 'curable', reason: 'Verify the sender.' };
const quota: MessageOutcome = { ...throttled, reason: 'The quota is used up.', waitSeconds: 3_600 };
const unanswered: MessageOutcome = {
  kind: 'waiting',
  until: '2026-11-20T14:35:00.500Z',
  reason: 'The answer was lost.',
};
const failureOf = (...outcomes: readonly MessageOutcome[]) =>
  incompleteDeliveryFailure(
    outcomes.map((outcome, index) => ({ id: `m${index + 1}`, outcome })),
    now,
  );

describe('a run that could not send everything', () => {
  it('says which messages are left, and why', () => {
    expect(failureOf(sent, throttled, rejected, unanswered)).toMatchObject({
      error: 'IncompleteDelivery',
      message: 'Not everything has been sent. m2: Throttled. m4: The answer was lost.',
    });
  });

  it('needs a person if one of its messages does', () => {
    expect(failureOf(unverified).kind).toBe('curable');
    expect(failureOf(sent, unverified, rejected).kind).toBe('curable');
    expect(failureOf(throttled).kind).toBe('retryable');
    expect(failureOf(unverified, throttled).kind).toBe('curable');
    expect(failureOf(unverified, unanswered).kind).toBe('curable');
  });

  it('does not wait for a person if some of its messages are retryable', () => {
    expect(failureOf(unverified, throttled).waitSeconds).toBe(900);
    expect(failureOf(unverified, unanswered).waitSeconds).toBe(35 * 60 + 1);
  });

  it('waits until its first message can be sent, if that time is known for all', () => {
    expect(failureOf({ ...quota, waitSeconds: 1_200 }, sent).waitSeconds).toBe(1_200);
    expect(failureOf(unanswered).waitSeconds).toBe(35 * 60 + 1);
    expect(failureOf(unanswered, quota).waitSeconds).toBe(30 * 60);
    expect(failureOf(quota, throttled).waitSeconds).toBeUndefined();
    expect(failureOf(unverified).waitSeconds).toBeUndefined();
  });

  it.each([1_800, 1_801, 86_400])(
    'waits no longer than half an hour for a mail service that asks for %i s',
    (waitSeconds) => {
      expect(failureOf({ ...quota, waitSeconds }).waitSeconds).toBe(1_800);
    },
  );

  it('waits at least a second even if the time to wait for has passed', () => {
    expect(failureOf({ ...unanswered, until: '2026-11-20T13:59:00Z' }).waitSeconds).toBe(1);
  });
});
