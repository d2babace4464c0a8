import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { deliverReport } from '../../functions/delivery/deliver-report.ts';
import type { DeliveryEvent } from '../../functions/delivery/delivery-parts.ts';
import { requestedOccurrence } from '../../functions/delivery/occurrence.ts';
import { pullTasks } from '../../functions/delivery/pull-tasks.ts';
import {
  aClock,
  aJob,
  aWireTask,
  jsonOf,
  occurrence,
  someParts,
  subjectOf,
  tasksReader,
  weekAfter,
} from '../fakes/a-delivery.ts';
import { createMemoryStore } from '../fakes/memory-store.ts';
import { createRecordingMailer } from '../fakes/recording-mailer.ts';

const run = 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/';
const everyoneFile = `${run}Riverside Tower lookahead 2026-W48 issue 1.xlsx`;
const pileCoFile = `${run}Riverside Tower lookahead 2026-W48 issue 1 – Pile Co.xlsx`;

describe('a run', () => {
  test('leaves the register that the next one reads', async () => {
    const store = createMemoryStore();
    const result = await deliverReport(aJob(), someParts({ store }));
    expect(await store.list('')).toEqual(
      [
        pileCoFile,
        everyoneFile,
        `${run}issue.json`,
        `${run}mail/everyone/intent-1.json`,
        `${run}mail/everyone/sent.json`,
        `${run}mail/subcontractor-s1/intent-1.json`,
        `${run}mail/subcontractor-s1/sent.json`,
        `${run}snapshot.json.gz`,
        'issues/riverside/weekly/2026-11-23_2026-11-29/numbers/1.json',
      ].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right))),
    );
    expect(result).toMatchObject({
      project: 'riverside',
      report: 'weekly',
      window: { first: '2026-11-23', last: '2026-11-29' },
      occurrence: '2026-11-20T14-00-00Z',
      outcome: 'delivered',
      issueNumber: 1,
      tasksPerShift: { day: 1, afternoon: 0, night: 1, '24hr': 0, none: 0 },
      files: [
        { audience: { kind: 'everyone' }, key: everyoneFile },
        { audience: { kind: 'subcontractor', name: 'Pile Co' }, key: pileCoFile },
      ],
      messages: [
        { id: 'everyone', to: ['manager@example.com'], outcome: { kind: 'sent', marked: false } },
        { id: 'subcontractor-s1', to: ['pile@example.com'], outcome: { kind: 'sent', marked: false } },
      ],
      warnings: ['No task in this window, so no workbook and no message: subcontractor Idle Co.'],
    });
    expect(result.keys).toHaveLength(8);
  });

  test('puts the messages in the issue whole, and sends nothing else', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: true });
    await deliverReport(aJob(), someParts({ store, mailer }));
    expect(jsonOf(await store.get(`${run}issue.json`))).toMatchObject({
      version: 1,
      number: 1,
      previous: null,
      dataDate: { instant: '2026-11-20T14:00:05Z', day: '2026-11-20' },
      plan: expect.stringMatching(/^[0-9a-f]{64}$/),
      messages: [
        {
          id: 'everyone',
          from: 'lookahead@example.com',
          to: ['manager@example.com'],
          cc: ['deputy@example.com'],
          replyTo: ['planner@example.com'],
          subject: 'Weekly lookahead, issue 1',
          date: '2026-11-20T14:00:05Z',
          html: '<p>2 tasks</p>',
          attachments: [everyoneFile],
        },
        { id: 'subcontractor-s1', to: ['pile@example.com'], attachments: [pileCoFile] },
      ],
    });
    expect(mailer.taken.map(({ run, message, recipients }) => ({ run, message, recipients }))).toEqual([
      {
        run: 'riverside__weekly__2026-11-23_2026-11-29__2026-11-20T14-00-00Z',
        message: 'everyone',
        recipients: ['manager@example.com', 'deputy@example.com'],
      },
      {
        run: 'riverside__weekly__2026-11-23_2026-11-29__2026-11-20T14-00-00Z',
        message: 'subcontractor-s1',
        recipients: ['pile@example.com'],
      },
    ]);
  });

  test('mails nothing before workbooks, snapshot and issue are stored', async () => {
    const store = createMemoryStore();
    const keysAtSend: (readonly string[])[] = [];
    const mailer = createRecordingMailer({ repeatable: true });
    await deliverReport(
      aJob(),
      someParts({
        store,
        mailer: {
          repeatable: true,
          send: async (message) => {
            keysAtSend.push(await store.list(run));
            return mailer.send(message);
          },
        },
      }),
    );
    expect(keysAtSend[0]).toEqual(
      expect.arrayContaining([everyoneFile, pileCoFile, `${run}issue.json`, `${run}snapshot.json.gz`]),
    );
  });

  test('a second time changes no key, sends nothing and says so', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: true });
    const first = await deliverReport(aJob(), someParts({ store, mailer }));
    const before = new Map(store.objects);
    const again = await deliverReport(
      aJob(),
      someParts({
        store,
        mailer,
        owner: 'attempt-2',
        pull: () => Promise.reject(new Error('a second run pulls nothing')),
      }),
    );
    expect(store.objects).toEqual(before);
    expect(mailer.taken).toHaveLength(2);
    expect(again).toEqual({ ...first, outcome: 'already delivered' });
  });

  test('tells its progress', async () => {
    const events: DeliveryEvent[] = [];
    await deliverReport(aJob({ audiences: [] }), someParts({ onProgress: (event) => events.push(event) }));
    expect(events.map(({ kind }) => kind)).toEqual([
      'pulling',
      'pulled',
      'numbered',
      'rendering',
      'stored',
      'sending',
      'sent',
    ]);
  });

  test('takes the next number in its window, and the first in another', async () => {
    const store = createMemoryStore();
    const later = aClock('2026-11-21T09:00:00Z');
    const first = await deliverReport(aJob(), someParts({ store }));
    const second = await deliverReport(
      aJob({ occurrence: requestedOccurrence('again') }),
      someParts({ store, now: later.now }),
    );
    const other = await deliverReport(
      aJob({ occurrence: requestedOccurrence('two-weeks'), window: weekAfter('2026-11-20', 2) }),
      someParts({ store, now: later.now }),
    );
    expect([first, second, other].map(({ issueNumber }) => issueNumber)).toEqual([1, 2, 1]);
    expect(second.files[0]?.key).toContain('/run-again/Riverside Tower lookahead 2026-W48 issue 2.xlsx');
  });

  test('compares with the issue before it and carries first plans on', async () => {
    const store = createMemoryStore();
    await deliverReport(aJob(), someParts({ store }));
    const week = aClock('2026-11-27T14:00:03Z');
    const tasks = [
      aWireTask('t1', { finish: '2026-12-01' }),
      aWireTask('t3', { start: '2026-12-01', finish: '2026-12-02' }),
    ];
    await deliverReport(
      aJob({ occurrence: occurrence('2026-11-27T14:00:00Z'), window: weekAfter('2026-11-27') }),
      someParts({
        store,
        now: week.now,
        pull: ({ window, rules, pull }) =>
          pullTasks(tasksReader(tasks), {
            window,
            filters: rules.filters,
            ...pull,
            instant: week.now().toString(),
          }),
      }),
    );
    const prefix = 'issues/riverside/weekly/2026-11-30_2026-12-06/2026-11-27T14-00-00Z/';
    const zipped = await store.get(`${prefix}snapshot.json.gz`);
    expect(jsonOf(zipped && gunzipSync(zipped))).toMatchObject({
      previous: { prefix: run, reference: { number: 1, dataDate: { instant: '2026-11-20T14:00:05Z' } } },
      lastWeekPlan: { prefix: run },
      range: { first: '2026-10-05', last: '2027-01-03' },
      firstPlanned: [
        ['t1', '2026-11-23', '2026-11-25'],
        ['t3', '2026-12-01', '2026-12-02'],
      ],
    });
    expect(jsonOf(await store.get(`${prefix}issue.json`))).toMatchObject({
      previous: { number: 1, window: { first: '2026-11-23' } },
    });
  });
});

