import type { Programme } from './programme.ts';
import { ProgrammeError } from './programme-error.ts';
import { type ReadOptions, readProgramme } from './readers/read-programme.ts';

/** @throws ProgrammeError, which names the file */
export async function readProgrammeFile(
  name: string,
  bytes: Uint8Array,
  options: ReadOptions,
): Promise<Programme> {
  try {
    return await readProgramme(bytes, options);
  } catch (error) {
    throw error instanceof ProgrammeError ? error.inFile(name) : error;
  }
}
