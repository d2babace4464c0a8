/** Imports a file as the next version of a project: all of it, or nothing. Called by the command line and the cloud. */

import { createHash } from 'node:crypto';
import type { ObjectStore } from '../archive/object-store.ts';
import { LookaheadError } from '../base/lookahead-error.ts';
import { shortList } from '../base/text/short-list.ts';
import { localDateOf } from '../planning-server/local-date.ts';
import type { ProjectReference } from '../planning-server/stores/store.ts';
import {
  arrivalOf,
  latestManifest,
  newestReadable,
  readManifest,
  type VersionManifest,
} from '../planning-server/versions/manifest.ts';
import { readTasks } from '../planning-server/versions/read-tasks.ts';
import { type ListedVersions, listVersions } from '../planning-server/versions/version-keys.ts';
import { VersionOvertaken, writeVersion } from '../planning-server/versions/write-version.ts';
import { compareTasks, type TaskChanges } from './compare-tasks.ts';
import { ImportRefused, type ImportResult } from './import-result.ts';
import type { MappingReport } from './mapping/import-report.ts';
import { type MappedProgramme, mapProgramme } from './mapping/map-programme.ts';
import { parseMapping } from './mapping/mapping.ts';
import type { SourceProblem } from './programme.ts';
import { dayNumber } from './readers/local-date-time.ts';
import { checkKindOfFile, readProgrammeFile } from './readers/read-programme.ts';

/** The first file of a project, without a mapping. */
class MappingMissing extends LookaheadError {
  override readonly name = 'MappingMissing';
}

export type ProgrammeFile = {
  /** The file name without its folder. */
  readonly name: string;
  /** Returns the content. It is called once, and only its reader holds the bytes, which go as soon as they are read. */
  readonly read: () => Promise<Uint8Array>;
  /**
   * ISO 8601 instant at which it was put into the inbox: an import that is tried again has the same one.
   * @default the instant of the import
   */
  readonly arrivedAt?: string | undefined;
};

export type ImportRequest = {
  readonly file: ProgrammeFile;
  /** The text of the mapping, and its file name for messages. @default that of the newest version */
  readonly mapping?: { readonly name: string; readonly text: string } | undefined;
  readonly project: ProjectReference;
  /** `YYYY-MM-DD`, in place of the data date of the file. */
  readonly dataDate?: string | undefined;
  /** Imports also what removes many tasks, or is older than the last version, or came before it. */
  readonly force: boolean;
  /** Reports everything and stores nothing. */
  readonly dryRun: boolean;
};

export type ImportServices = {
  /** Where versions are stored. */
  readonly archive: ObjectStore;
  /** The instant of the import, ISO 8601 in UTC. */
  readonly now: string;
};

/** Maximum comparisons of one import: each time another import of the project comes first, it starts again. */
const maxTries = 5;

/**
 * @throws MappingMissing without a mapping and an earlier version, ProgrammeError for a file that cannot be read,
 *   ConfigurationError for a mapping that is wrong, ImportRefused for a version that looks wrong, ArchiveError where
 *   versions cannot be read or written, StoredDataError for a project id that the archive cannot hold, VersionOvertaken
 *   where other imports of the project keep coming first. In each case the file is not served.
 */
export async function importProgramme(
  { file, project, force, dryRun, ...request }: ImportRequest,
  services: ImportServices,
): Promise<ImportResult> {
  const { archive } = services;
  const how = { file, project, force, dryRun };
  let mapped: Mapped | undefined;
  for (let tries = 1; ; tries++) {
    const listed = await listVersions(archive, project);
    const last = await latestManifest(archive, project, listed);
    mapped ??= await readAndMap(file, { ...request, last, project });
    try {
      return await importMapped(mapped, { ...how, listed, last }, services);
    } catch (error) {
      if (!(error instanceof VersionOvertaken) || tries === maxTries) throw error;
    }
  }
}

type Mapped = Awaited<ReturnType<typeof readAndMap>>;

