import { describe, expect, it } from 'vitest';
import {
  type AcceptedRecipients,
  type SendOptions,
  UnknownSendOutcomeError,
} from '#mail/transport/mailer.ts';
import { createSmtpMailer } from '#mail/transport/smtp.ts';
import {
  brokenOff,
  type Script,
  shortMail,
  startScriptedSmtpServer,
} from '../../support/smtp/scripted-smtp-server.ts';

const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.com`);
const people = [a, b, c, d, e].map(String);
/** Long enough for a busy machine. */
const limits = { connectMs: 30_000, answerMs: 30_000, wholeMs: 50_000 };

/** A server that accepts `max` recipients in each transaction. */
function takes(max: number, refusal: string): Script {
  let inThis = 0;
  return {
    MAIL: () => {
      inThis = 0;
      return '250 2.1.0 Ok';
    },
    RCPT: () => (inThis++ < max ? '250 2.1.5 Ok' : refusal),
  };
}

async function sent(script: Script, options: SendOptions = {}, recipients = people) {
  const server = await startScriptedSmtpServer(script);
  const to = { host: '127.0.0.1', port: server.port, name: 'reports.example.com', tls: 'none' } as const;
  const parts: AcceptedRecipients[] = [];
  const taken = async (part: AcceptedRecipients) => void parts.push(part);
  const result = await createSmtpMailer(to, limits)
    .send({ ...shortMail, recipients }, { onPartTaken: taken, ...options })
    .catch((error: unknown) => error);
  return { result, server, parts, got: server.taken.map(({ recipients }) => recipients) };
}

describe('a server that accepts fewer recipients per transaction', () => {
  const inTwos = [[a, b], [c, d], [e]];

  it.each([
    '452 4.5.3 Error: too many recipients',
    '452 Too many recipients',
    '452 4.5.3 Recipients belong to multiple regions ATTR38',
    '451-4.3.0 Multiple destination domains per transaction is unsupported.\r\n451 4.3.0 Please try again',
    '552 5.5.3 Too many recipients',
    '550 5.5.3 Too many recipients',
    '552 too many recipients',
    '450 5.5.3 Later',
    '554 5.5.0 Maximum number of recipients exceeded',
    '452 4.3.0 Recipient limit exceeded for this message',
    '452 4.1.0 More than 2 recipients',
    '451 4.7.1 Recipient count exceeds limit',
    '452 Zu viele Empfaenger',
    '452 sorry, that is enough (#4.5.3)',
    '554 sorry, that is enough (#5.5.3)',
  ])('immediately gets the same message again for the others: %j', async (refusal) => {
    for (const EHLO of ['250-test\r\n250 PIPELINING', '250 test']) {
      const { result, server, parts, got } = await sent({ ...takes(2, refusal), EHLO });
      expect(result).toEqual({ kind: 'accepted', messageId: '250 2.0.0 Queued' });
      expect(got).toEqual(inTwos);
      expect(new Set(server.taken.map(({ raw }) => raw)).size).toBe(1);
      expect(parts.map(({ recipients }) => recipients)).toEqual(inTwos.slice(0, 2));
      expect(server.connections()).toBe(1);
    }
  });

  it.each([
    ['ends the connection with the refusal', '452 4.5.3 Too many recipients'],
    ['says so with 421', '421 4.7.0 Too many recipients'],
    ['ends the connection for too many refusals', '421 4.7.0 Error: too many errors'],
  ])('gets fewer recipients per transaction if it %s', async (_, refusal) => {
    for (const EHLO of ['250-test\r\n250 PIPELINING', '250 test']) {
      const { result, server, got } = await sent({ ...takes(2, `${refusal}${brokenOff}`), EHLO });
      expect(result).toMatchObject({ kind: 'accepted' });
      expect(got).toEqual(inTwos);
      expect(server.connections()).toBe(2);
    }
  });

  it.each(['DATA', 'content'] as const)(
    'gets fewer recipients per transaction if it refuses their number at %s',
    async (verb) => {
      let named = 0;
      const count = (reply: string) => () => (named > 2 ? '554 5.5.3 Too many recipients' : reply);
      const { result, got } = await sent({
        MAIL: () => {
          named = 0;
          return '250 2.1.0 Ok';
        },
        RCPT: () => `250 2.1.5 Ok ${++named}`,
        [verb]: count(verb === 'DATA' ? '354 Go on' : '250 2.0.0 Queued'),
      });
      expect(result).toMatchObject({ kind: 'accepted' });
      expect(got).toEqual(inTwos);
    },
  );

  it.each(['452 Insufficient system storage', '452 Account limit exceeded'])(
    'is retried later if a bare 452 is about space: %s',
    async (refusal) => {
      const { result, got } = await sent(takes(2, refusal));
      expect(result).toMatchObject({ kind: 'refused', cause: 'retryable', deferred: [c, d, e] });
      expect(got).toEqual([]);
    },
  );

  it('gets a message to 120 recipients in three transactions', async () => {
    const many = Array.from({ length: 120 }, (_, index) => `p${index}@example.com`);
    const { result, got } = await sent(takes(50, '452 4.5.3 Too many recipients'), {}, many);
    expect(result).toEqual({ kind: 'accepted', messageId: '250 2.0.0 Queued' });
    expect(got).toEqual([many.slice(0, 50), many.slice(50, 100), many.slice(100)]);
  });

  it('does not get a part again if each answer arrives twice', async () => {
    const { result, got } = await sent({
      ...takes(2, '452 Too many recipients'),
      content: '250 Queued\r\n250 Queued',
    });
    expect(new Set(got.map(String)).size).toBe(got.length);
    expect(result).toMatchObject({ name: 'UnknownSendOutcomeError' });
  });

  it('gets no more recipients per transaction than it announces', async () => {
    const script = {
      ...takes(2, '550 5.7.1 Go away'),
      EHLO: '250-test\r\n250-PIPELINING\r\n250 LIMITS MAILMAX=9 RCPTMAX=2',
    };
    expect((await sent(script)).got).toEqual(inTwos);
  });

  it.each([
    ['closes the connection after each message', { content: `250 2.0.0 Queued${brokenOff}` }],
    [
      'answers 421 to a second message',
      {
        MAIL: ({ count }: { count: number }) =>
          count % 2 ? '250 Ok' : `421 4.7.0 One a connection${brokenOff}`,
      },
    ],
    [
      'answers 452 to a second message',
      { MAIL: ({ count }: { count: number }) => (count % 2 ? '250 Ok' : '452 4.5.3 Too many messages') },
    ],
  ])('and %s gets the rest over further connections', async (_, over) => {
    const { RCPT } = {
      RCPT: ({ count }: { count: number }) => (count === 1 || count === 6 ? '250 Ok' : '452 4.5.3 Too many'),
    };
    const { result, got, server, parts } = await sent({ RCPT, ...over });
    expect(parts.map(({ recipients }) => recipients)).toEqual(got);
    expect(got.flat().length).toBe(new Set(got.flat()).size);
    expect(server.connections()).toBeGreaterThan(1);
    expect(result).toMatchObject({ kind: 'refused', deferred: expect.arrayContaining([e]) });
  });

  it('refuses unknown recipients, which are named, and gets the message for the others', async () => {
    const { MAIL, RCPT } = takes(1, '452 4.5.3 Too many recipients');
    const script: Script = {
      MAIL: MAIL ?? '',
      RCPT: (asked) =>
        asked.line.includes('b@') ? '550 5.1.1 No such user' : typeof RCPT === 'function' ? RCPT(asked) : '',
    };
    const { result, got } = await sent(script);
    expect(got).toEqual([[a], [c], [d], [e]]);
    expect(result).toMatchObject({
      kind: 'accepted',
      rejected: [{ address: b, reason: '550 5.1.1 No such user' }],
    });
  });

  it('is retried later if it accepts no recipient, with any status', async () => {
    for (const refusal of ['452 4.5.3 Too many recipients', '550 5.5.3 Too many recipients this hour']) {
      const { result, got } = await sent({ RCPT: refusal });
      expect(result).toMatchObject({ kind: 'refused', cause: 'retryable', deferred: people });
      expect(got).toEqual([]);
    }
  });

  it('is retried later for the rest if it accepts no more of them now', async () => {
    const RCPT: Script['RCPT'] = ({ count }) =>
      count <= 2 ? '250 Ok' : '452 4.5.3 Too many recipients this hour';
    const { result, parts } = await sent({ RCPT });
    expect(parts).toEqual([{ recipients: [a, b], messageId: '250 2.0.0 Queued' }]);
    expect(result).toMatchObject({
      kind: 'refused',
      cause: 'retryable',
      deferred: [c, d, e],
      reason: expect.stringContaining('those that it took before have the message'),
    });
    const last = await sent({ RCPT }, { waitedSeconds: () => Number.POSITIVE_INFINITY });
    expect(last.result).toMatchObject({
      kind: 'accepted',
      rejected: [c, d, e].map((address) => ({ address, forNow: true })),
    });
  });

  it('may refuse the message permanently for the other recipients, who are named; the first ones have it', async () => {
    const content: Script['content'] = ({ count }) => (count === 1 ? '250 Ok' : '554 5.7.1 Spam');
    const { result } = await sent({ ...takes(2, '452 Too many recipients'), content });
    expect(result).toMatchObject({
      kind: 'accepted',
      messageId: '250 Ok',
      rejected: [c, d, e].map((address) => ({ address, reason: expect.stringContaining('554 5.7.1 Spam') })),
    });
  });

  it('may give no answer to a later part; the earlier parts are recorded', async () => {
    const content: Script['content'] = ({ count }) => (count === 1 ? '250 Ok' : brokenOff);
    const { result, parts } = await sent({ ...takes(2, '452 Too many recipients'), content });
    expect(result).toBeInstanceOf(UnknownSendOutcomeError);
    expect(parts).toEqual([{ recipients: [a, b], messageId: '250 Ok' }]);
  });

  it('does not get the rest once mail is stopped', async () => {
    let asked = 0;
    const stopped = { kind: 'refused', cause: 'retryable', reason: 'Stopped.' } as const;
    const refusal = async () => (asked++ === 0 ? undefined : stopped);
    const { result, got } = await sent(takes(2, '452 Too many recipients'), { findRefusal: refusal });
    expect(result).toEqual(stopped);
    expect(got).toEqual([[a, b]]);
  });
});

describe('a message that an earlier sending delivered to other recipients', () => {
  const before = { messageId: '250 Before' };

  it('is accepted if the server refuses it permanently for the remaining recipients, who are named', async () => {
    const { result, parts } = await sent({ content: '554 5.7.1 Spam' }, { earlierPart: before });
    expect(result).toMatchObject({
      kind: 'accepted',
      messageId: '250 Before',
      rejected: people.map((address) => ({ address, reason: expect.stringContaining('554 5.7.1 Spam') })),
    });
    expect(parts).toEqual([]);
  });

  it('is accepted if all remaining recipients are refused permanently', async () => {
    const { result } = await sent({ RCPT: '550 5.1.1 No such user' }, { earlierPart: before });
    expect(result).toMatchObject({
      kind: 'accepted',
      messageId: '250 Before',
      rejected: people.map((address) => ({ address, reason: '550 5.1.1 No such user' })),
    });
  });

  it('waits for a person if the server no longer relays', async () => {
    expect(
      (await sent({ RCPT: '554 5.7.1 Relay access denied' }, { earlierPart: before })).result,
    ).toMatchObject({
      kind: 'refused',
      cause: 'curable',
      affects: 'every message',
    });
  });

  it('waits if remaining recipients are refused temporarily', async () => {
    expect((await sent({ RCPT: '451 4.7.1 Later' }, { earlierPart: before })).result).toMatchObject({
      kind: 'refused',
      waitSeconds: 300,
      deferred: people,
      reason: expect.stringContaining('those that it took before have the message'),
    });
  });

  it('gets the message id of the last part that the server accepts', async () => {
    expect((await sent({}, { earlierPart: before })).result).toEqual({
      kind: 'accepted',
      messageId: '250 2.0.0 Queued',
    });
  });
});

describe('a part that cannot be recorded', () => {
  it('ends the send with the error of the store, not with a refusal', async () => {
    const error = Object.assign(new Error('The store is down'), { code: 'ECONNREFUSED' });
    const taken = async () => Promise.reject(error);
    const { result, got } = await sent(takes(2, '452 Too many recipients'), { onPartTaken: taken });
    expect(result).toBe(error);
    expect(got).toEqual([[a, b]]);
  });
});

describe('a refusal of one recipient', () => {
  it.each([
    ['452 4.3.1 Insufficient system storage', { kind: 'refused', deferred: [b] }],
    ['452 4.2.2 Mailbox full', { kind: 'refused', deferred: [b] }],
    [
      '552 5.2.2 Mailbox full',
      {
        kind: 'accepted',
        rejected: [{ address: b, reason: '552 5.2.2 Mailbox full', forNow: true, cause: 'mailbox full' }],
      },
    ],
    [
      '552 Requested mail action aborted: exceeded storage allocation',
      { kind: 'accepted', rejected: [{ address: b, cause: 'mailbox full' }] },
    ],
    ['550 5.1.1 No such user', { kind: 'accepted', rejected: [{ address: b }] }],
  ])('is not taken for too many recipients: %s', async (refusal, expected) => {
    const { result, got } = await sent({ RCPT: ({ line }) => (line.includes('b@') ? refusal : '250 Ok') });
    expect(result).toMatchObject(expected);
    expect(got.length).toBeLessThan(2);
  });

  it('distinguishes full mailboxes from a message that is too large', async () => {
    expect((await sent({ RCPT: '552 5.2.2 Over quota' })).result).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('make room'),
    });
    expect((await sent({ RCPT: '552 5.3.4 Message size exceeds fixed limit' })).result).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('larger than it takes'),
    });
  });
});
