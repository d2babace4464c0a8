import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { RunStoreError } from '#runs/store/stored-object.ts';
import { anAttempt, aResolvedReport, deliverResolved } from '../../support/builders/a-delivery.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { createRecordingMailer } from '../../support/recording-mailer.ts';

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

describe('the error for an object that cannot be read', () => {
  const damaged: readonly (readonly [string, Uint8Array, RegExp])[] = [
    [`${run}snapshot.json.gz`, bytes('{}'), /not a whole gzip file/],
    [`${run}snapshot.json.gz`, gzipSync('{').subarray(0, 12), /not a whole gzip file/],
    [`${run}snapshot.json.gz`, gzipSync('{"version":7}'), /\(window: /],
    [`${window}numbers/1.json`, bytes('{"version":7,"runId":"../x"}'), /\(runId: expected a run id/],
    [`${run}issue.json`, bytes(''), /\(it is empty\)/],
    [`${run}issue.json`, bytes('{"version":'), /\(it is not JSON\)/],
    [`${run}issue.json`, Uint8Array.of(0xff, 0xfe), /\(it is not JSON\)/],
    [`${run}issue.json`, bytes('{"version":"2"}'), /\(it has no version\)/],
    [`${run}issue.json`, bytes('{"version":0}'), /\(it has no version\)/],
    [`${run}skipped.json`, bytes('[]'), /\(it has no version\)/],
  ];

  it.each(damaged)('says what is wrong and what to do: %s, %#', async (key, content, problem) => {
    const store = createMemoryStore();
    // A first delivery stores the objects that a run reads before the damaged one.
    if (!key.endsWith('snapshot.json.gz') && key.startsWith(run)) {
      await deliverResolved(aResolvedReport(), anAttempt({ store }));
      if (key.endsWith('skipped.json')) store.objects.delete(`${run}issue.json`);
    }
    store.objects.set(key, content);
    const message = await messageOf(
      deliverResolved(aResolvedReport(), anAttempt({ store, owner: 'attempt-2' })),
    );
    expect(message).toContain(`The run store's object ${key} cannot be read`);
    expect(message).toMatch(problem);
    expect(message).toMatch(/restore it from an earlier version or a backup/);
    expect(message).not.toMatch(/[\r\n]/);
  });

  it('stops the message to which the object belongs, and no other', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: true });
    await store.putOnce(`${run}mail/everyone/intent-1.json`, bytes('{"version":7}'), 'application/json');
    const result = await deliverResolved(aResolvedReport(), anAttempt({ store, mailer }));
    expect(result).toMatchObject({
      outcome: 'incomplete',
      messages: [
        {
          outcome: {
            kind: 'refused',
            cause: 'curable',
            reason: expect.stringContaining('mail/everyone/intent-1.json cannot be read'),
          },
        },
        { outcome: { kind: 'sent' } },
      ],
    });
  });
});

describe('an archive that does not list new objects', () => {
  it('causes an error, and no step is repeated for ever', async () => {
    const store = { ...createMemoryStore(), list: async () => [] };
    const mailer = createRecordingMailer({ repeatable: false });
    const { outcome, messages } = await deliverResolved(aResolvedReport(), anAttempt({ store, mailer }));
    expect(outcome).toBe('incomplete');
    for (const message of messages) {
      expect(message.outcome).toMatchObject({
        kind: 'refused',
        reason: expect.stringMatching(
          /\/mail\/\S* cannot be found\. Check that the archive lists new objects at once/,
        ),
      });
    }
    expect(mailer.taken).toEqual([]);
    // The next attempt finds that its snapshot exists, but cannot see it.
    const again = await messageOf(deliverResolved(aResolvedReport(), anAttempt({ store, mailer })));
    expect(again).toMatch(
      /What was stored under first-planned\/\S* cannot be found\. Check that the archive lists new objects at once/,
    );
  });

  it('causes an error even if it lists them some of the time', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: false });
    await deliverResolved(aResolvedReport(), anAttempt({ store, mailer }));
    let lists = 0;
    const flickering: typeof store.list = async (...asked) => {
      const keys = await store.list(...asked);
      if (asked[0].startsWith('first-planned/')) return keys;
      lists += 1;
      return keys.filter((key) => key.endsWith('snapshot.json.gz') && lists % 2 === 0);
    };
    const again = await messageOf(
      deliverResolved(aResolvedReport(), anAttempt({ store: { ...store, list: flickering }, mailer })),
    );
    expect(again).toMatch(
      /What was stored under issues\/\S* cannot be found\. Check that the archive lists new objects at once/,
    );
    expect(mailer.taken).toHaveLength(2);
  });
});

it.each([
  ['snapshot.json.gz', gzipSync('{"version":1}')],
  ['issue.json', bytes('{"version":3}')],
  ['skipped.json', bytes('{"version":1}')],
])('%s of another release is refused, and nothing is written or sent', async (name, content) => {
  const store = createMemoryStore();
  const mailer = createRecordingMailer({ repeatable: true });
  store.objects.set(`${run}${name}`, content);
  const message = await messageOf(deliverResolved(aResolvedReport(), anAttempt({ store, mailer })));
  expect(message).toMatch(
    /was written by another release .* Run that release again, or read docs\/upgrade\.md; nothing was changed\.$/,
  );
  expect([...store.objects]).toEqual([[`${run}${name}`, content]]);
  expect(mailer.taken).toEqual([]);
});
