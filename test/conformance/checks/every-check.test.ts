import { describe, expect, it } from 'vitest';
import { brokenChecks } from '../../../functions/conformance/broken-checks.ts';
import { checks, politeChecks } from '../../../functions/conformance/checks/every-check.ts';
import { resourceSchemas } from '../../../functions/planning/contract/resources.ts';
import { idFilters, shifts, taskFields } from '../../../functions/planning/contract/tasks-query.ts';
import { directoryStore } from '../../../functions/planning-server/stores/directory-store.ts';
import { memoryStore } from '../../../functions/planning-server/stores/memory-store.ts';
import type { PlanningStore, ProjectData } from '../../../functions/planning-server/stores/store.ts';
import { writeProject } from '../../../functions/planning-server/stores/write-project.ts';
import { writeVersion } from '../../../functions/planning-server/versions/write-version.ts';
import { aCountedProject } from '../../support/builders/a-counted-project.ts';
import { aVersionOrigin } from '../../support/builders/a-version-origin.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { aVersionStore } from '../../support/planning/a-version-store.ts';
import { askEveryCheck, serviceOver } from '../../support/planning/ask-every-check.ts';
import { quirks } from '../../support/planning/contrary-quirks.ts';
import { contraryService, goodKey } from '../../support/planning/contrary-service.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/** Puts every check to our own service over a store. */
const check = (store: PlanningStore) => askEveryCheck({ fetch: serviceOver(store) });

/** Where a service may have its data from. */
const targets: Readonly<Record<string, (project: ProjectData) => Promise<PlanningStore>>> = {
  'a folder of JSON files': async (project) => {
    const folder = await temporaryDirectory();
    await writeProject(folder, project);
    return directoryStore(folder);
  },
  'versions of an archive': async (project) => {
    const archive = createMemoryStore();
    await writeVersion(archive, project, aVersionOrigin());
    return (await aVersionStore(archive)).store;
  },
};

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

  it.each(Object.entries(targets))('answers the same with its data in %s', async (_, open) => {
    const report = await check(await open(project));
    expect(report.rows).toEqual((await inMemory()).rows);
  });
});

describe('a service that differs', () => {
  it('breaks the contract only where the contract says so', async () => {
    const { fetch } = contraryService([quirks.forbiddenWithoutKey, quirks.limitPassedOver]);
    const report = await askEveryCheck({ fetch, key: async () => goodKey, checks: politeChecks });
    expect(brokenChecks(report, 'contract').map(({ id }) => id)).toEqual(['keys.none', 'keys.wrong']);
    expect(brokenChecks(report, 'strict').map(({ id }) => id)).toContain('paging.limit');
  });
});

describe('the table of checks', () => {
  it('has each id once', () => {
    const ids = checks.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it('asks nothing of a service in use but what a reader asks', () => {
    const themes = new Set(checks.filter((each) => !politeChecks.includes(each)).map(({ theme }) => theme));
    expect([...themes]).toEqual(['Methods and paths', 'Requests made wrong', 'Offered beyond the contract']);
  });

  it('has a check for every row of the contract', () => {
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
      ...['status=planned', 'calendar.type=five-day', 'location.type=map', 'progress.type=delay'],
      ...['relatedTasks.relation=predecessor', 'relatedTasks.type=start-start'],
      ...['401', '422', '500', 'GET only', 'v1'],
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
