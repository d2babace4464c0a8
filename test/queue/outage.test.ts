import { describe, expect, it } from 'vitest';
import { createOutageBrake, ServiceDownError } from '#queue/outage.ts';
import { planningServiceId } from '#runs/attempt.ts';
import { aClock } from '../support/builders/a-delivery.ts';
import { createMemoryStore, type MemoryStore } from '../support/memory-store.ts';
import { planningErrorOf } from '../support/planning/a-planning-client.ts';

const service = planningServiceId({ baseUrl: 'https://planning.example.com', region: 'gb' });

/** Processes that share a store and a clock, which starts at the beginning of a slot. */
function someProcesses({ random = 0 } = {}) {
  const store = createMemoryStore();
  const clock = aClock('2026-11-20T14:00:00Z');
  const lists: string[] = [];
  const counted: MemoryStore = {
    ...store,
    list: async (prefix, options) => {
      lists.push(prefix);
      return store.list(prefix, options);
    },
  };
  const aProcess = () => createOutageBrake(counted, clock, { id: () => '', random: () => random });
  const [first, second] = [aProcess(), aProcess()];
  const goDown = async () => {
    await first.recordDown(service, 'north');
    await first.recordDown(service, 'south');
  };
  return { store, clock, lists, first, second, aProcess, goDown };
}

/** Seconds until a job that was held back comes back. */
async function waitOf(admitted: Promise<unknown>): Promise<number> {
  const failure = await planningErrorOf(admitted);
  if (!(failure instanceof ServiceDownError)) throw failure;
  expect(failure).toMatchObject({ service, kind: 'retryable' });
  return failure.waitSeconds;
}

describe('the brake on a planning service', () => {
  it('lets every job through while nothing is known', async () => {
    const { first, second, store } = someProcesses();
    expect(await first.admit(service)).toBe('free');
    expect(await second.admit(service)).toBe('free');
    expect(store.writes).toEqual([]);
  });

  it('is never applied by one project alone, however often it fails', async () => {
    const { first, second, clock } = someProcesses();
    for (let slot = 0; slot < 10; slot += 1) {
      await first.recordDown(service, 'north');
      await second.recordDown(service, 'north');
      clock.advance({ minutes: 1 });
      expect(await second.admit(service)).toBe('free');
      clock.advance({ minutes: 4 });
    }
  });

  it('is applied by two projects; then one job per slot asks, in whatever process', async () => {
    const { first, second, goDown } = someProcesses();
    await goDown();
    expect(await second.admit(service)).toBe('probe');
    await waitOf(first.admit(service));
    await waitOf(second.admit(service));
  });

  it('lets one job through if several ask at the same time', async () => {
    const { aProcess, goDown } = someProcesses();
    await goDown();
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => aProcess().admit(service)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('lets one job through in each later slot, until one is answered', async () => {
    const { first, second, clock, goDown } = someProcesses();
    await goDown();
    for (let slot = 0; slot < 12; slot += 1) {
      expect(await second.admit(service)).toBe('probe');
      await second.recordDown(service, 'west');
      await waitOf(first.admit(service));
      clock.advance({ minutes: 5 });
    }
  });

  it('lets another job through in the next slot if the one that asked died', async () => {
    const { first, second, clock, goDown } = someProcesses();
    await goDown();
    expect(await first.admit(service)).toBe('probe');
    clock.advance({ minutes: 5 });
    expect(await second.admit(service)).toBe('probe');
    await waitOf(first.admit(service));
  });

  it('is released for all with the first answer, and stays released', async () => {
    const { first, second, clock, goDown } = someProcesses();
    await goDown();
    await first.admit(service);
    await first.recordAnswered(service);
    expect(await first.admit(service)).toBe('free');
    expect(await second.admit(service)).toBe('free');
    clock.advance({ minutes: 5 });
    expect(await second.admit(service)).toBe('free');
  });

  it('is released if the answer comes in the slot after the question', async () => {
    const { first, second, clock, goDown } = someProcesses();
    clock.advance({ minutes: 4, seconds: 50 });
    await goDown();
    await first.admit(service);
    clock.advance({ seconds: 40 });
    await first.recordAnswered(service);
    expect(await second.admit(service)).toBe('free');
  });

  it('is released if no job has come for two slots', async () => {
    const { second, clock, goDown } = someProcesses();
    await goDown();
    clock.advance({ minutes: 10 });
    expect(await second.admit(service)).toBe('free');
  });

  it('is applied again if the service goes down again', async () => {
    const { first, second, clock, goDown } = someProcesses();
    await goDown();
    await first.admit(service);
    await first.recordAnswered(service);
    clock.advance({ minutes: 5 });
    await goDown();
    expect(await second.admit(service)).toBe('probe');
    await waitOf(first.admit(service));
  });

  it('does not hold back jobs of another service', async () => {
    const { first, second, goDown } = someProcesses();
    await goDown();
    const inSydney = planningServiceId({ baseUrl: 'https://planning.example.com', region: 'au' });
    const elsewhere = planningServiceId({ baseUrl: 'https://planning.example.org', region: 'gb' });
    expect(await first.admit(inSydney)).toBe('free');
    expect(await second.admit(elsewhere)).toBe('free');
    expect(planningServiceId({ baseUrl: 'https://planning.example.com/', region: 'gb' })).toBe(service);
  });
});

describe('a job that is held back', () => {
  it.each([
    [0, 0, 300],
    [0, 0.999, 899],
    [200, 0, 100],
    [299.9, 0.5, 301],
  ])(
    'comes back after the end of the slot: %d s into it, with random number %d',
    async (seconds, random, wait) => {
      const { first, second, clock, goDown } = someProcesses({ random });
      clock.advance({ milliseconds: seconds * 1_000 });
      await goDown();
      await first.admit(service);
      expect(await waitOf(second.admit(service))).toBe(wait);
    },
  );
});

describe('the cached state of a service', () => {
  it('is used for 30 seconds', async () => {
    const { second, clock, lists, goDown } = someProcesses();
    await second.admit(service);
    await goDown();
    clock.advance({ seconds: 29 });
    expect(await second.admit(service)).toBe('free');
    expect(lists).toHaveLength(1);
    clock.advance({ seconds: 1 });
    expect(await second.admit(service)).toBe('probe');
    expect(lists).toHaveLength(2);
  });

  it('is read again after the process has written a record', async () => {
    const { first, goDown } = someProcesses();
    expect(await first.admit(service)).toBe('free');
    await goDown();
    expect(await first.admit(service)).toBe('probe');
    await first.recordAnswered(service);
    expect(await first.admit(service)).toBe('free');
  });

  it('is read from the keys of two slots only, however long the outage has lasted', async () => {
    const { store, first, clock } = someProcesses();
    let found = 0;
    const counted: MemoryStore = {
      ...store,
      list: async (...asked) => {
        const keys = await store.list(...asked);
        found = keys.length;
        return keys;
      },
    };
    const counting = createOutageBrake(counted, clock, { id: () => '', random: () => 0 });
    for (let slot = 0; slot < 288; slot += 1) {
      await first.recordDown(service, 'north');
      clock.advance({ minutes: 5 });
    }
    await counting.admit(service);
    expect(store.objects.size).toBe(288);
    expect(found).toBe(1);
  });
});
