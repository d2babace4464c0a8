import type { Programme } from './programme.ts';
import { ProgrammeError } from './programme-error.ts';
import { type ReadOptions, readProgramme } from './readers/read-programme.ts';

/** A file as it was given; `name` without its folder. */
export type ProgrammeFile = { readonly name: string; readonly bytes: Uint8Array };

/** @throws ProgrammeError, which names the file */
export async function readProgrammeFile(
  { name, bytes }: ProgrammeFile,
  options: ReadOptions,
): Promise<Programme> {
  try {
    return await readProgramme(bytes, options);
  } catch (error) {
    throw error instanceof ProgrammeError ? error.inFile(name) : error;
  }
}
