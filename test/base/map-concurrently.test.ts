import { expect, it } from 'vitest';
import { mapConcurrently } from '#base/map-concurrently.ts';

it('mapConcurrently maps all items in their order, and only the given number at a time', async () => {
  let running = 0;
  let most = 0;
  const made = await mapConcurrently([3, 1, 2, 5, 4], 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    return item * 10;
  });
  expect(made).toEqual([30, 10, 20, 50, 40]);
  expect(most).toBe(2);
});

it('mapConcurrently maps no further item after a failure', async () => {
  const begun: number[] = [];
  const failing = mapConcurrently([1, 2, 3], 2, async (item) => {
    begun.push(item);
    if (item === 2) throw new Error('no answer');
  });
  await expect(failing).rejects.toThrow('no answer');
  expect(begun).toEqual([1, 2]);
});