describe('an empty window', () => {
  const emptyPull = {
    pull: async () => ({
      instant: '2026-11-20T14:00:05Z',
      range: weekAfter('2026-11-20'),
      tasks: [],
      setAside: [],
    }),
  };

  test('is skipped and written down where so configured, and stays so', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: true });
    const parts = someParts({ store, mailer, ...emptyPull });
    const job = aJob({ onEmpty: 'skip' });
    expect(await deliverReport(job, parts)).toMatchObject({
      outcome: 'skipped',
      issueNumber: undefined,
      files: [],
      messages: [],
    });
    const keys = await store.list('');
    expect(keys).toEqual([`${run}skipped.json`, `${run}snapshot.json.gz`]);
    expect(await deliverReport(job, parts)).toMatchObject({ outcome: 'skipped' });
    expect(await store.list('')).toEqual(keys);
    expect(mailer.taken).toEqual([]);
  });

  test('is sent otherwise, to everyone', async () => {
    const mailer = createRecordingMailer({ repeatable: true });
    const result = await deliverReport(aJob(), someParts({ mailer, ...emptyPull }));
    expect(result).toMatchObject({ outcome: 'delivered', issueNumber: 1 });
    expect(mailer.taken.map(({ message }) => message)).toEqual(['everyone']);
    expect(result.warnings.at(-1)).toContain('subcontractor Pile Co; subcontractor Idle Co');
  });
});

