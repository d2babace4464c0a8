import { describe, expect, it } from 'vitest';
import { saveRecipientEvents } from '#runs/messages/recipient-events.ts';
import { saveSesEvent } from '#watch/ses-event.ts';
import {
  aClock,
  anAttempt,
  aResolvedReport,
  aSendEvent,
  deliverResolved,
  jsonOfObject,
  subjectOf,
} from '../../support/builders/a-delivery.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { createRecordingMailer } from '../../support/recording-mailer.ts';

const subject = 'Riverside Tower W48: 2 tasks, 2 with a gap in the data (Weekly lookahead rev 1)';
const run = 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/';

describe('a message', () => {
  it('tells the mailer how long each recipient has been refused temporarily, even if the whole message was refused in between', async () => {
    const store = createMemoryStore();
    const clock = aClock();
    const mailer = createRecordingMailer({ repeatable: false });
    const told: (readonly unknown[])[] = [];
    const listening = {
      repeatable: false,
      send: (...[message, options]: Parameters<typeof mailer.send>) => {
        told.push(
          ['deputy@example.com', 'works.manager@example.com'].map((one) => options?.waitedSeconds?.(one)),
        );
        return mailer.send(message, options);
      },
    };
    const later = { kind: 'refused', cause: 'retryable', reason: 'later', waitSeconds: 300 } as const;
    const deferred = ['deputy@example.com'];
    for (const refusal of [later, { ...later, deferred }, later, { ...later, deferred }]) {
      mailer.answers.push(refusal);
      await deliverResolved(
        aResolvedReport({ audiences: [] }),
        anAttempt({ store, mailer: listening, now: clock.now, owner: `attempt-${told.length}` }),
      );
      clock.advance({ minutes: 90 });
    }
    mailer.answers.push('lost');
    for (const owner of ['lost', 'last']) {
      await deliverResolved(
        aResolvedReport({ audiences: [] }),
        anAttempt({ store, mailer: listening, now: clock.now, owner }),
      );
      clock.advance({ minutes: 90 });
    }
    const minutes = told.map((seconds) => seconds.map((one) => Number(one) / 60));
    expect(minutes).toEqual([
      [0, 0],
      [0, 0],
      [90, 0],
      [180, 0],
      [270, 0],
      [360, 0],
    ]);
  });

  it('that is accepted except for a temporarily refused recipient does not report the refusal as permanent', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: false });
    const rejected = [{ address: 'deputy@example.com', reason: '451 4.3.0 Later', forNow: true }] as const;
    mailer.answers.push({ kind: 'accepted', messageId: 'smtp-1', rejected });
    for (const owner of ['attempt-1', 'attempt-2']) {
      expect(
        await deliverResolved(aResolvedReport({ audiences: [] }), anAttempt({ store, mailer, owner })),
      ).toMatchObject({
        outcome: 'partly delivered',
        messages: [{ outcome: { kind: 'sent', rejected } }],
        warnings: [
          'deputy@example.com did not get the message: the mail server did not accept it within an hour, or by the last attempt (451 4.3.0 Later).',
        ],
      });
    }
    const events = (await store.list('')).filter((key) => key.includes('/events/'));
    expect(events).toEqual([expect.stringMatching(/-undelivered\.json$/)]);
  });

  it('that gets an automatic reply counts as delivered', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: false });
    const resolved = aResolvedReport({ audiences: [] });
    await deliverResolved(resolved, anAttempt({ store, mailer }));
    const reply = { event: 'soft-bounced', address: 'deputy@example.com', reason: '' } as const;
    await saveRecipientEvents(store, `${run}mail/everyone/`, [{ ...reply, at: aClock().now().toString() }]);
    expect(await deliverResolved(resolved, anAttempt({ store, mailer, owner: 'attempt-2' }))).toMatchObject({
      outcome: 'already delivered',
      warnings: [],
    });
  });

  it('has the same bytes on a retry, whatever was deployed or configured since', async () => {
    const store = createMemoryStore();
    const refusing = createRecordingMailer({ repeatable: false });
    const attempts = Array.from(
      { length: 20 },
      () => ({ kind: 'refused', cause: 'retryable', reason: 'throttled' }) as const,
    );
    refusing.answers.push(...attempts);
    const offered: Uint8Array[] = [];
    const listening = {
      repeatable: false,
      send: (message: Parameters<typeof refusing.send>[0]) => {
        offered.push(message.raw);
        return refusing.send(message);
      },
    };
    const first = await deliverResolved(aResolvedReport(), anAttempt({ store, mailer: listening }));
    expect(first.messages.map(({ outcome }) => outcome)).toEqual([
      { kind: 'refused', cause: 'retryable', reason: 'throttled' },
      { kind: 'refused', cause: 'retryable', reason: 'throttled' },
    ]);
    const retry = await deliverResolved(
      aResolvedReport({
        from: 'new@example.com',
        report: { key: 'weekly', name: 'New words' },
        everyone: { to: ['other@example.com'], cc: [], replyTo: [] },
      }),
      anAttempt({
        store,
        mailer: listening,
        owner: 'attempt-2',
        now: aClock('2026-11-21T08:00:00Z').now,
        render: async () => new Uint8Array(1),
      }),
    );
    expect(retry.outcome).toBe('delivered');
    expect(refusing.taken.map(({ raw }) => raw)).toEqual([offered[0], offered[10]]);
    expect(await store.list(`${run}mail/everyone/`)).toEqual(
      [
        ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((intent) => `intent-${intent}`),
        ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((intent) => `refused-${intent}`),
        'sent',
      ]
        .map((name) => `${run}mail/everyone/${name}.json`)
        .sort(),
    );
  });

  it('that is refused permanently is recorded with the reason, and not tried again', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: false });
    mailer.answers.push({ kind: 'failed', reason: 'Address not verified.' });
    const first = await deliverResolved(aResolvedReport(), anAttempt({ store, mailer }));
    expect(first.outcome).toBe('failed');
    expect(first.messages.map(({ outcome }) => outcome)).toMatchObject([
      { kind: 'failed', cause: 'rejected', reason: 'Address not verified.' },
      { kind: 'sent' },
    ]);
    const again = await deliverResolved(aResolvedReport(), anAttempt({ store, mailer, owner: 'attempt-2' }));
    expect(again.outcome).toBe('failed');
    expect(mailer.taken).toHaveLength(1);
  });

  it('that is accepted except for one recipient is sent, and that recipient is stored as bounced', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: false });
    const reason = '550 5.1.1 user unknown';
    const rejected = [{ address: 'deputy@example.com', reason }];
    mailer.answers.push({ kind: 'accepted', messageId: 'smtp-1', rejected });
    const partly = {
      outcome: 'partly delivered',
      messages: [{ outcome: { kind: 'sent', rejected } }],
      warnings: [`deputy@example.com did not get the message: the mail server refused it (${reason}).`],
    };
    for (const owner of ['attempt-1', 'attempt-2']) {
      const parts = anAttempt({ store, mailer, owner });
      expect(await deliverResolved(aResolvedReport({ audiences: [] }), parts)).toMatchObject(partly);
    }
    expect(mailer.answers).toEqual([]);
    const bounced = (await store.list('')).filter((key) => /\/events\/|failed-recipients/.test(key));
    expect(bounced).toEqual([
      expect.stringMatching(
        /^failed-recipients\/2026-11-20\/2026-11-20T14-00-00Z\/[0-9a-f]{16}\/failed\.json$/,
      ),
      expect.stringMatching(/mail\/everyone\/events\/[0-9a-f]{8}-bounced\.json$/),
    ]);
    for (const key of bounced) {
      const event = { event: 'bounced', address: 'deputy@example.com', reason };
      expect(jsonOfObject(await store.get(key))).toMatchObject(event);
    }
  });

  it('that cannot be composed fails, and does not stop others', async () => {
    const store = createMemoryStore();
    const everyone = { to: ['not an address'], cc: [], replyTo: [] };
    const result = await deliverResolved(aResolvedReport({ everyone }), anAttempt({ store }));
    expect(result.messages.map(({ outcome }) => outcome)).toMatchObject([
      { kind: 'failed', cause: 'not composed', reason: expect.stringContaining('to[0]') },
      { kind: 'sent' },
    ]);
    expect(await store.list(`${run}mail/everyone/`)).toEqual([`${run}mail/everyone/failed.json`]);
  });

  it('that is refused is tried again after growing pauses, three times in all', async () => {
    const mailer = createRecordingMailer({ repeatable: false });
    mailer.answers.push(
      { kind: 'refused', cause: 'retryable', reason: 'throttled' },
      { kind: 'refused', cause: 'retryable', reason: 'throttled' },
    );
    const waits: number[] = [];
    const result = await deliverResolved(
      aResolvedReport({ audiences: [] }),
      anAttempt({ mailer, wait: async (milliseconds) => waits.push(milliseconds) }),
    );
    expect(waits).toEqual([1000, 2000]);
    expect(result.outcome).toBe('delivered');
    expect(mailer.taken.map(subjectOf)).toEqual([subject]);
  });

  const unverified = { kind: 'refused', cause: 'curable', reason: 'Not verified.' } as const;

  it('that needs a person is not tried again in the same attempt, and does not stop others', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: false });
    mailer.answers.push(unverified);
    const waits: number[] = [];
    const result = await deliverResolved(
      aResolvedReport(),
      anAttempt({ store, mailer, wait: async (milliseconds) => waits.push(milliseconds) }),
    );
    expect(result).toMatchObject({
      outcome: 'incomplete',
      messages: [{ outcome: unverified }, { outcome: { kind: 'sent' } }],
    });
    expect(waits).toEqual([]);
    expect(jsonOfObject(await store.get(`${run}mail/everyone/refused-1.json`))).toMatchObject({
      version: 7,
      intent: 1,
      cause: 'curable',
      reason: 'Not verified.',
    });
    const cured = await deliverResolved(aResolvedReport(), anAttempt({ store, mailer, owner: 'attempt-2' }));
    expect(cured.outcome).toBe('delivered');
    expect(mailer.taken.map(subjectOf).at(-1)).toBe(subject);
  });

  it.each([
    { ...unverified, affects: 'every message' } as const,
    {
      kind: 'refused',
      cause: 'retryable',
      reason: 'Quota.',
      waitSeconds: 1_800,
      affects: 'every message',
    } as const,
  ])(
    'that is refused for a reason that affects all messages is the last one tried: $reason',
    async (refusal) => {
      const store = createMemoryStore();
      const mailer = createRecordingMailer({ repeatable: false });
      mailer.answers.push(refusal);
      const result = await deliverResolved(aResolvedReport(), anAttempt({ store, mailer }));
      expect(result).toMatchObject({
        outcome: 'incomplete',
        messages: [{ outcome: refusal }, { outcome: refusal }],
      });
      expect(mailer.taken).toEqual([]);
      const mail = (await store.list(`${run}mail/`)).map((key) => key.slice(run.length));
      expect(mail).toEqual(['mail/everyone/intent-1.json', 'mail/everyone/refused-1.json']);
    },
  );

  const tooFast = {
    kind: 'refused',
    cause: 'retryable',
    reason: 'Too fast.',
    waitSeconds: 120,
    affects: 'every message',
  } as const;

  it('that has to wait long for the quota is put back before anything of the send is stored', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: false });
    const asked: number[] = [];
    const pace = async (recipients: number) => {
      asked.push(recipients);
      return tooFast;
    };
    const result = await deliverResolved(aResolvedReport(), anAttempt({ store, mailer, pace }));
    expect(result).toMatchObject({
      outcome: 'incomplete',
      messages: [{ outcome: tooFast }, { outcome: tooFast }],
    });
    expect(asked).toEqual([2]);
    expect(await store.list(`${run}mail/`)).toEqual([]);
  });

  it('does not wait for the quota again after a refusal', async () => {
    const mailer = createRecordingMailer({ repeatable: false });
    mailer.answers.push({ kind: 'refused', cause: 'retryable', reason: 'throttled' });
    let turns = 0;
    const pace = async () => {
      turns += 1;
      return turns > 1 ? tooFast : undefined;
    };
    const result = await deliverResolved(aResolvedReport({ audiences: [] }), anAttempt({ mailer, pace }));
    expect(result.outcome).toBe('delivered');
  });

  it('that was sent is known to be sent, although another is refused for a reason that affects all', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: false });
    mailer.answers.push(unverified);
    await deliverResolved(aResolvedReport(), anAttempt({ store, mailer }));
    mailer.answers.push({ ...unverified, affects: 'every message' });
    const result = await deliverResolved(aResolvedReport(), anAttempt({ store, mailer, owner: 'attempt-2' }));
    expect(result.messages.map(({ outcome }) => outcome.kind)).toEqual(['refused', 'sent']);
  });
});

