import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '#runs/attempt.ts';
import { requestedRunId } from '#runs/store/names.ts';
import {
  aClock,
  anAttempt,
  aResolvedReport,
  aWireTask,
  deliverResolved,
  jsonOfObject,
  runId,
  tasksReader,
  windowAfter,
} from '../support/builders/a-delivery.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { createRecordingMailer } from '../support/recording-mailer.ts';

const run = 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/';
const everyoneFile = `${run}Riverside Tower – Weekly lookahead 2026-W48 rev 1.xlsx`;
const pileCoFile = `${run}Riverside Tower – Weekly lookahead 2026-W48 rev 1 – Pile Co.xlsx`;

describe('a run', () => {
  it('stores the objects that the next run reads', async () => {
    const store = createMemoryStore();
    const result = await deliverResolved(aResolvedReport(), anAttempt({ store }));
    expect(await store.list('')).toEqual(
      [
        'first-planned/riverside/000001.json.gz',
        pileCoFile,
        everyoneFile,
        `${run}issue.json`,
        `${run}mail/everyone/intent-1.json`,
        `${run}mail/everyone/sent.json`,
        `${run}mail/subcontractor-s1/intent-1.json`,
        `${run}mail/subcontractor-s1/sent.json`,
        `${run}plan-record.json.gz`,
        `${run}snapshot.json.gz`,
        'issues/riverside/weekly/2026-11-23_2026-11-29/numbers/1.json',
      ].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right))),
    );
    expect(result).toMatchObject({
      project: 'riverside',
      report: 'weekly',
      window: { first: '2026-11-23', last: '2026-11-29' },
      runId: '2026-11-20T14-00-00Z',
      outcome: 'delivered',
      issueNumber: 1,
      tasksPerShift: { day: 1, afternoon: 0, night: 1, '24hr': 0, none: 0 },
      readiness: { of: 2, ready: 2, withGap: 2, notReady: 0, behind: 0 },
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
    expect(result.keys).toHaveLength(9);
  });

  it('stores complete messages in the issue, and sends nothing else', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: true });
    await deliverResolved(aResolvedReport(), anAttempt({ store, mailer }));
    expect(jsonOfObject(await store.get(`${run}issue.json`))).toMatchObject({
      version: 7,
      number: 1,
      previous: null,
      readAt: { instant: '2026-11-20T14:00:05Z', day: '2026-11-20' },
      readiness: { of: 2, ready: 2, withGap: 2, notReady: 0, behind: 0 },
      messages: [
        {
          id: 'everyone',
          from: 'lookahead@example.com',
          to: ['manager@example.com'],
          cc: ['deputy@example.com'],
          replyTo: ['planner@example.com'],
          subject: 'Riverside Tower W48: 2 tasks, 2 with a gap in the data (Weekly lookahead rev 1)',
          date: '2026-11-20T14:00:05Z',
          html: expect.stringContaining('Riverside Tower'),
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

  it('mails nothing before workbooks, snapshot and issue are stored', async () => {
    const store = createMemoryStore();
    const keysAtSend: (readonly string[])[] = [];
    const mailer = createRecordingMailer({ repeatable: true });
    await deliverResolved(
      aResolvedReport(),
      anAttempt({
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

  it('changes no key and sends nothing the second time, and reports that everything was already delivered', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: true });
    const first = await deliverResolved(aResolvedReport(), anAttempt({ store, mailer }));
    const before = new Map(store.objects);
    const again = await deliverResolved(
      aResolvedReport(),
      anAttempt({
        store,
        mailer,
        owner: 'attempt-2',
        planning: { tasks: () => Promise.reject(new Error('a second run pulls nothing')) },
      }),
    );
    expect(store.objects).toEqual(before);
    expect(mailer.taken).toHaveLength(2);
    expect(again).toEqual({ ...first, outcome: 'already delivered' });
  });

  it('reports its progress', async () => {
    const events: RunEvent[] = [];
    await deliverResolved(
      aResolvedReport({ audiences: [] }),
      anAttempt({ onEvent: (event) => events.push(event) }),
    );
    expect(events.map(({ kind }) => kind)).toEqual([
      'begun',
      'pulling',
      'pulled',
      'numbered',
      'rendering',
      'stored',
      'sending',
      'sent',
    ]);
  });

  it('gets the next number of its window, and number 1 in another window', async () => {
    const store = createMemoryStore();
    const later = aClock('2026-11-21T09:00:00Z');
    const first = await deliverResolved(aResolvedReport(), anAttempt({ store }));
    const second = await deliverResolved(
      aResolvedReport({ runId: requestedRunId('again') }),
      anAttempt({ store, now: later.now }),
    );
    const other = await deliverResolved(
      aResolvedReport({ runId: requestedRunId('two-weeks'), window: windowAfter('2026-11-20', 2) }),
      anAttempt({ store, now: later.now }),
    );
    expect([first, second, other].map(({ issueNumber }) => issueNumber)).toEqual([1, 2, 1]);
    expect(second.files[0]?.key).toContain(
      '/run-again/Riverside Tower – Weekly lookahead 2026-W48 rev 2.xlsx',
    );
  });

  it('is compared with the previous issue, and keeps the dates first planned', async () => {
    const store = createMemoryStore();
    await deliverResolved(aResolvedReport(), anAttempt({ store }));
    const week = aClock('2026-11-27T14:00:03Z');
    const tasks = [
      aWireTask('t1', { finish: '2026-12-01' }),
      aWireTask('t3', { start: '2026-12-01', finish: '2026-12-02' }),
    ];
    await deliverResolved(
      aResolvedReport({ runId: runId('2026-11-27T14:00:00Z'), window: windowAfter('2026-11-27') }),
      anAttempt({
        store,
        now: week.now,
        planning: tasksReader(tasks),
      }),
    );
    const prefix = 'issues/riverside/weekly/2026-11-30_2026-12-06/2026-11-27T14-00-00Z/';
    const zipped = await store.get(`${prefix}snapshot.json.gz`);
    expect(jsonOfObject(zipped && gunzipSync(zipped))).toMatchObject({
      previous: { prefix: run, reference: { number: 1, readAt: { instant: '2026-11-20T14:00:05Z' } } },
      lastWeekPlan: { prefix: run },
      range: { first: '2026-10-05', last: '2027-01-03' },
      firstPlanned: [
        ['t1', '2026-11-23', '2026-11-25'],
        ['t3', '2026-12-01', '2026-12-02'],
      ],
    });
    expect(jsonOfObject(await store.get(`${prefix}issue.json`))).toMatchObject({
      previous: { number: 1, window: { first: '2026-11-23' } },
    });
  });
});

describe('an empty window', () => {
  const empty = { planning: tasksReader([]) };

  it('is skipped if so configured, which is recorded, and stays skipped', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: true });
    const parts = anAttempt({ store, mailer, ...empty });
    const resolved = aResolvedReport({ sendWhen: 'any-task' });
    expect(await deliverResolved(resolved, parts)).toMatchObject({
      outcome: 'skipped',
      issueNumber: undefined,
      files: [],
      messages: [],
    });
    const keys = await store.list('');
    expect(keys).toEqual([`${run}skipped.json`, `${run}snapshot.json.gz`]);
    expect(await deliverResolved(resolved, parts)).toMatchObject({ outcome: 'skipped' });
    expect(await store.list('')).toEqual(keys);
    expect(mailer.taken).toEqual([]);
  });

  it('is sent to everyone unless it is configured to be skipped', async () => {
    const mailer = createRecordingMailer({ repeatable: true });
    const result = await deliverResolved(aResolvedReport(), anAttempt({ mailer, ...empty }));
    expect(result).toMatchObject({ outcome: 'delivered', issueNumber: 1 });
    expect(mailer.taken.map(({ message }) => message)).toEqual(['everyone']);
    expect(result.warnings.at(-1)).toContain('subcontractor Pile Co; subcontractor Idle Co');
  });
});