describe('a workbook', () => {
  test('that an earlier attempt stored is kept as it is', async () => {
    const store = createMemoryStore();
    await store.putOnce(everyoneFile, new TextEncoder().encode('earlier'), 'x');
    const rendered: string[] = [];
    const parts = someParts({ store });
    const result = await deliverReport(aJob(), {
      ...parts,
      render: (lookahead, options) => {
        rendered.push(lookahead.audience.kind);
        return parts.render(lookahead, options);
      },
    });
    expect(rendered).toEqual(['subcontractor']);
    expect(result.files[0]).toMatchObject({ size: 7 });
    expect(new TextDecoder().decode(await store.get(everyoneFile))).toBe('earlier');
  });

  test('too large to travel is linked in its mail', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: true });
    await deliverReport(
      aJob({ audiences: [] }),
      someParts({ store, mailer, render: async () => new Uint8Array(7_000_001) }),
    );
    expect(jsonOf(mailer.taken[0]?.raw)).toMatchObject({
      files: [],
      text: expect.stringContaining('"attached":false'),
    });
    expect(jsonOf(await store.get(`${run}issue.json`))).toMatchObject({ messages: [{ attachments: [] }] });
  });

  test('that is not the issue’s own any more is not mailed, and stops no other message', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: false });
    mailer.answers.push(
      ...Array.from({ length: 6 }, () => ({ kind: 'refused', reason: 'throttled' }) as const),
    );
    await deliverReport(aJob(), someParts({ store, mailer }));
    store.objects.set(everyoneFile, new TextEncoder().encode('changed'));
    const result = await deliverReport(aJob(), someParts({ store, mailer, owner: 'attempt-2' }));
    expect(result).toMatchObject({
      outcome: 'incomplete',
      messages: [
        {
          outcome: {
            kind: 'refused',
            reason: expect.stringContaining('not the one its issue was made with'),
          },
        },
        { outcome: { kind: 'sent' } },
      ],
    });
    store.objects.delete(everyoneFile);
    const gone = await deliverReport(aJob(), someParts({ store, mailer, owner: 'attempt-3' }));
    expect(gone.messages[0]?.outcome).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('is gone'),
    });
  });
});

