import { expect, it } from 'vitest';
import { programmesCost } from '../../../infra/docs/programmes-cost.ts';

it('what 500 imported programmes cost a month is the sum of what was computed by hand', () => {
  const cost = [...programmesCost(500)].map(([line, dollars]) => [line, Number(dollars.toFixed(2))]);
  expect(cost).toEqual([
    ['Checks for new versions', 11.83],
    ['Imports', 0.62],
    ['Planning Read API', 0.05],
    ['Events of all objects of the bucket', 0.05],
    ['A year of versions', 0.6],
  ]);
});
