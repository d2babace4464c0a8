import type { ObjectStore } from '#archive/object-store.ts';
import { sha256Of } from '#base/digest.ts';
import { LookaheadError } from '#base/lookahead-error.ts';
import { shortListText } from '#base/text/one-line.ts';
import { dayOfInterpretedDate, wireDateReader } from '#planning/contract/wire-date.ts';
import { compareTasks, type TaskChanges } from '#planning-server/versions/compare-tasks.ts';
import {
  type ListedVersions,
  listVersions,
  readLatestManifest,
  readNewestReadableVersion,
  type VersionManifest,
  versionManifestObject,
} from '#planning-server/versions/manifest.ts';
import { readVersionTasks } from '#planning-server/versions/open-versions.ts';
import { type ProjectReference, regionTimeZones } from '#planning-server/versions/version.ts';
import { VersionOvertakenError, writeVersion } from '#planning-server/versions/write-version.ts';
import { ImportRefusedError, type ImportResult } from './import-result.ts';
import { mapProgramme } from './mapping/map-programme.ts';
import { parseMapping } from './mapping/mapping.ts';
import { readPlanningJson } from './planning-json.ts';
import type { SourceProblem } from './programme.ts';
import { dayNumber } from './readers/local-date-time.ts';
import { readProgrammeFile, recogniseFileFormat, withFileNameInErrors } from './readers/read-programme.ts';

/** Maximum number of tries of one import. It is tried again if another import stored a version of the project first. */
const maxImportTries = 5;
/**
 * Share of the tasks that a file may remove without `--force`: one that removes more is more often a wrong file than a
 * new plan.
 * @limit importing
 */
const maxRemovedShare = 0.2;
/**
 * Maximum number of minutes by which the newest version may be dated ahead of this import: no import takes longer. One
 * dated further ahead was made by a computer whose clock was ahead, so its time does not show the order.
 */
const maxMinutesAhead = 60;
/** Maximum number of dates, or of removed tasks, that a refused import names. */
const shownInRefusal = 10;

class MappingMissing extends LookaheadError {
  override readonly name = 'MappingMissing';
}

export type ProgrammeFile = {
  readonly name: string;
  /** Reads the file. It is called once, and only its caller holds the bytes, so that they can be freed early. */
  readonly read: () => Promise<Uint8Array>;
  /**
   * ISO 8601 instant at which the file arrived in the inbox; the same each time the import is tried again.
   * @default the instant of the import
   */
  readonly arrivedAt?: string | undefined;
};

export type ImportRequest = {
  readonly file: ProgrammeFile;
  /** The text of the mapping, and its file name for messages. @default the mapping of the newest version */
  readonly mapping?: { readonly name: string; readonly text: string } | undefined;
  readonly project: ProjectReference;
  readonly dataDate?: string | undefined;
  /**
   * Also import a file that removes many tasks, has an older data date, arrived earlier than the last version, or has
   * many dates that cannot be read.
   */
  readonly force: boolean;
  readonly dryRun: boolean;
};

/**
 * Imports a file as the next version of a project: all of it, or nothing.
 * @example
 * const file = { name: 'plan.xer', read };
 * const project = { region: 'gb', projectId: 'riverside' };
 * await importProgramme({ file, project, force: false, dryRun: false }, { archive, now: '2026-11-22T10:00:00Z' });
 * // { outcome: 'imported', version: 2, previous: 1, report: { changes: { added: ['A2'], … }, … }, … }
 * @throws MappingMissing, ProgrammeError (unreadable file), ConfigurationError (wrong mapping), ImportRefusedError
 *   (looks like the wrong file), ArchiveError, StoredDataError (project id that the archive cannot hold),
 *   VersionOvertakenError
 */
export async function importProgramme(
  request: ImportRequest,
  { archive, now }: Pick<ImportDependencies, 'archive' | 'now'>,
): Promise<ImportResult> {
  const { project } = request;
  let mapped: MappedFile | undefined;
  for (let tries = 1; ; tries++) {
    const listed = await listVersions(archive, project);
    const last = await readLatestManifest(archive, project, listed);
    mapped ??= await readAndMap(request, last, now.slice(0, 10));
    try {
      return await importMapped(mapped, { ...request, archive, now, listed, last });
    } catch (error) {
      if (!(error instanceof VersionOvertakenError) || tries === maxImportTries) throw error;
    }
  }
}

