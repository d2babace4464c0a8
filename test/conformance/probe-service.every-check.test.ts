import { describe, expect, it } from 'vitest';
import { checks } from '../../functions/conformance/probe-service.ts';
import { brokenChecks } from '../../functions/conformance/report/report.ts';
import { resourceSchemas } from '../../functions/planning/contract/resources.ts';
import { idFilters, shifts, taskFields } from '../../functions/planning/contract/tasks-query.ts';
import { memoryStore } from '../../functions/planning-server/stores/memory-store.ts';
import type { PlanningStore } from '../../functions/planning-server/stores/store.ts';
import { aCountedProject } from '../support/builders/a-counted-project.ts';
import { askEveryCheck, serviceOver } from '../support/planning/ask-every-check.ts';
import { quirks } from '../support/planning/contrary-quirks.ts';
import { contraryService, goodKey } from '../support/planning/contrary-service.ts';
import { storesOf } from '../support/planning/stores-of.ts';

/** Puts every check to our own service over a store. */
const check = (store: PlanningStore) => askEveryCheck({ fetch: serviceOver(store) });

describe('our own service', () => {
  const project = aCountedProject();
  const inMemory = () => check(memoryStore([project]));

  it('conforms strictly', async () => {
    const report = await inMemory();
    expect(report.stopped).toBeUndefined();
    expect(brokenChecks(report, 'strict').map(({ id, seen }) => `${id}: ${seen}`)).toEqual([]);
  });

  it('offers all that is asked for beyond the contract', async () => {
    const { rows } = await inMemory();
    const missing = rows.filter(({ source, verdict }) => source === 'offered' && verdict === 'not seen');
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it.each(Object.entries(storesOf))('answers the same with its data in %s', async (_, open) => {
    const report = await check(await open(project));
    expect(report.rows).toEqual((await inMemory()).rows);
  });
});

describe('a service that differs', () => {
  it('breaks the contract only where the contract says so', async () => {
    const { fetch } = contraryService([quirks.forbiddenForWrongKeys, quirks.limitPassedOver]);
    const report = await askEveryCheck({ fetch, key: async () => goodKey });
    expect(brokenChecks(report, 'contract').map(({ id }) => id)).toEqual(['keys.wrong']);
    expect(brokenChecks(report, 'strict').map(({ id }) => id)).toContain('paging.limit');
  });
});

describe('the table of checks', () => {
  it('has each id once', () => {
    const ids = checks.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  // No report asks by another method, for anything beside v1 or for what is refused, and none depends on the type of a
  // location. Our own server is asked about methods, paths and mistakes: test/support/planning/request-rules.ts.
  it('has a check for every other row of the contract', () => {
    const collections = Object.entries(resourceSchemas);
    const rows = [
      ...['paging', 'paging.next', 'paging.next.after', 'paging.next.link', 'results'],
      ...collections.flatMap(([name, { shape }]) => [
        `GET ${name}`,
        ...Object.keys(shape).map((property) => `${name}.${property}`),
      ]),
      ...Object.entries(partsOfTasks).flatMap(([part, names]) => names.map((name) => `${part}.${name}`)),
      ...['X-API-Key', 'region', 'projectId', 'start', 'finish', ...idFilters],
      ...shifts.map((shift) => `shift=${shift}`),
      ...taskFields.map((field) => `fields=${field}`),
      ...['status=planned', 'calendar.type=five-day', 'progress.type=delay'],
      ...['relatedTasks.relation=predecessor', 'relatedTasks.type=start-start'],
      '401',
    ];
    const checked = checks.flatMap((each) => each.rows);
    expect(checked.toSorted()).toEqual(rows.toSorted());
  });
});

const partsOfTasks = {
  labour: ['id', 'name', 'quantity'],
  plant: ['id', 'name', 'category', 'quantity'],
  materials: ['id', 'name', 'quantity', 'unit', 'dailyPlanned', 'dailyActual'],
  progress: ['name', 'date', 'amount', 'type'],
  relatedTasks: ['id', 'name', 'lag', 'relation', 'type'],
  workArea: ['type', 'bbox', 'geometry', 'id', 'properties'],
  parent: ['id', 'name'],
};
