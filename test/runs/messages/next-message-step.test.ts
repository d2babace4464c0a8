import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  type MessageRules,
  type MessageState,
  type MessageStep,
  nextMessageStep,
} from '#runs/messages/next-message-step.ts';

describe('the next step of a message', () => {
  const at = (time: string) => Temporal.Instant.from(`2026-11-20T${time}Z`);
  const fresh: MessageState = {
    settled: false,
    latest: undefined,
    sendings: 0,
    unanswered: false,
    stopped: false,
    unrecorded: false,
  };
  const intent = {
    intent: 2,
    owner: 'other',
    at: at('14:00:00'),
    leaseUntil: at('14:20:00'),
    marked: false,
    refused: false,
  };
  const rules: MessageRules = {
    repeatable: false,
    onAmbiguous: 'resend',
    mayHaveBeenSent: false,
    owner: 'me',
    now: at('14:00:00'),
  };
  const after = { now: at('14:35:00') };
  type Row = readonly [string, Partial<MessageState>, Partial<MessageRules>, MessageStep];
  const rows: readonly Row[] = [
    ['nothing has been tried', {}, {}, { kind: 'intend', intent: 1, marked: false }],
    [
      'it may have been sent before a restore',
      {},
      { mayHaveBeenSent: true },
      { kind: 'intend', intent: 1, marked: true },
    ],
    [
      'it may have been sent before a restore, and nothing may go out twice',
      { latest: { ...intent, refused: true } },
      { mayHaveBeenSent: true, onAmbiguous: 'hold' },
      { kind: 'hold', intent: 3 },
    ],
    ['it has gone or failed', { settled: true, latest: intent }, {}, { kind: 'settled' }],
    [
      'our intent is the latest',
      { latest: { ...intent, owner: 'me' } },
      {},
      { kind: 'send', intent: 2, marked: false },
    ],
    [
      'our marked intent is the latest',
      { latest: { ...intent, owner: 'me', marked: true } },
      {},
      { kind: 'send', intent: 2, marked: true },
    ],
    [
      'our lease is over before we sent',
      { latest: { ...intent, owner: 'me' } },
      { now: at('14:20:00') },
      { kind: 'withdraw', intent: 2 },
    ],
    [
      'the service refused',
      { latest: { ...intent, refused: true }, sendings: 9 },
      {},
      { kind: 'intend', intent: 3, marked: false },
    ],
    [
      'the service refused a marked copy',
      { latest: { ...intent, refused: true, marked: true } },
      {},
      { kind: 'intend', intent: 3, marked: true },
    ],
    ['it refused ten times', { latest: { ...intent, refused: true }, sendings: 10 }, {}, { kind: 'later' }],
    [
      'another try now would be refused too',
      { latest: { ...intent, refused: true }, sendings: 1, stopped: true },
      {},
      { kind: 'later' },
    ],
    ['nothing has been tried, and it would be refused', { stopped: true }, {}, { kind: 'later' }],
    [
      'another attempt may be sending',
      { latest: intent },
      { now: at('14:10:00') },
      { kind: 'wait', until: at('14:35:00') },
    ],
    [
      'its lease is over and a record may still come',
      { latest: intent },
      { now: at('14:34:59') },
      { kind: 'wait', until: at('14:35:00') },
    ],
    [
      'no record can arrive any longer',
      { latest: intent },
      after,
      { kind: 'resolve', intent: 2, marked: false },
    ],
    [
      'no record was found',
      { latest: intent, unrecorded: true },
      after,
      { kind: 'intend', intent: 3, marked: true },
    ],
    [
      'no record was found and a person is to decide',
      { latest: intent, unrecorded: true },
      { ...after, onAmbiguous: 'hold' },
      { kind: 'hold', intent: 2 },
    ],
    [
      'our own send had no answer',
      { latest: { ...intent, owner: 'me' }, unanswered: true },
      {},
      { kind: 'wait', until: at('14:35:00') },
    ],
    [
      'another attempt had begun, and sending twice leaves one message',
      { latest: intent },
      { repeatable: true },
      { kind: 'intend', intent: 3, marked: false },
    ],
    [
      'our own send had no answer, and sending twice leaves one message',
      { latest: { ...intent, owner: 'me' }, unanswered: true },
      { repeatable: true },
      { kind: 'later' },
    ],
  ];
  it.each(rows)('when %s', (_, state, changed, step) => {
    const found = nextMessageStep({ ...fresh, ...state }, { ...rules, ...changed });
    expect(JSON.stringify(found)).toBe(JSON.stringify(step));
  });
});