type MappedFile = Awaited<ReturnType<typeof readAndMap>>;

type ImportDependencies = ImportRequest & {
  readonly archive: ObjectStore;
  readonly now: string;
  readonly listed: ListedVersions;
  readonly last: VersionManifest | undefined;
};

async function importMapped(
  { data, report, dataDate, source }: MappedFile,
  parts: ImportDependencies,
): Promise<ImportResult> {
  const { archive, now, file, project, force, dryRun, listed, last } = parts;
  const tasks = new Map(data.collections.tasks.map((task) => [String(task['id']), task]));
  const { previous, changes } = (await readNewestReadableVersion(listed.numbers, async (version) => ({
    previous: version,
    changes: await readVersionTasks(archive, { project, version }, (before) => compareTasks(before, tasks)),
  }))) ?? { previous: undefined, changes: compareTasks([], tasks) };
  const { arrivedAt = now } = file;
  const refusal =
    unreadDatesProblem(report) ??
    olderFileProblem(arrivedAt, now, last) ??
    removedTasksProblem(changes, tasks.size, previous) ??
    olderDataDateProblem(dataDate, last);
  const done = {
    project: { ...project, name: data.name, timeZone: data.timeZone },
    previous,
    refusal,
    report: { ...report, dataDate, dataDateAge: dataDateAgeInDays(dataDate, now, data.timeZone), changes },
  };
  const isLast =
    last?.sha256 === source.sha256 &&
    last.mapping === source.mapping &&
    (dataDate === null || dataDate === last.dataDate);
  const same =
    isLast && previous === last.number
      ? last.number
      : await versionOfEarlierTry(source.sha256, parts, previous);
  if (same !== undefined) return { ...done, outcome: 'unchanged', version: same };
  if (dryRun) return { ...done, outcome: 'dry run' };
  if (refusal !== undefined && !force) {
    throw new ImportRefusedError(refusal, { ...done, outcome: 'refused' });
  }
  const reasonsOf = (kind: SourceProblem['kind']) =>
    report.problems
      .filter((problem) => problem.kind === kind)
      .map(({ line = null, text }) => ({ line, reason: text }));
  const { number } = await writeVersion(
    archive,
    data,
    {
      file: file.name,
      ...source,
      dataDate,
      arrivedAt,
      importedAt: now,
      rejected: reasonsOf('rejected'),
      changed: reasonsOf('changed'),
      changes: {
        added: changes.added.length,
        removed: changes.removed.length,
        changed: new Set([...changes.moved, ...changes.changed].map(({ id }) => id)).size,
      },
    },
    listed,
  );
  return { ...done, outcome: 'imported', version: number };
}

/**
 * Number of the version that an earlier try of this import stored before that try was interrupted; undefined if there
 * is none, and for a file that did not arrive in the inbox. The same content that arrived in the inbox at another time
 * makes another version.
 */
async function versionOfEarlierTry(
  sha256: string,
  { archive, file: { arrivedAt }, project, listed, last }: ImportDependencies,
  previous = 0,
) {
  if (arrivedAt === undefined || last === undefined) return undefined;
  const at = Date.parse(arrivedAt);
  if (arrivalOf(last) < at) return undefined;
  const isThisImport = (manifest: VersionManifest) =>
    manifest.sha256 === sha256 && arrivalOf(manifest) === at;
  const found = await readNewestReadableVersion(listed.numbers, async (version) => {
    const manifest = await versionManifestObject.read(archive, { ...project, version });
    return manifest && (isThisImport(manifest) || arrivalOf(manifest) < at) ? manifest : undefined;
  });
  // `previous` is the newest version whose tasks can be read. If the try stored a later one, the import starts anew.
  return found && isThisImport(found) && found.number <= previous ? found.number : undefined;
}

/** A separate function, so that the programme can be freed before its tasks are stored. */
async function readAndMap(request: ImportRequest, last: VersionManifest | undefined, today: string) {
  const { source, ...read } = await readImportFile(request, last, today);
  const {
    data,
    report,
    dataDate: fileDataDate = null,
  } = read.mapped ?? mapProgramme(read.programme, read.rules, request.project, request.dataDate, today);
  const { dataDate = fileDataDate } = request;
  const problems = [...report.problems];
  if (fileDataDate !== null && fileDataDate !== dataDate) {
    const text = `--data-date ${dataDate} replaces the data date of the file, ${dateTimeText(fileDataDate)}.`;
    problems.unshift({ line: undefined, kind: 'changed', text });
  }
  return { data, report: { ...report, problems }, dataDate, source };
}

