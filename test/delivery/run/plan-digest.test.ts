import { expect, test } from 'vitest';
import { canonicalJson, planDigest } from '../../../functions/delivery/run/plan-digest.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aReadyTask } from '../../support/builders/a-task.ts';

test.each([
  [{ b: 1, a: [true, null, 'é"\n'] }, '{"a":[true,null,"é\\"\\n"],"b":1}'],
  [{ a: undefined, b: [undefined] }, '{"b":[null]}'],
  [{ a: {}, b: [] }, '{"a":{},"b":[]}'],
  [new Map([['x', { b: 1, a: 2 }]]), '[["x",{"a":2,"b":1}]]'],
  ['text', '"text"'],
])('the canonical JSON of %j is %s', (value, json) => {
  expect(canonicalJson(value)).toBe(json);
});

test('a plan’s digest depends on its values and not on the order of its properties', () => {
  const tasks = [aReadyTask({ id: 't1' }), aReadyTask({ id: 't2', owner: null })];
  const plan = aLookahead({ tasks });
  const turned = { ...Object.fromEntries(Object.entries(plan).reverse()), ...plan };
  expect(planDigest(turned)).toBe(planDigest(plan));
  expect(planDigest(plan)).toMatch(/^[0-9a-f]{64}$/);
  expect(planDigest({ ...plan, groupBy: 'owner' })).not.toBe(planDigest(plan));
  expect(planDigest({ ...plan, tasks: [...plan.tasks].reverse() })).not.toBe(planDigest(plan));
});

test('a plan’s digest changes with any property of a task', () => {
  const digestOf = (name: string) => planDigest(aLookahead({ tasks: [aReadyTask({ id: 't1', name })] }));
  expect(digestOf('Pour slab')).toBe(digestOf('Pour slab'));
  expect(digestOf('Pour slab')).not.toBe(digestOf('Pour slab L2'));
});
