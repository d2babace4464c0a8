import { expect, it } from 'vitest';
import { createDirectoryStore } from '../../../functions/archive/directory.ts';
import { dataStore, openDataPlace, projectsIn } from '../../../functions/commands/planning/data-place.ts';
import { writeProject } from '../../../functions/planning-server/stores/project-directories.ts';
import { writeVersion } from '../../../functions/planning-server/versions/write-version.ts';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { aVersionOrigin } from '../../support/builders/a-version-origin.ts';
import { planningService } from '../../support/planning/planning-service.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

it('serves the versions of a folder and its JSON files, and a project that has both from its versions', async () => {
  const data = await temporaryDirectory();
  const file = (projectId: string) =>
    aPlanningProject({ tasks: [{ id: 'file' }] }, { projectId, name: 'File' });
  await writeProject(data, file('tower'));
  await writeProject(data, file('quay'));
  const imported = aPlanningProject({ tasks: [{ id: 'import' }] }, { name: 'Import' });
  await writeVersion(createDirectoryStore(data), imported, aVersionOrigin());
  const place = await openDataPlace(data, () => {});
  const { ids } = planningService([], { store: dataStore(place) });
  expect(await ids('/gb/v1/projects/tower/tasks')).toEqual(['import']);
  expect(await ids('/gb/v1/projects/quay/tasks')).toEqual(['file']);
  expect(await projectsIn(place)).toEqual([
    { region: 'gb', projectId: 'tower', name: 'Import', timeZone: 'Europe/London' },
    { region: 'gb', projectId: 'quay', name: 'File', timeZone: 'Europe/London' },
  ]);
});