type After = Pick<ImportRequest, 'project' | 'force' | 'dryRun'> & {
  readonly file: Pick<ProgrammeFile, 'name' | 'arrivedAt'>;
  readonly listed: ListedVersions;
  /** The newest version whose manifest can be read. */
  readonly last: VersionManifest | undefined;
};

/** Compares the tasks with the newest listed version, and makes the next one. */
async function importMapped(
  { data, report, dataDate, source }: Mapped,
  { file, project, force, dryRun, listed, last }: After,
  { archive, now }: ImportServices,
): Promise<ImportResult> {
  const tasks = new Map(data.collections.tasks.map((task) => [String(task['id']), task]));
  const compared = await newestReadable(listed.numbers, async (version) => ({
    version,
    changes: await readTasks(archive, { project, version }, (before) => compareTasks(before, tasks)),
  }));
  const changes = compared?.changes ?? { added: [...tasks.keys()], removed: [], moved: [], changed: [] };
  const previous = compared?.version;
  const { arrivedAt = now } = file;
  const refusal =
    whyTooLate(arrivedAt, { last, now }) ??
    whyRefused({ last, previous, changes, tasks: tasks.size, dataDate });
  const done = {
    project: { ...project, name: data.name, timeZone: data.timeZone },
    previous,
    refusal,
    report: { ...report, dataDate, dataDateAge: ageOf(dataDate, now, data.timeZone), changes },
  };
  const isLast =
    last?.sha256 === source.sha256 &&
    last.mapping === source.mapping &&
    (dataDate === null || dataDate === last.dataDate);
  const same =
    isLast && previous === last.number
      ? last.number
      : await versionOf({ ...file, sha256: source.sha256 }, { archive, project, listed, last, previous });
  if (same !== undefined) return { ...done, outcome: 'unchanged', version: same };
  if (dryRun) return { ...done, outcome: 'dry run', version: undefined };
  if (refusal !== undefined && !force) {
    throw new ImportRefused(refusal, { ...done, outcome: 'refused', version: undefined });
  }
  const { number } = await writeVersion(
    archive,
    data,
    {
      file: file.name,
      ...source,
      dataDate,
      arrivedAt,
      importedAt: now,
      rejected: reasonsOf(report.problems, 'rejected'),
      changed: reasonsOf(report.problems, 'changed'),
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
 * The version that an earlier try of this import has made, which may have ended before it could say so. The same content
 * that was put into the inbox at another time is another version.
 */
async function versionOf(
  { sha256, arrivedAt }: { readonly sha256: string; readonly arrivedAt?: string | undefined },
  among: Pick<After, 'project' | 'listed' | 'last'> & {
    readonly archive: ObjectStore;
    readonly previous: number | undefined;
  },
): Promise<number | undefined> {
  const { archive, project, listed, last, previous = 0 } = among;
  if (arrivedAt === undefined || last === undefined) return undefined;
  const at = Date.parse(arrivedAt);
  if (arrivalOf(last) < at) return undefined;
  const isIt = (one: VersionManifest) => one.sha256 === sha256 && arrivalOf(one) === at;
  const found = await newestReadable(listed.numbers, async (number) => {
    const manifest = await readManifest(archive, project, number);
    // No earlier one can be it.
    return manifest && (isIt(manifest) || arrivalOf(manifest) < at) ? manifest : undefined;
  });
  // One whose tasks can no longer be read is made again.
  return found && isIt(found) && found.number <= previous ? found.number : undefined;
}

function reasonsOf(problems: readonly SourceProblem[], kind: SourceProblem['kind']) {
  return problems
    .filter((problem) => problem.kind === kind)
    .map(({ line = null, text }) => ({ line, reason: text }));
}

type ReadBy = Pick<ImportRequest, 'mapping' | 'project' | 'dataDate'> & {
  readonly last: VersionManifest | undefined;
};

/** A separate function, so that the programme can leave memory before its tasks are stored. */
async function readAndMap(file: ProgrammeFile, by: ReadBy) {
  const { programme, rules, source } = await readByMapping(file, by);
  const mapped = mapProgramme(programme, rules, by.project, by.dataDate);
  const { dataDate = mapped.dataDate ?? null } = by;
  return { ...mapped, report: withReplaced(mapped, dataDate), dataDate, source };
}

/** The report, with a line where the import was told another data date than that of the file. */
function withReplaced({ report, dataDate: own }: MappedProgramme, dataDate: string | null): MappingReport {
  if (own === undefined || dataDate === null || own === dataDate) return report;
  const text = `The data date of the file, ${shown(own)}, is replaced by ${dataDate}, as --data-date says.`;
  return { ...report, problems: [{ line: undefined, kind: 'changed', text }, ...report.problems] };
}

/** A separate function, so that the bytes can leave memory before tasks are made. */
async function readByMapping({ name, read }: ProgrammeFile, { mapping, last, project }: ReadBy) {
  const bytes = await read();
  // Checked before the mapping: no mapping helps with a file of another kind.
  await checkKindOfFile(name, bytes);
  const by = mapping ?? mappingOf(last, project);
  const rules = parseMapping(by.text, by.name);
  const programme = await readProgrammeFile(name, bytes, rules);
  return { programme, rules, source: { sha256: sha256(bytes), mapping: by.text } };
}

function mappingOf(
  last: VersionManifest | undefined,
  { region, projectId }: ProjectReference,
): NonNullable<ImportRequest['mapping']> {
  if (last) return { name: `the mapping of version ${last.number}`, text: last.mapping };
  throw new MappingMissing(`The project ${region}/${projectId} has no version yet, and so no mapping`, {
    kind: 'input',
    remedy:
      'Print one with lookahead import FILE --inspect > plan-map.yaml, check it, and import the first file with --map plan-map.yaml.',
  });
}

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A file that removes a larger share of the tasks is more often a wrong file than a new plan. */
const maxRemoved = 0.2;

/** Maximum number of tasks named that a refused file would remove. */
const shownRemoved = 10;

/** No import takes so long: a version of later than now was dated by a clock that was ahead, and tells no order. */
const maxMinutesAhead = 60;

function whyTooLate(
  arrivedAt: string,
  { last, now }: { readonly last: VersionManifest | undefined; readonly now: string },
): string | undefined {
  if (last === undefined) return undefined;
  const newest = arrivalOf(last);
  if (newest > Date.parse(now) + maxMinutesAhead * 60_000 || !(Date.parse(arrivedAt) < newest))
    return undefined;
  const [own, its] = [Date.parse(arrivedAt), newest].map(
    (time) => `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`,
  );
  return `the file came at ${own}, before that of version ${last.number}, which came at ${its}`;
}

function whyRefused(file: {
  /** The newest version whose manifest can be read. */
  readonly last: VersionManifest | undefined;
  /** The newest version whose tasks can be read. */
  readonly previous: number | undefined;
  readonly changes: TaskChanges;
  /** How many it has. */
  readonly tasks: number;
  readonly dataDate: string | null;
}): string | undefined {
  const { last, previous, changes, tasks, dataDate } = file;
  const { added, removed } = changes;
  const before = tasks - added.length + removed.length;
  if (previous !== undefined && removed.length > before * maxRemoved) {
    const named = removed.map(({ id, name }) => (name === id ? id : `${id} ${name}`));
    return `the file would remove ${removed.length} of the ${before} tasks of version ${previous}: ${shortList(named, shownRemoved)}`;
  }
  if (last && dataDate !== null && last.dataDate !== null && endOf(dataDate) < endOf(last.dataDate)) {
    return `the data date ${shown(dataDate)} is older than that of version ${last.number}, ${shown(last.dataDate)}`;
  }
  return undefined;
}

/** A date without a time includes its day. */
function endOf(dataDate: string): string {
  return dataDate.includes('T') ? dataDate : `${dataDate}T24:00`;
}

/** Days from the data date to the day of the import, in the project's zone; negative where it lies ahead. */
function ageOf(dataDate: string | null, now: string, timeZone: string): number | null {
  const today = localDateOf(now, timeZone);
  if (dataDate === null || today === undefined) return null;
  return dayNumber(today) - dayNumber(dataDate.slice(0, 10));
}

function shown(dataDate: string): string {
  return dataDate.replace('T', ' ');
}