describe('a message', () => {
  test('is the same bytes on a retry, whatever has been deployed or configured since', async () => {
    const store = createMemoryStore();
    const refusing = createRecordingMailer({ repeatable: false });
    const attempts = Array.from({ length: 6 }, () => ({ kind: 'refused', reason: 'throttled' }) as const);
    refusing.answers.push(...attempts);
    const offered: Uint8Array[] = [];
    const listening = {
      repeatable: false,
      send: (message: Parameters<typeof refusing.send>[0]) => {
        offered.push(message.raw);
        return refusing.send(message);
      },
    };
    const first = await deliverReport(aJob(), someParts({ store, mailer: listening }));
    expect(first.messages.map(({ outcome }) => outcome)).toEqual([
      { kind: 'refused', reason: 'throttled' },
      { kind: 'refused', reason: 'throttled' },
    ]);
    const retry = await deliverReport(
      aJob({ from: 'new@example.com', everyone: { to: ['other@example.com'], cc: [], replyTo: [] } }),
      someParts({
        store,
        mailer: listening,
        owner: 'attempt-2',
        now: aClock('2026-11-21T08:00:00Z').now,
        writeMail: () => ({ subject: 'new words', text: '', html: '' }),
        render: async () => new Uint8Array(1),
      }),
    );
    expect(retry.outcome).toBe('delivered');
    expect(refusing.taken.map(({ raw }) => raw)).toEqual([offered[0], offered[3]]);
    expect(await store.list(`${run}mail/everyone/`)).toEqual(
      ['intent-1', 'intent-2', 'intent-3', 'intent-4', 'refused-1', 'refused-2', 'refused-3', 'sent'].map(
        (name) => `${run}mail/everyone/${name}.json`,
      ),
    );
  });

  test('refused for good is written down with the reason, and not tried again', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: false });
    mailer.answers.push({ kind: 'failed', reason: 'Address not verified.' });
    const first = await deliverReport(aJob(), someParts({ store, mailer }));
    expect(first.outcome).toBe('failed');
    expect(first.messages.map(({ outcome }) => outcome)).toMatchObject([
      { kind: 'failed', cause: 'rejected', reason: 'Address not verified.' },
      { kind: 'sent' },
    ]);
    const again = await deliverReport(aJob(), someParts({ store, mailer, owner: 'attempt-2' }));
    expect(again.outcome).toBe('failed');
    expect(mailer.taken).toHaveLength(1);
  });

  test('that cannot be composed has failed, and stops no other', async () => {
    const store = createMemoryStore();
    const parts = someParts({ store });
    const result = await deliverReport(aJob(), {
      ...parts,
      composeMessage: (content, attachments) =>
        content.message === 'everyone'
          ? Promise.reject(new Error('to[0] is no\naddress'))
          : parts.composeMessage(content, attachments),
    });
    expect(result.messages.map(({ outcome }) => outcome)).toMatchObject([
      { kind: 'failed', cause: 'not composed', reason: 'to[0] is no address' },
      { kind: 'sent' },
    ]);
    expect(await store.list(`${run}mail/everyone/`)).toEqual([`${run}mail/everyone/failed.json`]);
  });

  test('refused is tried again after a pause that grows, three times in all', async () => {
    const mailer = createRecordingMailer({ repeatable: false });
    mailer.answers.push({ kind: 'refused', reason: 'throttled' }, { kind: 'refused', reason: 'throttled' });
    const pauses: number[] = [];
    const result = await deliverReport(
      aJob({ audiences: [] }),
      someParts({ mailer, pause: async (milliseconds) => pauses.push(milliseconds) }),
    );
    expect(pauses).toEqual([1000, 2000]);
    expect(result.outcome).toBe('delivered');
    expect(mailer.taken.map(subjectOf)).toEqual(['Weekly lookahead, issue 1']);
  });
});

