import { generateSampleProject } from '#planning-server/sample/generate.ts';
import { type SampleProgramme, sampleProgramme } from './sample-programme.ts';
import { mspdiText } from './write-mspdi.ts';
import { csvText, excelBytes } from './write-tables.ts';
import { sampleXer } from './write-xer.ts';

export const programmeFormats = ['xer', 'mspdi', 'csv', 'excel'] as const;
export type SampleFormat = (typeof programmeFormats)[number];

/** @param tasks number of tasks of the generator; a few unusual ones are in no file */
export function aSampleProgramme(tasks: number): SampleProgramme {
  return sampleProgramme(
    generateSampleProject({
      seed: 1,
      tasks,
      region: 'gb',
      projectId: 'riverside-tower',
      name: 'Riverside Tower',
    }),
  );
}

/** The bytes of a programme's file; XER is in UTF-8 with a byte order mark. */
export async function programmeFile(programme: SampleProgramme, format: SampleFormat): Promise<Uint8Array> {
  switch (format) {
    case 'xer':
      return Buffer.from(`\uFEFF${sampleXer(programme)}`);
    case 'mspdi':
      return Buffer.from(mspdiText(programme));
    case 'csv':
      return Buffer.from(csvText(programme));
    case 'excel':
      return excelBytes(programme);
  }
}
