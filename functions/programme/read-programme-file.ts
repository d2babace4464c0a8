import type { Programme } from './programme.ts';
import { ProgrammeError } from './programme-error.ts';
import { kindOfFile } from './readers/file-kind.ts';
import { type ReadOptions, readProgramme } from './readers/read-programme.ts';

/** @throws ProgrammeError, which names the file */
export async function readProgrammeFile(
  name: string,
  bytes: Uint8Array,
  options: ReadOptions,
): Promise<Programme> {
  try {
    return await readProgramme(bytes, options, name);
  } catch (error) {
    throw inFile(error, name);
  }
}

/** @throws ProgrammeError, which names the file, for a kind of file that cannot be read */
export function checkKindOfFile(name: string, bytes: Uint8Array): void {
  try {
    kindOfFile(bytes, name);
  } catch (error) {
    throw inFile(error, name);
  }
}

function inFile(error: unknown, name: string): unknown {
  return error instanceof ProgrammeError ? error.inFile(name) : error;
}
