import { expect, it, onTestFinished } from 'vitest';
import { fixedKeyProvider } from '#planning/client/api-keys.ts';
import { createPlanningClient } from '#planning/client/planning-client.ts';
import { taskFields } from '#planning/contract/tasks-query.ts';
import { createPlanningServer } from '#planning-server/http/create-planning-server.ts';
import { listen } from '#planning-server/http/listen.ts';
import type { ProjectData } from '#planning-server/versions/version.ts';
import { writeVersion } from '#planning-server/versions/write-version.ts';
import { pullTasks } from '#runs/pull-tasks.ts';
import { windowAfter } from '../../support/builders/a-delivery.ts';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { aVersionOrigin } from '../../support/builders/a-version-origin.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { aKey } from '../../support/planning/a-key.ts';
import { aKeyRing } from '../../support/planning/a-key-ring.ts';
import { aVersionStore } from '../../support/planning/a-version-store.ts';

const key = aKey('0123456789ab');
const contractor = { id: 'Smith, Sons & Co' };

/**
 * Thirty tasks of the week, half of them at night, without the first `number` ones. Each is named after its version,
 * such as `v1`.
 */
function version(number: number): ProjectData {
  const tasks = Array.from({ length: 30 }, (_, at) => ({
    id: `t${at + 10}`,
    name: `v${number}`,
    start: '2026-11-24',
    finish: '2026-11-26',
    shift: at % 2 === 0 ? 'day' : 'night',
    subcontractor: contractor,
  }));
  return aPlanningProject({ tasks: tasks.slice(number) });
}

it('a report has the tasks of one version, although another arrives during the pull', async () => {
  const archive = createMemoryStore();
  await writeVersion(archive, version(1), aVersionOrigin());
  const { store } = await aVersionStore(archive);
  const keys = aKeyRing([{ name: 'report', text: key, projects: '*' }]);
  const app = createPlanningServer({ store, keys, signingSecret: 'x'.repeat(32), now: () => 0, pageSize: 7 });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(server.close);
  const asked: URLSearchParams[] = [];
  const wideIsAnswered = Promise.withResolvers<void>();
  const client = createPlanningClient({
    baseUrl: server.url,
    region: 'gb',
    projectId: 'tower',
    key: fixedKeyProvider(key),
    async fetch(url, init) {
      const { searchParams } = new URL(url);
      asked.push(searchParams);
      const answer = () => fetch(url, init);
      if (!searchParams.has('shift')) return answer().finally(wideIsAnswered.resolve);
      // The new version arrives between the answer to the query without a shift and the answer for the night shift.
      if (searchParams.get('shift') === 'night' && !searchParams.has('version')) {
        await wideIsAnswered.promise;
        await writeVersion(archive, version(2), aVersionOrigin());
      }
      return answer();
    },
  });
  const pull = await pullTasks(client, {
    window: windowAfter('2026-11-20'),
    filters: { subcontractorIds: [contractor.id] },
    fields: taskFields,
    weeksBefore: 8,
    weeksAfter: 4,
    instant: '2026-11-20T14:00:05Z',
    project: { timeZone: 'Europe/London' },
    expected: Promise.resolve(new Set()),
  });
  expect(new Set(pull.tasks.map(({ task }) => task.name))).toEqual(new Set(['v1']));
  expect(pull.tasks).toHaveLength(29);
  expect(pull.tasks.map(({ answeredBy }) => answeredBy.length)).toEqual(new Array(29).fill(1));
  const again = asked.filter((query) => query.has('version'));
  expect(new Set(again.map((query) => `${query.get('shift')} ${query.get('version')}`))).toEqual(
    new Set(['night 1']),
  );
});
