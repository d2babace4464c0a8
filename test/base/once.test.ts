import { expect, it } from 'vitest';
import { once } from '#base/once.ts';

it('once makes the value once, even for concurrent calls', async () => {
  let made = 0;
  const value = once(async () => ++made);
  expect(await Promise.all([value(), value()])).toEqual([1, 1]);
  expect(await value()).toBe(1);
});

it('once tries again after a failure', async () => {
  let calls = 0;
  const value = once(async () => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
    return calls;
  });
  await expect(value()).rejects.toThrow('not yet');
  expect(await value()).toBe(2);
});