describe('a send whose answer was lost', () => {
  const job = aJob({ audiences: [] });

  test('is waited for, then sent again with a mark', async () => {
    const store = createMemoryStore();
    const clock = aClock();
    const mailer = createRecordingMailer({ repeatable: false });
    mailer.answers.push('lost');
    const attempt = (owner: string) =>
      deliverReport(job, someParts({ store, mailer, owner, now: clock.now }));
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
    expect(mailer.taken.map(subjectOf)).toEqual([
      'Weekly lookahead, issue 1',
      'Weekly lookahead, issue 1 (resent)',
    ]);
  });

  test('counts as sent where a record of it is found', async () => {
    const store = createMemoryStore();
    const clock = aClock();
    const mailer = createRecordingMailer({ repeatable: false });
    mailer.answers.push('lost');
    await deliverReport(job, someParts({ store, mailer, now: clock.now }));
    clock.advance({ minutes: 36 });
    const asked: string[][] = [];
    const result = await deliverReport(
      job,
      someParts({
        store,
        mailer,
        now: clock.now,
        owner: 'attempt-2',
        findEvidence: async (...names) => {
          asked.push(names);
          return { messageId: 'found', at: '2026-11-20T14:00:06Z' };
        },
      }),
    );
    expect(asked).toEqual([['riverside__weekly__2026-11-23_2026-11-29__2026-11-20T14-00-00Z', 'everyone']]);
    expect(result.messages[0]?.outcome).toEqual({
      kind: 'sent',
      messageId: 'found',
      at: '2026-11-20T14:00:06Z',
      marked: false,
    });
    expect(mailer.taken).toHaveLength(1);
  });

  test('is held for a person where so configured', async () => {
    const store = createMemoryStore();
    const clock = aClock();
    const mailer = createRecordingMailer({ repeatable: false });
    mailer.answers.push('lost');
    const held = aJob({ audiences: [], onAmbiguous: 'hold' });
    await deliverReport(held, someParts({ store, mailer, now: clock.now }));
    clock.advance({ minutes: 36 });
    const result = await deliverReport(
      held,
      someParts({ store, mailer, now: clock.now, owner: 'attempt-2' }),
    );
    expect(result).toMatchObject({
      outcome: 'failed',
      messages: [
        { outcome: { kind: 'failed', cause: 'held', reason: expect.stringContaining('onAmbiguous: hold') } },
      ],
    });
    expect(mailer.taken).toHaveLength(1);
  });

  test('keeps its mark through a refusal', async () => {
    const store = createMemoryStore();
    const clock = aClock();
    const mailer = createRecordingMailer({ repeatable: false });
    mailer.answers.push('lost');
    await deliverReport(job, someParts({ store, mailer, now: clock.now }));
    clock.advance({ minutes: 36 });
    mailer.answers.push({ kind: 'refused', reason: 'throttled' });
    await deliverReport(job, someParts({ store, mailer, now: clock.now, owner: 'attempt-2' }));
    expect(mailer.taken.map(subjectOf).at(-1)).toBe('Weekly lookahead, issue 1 (resent)');
  });

  test('is simply made again where twice leaves one message, by the next attempt', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: true });
    mailer.answers.push('lost');
    const first = await deliverReport(job, someParts({ store, mailer }));
    expect(first.messages[0]?.outcome).toMatchObject({ kind: 'refused' });
    await deliverReport(job, someParts({ store, mailer, owner: 'attempt-2' }));
    expect(mailer.taken.map(subjectOf)).toEqual(['Weekly lookahead, issue 1', 'Weekly lookahead, issue 1']);
  });

  test('a lease that ran out before the send is given back, and nothing is marked', async () => {
    const store = createMemoryStore();
    const clock = aClock();
    const mailer = createRecordingMailer({ repeatable: false });
    const parts = someParts({ store, mailer, now: clock.now });
    let asleep = false;
    const sleeping = {
      ...store,
      putOnce: async (...object: Parameters<typeof store.putOnce>) => {
        const result = await store.putOnce(...object);
        // A laptop whose lid closes right after the intent.
        if (!asleep && object[0].endsWith('intent-1.json')) {
          asleep = true;
          clock.advance({ minutes: 21 });
        }
        return result;
      },
    };
    const result = await deliverReport(job, { ...parts, store: sleeping });
    expect(result.outcome).toBe('delivered');
    expect(mailer.taken.map(subjectOf)).toEqual(['Weekly lookahead, issue 1']);
    expect(await store.list(`${run}mail/everyone/`)).toEqual(
      ['intent-1', 'intent-2', 'refused-1', 'sent'].map((name) => `${run}mail/everyone/${name}.json`),
    );
  });
});