/** A separate function, so that the bytes can be freed before tasks are made. */
async function readImportFile(
  { file: { name, read }, mapping, project }: ImportRequest,
  last: VersionManifest | undefined,
  today: string,
) {
  const bytes = await read();
  const sha256 = sha256Of(bytes);
  // Checked before the mapping: no mapping helps with a file of another kind.
  if ((await recogniseFileFormat(name, bytes, mapping)) === 'json') {
    const { collections, report } = await withFileNameInErrors(name, () => readPlanningJson(bytes));
    const timeZone = regionTimeZones[project.region];
    const data = { ...project, name: project.projectId, timeZone, ...last?.project, collections };
    return { mapped: { data, dataDate: undefined, report }, source: { sha256, mapping: '' } };
  }
  const mappingFile = mapping ?? lastMapping(last, project);
  const rules = parseMapping(mappingFile.text, mappingFile.name);
  const programme = await readProgrammeFile(name, bytes, { ...rules, today });
  return { programme, rules, source: { sha256, mapping: mappingFile.text } };
}

function lastMapping(last: VersionManifest | undefined, { region, projectId }: ProjectReference) {
  if (last?.mapping) return { name: `the mapping of version ${last.number}`, text: last.mapping };
  throw new MappingMissing(`The project ${region}/${projectId} has no mapping yet`, {
    kind: 'input',
    remedy:
      'Make one with lookahead import FILE --inspect > plan-map.yaml, check it, and import with --map plan-map.yaml.',
  });
}

function unreadDatesProblem({ unreadDates: [found] }: MappedFile['report']) {
  if (found === undefined) return undefined;
  const { column, cells, unread } = found;
  const examples = unread.map(({ line, text }) => `${JSON.stringify(text)} in line ${line}`);
  return `${unread.length} of the ${cells} dates of ${column} cannot be read: ${shortListText(examples, shownInRefusal)}`;
}

/**
 * Time at which the file of a version arrived, in milliseconds since 1970; versions are ordered by it. NaN if it cannot
 * be read.
 */
function arrivalOf({ arrivedAt }: VersionManifest): number {
  return Date.parse(arrivedAt);
}

function olderFileProblem(arrivedAt: string, now: string, last: VersionManifest | undefined) {
  if (last === undefined) return undefined;
  const [arrival, newest] = [Date.parse(arrivedAt), arrivalOf(last)];
  if (newest > Date.parse(now) + maxMinutesAhead * 60_000 || !(arrival < newest)) return undefined;
  const [at, lastAt] = [arrival, newest].map((time) =>
    dateTimeText(new Date(time).toISOString().slice(0, 19)),
  );
  return `the file arrived at ${at} UTC, before the file of version ${last.number} (${lastAt} UTC)`;
}

function removedTasksProblem({ added, removed }: TaskChanges, tasks: number, previous: number | undefined) {
  const before = tasks - added.length + removed.length;
  if (previous === undefined || removed.length <= before * maxRemovedShare) return undefined;
  const named = removed.map(({ id, name }) => (name === id ? id : `${id} ${name}`));
  return `the file would remove ${removed.length} of the ${before} tasks of version ${previous}: ${shortListText(named, shownInRefusal)}`;
}

function olderDataDateProblem(dataDate: string | null, last: VersionManifest | undefined) {
  const { dataDate: before } = last ?? {};
  if (!dataDate || !before || endOfDataDate(dataDate) >= endOfDataDate(before)) return undefined;
  return `the data date ${dateTimeText(dataDate)} is older than that of version ${last?.number}, ${dateTimeText(before)}`;
}

const endOfDataDate = (dataDate: string) => (dataDate.includes('T') ? dataDate : `${dataDate}T24:00`);

/** Days from the data date to the import, in the project's time zone; negative if it lies ahead, null without one. */
function dataDateAgeInDays(dataDate: string | null, now: string, timeZone: string) {
  const today = dayOfInterpretedDate(wireDateReader(timeZone)(now));
  return dataDate && today !== undefined ? today - dayNumber(dataDate.slice(0, 10)) : null;
}

const dateTimeText = (date: string) => date.replace('T', ' ');
