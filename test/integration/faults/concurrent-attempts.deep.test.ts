import { setImmediate } from 'node:timers/promises';
import fc, { type Scheduler } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDirectoryStore } from '#archive/directory.ts';
import type { AttemptWorld } from '#runs/attempt.ts';
import { runObjectKeyValuesOf } from '#runs/look-up-report.ts';
import { claimIssueNumber } from '#runs/store/issue-number.ts';
import { requestedRunId } from '#runs/store/names.ts';
import { aClock, anAttempt, aResolvedReport, deliverResolved } from '../../support/builders/a-delivery.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { createRecordingMailer } from '../../support/recording-mailer.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/**
 * Runs several attempts at the same time. Every outside call waits for its turn. The scheduler gives turns in any
 * order, but only when every unfinished attempt waits for one: composing a message takes real time, in which the other
 * attempts would otherwise run ahead.
 */
function concurrently(scheduler: Scheduler) {
  const waiting = new Map<string, number>();
  const unfinished = new Set<string>();
  const wait = (owner: string, by: 1 | -1) => waiting.set(owner, (waiting.get(owner) ?? 0) + by);
  const turnOf =
    (owner: string): Turn =>
    async (label, act) => {
      wait(owner, 1);
      await scheduler.schedule(Promise.resolve(), `${owner} ${label}`);
      wait(owner, -1);
      return act();
    };
  return async <Value>(
    attempt: (owner: string, turn: Turn) => Promise<Value>,
    owners: readonly string[],
  ): Promise<readonly Value[]> => {
    for (const owner of owners) unfinished.add(owner);
    const ends = owners.map((owner) => attempt(owner, turnOf(owner)).finally(() => unfinished.delete(owner)));
    const results = Promise.all(ends);
    results.catch(() => undefined);
    for (;;) {
      await setImmediate();
      if (unfinished.size === 0) return results;
      if ([...unfinished].every((owner) => (waiting.get(owner) ?? 0) > 0)) await scheduler.waitOne();
    }
  };
}

type Turn = <Value>(label: string, act: () => Promise<Value>) => Promise<Value>;

function inTurns(parts: AttemptWorld, turn: Turn): AttemptWorld {
  const { store, mailer } = parts;
  return {
    ...parts,
    planning: (...asked) => turn('pull', () => parts.planning(...asked)),
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
  it('make one issue and send each message once, in any order of their calls', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const store = createMemoryStore();
        const mailer = createRecordingMailer({ repeatable: false });
        const clock = aClock();
        // Each attempt renders different bytes and texts, so that the test would notice a mix of both.
        const attempt = (owner: string, turn: Turn) => {
          const render = async () => new TextEncoder().encode(`rendered by ${owner}`);
          const parts = anAttempt({ store, mailer, owner, now: clock.now, render });
          const report = { key: 'weekly', name: `written by ${owner}` };
          return deliverResolved(aResolvedReport({ report }), inTurns(parts, turn));
        };
        const results = await concurrently(scheduler)(attempt, ['attempt-1', 'attempt-2']);
        const keys = await store.list('');
        expect(keys.filter((key) => key.includes('/numbers/'))).toHaveLength(1);
        expect(keys.filter((key) => key.endsWith('issue.json'))).toHaveLength(1);
        expect(results.map(({ issueNumber }) => issueNumber)).toEqual([1, 1]);
        expect(mailer.taken.map(({ message }) => message).sort()).toEqual(['everyone', 'subcontractor-s1']);
        clock.advance({ minutes: 36 });
        const last = await deliverResolved(
          aResolvedReport(),
          anAttempt({ store, mailer, owner: 'attempt-3', now: clock.now }),
        );
        expect(last.outcome).toBe('already delivered');
        expect(mailer.taken).toHaveLength(2);
      }),
      seeds,
    );
  });

  it('leave one file for each message in an outbox', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const store = createMemoryStore();
        const mailer = createRecordingMailer({ repeatable: true });
        const attempt = (owner: string, turn: Turn) =>
          deliverResolved(aResolvedReport(), inTurns(anAttempt({ store, mailer, owner }), turn));
        await concurrently(scheduler)(attempt, ['attempt-1', 'attempt-2']);
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
  it('hold the numbers 1 and 2', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const store = createMemoryStore();
        const deliver = (id: string, turn: Turn) =>
          deliverResolved(
            aResolvedReport({ runId: requestedRunId(id), audiences: [] }),
            inTurns(anAttempt({ store, owner: id }), turn),
          );
        const results = await concurrently(scheduler)(deliver, ['a', 'b']);
        expect(results.map(({ issueNumber }) => issueNumber).sort()).toEqual([1, 2]);
        expect(results.map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered']);
      }),
      seeds,
    );
  });

  it('get different numbers without gaps, as do five runs with two attempts each', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const store = createMemoryStore();
        const claim = (owner: string, turn: Turn) =>
          claimIssueNumber(
            inTurns(anAttempt({ store, owner }), turn).store,
            runObjectKeyValuesOf(aResolvedReport({ runId: requestedRunId(owner.slice(0, 1)) })),
          );
        const owners = ['a', 'b', 'c', 'd', 'e', 'a again', 'b again', 'c again', 'd again', 'e again'];
        const numbers = await concurrently(scheduler)(claim, owners);
        expect(numbers.slice(0, 5)).toEqual(numbers.slice(5));
        expect(numbers.slice(0, 5).sort()).toEqual([1, 2, 3, 4, 5]);
      }),
      seeds,
    );
  });
});

describe('eight attempts of one run at the same time, in a directory', () => {
  it('make one issue, and send each message once', async () => {
    const root = await temporaryDirectory();
    const mailer = createRecordingMailer({ repeatable: false });
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, attempt) => {
        const store = createDirectoryStore(root);
        return deliverResolved(aResolvedReport(), anAttempt({ store, mailer, owner: `attempt-${attempt}` }));
      }),
    );
    expect(new Set(results.map(({ issueNumber }) => issueNumber))).toEqual(new Set([1]));
    expect(mailer.taken.map(({ message }) => message).sort()).toEqual(['everyone', 'subcontractor-s1']);
    const last = await deliverResolved(
      aResolvedReport(),
      anAttempt({ store: createDirectoryStore(root), mailer }),
    );
    expect(last.outcome).toBe('already delivered');
    expect(last.keys).toHaveLength(9);
  });
});

describe('an attempt that wrote successfully but got no answer', () => {
  it('finds its own number, intent and issue, and continues', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: false });
    // Makes every write twice, like a client that retries: at the second write, the object already exists.
    const retried = {
      ...store,
      putOnce: async (...object: Parameters<typeof store.putOnce>) => {
        await store.putOnce(...object);
        return store.putOnce(...object);
      },
    };
    const result = await deliverResolved(aResolvedReport(), anAttempt({ store: retried, mailer }));
    expect(result).toMatchObject({ outcome: 'delivered', issueNumber: 1 });
    expect(mailer.taken).toHaveLength(2);
    expect(await store.list('issues/riverside/weekly/2026-11-23_2026-11-29/numbers/')).toHaveLength(1);
  });
});
