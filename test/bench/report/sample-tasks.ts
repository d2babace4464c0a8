import { generateSampleProject } from '#planning-server/sample/generate.ts';

/** The tasks of a sample project, as its service sends them. */
export function sampleTasks(tasks: number) {
  const project = { region: 'gb', projectId: 'riverside-tower', name: 'Riverside Tower' } as const;
  return generateSampleProject({ ...project, seed: 1, tasks }).collections.tasks;
}