describe('a send whose answer was lost', () => {
  const resolved = aResolvedReport({ audiences: [] });

  it('is waited for, then sent again with a mark', async () => {
    const store = createMemoryStore();
    const clock = aClock();
    const mailer = createRecordingMailer({ repeatable: false });
    mailer.answers.push('lost');
    const attempt = (owner: string) =>
      deliverResolved(resolved, anAttempt({ store, mailer, owner, now: clock.now }));
    expect(await attempt('attempt-1')).toMatchObject({
      outcome: 'incomplete',
      messages: [
        {
          outcome: {
            kind: 'waiting',
            until: '2026-11-20T14:35:05Z',
            reason: 'The answer to the send was lost: connection reset before the answer',
          },
        },
      ],
    });
    clock.advance({ minutes: 34, seconds: 59 });
    expect(await attempt('attempt-2')).toMatchObject({ outcome: 'incomplete' });
    expect(mailer.taken).toHaveLength(1);
    clock.advance({ seconds: 1 });
    expect(await attempt('attempt-3')).toMatchObject({
      outcome: 'delivered',
      messages: [{ outcome: { kind: 'sent', marked: true } }],
    });
    expect(mailer.taken.map(subjectOf)).toEqual([subject, `${subject} (resent)`]);
  });

  it('counts as sent if a record of it is found', async () => {
    const store = createMemoryStore();
    const clock = aClock();
    const mailer = createRecordingMailer({ repeatable: false });
    mailer.answers.push('lost');
    await deliverResolved(resolved, anAttempt({ store, mailer, now: clock.now }));
    clock.advance({ minutes: 36 });
    for (const message of mailer.taken) await saveSesEvent(store, aSendEvent(message), clock.now());
    expect(await store.list(`${run}mail/everyone/event`)).toEqual([`${run}mail/everyone/event-send.json`]);
    const result = await deliverResolved(
      resolved,
      anAttempt({ store, mailer, now: clock.now, owner: 'attempt-2' }),
    );
    expect(result.messages[0]?.outcome).toEqual({
      kind: 'sent',
      messageId: 'from the record',
      at: '2026-11-20T14:00:06.000Z',
      marked: false,
    });
    expect(mailer.taken).toHaveLength(1);
  });

  const other = {
    run: 'harbour__weekly__2026-11-23_2026-11-29__2026-11-20T14-00-00Z',
    message: 'everyone',
  };

  it.each([
    ['before it', '2026-11-20T13:59:59Z'],
    ['after it', '2026-11-20T14:01:00Z'],
  ])(
    'counts as possibly sent if the only record is of another message, sent %s, because AWS guarantees no record',
    async (_, sentAt) => {
      const store = createMemoryStore();
      const clock = aClock();
      const mailer = createRecordingMailer({ repeatable: false });
      mailer.answers.push('not reached');
      await deliverResolved(resolved, anAttempt({ store, mailer, now: clock.now }));
      await saveSesEvent(store, aSendEvent(other, sentAt), clock.now());
      clock.advance({ hours: 2 });
      await deliverResolved(resolved, anAttempt({ store, mailer, now: clock.now, owner: 'attempt-2' }));
      expect(mailer.taken.map(subjectOf)).toEqual([`${subject} (resent)`]);
    },
  );

  it('is not sent again if so configured: a person decides', async () => {
    const store = createMemoryStore();
    const clock = aClock();
    const mailer = createRecordingMailer({ repeatable: false });
    mailer.answers.push('lost');
    const held = aResolvedReport({ audiences: [], onAmbiguous: 'hold' });
    await deliverResolved(held, anAttempt({ store, mailer, now: clock.now }));
    clock.advance({ minutes: 36 });
    const result = await deliverResolved(
      held,
      anAttempt({ store, mailer, now: clock.now, owner: 'attempt-2' }),
    );
    expect(result).toMatchObject({
      outcome: 'failed',
      messages: [
        { outcome: { kind: 'failed', cause: 'held', reason: expect.stringContaining('onAmbiguous: hold') } },
      ],
    });
    expect(mailer.taken).toHaveLength(1);
  });

  it('stays marked as resent if a further try is refused', async () => {
    const store = createMemoryStore();
    const clock = aClock();
    const mailer = createRecordingMailer({ repeatable: false });
    mailer.answers.push('lost');
    await deliverResolved(resolved, anAttempt({ store, mailer, now: clock.now }));
    clock.advance({ minutes: 36 });
    mailer.answers.push({ kind: 'refused', cause: 'retryable', reason: 'throttled' });
    await deliverResolved(resolved, anAttempt({ store, mailer, now: clock.now, owner: 'attempt-2' }));
    expect(mailer.taken.map(subjectOf).at(-1)).toBe(`${subject} (resent)`);
  });

  it('is repeated by the next attempt if the mailer keeps only one message of two sends', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: true });
    mailer.answers.push('lost');
    const first = await deliverResolved(resolved, anAttempt({ store, mailer }));
    expect(first.messages[0]?.outcome).toMatchObject({ kind: 'refused' });
    await deliverResolved(resolved, anAttempt({ store, mailer, owner: 'attempt-2' }));
    expect(mailer.taken.map(subjectOf)).toEqual([subject, subject]);
  });

  it('is not assumed if the lease ran out before the send: the intent is withdrawn, and the next send is unmarked', async () => {
    const store = createMemoryStore();
    const clock = aClock();
    const mailer = createRecordingMailer({ repeatable: false });
    const parts = anAttempt({ store, mailer, now: clock.now });
    let asleep = false;
    const sleeping = {
      ...store,
      putOnce: async (...object: Parameters<typeof store.putOnce>) => {
        const result = await store.putOnce(...object);
        // A laptop goes to sleep right after the intent.
        if (!asleep && object[0].endsWith('intent-1.json')) {
          asleep = true;
          clock.advance({ minutes: 21 });
        }
        return result;
      },
    };
    const result = await deliverResolved(resolved, { ...parts, store: sleeping });
    expect(result.outcome).toBe('delivered');
    expect(mailer.taken.map(subjectOf)).toEqual([subject]);
    expect(await store.list(`${run}mail/everyone/`)).toEqual(
      ['intent-1', 'intent-2', 'refused-1', 'sent'].map((name) => `${run}mail/everyone/${name}.json`),
    );
  });
});
