import type { SampleOptions } from './generate-sample-project.ts';

/** The projects that the demo and the server without data of its own show. */
export const sampleProjects = [
  { region: 'gb', projectId: 'riverside-tower', name: 'Riverside Tower', seed: 1 },
  { region: 'au', projectId: 'harbour-quay', name: 'Harbour Quay', seed: 2 },
] as const satisfies readonly Omit<SampleOptions, 'tasks' | 'week'>[];
