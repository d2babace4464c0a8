/** Loaded only if sample projects are served, so that other commands start without them. */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import { addDays, type Day, formatDay, localDayOf, mondayOf } from '#base/day.ts';
import { sha256Of } from '#base/digest.ts';
import { generateSampleProject, sampleProjects } from '#planning-server/sample/generate.ts';
import { memoryStore } from '#planning-server/versions/memory-store.ts';
import type { PlanningStore, ProjectData } from '#planning-server/versions/version.ts';
import { writeVersion } from '#planning-server/versions/write-version.ts';

type Sample = { readonly seed: number; readonly tasks: number; readonly date?: Day | undefined };

function samplesOf({ seed, tasks, date }: Sample): readonly ProjectData[] {
  const today = date ?? localDayOf(Temporal.Now.instant(), 'UTC');
  const week = formatDay(addDays(mondayOf(today), 7));
  return sampleProjects.map((sample, index) =>
    generateSampleProject({ ...sample, seed: seed + index, tasks, week }),
  );
}

export function samplesInMemory(sample: Sample): {
  readonly store: PlanningStore;
  readonly projects: readonly ProjectData[];
} {
  const projects = samplesOf(sample);
  return { store: memoryStore(projects), projects };
}

/** As an import stores them. */
export async function writeSamples(archive: ObjectStore, sample: Sample): Promise<void> {
  const now = Temporal.Now.instant().toString();
  const none = { mapping: '', dataDate: null, rejected: [], changed: [] };
  for (const project of samplesOf(sample)) {
    const { tasks } = project.collections;
    await writeVersion(archive, project, {
      ...none,
      file: 'sample',
      sha256: sha256Of(JSON.stringify(tasks)),
      arrivedAt: now,
      importedAt: now,
      changes: { added: tasks.length, removed: 0, changed: 0 },
    });
  }
}
