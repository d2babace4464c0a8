import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { deliverReport } from '../../functions/delivery/run/deliver-report.ts';
import { addressOf } from '../../functions/delivery/run/report-job.ts';
import { takeSnapshot } from '../../functions/delivery/run/take-snapshot.ts';
import { openRunStore } from '../../functions/delivery/store/run-store.ts';
import { decodeSnapshot, encodeSnapshot } from '../../functions/delivery/store/snapshot.ts';
import { RunStoreError } from '../../functions/delivery/store/stored-object.ts';
import { aJob, aWireTask, someParts } from '../support/builders/a-delivery.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { createRecordingMailer } from '../support/recording-mailer.ts';

const window = 'issues/riverside/weekly/2026-11-23_2026-11-29/';
const run = `${window}2026-11-20T14-00-00Z/`;
const bytes = (text: string) => new TextEncoder().encode(text);

async function messageOf(failing: Promise<unknown>): Promise<string> {
  const error = await failing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RunStoreError);
  return error instanceof RunStoreError ? error.message : '';
}

describe('an object that cannot be read is named, with what is wrong and what to do', () => {
  const damaged: readonly (readonly [string, Uint8Array, RegExp])[] = [
    [`${run}snapshot.json.gz`, bytes('{}'), /not a whole gzip file/],
    [`${run}snapshot.json.gz`, gzipSync('{').subarray(0, 12), /not a whole gzip file/],
    [`${run}snapshot.json.gz`, gzipSync('{"version":1}'), /\(window: /],
    [`${window}numbers/1.json`, bytes('{"version":1,"runId":"../x"}'), /\(runId: expected a run id/],
    [`${run}issue.json`, bytes(''), /\(it is empty\)/],
    [`${run}issue.json`, bytes('{"version":'), /\(it is not JSON\)/],
    [`${run}issue.json`, Uint8Array.of(0xff, 0xfe), /\(it is not JSON\)/],
    [`${run}issue.json`, bytes('{"version":2}'), /\(version: /],
    [`${run}skipped.json`, bytes('[]'), /Invalid input/],
  ];

  test.each(damaged)('%s, %#', async (key, content, problem) => {
    const store = createMemoryStore();
    // The objects a run reads before this one.
    if (!key.endsWith('snapshot.json.gz') && key.startsWith(run)) {
      await deliverReport(aJob(), someParts({ store }));
      if (key.endsWith('skipped.json')) store.objects.delete(`${run}issue.json`);
    }
    store.objects.set(key, content);
    const message = await messageOf(deliverReport(aJob(), someParts({ store, owner: 'attempt-2' })));
    expect(message).toContain(`The run store's object ${key} cannot be read`);
    expect(message).toMatch(problem);
    expect(message).toMatch(/restore it from an earlier version or a backup/);
    expect(message).not.toMatch(/[\r\n]/);
  });

  test('of one message, it keeps that message back and no other', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: true });
    await store.putOnce(`${run}mail/everyone/intent-1.json`, bytes('{"version":1}'), 'application/json');
    const result = await deliverReport(aJob(), someParts({ store, mailer }));
    expect(result).toMatchObject({
      outcome: 'incomplete',
      messages: [
        {
          outcome: {
            kind: 'refused',
            reason: expect.stringContaining('mail/everyone/intent-1.json cannot be read'),
          },
        },
        { outcome: { kind: 'sent' } },
      ],
    });
  });
});

describe('an archive that forgets', () => {
  test('is found out, and nothing goes round in circles', async () => {
    const store = { ...createMemoryStore(), list: async () => [] };
    const mailer = createRecordingMailer({ repeatable: false });
    const { outcome, messages } = await deliverReport(aJob(), someParts({ store, mailer }));
    expect(outcome).toBe('incomplete');
    for (const message of messages) {
      expect(message.outcome).toMatchObject({
        kind: 'refused',
        reason: expect.stringMatching(/^What was stored under .*\/mail\/.* cannot be found again/),
      });
    }
    expect(mailer.taken).toEqual([]);
    // The next attempt finds its snapshot taken, and sees it neither.
    const again = await messageOf(deliverReport(aJob(), someParts({ store, mailer })));
    expect(again).toMatch(/What the step 'pull' stored under .* cannot be found again/);
  });
});

describe('a snapshot', () => {
  const odd = aWireTask('t1', {
    name: 'Pour “slab” 😀 \u0000',
    notes: null,
    progress: [{ name: 'rain', date: '2026-11-20', amount: 1, type: 'delay' }],
  });

  test('is read back as it was pulled, with what the contract does not know', async () => {
    const task = { ...odd, customField: { kept: [1, 2] } };
    const parts = someParts({
      pull: async () => ({
        instant: '2026-11-20T14:00:05Z',
        range: aJob().window,
        tasks: [{ task, answeredBy: ['day', 'night'] }],
        rejected: [{ collection: 'tasks', item: 't9', property: 'id', reason: 'expected a string' }],
      }),
    });
    const snapshot = await takeSnapshot(aJob(), openRunStore(parts.store, addressOf(aJob())), parts);
    const read = decodeSnapshot('key', encodeSnapshot(snapshot));
    expect(read).toEqual(snapshot);
    expect(read.tasks[0]?.task).toMatchObject({ customField: { kept: [1, 2] } });
    expect(encodeSnapshot(read)).toEqual(encodeSnapshot(snapshot));
  });

  test('has no time and no machine in its bytes', async () => {
    const parts = someParts();
    const snapshot = await takeSnapshot(aJob(), openRunStore(parts.store, addressOf(aJob())), parts);
    expect([...encodeSnapshot(snapshot).subarray(3, 10)]).toEqual([0, 0, 0, 0, 0, 0, 255]);
  });
});
