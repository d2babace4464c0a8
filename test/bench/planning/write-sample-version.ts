/** A process that imports versions of a sample project: `node … <archive> <project> <tasks> [<first seed> <last seed>]`. */
import { createDirectoryStore } from '#archive/directory.ts';
import { generateSampleProject } from '#planning-server/sample/generate.ts';
import { writeVersion } from '#planning-server/versions/write-version.ts';
import { aVersionOrigin } from '../../support/builders/a-version-origin.ts';

const [archive = '', projectId = '', tasks = '', first = '1', last = first] = process.argv.slice(2);
for (let seed = Number(first); seed <= Number(last); seed += 1) {
  const project = generateSampleProject({
    seed,
    tasks: Number(tasks),
    week: '2026-11-23',
    region: 'gb',
    projectId,
    name: `Sample ${projectId}`,
  });
  process.stdout.write('generated\n');
  await writeVersion(createDirectoryStore(archive), project, aVersionOrigin());
}
