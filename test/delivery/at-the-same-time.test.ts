import fc, { type Scheduler } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDirectoryStore } from '../../functions/archive/directory.ts';
import { deliverReport } from '../../functions/delivery/run/deliver-report.ts';
import type { DeliveryParts } from '../../functions/delivery/run/delivery-parts.ts';
import { addressOf } from '../../functions/delivery/run/report-job.ts';
import { claimNumber } from '../../functions/delivery/store/issue-number.ts';
import { requestedRunId } from '../../functions/delivery/store/run-id.ts';
import { aClock, aJob, someParts } from '../support/builders/a-delivery.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { createRecordingMailer } from '../support/recording-mailer.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** Parts whose every call to the outside waits for its turn, which the scheduler gives in any order. */
function inTurns(parts: DeliveryParts, scheduler: Scheduler): DeliveryParts {
  const { store, mailer, owner } = parts;
  const turn = async <Value>(label: string, act: () => Promise<Value>): Promise<Value> => {
    await scheduler.schedule(Promise.resolve(), `${owner} ${label}`);
    return act();
  };
  return {
    ...parts,
    pull: (job) => turn('pull', () => parts.pull(job)),
    store: {
      putOnce: (key, body, type) => turn(`put ${key}`, () => store.putOnce(key, body, type)),
      get: (key) => turn(`get ${key}`, () => store.get(key)),
      list: (...asked) => turn(`list ${asked[0]}`, () => store.list(...asked)),
      link: (key) => store.link(key),
    },
    mailer: {
      repeatable: mailer.repeatable,
      send: (message) => turn(`send ${message.message}`, () => mailer.send(message)),
    },
  };
}

const seeds = { numRuns: 60, seed: 20_261_120 };

describe('two attempts of one run at the same time', () => {
  test('make one issue and send each message once, in whatever order they take turns', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const store = createMemoryStore();
        const mailer = createRecordingMailer({ repeatable: false });
        const clock = aClock();
        // Each attempt renders bytes and writes words of its own, so that a mix of the two would show.
        const attempt = (owner: string) => {
          const render = async () => new TextEncoder().encode(`rendered by ${owner}`);
          const parts = someParts({ store, mailer, owner, now: clock.now, render });
          const report = { key: 'weekly', name: `written by ${owner}` };
          return deliverReport(aJob({ report }), inTurns(parts, scheduler));
        };
        const results = await scheduler.waitFor(Promise.all([attempt('attempt-1'), attempt('attempt-2')]));
        const keys = await store.list('');
        expect(keys.filter((key) => key.includes('/numbers/'))).toHaveLength(1);
        expect(keys.filter((key) => key.endsWith('issue.json'))).toHaveLength(1);
        expect(results.map(({ issueNumber }) => issueNumber)).toEqual([1, 1]);
        expect(mailer.taken.map(({ message }) => message).sort()).toEqual(['everyone', 'subcontractor-s1']);
        clock.advance({ minutes: 36 });
        const last = await deliverReport(
          aJob(),
          someParts({ store, mailer, owner: 'attempt-3', now: clock.now }),
        );
        expect(last.outcome).toBe('already delivered');
        expect(mailer.taken).toHaveLength(2);
      }),
      seeds,
    );
  });

  test('leave one file a message in an outbox', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const store = createMemoryStore();
        const mailer = createRecordingMailer({ repeatable: true });
        const attempt = (owner: string) =>
          deliverReport(aJob(), inTurns(someParts({ store, mailer, owner }), scheduler));
        await scheduler.waitFor(Promise.all([attempt('attempt-1'), attempt('attempt-2')]));
        const files = new Map(mailer.taken.map(({ message, raw }) => [message, Buffer.from(raw).toString()]));
        expect(files.size).toBe(2);
        for (const { message, raw } of mailer.taken) {
          expect(Buffer.from(raw).toString()).toBe(files.get(message));
        }
      }),
      seeds,
    );
  });
});

describe('two runs of one window at the same time', () => {
  test('hold the numbers 1 and 2', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const store = createMemoryStore();
        const deliver = (id: string) =>
          deliverReport(
            aJob({ runId: requestedRunId(id), audiences: [] }),
            inTurns(someParts({ store, owner: id }), scheduler),
          );
        const results = await scheduler.waitFor(Promise.all([deliver('a'), deliver('b')]));
        expect(results.map(({ issueNumber }) => issueNumber).sort()).toEqual([1, 2]);
        expect(results.map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered']);
      }),
      seeds,
    );
  });

  test('and of five, each with a rival attempt, nobody holds two numbers and none is left out', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const store = createMemoryStore();
        const claim = (id: string, owner: string) =>
          claimNumber(
            inTurns(someParts({ store, owner }), scheduler).store,
            addressOf(aJob({ runId: requestedRunId(id) })),
          );
        const ids = ['a', 'b', 'c', 'd', 'e'];
        const claims = [...ids, ...ids].map((id, index) => claim(id, `${id}-${index}`));
        const numbers = await scheduler.waitFor(Promise.all(claims));
        expect(numbers.slice(0, 5)).toEqual(numbers.slice(5));
        expect(numbers.slice(0, 5).sort()).toEqual([1, 2, 3, 4, 5]);
      }),
      seeds,
    );
  });
});

describe('eight attempts of one run at the same time, in a directory', () => {
  test('make one issue, and send each message once', async () => {
    const root = await temporaryDirectory();
    const mailer = createRecordingMailer({ repeatable: false });
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, attempt) => {
        const store = createDirectoryStore(root);
        return deliverReport(aJob(), someParts({ store, mailer, owner: `attempt-${attempt}` }));
      }),
    );
    expect(new Set(results.map(({ issueNumber }) => issueNumber))).toEqual(new Set([1]));
    expect(mailer.taken.map(({ message }) => message).sort()).toEqual(['everyone', 'subcontractor-s1']);
    const last = await deliverReport(aJob(), someParts({ store: createDirectoryStore(root), mailer }));
    expect(last.outcome).toBe('already delivered');
    expect(last.keys).toHaveLength(8);
  });
});

describe('an attempt whose write arrived and whose answer did not', () => {
  test('finds its own number, intent and issue, and goes on', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: false });
    // Every write is made twice, as a client does that retries: the second time, it is there already.
    const retried = {
      ...store,
      putOnce: async (...object: Parameters<typeof store.putOnce>) => {
        await store.putOnce(...object);
        return store.putOnce(...object);
      },
    };
    const result = await deliverReport(aJob(), someParts({ store: retried, mailer }));
    expect(result).toMatchObject({ outcome: 'delivered', issueNumber: 1 });
    expect(mailer.taken).toHaveLength(2);
    expect(await store.list('issues/riverside/weekly/2026-11-23_2026-11-29/numbers/')).toHaveLength(1);
  });
});
