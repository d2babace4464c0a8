import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { brokenChecks } from '../../functions/conformance/broken-checks.ts';
import { checks, politeChecks } from '../../functions/conformance/checks/every-check.ts';
import { probeService } from '../../functions/conformance/probe-service.ts';
import type { ProbeReport } from '../../functions/conformance/report/report.ts';
import { resourceSchemas } from '../../functions/planning/contract/resources.ts';
import { idFilters, shifts, taskFields } from '../../functions/planning/contract/tasks-query.ts';
import { directoryStore } from '../../functions/planning-server/stores/directory-store.ts';
import { memoryStore } from '../../functions/planning-server/stores/memory-store.ts';
import type { PlanningStore, ProjectData } from '../../functions/planning-server/stores/store.ts';
import { writeProject } from '../../functions/planning-server/stores/write-project.ts';
import { aCountedProject } from '../support/builders/a-counted-project.ts';
import { quirks } from '../support/planning/contrary-quirks.ts';
import { contraryService, credentials, goodKey } from '../support/planning/contrary-service.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

async function check(fetch: typeof globalThis.fetch): Promise<ProbeReport> {
  return probeService({
    checks,
    baseUrl: 'https://quirks.example',
    region: 'gb',
    projectId: 'quayside',
    key: async () => goodKey,
    fetch,
    now: Temporal.Instant.from('2026-11-20T14:00:00Z'),
    timeZone: 'Europe/London',
    credentials,
    pauseMs: 0,
    maxRequests: 300,
  });
}

/** Where a service may have its data from. */
const targets: Readonly<Record<string, (project: ProjectData) => Promise<PlanningStore>>> = {
  memory: async (project) => memoryStore([project]),
  'a folder of JSON files': async (project) => {
    const folder = await temporaryDirectory();
    await writeProject(folder, project);
    return directoryStore(folder);
  },
};

describe('our own service', () => {
  it.each(Object.entries(targets))(
    'conforms strictly with its data in %s, and answers as with memory',
    async (_, open) => {
      const project = aCountedProject();
      const report = await check(contraryService([], project, await open(project)).fetch);
      expect(brokenChecks(report, 'strict').map(({ id, seen }) => `${id}: ${seen}`)).toEqual([]);
      const inMemory = await check(contraryService([], project).fetch);
      expect(report.rows).toEqual(inMemory.rows);
    },
  );
});

describe('a service that differs', () => {
  it('breaks the contract only where the contract says so', async () => {
    const report = await check(contraryService([quirks.forbiddenWithoutKey, quirks.limitPassedOver]).fetch);
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
