/** This module is loaded only if sample projects are served, so that other commands start faster. */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import { addDays, type Day, formatDay, localDayOf, mondayOf } from '#base/day.ts';
import { sha256Of } from '#base/digest.ts';
import { generateSampleProject, sampleProjects } from '#planning-server/sample/generate.ts';
import type { ProjectData } from '#planning-server/versions/version.ts';
import { writeVersion } from '#planning-server/versions/write-version.ts';

type Sample = { readonly seed: number; readonly tasks: number; readonly date?: Day | undefined };

/** Stores the sample projects, with tasks for the week after the date. */
export async function writeSamples(archive: ObjectStore, { seed, tasks, date }: Sample): Promise<void> {
  const now = Temporal.Now.instant();
  const week = formatDay(addDays(mondayOf(date ?? localDayOf(now, 'UTC')), 7));
  for (const [index, sample] of sampleProjects.entries()) {
    const project = generateSampleProject({ ...sample, seed: seed + index, tasks, week });
    // The sample's own data date is not stored, because it may lie in the future.
    await writeSample(archive, project, { at: now, dataDate: null });
  }
}

/** Stores a sample project as an import at that time would. */
export async function writeSample(
  archive: ObjectStore,
  project: ProjectData,
  { at, dataDate }: { readonly at: Temporal.Instant; readonly dataDate: string | null },
): Promise<void> {
  const { tasks } = project.collections;
  const [arrivedAt, importedAt] = [at.toString(), at.toString()];
  await writeVersion(archive, project, {
    file: 'sample',
    sha256: sha256Of(JSON.stringify(tasks)),
    mapping: '',
    dataDate,
    arrivedAt,
    importedAt,
    rejected: [],
    changed: [],
    changes: { added: tasks.length, removed: 0, changed: 0 },
  });
}
