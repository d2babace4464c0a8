import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { formatDay } from '#base/day.ts';
import { namedFileRemedies, remedyFor } from '#base/remedies.ts';
import { errorCodeOf } from '#base/text/redact.ts';
import { openArchiveAt, toAndRegionOptions } from '#commands/archive-place.ts';
import { badInputError } from '#commands/failure.ts';
import {
  dayOption,
  fileOption,
  flagOption,
  parseOptions,
  projectReferenceOption,
} from '#commands/options.ts';
import type { Terminal } from '#commands/terminal.ts';
import { collectionNames } from '#planning/contract/resources.ts';
import { importProgramme, type ProgrammeFile } from '#programme/import-programme.ts';
import {
  countsText,
  ImportRefusedError,
  type ImportResult,
  importReportLines,
} from '#programme/import-result.ts';
import { parseIncompleteMapping } from '#programme/mapping/mapping.ts';
import { inspectProgramme } from '#programme/mapping/propose/inspect-programme.ts';
import { proposedMappingText } from '#programme/mapping/propose/propose-mapping.ts';
import { parsePlanningJsonBytes, readPlanningJson } from '#programme/planning-json.ts';
import { ProgrammeError } from '#programme/programme.ts';
import {
  checkFileSize,
  readProgrammeFile,
  recogniseFileFormat,
  withFileNameInErrors,
} from '#programme/readers/read-programme.ts';
import { decodeWholeText } from '#programme/readers/text-lines.ts';

const schema = z.object({
  file: z.string(),
  inspect: flagOption,
  map: z.optional(fileOption),
  project: z.optional(projectReferenceOption),
  dataDate: z.optional(dayOption),
  ...toAndRegionOptions,
  dryRun: flagOption,
  force: flagOption,
  init: flagOption,
  config: fileOption,
});

/**
 * Prints a mapping for the file, or imports it and prints the import report. With --init, then writes a configuration.
 * @throws BadInput, and what `importProgramme` throws; each message names the file
 */
export async function importCommand(words: unknown, terminal: Terminal): Promise<void> {
  const options = parseOptions(schema, words);
  const file = fileAt(options.file);
  if (options.init && (options.inspect || options.dryRun)) {
    throw badInputError(
      '--init needs an import, and --inspect and --dry-run store nothing',
      'Leave out --init, or import the file.',
    );
  }
  if (options.inspect) {
    const mapping = await proposedMapping(file, options.map);
    terminal.print([mapping.trimEnd()], { file: file.name, mapping });
    return;
  }
  const { map, project, dataDate, to, region, dryRun, force, init, config } = options;
  if (project === undefined) {
    throw badInputError('The import needs a project', 'Name region and id, such as --project gb/riverside.');
  }
  const request = {
    file,
    mapping: map === undefined ? undefined : await readMapping(map),
    project,
    dataDate: dataDate === undefined ? undefined : formatDay(dataDate),
    dryRun,
    force,
  };
  const { store } = await openArchiveAt(to, region);
  let result: ImportResult;
  try {
    result = await importProgramme(request, { archive: store, now: Temporal.Now.instant().toString() });
  } catch (error) {
    if (error instanceof ImportRefusedError) terminal.print([], error.result);
    throw error;
  }
  terminal.print(importReportLines(result), result);
  if (result.outcome === 'dry run' && result.refusal !== undefined && !force) {
    throw new ImportRefusedError(result.refusal, result);
  }
  const { version } = result;
  if (init && version !== undefined) {
    const { writeFirstConfiguration } = await import('./first-configuration.ts');
    const from = { store, data: to.name, region };
    await writeFirstConfiguration(config, { ...result, version }, from, terminal);
  }
}

/** @param map path of a mapping that says, with `headerRow` and `sheet` for example, where the file's table is */
async function proposedMapping({ name, read }: ProgrammeFile, map: string | undefined): Promise<string> {
  const before = map === undefined ? undefined : await readMapping(map);
  const bytes = await read();
  if ((await recogniseFileFormat(name, bytes, before)) === 'json') {
    const { counts } = (await withFileNameInErrors(name, () => readPlanningJson(bytes))).report;
    return `# ${name}: JSON of the Planning Read API, which needs no mapping: ${countsText(counts)}`;
  }
  const given = before && parseIncompleteMapping(before.text, before.name);
  const today = Temporal.Now.plainDateISO().toString();
  const programme = await readProgrammeFile(name, bytes, {
    today,
    largest: true,
    likelyEncoding: true,
    ...given,
  });
  return proposedMappingText(inspectProgramme(programme), name, given, {
    today,
    timeZone: Temporal.Now.timeZoneId(),
  });
}

function fileAt(path: string): ProgrammeFile {
  return {
    name: basename(resolve(path)),
    read: async () => {
      try {
        const status = await stat(path);
        if (status.isDirectory()) return await readLists(path);
        checkFileSize(status.size);
        return await readFile(path);
      } catch (error) {
        throw unreadable(error, path);
      }
    },
  };
}

/** The JSON files of a folder, such as `tasks.json`, as one JSON object. */
async function readLists(folder: string): Promise<Uint8Array> {
  const names = await readdir(folder);
  const lists: Record<string, unknown> = {};
  for (const collection of collectionNames) {
    if (!names.includes(`${collection}.json`)) continue;
    const { name, read } = fileAt(join(folder, `${collection}.json`));
    const bytes = await read();
    lists[collection] = await withFileNameInErrors(name, () => parsePlanningJsonBytes(bytes));
  }
  return Buffer.from(JSON.stringify(lists));
}

async function readMapping(path: string): Promise<{ readonly name: string; readonly text: string }> {
  try {
    // Windows PowerShell writes UTF-16 if the output of --inspect is redirected to a file with >.
    return { name: path, text: decodeWholeText(await readFile(path)) };
  } catch (error) {
    throw unreadable(error, path);
  }
}

function unreadable(error: unknown, path: string): unknown {
  if (error instanceof ProgrammeError) return error.inFile(basename(path));
  const code = errorCodeOf(error);
  if (code === undefined) return error;
  return badInputError(
    `${resolve(path)}: the file cannot be read (${code})`,
    remedyFor(namedFileRemedies, code).remedy,
  );
}
