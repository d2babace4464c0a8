/** The archive requests of a message: each LIST and read takes time, and there may be thousands of messages. */
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import type { SendResult } from '#mail/transport/mailer.ts';
import type { RunOfMessage } from '#runs/messages/compose-from-issue.ts';
import { deliverMessage } from '#runs/messages/deliver-message.ts';
import type { IssueMessage } from '#runs/store/issue.ts';
import { contactMailPrefixesAndName } from '#runs/store/names.ts';
import { aClock, anAttempt } from '../../support/builders/a-delivery.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { createRecordingMailer } from '../../support/recording-mailer.ts';

const of = { date: '2026-11-20', contact: '0123456789abcdef', n: 1 };
const run: RunOfMessage = {
  ...contactMailPrefixesAndName(of),
  due: Temporal.Instant.from('2026-11-20T14:00:00Z'),
  workbooks: [],
  onAmbiguous: 'resend',
};
const mail = `${run.prefix}mail/contact/`;
const message: IssueMessage = {
  id: 'contact',
  audience: { kind: 'everyone' },
  from: 'lookahead@example.com',
  to: ['planner@example.com'],
  cc: [],
  replyTo: [],
  date: '2026-11-20T14:00:05Z',
  subject: 'Late',
  text: 'Late.\n',
  html: '<p>Late.</p>',
  attachments: [],
};
const throttled = { kind: 'refused', cause: 'retryable', reason: 'throttled' } as const;
const listing = `list ${mail}`;
const reading = (name: string) => `get ${mail}${name}.json`;
const writing = (name: string) => `put ${mail}${name}.json`;

/** A message whose archive requests are recorded in order. */
function aMessage() {
  const store = createMemoryStore();
  const mailer = createRecordingMailer({ repeatable: false });
  const clock = aClock();
  const calls: string[] = [];
  const noting: typeof store = {
    ...store,
    list: async (...asked) => {
      calls.push(`list ${asked[0]}`);
      return store.list(...asked);
    },
    get: async (key) => {
      calls.push(`get ${key}`);
      return store.get(key);
    },
    putOnce: async (...object) => {
      calls.push(`put ${object[0]}`);
      return store.putOnce(...object);
    },
  };
  let attempts = 0;
  const deliver = (changes: Partial<RunOfMessage> = {}) =>
    deliverMessage(
      message,
      { ...run, ...changes },
      anAttempt({ store: noting, mailer, now: clock.now, owner: `attempt-${++attempts}` }),
    );
  return { store, mailer, clock, calls, deliver };
}

it('a message that was just created is sent without a LIST request', async () => {
  const { calls, deliver } = aMessage();
  expect(await deliver({ storedState: 'new' })).toMatchObject({ kind: 'sent' });
  expect(calls).toEqual([writing('intent-1'), writing('sent')]);
});

it('the objects of any other message are listed before and after its intent is stored', async () => {
  const { calls, deliver } = aMessage();
  expect(await deliver()).toMatchObject({ kind: 'sent' });
  expect(calls).toEqual([listing, writing('intent-1'), listing, reading('intent-1'), writing('sent')]);
});

it.each<[string, SendResult | 'lost', readonly string[]]>([
  ['never accepted', { kind: 'failed', reason: 'No such address.' }, [writing('failed')]],
  [
    'refused until a person helps',
    { ...throttled, cause: 'curable' },
    [writing('refused-1'), listing, reading('intent-1')],
  ],
  ['sent without an answer', 'lost', [listing, reading('intent-1')]],
])(
  'the objects of a message that was just created and is %s are not listed before the outcome is known',
  async (_, answer, after) => {
    const { mailer, calls, deliver } = aMessage();
    mailer.answers.push(answer);
    await deliver({ storedState: 'new' });
    expect(calls).toEqual([writing('intent-1'), ...after]);
  },
);

it('the objects of a message that is refused and tried again are listed after the refusal, not after the next intent', async () => {
  const { mailer, calls, deliver } = aMessage();
  mailer.answers.push(throttled);
  expect(await deliver({ storedState: 'new' })).toMatchObject({ kind: 'sent' });
  expect(calls.filter((call) => !call.startsWith('get '))).toEqual([
    writing('intent-1'),
    writing('refused-1'),
    listing,
    writing('intent-2'),
    writing('sent'),
  ]);
});

it('an intent that exists is read: another attempt owns it, and sends the message', async () => {
  const { store, mailer, calls, deliver } = aMessage();
  const other = {
    ...{ version: 7, owner: 'another', at: '2026-11-20T14:00:05Z' },
    ...{ leaseUntil: '2026-11-20T14:20:05Z', marked: false },
  };
  store.objects.set(`${mail}intent-1.json`, Buffer.from(JSON.stringify(other)));
  expect(await deliver({ storedState: 'new' })).toMatchObject({ kind: 'waiting', begunBy: 'another' });
  expect(calls).toEqual([writing('intent-1'), listing, reading('intent-1')]);
  expect(mailer.taken).toEqual([]);
});

it('an intent of two simultaneous attempts belongs to one of them, which sends the message once', async () => {
  const { mailer, deliver } = aMessage();
  const outcomes = await Promise.all([deliver({ storedState: 'new' }), deliver({ storedState: 'new' })]);
  expect(outcomes.map(({ kind }) => kind)).toContain('sent');
  expect(mailer.taken).toHaveLength(1);
});

it('a message that was sent before is not sent again, even if its caller says that it is new', async () => {
  const { mailer, deliver } = aMessage();
  await deliver();
  expect(await deliver({ storedState: 'new' })).toMatchObject({ kind: 'sent' });
  expect(mailer.taken).toHaveLength(1);
});

it('a message whose intent took too long to store is withdrawn, and sent by the next intent', async () => {
  const { store, mailer, clock, calls, deliver } = aMessage();
  const { putOnce } = store;
  let isSlow = true;
  store.putOnce = async (...object) => {
    const made = await putOnce(...object);
    if (isSlow) clock.advance({ minutes: 21 });
    isSlow = false;
    return made;
  };
  expect(await deliver({ storedState: 'new' })).toMatchObject({ kind: 'sent', marked: false });
  expect(calls.filter((call) => call.startsWith('put '))).toEqual(
    ['intent-1', 'refused-1', 'intent-2', 'sent'].map(writing),
  );
  expect(mailer.taken).toHaveLength(1);
});
