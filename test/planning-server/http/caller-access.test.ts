import { expect, it } from 'vitest';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { aKey } from '../../support/planning/a-key.ts';
import { planningService } from '../../support/planning/planning-service.ts';

it('wrong keys are counted by address, and not if a request has no address', async () => {
  const { app } = planningService([aPlanningProject()]);
  const statuses = async (connection?: { readonly remoteAddress: string }) => {
    const found = new Set<number>();
    for (let request = 0; request < 61; request += 1) {
      const init = { headers: { 'X-API-Key': aKey('eeeeeeeeeeee') } };
      found.add((await app.request('/gb/v1/projects/tower/tasks', init, connection)).status);
    }
    return [...found];
  };
  expect(await statuses({ remoteAddress: '198.51.100.7' })).toEqual([401, 429]);
  expect(await statuses()).toEqual([401]);
});
