/** Loaded only if sample projects are served: their vocabulary takes a tenth of a second. */
import { resolve } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { makeFolder } from '../../archive/file-system.ts';
import { addDays, type Day, formatDay, localDayOf, mondayOf } from '../../base/day.ts';
import {
  generateSampleProject,
  sampleProjects,
} from '../../planning-server/sample/generate/generate-sample-project.ts';
import { memoryStore } from '../../planning-server/stores/memory-store.ts';
import { writeProject } from '../../planning-server/stores/project-directories.ts';
import type { PlanningStore, ProjectData } from '../../planning-server/stores/store.ts';

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

export async function writeSamples(folder: string, sample: Sample): Promise<void> {
  await makeFolder(resolve(folder));
  for (const project of samplesOf(sample)) await writeProject(folder, project);
}
