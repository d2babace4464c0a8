import type { Programme } from '../programme.ts';
import { ProgrammeError } from '../programme-error.ts';
import { kindOfFile } from './file-kind.ts';
import { readMspdi } from './mspdi/read-mspdi.ts';
import { readCsv } from './table/read-csv.ts';
import { readExcel } from './table/read-excel.ts';
import { readXer } from './xer/read-xer.ts';

/** Choices that the file itself may leave open. */
export type ReadOptions = {
  /** Short name of the project, where an XER file has several. */
  readonly project?: string | undefined;
  /** Encoding of an XER or CSV file that does not begin with a byte order mark. */
  readonly encoding?: string | undefined;
  /** Name of the worksheet; by default the one that has most headings of a programme. */
  readonly sheet?: string | undefined;
  /** Line of a table's headings; found by default. */
  readonly headerRow?: number | undefined;
  /** Takes the project with the most activities, where an XER file has several exported ones, instead of asking. */
  readonly largest?: boolean;
};

/**
 * Reads a programme of any kind, which its content tells.
 * @param name the file's, for the way to save what cannot be read
 * @throws ProgrammeError where the file as a whole cannot be used; single wrong records are in `problems`
 */
export async function readProgramme(
  bytes: Uint8Array,
  options: ReadOptions = {},
  name?: string,
): Promise<Programme> {
  switch (kindOfFile(bytes, name)) {
    case 'xer':
      return readXer(bytes, options);
    case 'mspdi':
      return readMspdi(bytes);
    case 'excel':
      return readExcel(bytes, options);
    case 'csv':
      return readCsv(bytes, options);
  }
}

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
