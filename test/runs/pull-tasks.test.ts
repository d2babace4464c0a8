import { describe, expect, it } from 'vitest';
import type { AttemptWorld } from '#runs/attempt.ts';
import { anAttempt, snapshotOf } from '../support/builders/a-delivery.ts';
import { createMemoryStore } from '../support/memory-store.ts';

describe('while the planning service answers', () => {
  it('the earlier issues are read from the archive', async () => {
    const memory = createMemoryStore();
    const listed = Promise.withResolvers<void>();
    const store = {
      ...memory,
      list: (...asked: Parameters<typeof memory.list>) => {
        listed.resolve();
        return memory.list(...asked);
      },
    };
    const parts = anAttempt({ store });
    const planning: AttemptWorld['planning'] = async (...asked) => {
      await listed.promise;
      return parts.planning(...asked);
    };
    const snapshot = await snapshotOf({ ...parts, planning });
    expect(snapshot.tasks.map(({ task }) => task.id)).toEqual(['t1', 't2']);
  });

  it('the error of a failed pull is thrown once the archive has answered', async () => {
    const memory = createMemoryStore();
    const answer = Promise.withResolvers<readonly string[]>();
    const parts = anAttempt({
      store: { ...memory, list: () => answer.promise },
      planning: { tasks: () => Promise.reject(new Error('the service is down')) },
    });
    let failure: unknown;
    const taking = snapshotOf(parts).catch((error: unknown) => {
      failure = error;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(failure).toBeUndefined();
    answer.resolve([]);
    await taking;
    expect(failure).toMatchObject({ message: 'the service is down' });
  });
});
