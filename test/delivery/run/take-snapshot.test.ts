import { describe, expect, test } from 'vitest';
import type { DeliveryParts } from '../../../functions/delivery/run/delivery-parts.ts';
import { addressOf } from '../../../functions/delivery/run/report-job.ts';
import { takeSnapshot } from '../../../functions/delivery/run/take-snapshot.ts';
import { openRunStore } from '../../../functions/delivery/store/run-store.ts';
import { aJob, someParts } from '../../support/builders/a-delivery.ts';
import { createMemoryStore } from '../../support/memory-store.ts';

const take = (parts: DeliveryParts) =>
  takeSnapshot(aJob(), openRunStore(parts.store, addressOf(aJob())), parts);

describe('while the planning service answers', () => {
  test('the archive is asked for the earlier issues', async () => {
    const memory = createMemoryStore();
    const listed = Promise.withResolvers<void>();
    const store = {
      ...memory,
      list: (...asked: Parameters<typeof memory.list>) => {
        listed.resolve();
        return memory.list(...asked);
      },
    };
    const parts = someParts({ store });
    const pull: DeliveryParts['pull'] = async (...asked) => {
      await listed.promise;
      return parts.pull(...asked);
    };
    const snapshot = await take({ ...parts, pull });
    expect(snapshot.tasks.map(({ task }) => task.id)).toEqual(['t1', 't2']);
  });

  test('a pull that fails is thrown once the archive has answered', async () => {
    const memory = createMemoryStore();
    const answer = Promise.withResolvers<readonly string[]>();
    const parts = someParts({
      store: { ...memory, list: () => answer.promise },
      pull: () => Promise.reject(new Error('the service is down')),
    });
    let failure: unknown;
    const taking = take(parts).catch((error: unknown) => {
      failure = error;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(failure).toBeUndefined();
    answer.resolve([]);
    await taking;
    expect(failure).toMatchObject({ message: 'the service is down' });
  });
});
