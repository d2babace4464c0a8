/** An archive that does not list an object that it holds: the attempt ends, and no message is sent over and over. */

import { describe, expect, it } from 'vitest';
import type { ObjectStore } from '#archive/object-store.ts';
import type { SendResult } from '#mail/transport/mailer.ts';
import { saveSesEvent } from '#watch/ses-event.ts';
import {
  aClock,
  anAttempt,
  aResolvedReport,
  aSendEvent,
  deliverResolved,
} from '../../support/builders/a-delivery.ts';
import { createMemoryStore, type MemoryStore } from '../../support/memory-store.ts';
import { createRecordingMailer } from '../../support/recording-mailer.ts';

const mail = 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/mail/everyone/';
const resolved = aResolvedReport({ audiences: [] });

/** The store, except that it does not list keys with this name. */
function hiding(store: MemoryStore, name: string): ObjectStore {
  const list: ObjectStore['list'] = async (...asked) =>
    (await store.list(...asked)).filter((key) => !key.endsWith(`/${name}`));
  return { ...store, list };
}

const refused: SendResult = { kind: 'refused', cause: 'retryable', reason: 'throttled' };
const failed: SendResult = { kind: 'failed', reason: 'No such address.' };
const hiddenAway = {
  outcome: 'incomplete',
  messages: [
    {
      outcome: {
        kind: 'refused',
        cause: 'curable',
        reason: expect.stringContaining('cannot be found. Check that the archive lists new objects at once'),
      },
    },
  ],
};

async function somebodyElseWrote(store: MemoryStore, name: string): Promise<void> {
  await store.putOnce(`${mail}${name}`, new TextEncoder().encode('{}'), 'application/json');
}

describe('an archive that does not list an object', () => {
  it.each<[string, SendResult | undefined, number]>([
    ['intent-1.json', undefined, 0],
    ['sent.json', undefined, 1],
    ['refused-1.json', refused, 0],
    ['failed.json', failed, 0],
  ])('that exists already, such as %s, ends the attempt with an error', async (name, answer, sent) => {
    const store = createMemoryStore();
    await somebodyElseWrote(store, name);
    const mailer = createRecordingMailer({ repeatable: false });
    if (answer) mailer.answers.push(answer);
    const result = await deliverResolved(resolved, anAttempt({ store: hiding(store, name), mailer }));
    expect(result).toMatchObject(hiddenAway);
    expect(mailer.taken).toHaveLength(sent);
  });

  it.each<[string, SendResult]>([
    ['intent-1.json', refused],
    ['refused-1.json', refused],
  ])('that this attempt writes, such as %s, ends it with an error', async (name, answer) => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: false });
    mailer.answers.push(answer);
    const result = await deliverResolved(resolved, anAttempt({ store: hiding(store, name), mailer }));
    expect(result).toMatchObject(hiddenAway);
    expect(mailer.taken).toEqual([]);
  });

  it('that withdraws an intent ends the attempt with an error', async () => {
    const store = createMemoryStore();
    const clock = aClock();
    const mailer = createRecordingMailer({ repeatable: false });
    const sleeping: ObjectStore = {
      ...hiding(store, 'refused-1.json'),
      putOnce: async (...object) => {
        const made = await store.putOnce(...object);
        if (object[0].endsWith('intent-1.json')) clock.advance({ minutes: 21 });
        return made;
      },
    };
    const result = await deliverResolved(resolved, anAttempt({ store: sleeping, mailer, now: clock.now }));
    expect(result).toMatchObject(hiddenAway);
    expect(mailer.taken).toEqual([]);
  });

  it.each(['sent.json', 'failed.json'])(
    'that settled a message, %s, causes no second copy to be sent',
    async (name) => {
      const store = createMemoryStore();
      const clock = aClock();
      const mailer = createRecordingMailer({ repeatable: false });
      mailer.answers.push('lost');
      await deliverResolved(resolved, anAttempt({ store, mailer, now: clock.now }));
      await somebodyElseWrote(store, name);
      clock.advance({ minutes: 36 });
      const hidden = hiding(store, name);
      const parts = anAttempt({ store: hidden, mailer, now: clock.now, owner: 'attempt-2' });
      expect(await deliverResolved(resolved, parts)).toMatchObject(hiddenAway);
      expect(mailer.taken).toHaveLength(1);
    },
  );

  it('that settles a message by the mail service’s record sends no second copy', async () => {
    const store = createMemoryStore();
    const clock = aClock();
    const mailer = createRecordingMailer({ repeatable: false });
    mailer.answers.push('lost');
    await deliverResolved(resolved, anAttempt({ store, mailer, now: clock.now }));
    for (const message of mailer.taken) await saveSesEvent(store, aSendEvent(message), clock.now());
    clock.advance({ minutes: 36 });
    // `sent.json` seems to be written by another attempt at the same moment, but is not listed.
    const racing: ObjectStore = {
      ...hiding(store, 'sent.json'),
      putOnce: async (...object) => {
        await store.putOnce(...object);
        return object[0].endsWith('sent.json') ? 'exists' : 'created';
      },
    };
    const parts = anAttempt({ store: racing, mailer, now: clock.now, owner: 'attempt-2' });
    expect(await deliverResolved(resolved, parts)).toMatchObject(hiddenAway);
    expect(mailer.taken).toHaveLength(1);
  });

  it('that holds a message ends the attempt with an error', async () => {
    const store = createMemoryStore();
    const clock = aClock();
    const mailer = createRecordingMailer({ repeatable: false });
    mailer.answers.push('lost');
    const held = aResolvedReport({ audiences: [], onAmbiguous: 'hold' });
    await deliverResolved(held, anAttempt({ store, mailer, now: clock.now }));
    clock.advance({ minutes: 36 });
    const racing: ObjectStore = {
      ...hiding(store, 'failed.json'),
      putOnce: async (...object) => {
        await store.putOnce(...object);
        return 'exists';
      },
    };
    const parts = anAttempt({ store: racing, mailer, now: clock.now, owner: 'attempt-2' });
    expect(await deliverResolved(held, parts)).toMatchObject(hiddenAway);
    expect(mailer.taken).toHaveLength(1);
  });
});
