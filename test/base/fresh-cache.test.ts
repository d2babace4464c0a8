import { expect, it } from 'vitest';
import { createFreshCache } from '#base/fresh-cache.ts';

/** A cache whose values are 1, 2, 3 … in the order in which their loads begin. A test decides when each load ends. */
function keeping({ max = 10 } = {}) {
  const clock = { now: 0 };
  const kept = createFreshCache<number>({ maxAge: 1_000, max, now: () => clock.now });
  const loads: { readonly done: () => void; readonly fail: () => void; readonly before: unknown }[] = [];
  const get = (name = 'a') =>
    kept.get(name, (before) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const value = loads.length + 1;
      loads.push({ done: () => resolve(value), fail: () => reject(new Error('down')), before });
      return promise;
    });
  return { clock, get, loads };
}

/** Waits until loaded values have arrived. */
const arrival = () => new Promise((resolve) => setImmediate(resolve));

it('the cache loads a value once for all uses in the first half of its age', async () => {
  const { clock, get, loads } = keeping();
  const [one, other] = [get(), get()];
  loads[0]?.done();
  expect(await Promise.all([one, other])).toEqual([1, 1]);
  clock.now = 499;
  expect(await get()).toBe(1);
  expect(loads).toHaveLength(1);
});

it('the cache loads the next value in the second half, and no use waits for it', async () => {
  const { clock, get, loads } = keeping();
  const first = get();
  loads[0]?.done();
  await first;
  clock.now = 500;
  expect(await get()).toBe(1);
  expect(await get()).toBe(1);
  expect(loads).toHaveLength(2);
  expect(await loads[1]?.before).toBe(1);
  loads[1]?.done();
  await arrival();
  clock.now = 999;
  expect(await get()).toBe(2);
  expect(loads).toHaveLength(2);
});

it('the cache never returns a value that was requested longer ago than its maximum age', async () => {
  const { clock, get, loads } = keeping();
  const first = get();
  loads[0]?.done();
  await first;
  clock.now = 1_000;
  const second = get();
  clock.now = 1_900;
  const third = get();
  clock.now = 2_000;
  const fourth = get();
  expect(loads).toHaveLength(3);
  for (const { done } of loads) done();
  expect(await Promise.all([second, third, fourth])).toEqual([2, 2, 3]);
});

it('the cache does not keep a failure', async () => {
  const { get, loads } = keeping();
  const first = get();
  loads[0]?.fail();
  await expect(first).rejects.toThrow('down');
  const second = get();
  loads[1]?.done();
  expect(await second).toBe(2);
});

it('the cache reports a failure only if the previous value is too old', async () => {
  const { clock, get, loads } = keeping();
  const first = get();
  loads[0]?.done();
  await first;
  clock.now = 600;
  await get();
  loads[1]?.fail();
  await arrival();
  expect(await get()).toBe(1);
  loads[2]?.fail();
  await arrival();
  clock.now = 1_000;
  const late = get();
  loads[3]?.fail();
  await expect(late).rejects.toThrow('down');
});

it('the cache evicts the oldest value if it has too many', async () => {
  const { get, loads } = keeping({ max: 2 });
  for (const name of ['a', 'b', 'c']) {
    const value = get(name);
    loads.at(-1)?.done();
    await value;
  }
  await get('b');
  expect(loads).toHaveLength(3);
  void get('a');
  expect(loads).toHaveLength(4);
});
