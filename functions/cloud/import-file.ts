/**
 * Imports a file that was put under `inbox/` of the archive as the next version of its project, with the mapping of the
 * previous version. Stores the results; the next check sends them to the contacts of the project's reports.
 */

import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { keyProblem } from '#archive/object-key.ts';
import type { ObjectStore } from '#archive/object-store.ts';
import type { ContentOf } from '#archive/objects.ts';
import { shortDigest } from '#base/digest.ts';
import { parseJson } from '#base/json.ts';
import { failureFields, type LogWithoutMetrics, withErrorsLogged } from '#base/log.ts';
import { InputError, LookaheadError } from '#base/lookahead-error.ts';
import type { Clock } from '#base/system.ts';
import { oneLine } from '#base/text/one-line.ts';
import { commandText } from '#base/text/shell.ts';
import type { Configuration } from '#config/configuration.ts';
import { projectsOfReport } from '#config/projects-of.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { textLine } from '#mail/notice-layout.ts';
import { regions } from '#planning/contract/tasks-query.ts';
import { isStorableId, type ProjectReference } from '#planning-server/versions/version.ts';
import { importProgramme } from '#programme/import-programme.ts';
import { ImportRefusedError, type ImportResult, importReportLines } from '#programme/import-result.ts';
import { checkFileSize } from '#programme/readers/read-programme.ts';
import { contactAddressDigest, utcDate } from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import { eventInstantSchema, parseEvent } from './parse-event.ts';
import { parseSqsBatch } from './sqs-batch.ts';

/**
 * EventBridge's event about a new object in S3. Files are imported in the order of `time`: S3's `sequencer` only orders
 * the events of one key.
 */
const createdSchema = z.object({
  time: eventInstantSchema,
  detail: z.object({ object: z.object({ key: z.string(), size: z.number() }) }),
});

export type InboxImportDependencies = {
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly configuration: Configuration;
  /** The place at which versions are stored, as the command `import` takes it: `s3://` and the bucket. */
  readonly place: string;
  readonly awsRegion: string;
  readonly alarmAddress?: string | undefined;
  readonly log: LogWithoutMetrics;
};

/** The file was removed since its event, or overwritten: then another event follows. */
class FileGone extends LookaheadError {
  override readonly name = 'FileGone';

  constructor(key: string) {
    super(`${key} is gone or was overwritten`, {
      kind: 'input',
      remedy: 'Put the file into the inbox again.',
    });
  }
}

/**
 * A batch is one message from SQS, about one file.
 * @throws what went wrong, so that the invocation fails, its alarm goes off, and the queue retries
 */
export async function importFiles(batch: unknown, world: InboxImportDependencies): Promise<void> {
  for (const { body } of parseSqsBatch(batch)) await importFile(parseJson(body), world);
}

/**
 * @throws EventError for an event of another kind, and what the archive throws. A retry makes no second version and no
 *   second result
 */
async function importFile(event: unknown, world: InboxImportDependencies): Promise<void> {
  const { store, log, clock } = world;
  await withErrorsLogged(log, 'failed', async () => {
    const { time, detail } = parseEvent(createdSchema, event, 'that of a new object in S3');
    const { object } = detail;
    if (isFolderMarker(object)) return;
    const put = readInboxKey(object.key);
    const { file, project } = put;
    const about = { file, project, place: world.place, awsRegion: world.awsRegion };
    let imported: Imported;
    try {
      if (put.kind === 'refused') throw put.refusal;
      checkFileSize(object.size);
      const read = async () => {
        const bytes = await store.get(object.key);
        if (bytes?.length !== object.size) throw new FileGone(object.key);
        return bytes;
      };
      const arrivedAt = time.toString();
      const request = {
        file: { name: file, read, arrivedAt },
        project: put.project,
        force: false,
        dryRun: false,
      };
      const result = await importProgramme(request, { archive: store, now: clock.now().toString() });
      log.info(result.outcome, {
        ...put.project,
        version: result.version,
        tasks: result.report.counts.tasks,
      });
      imported = { ...about, result };
    } catch (error) {
      if (error instanceof FileGone) {
        log.warn('ignored: the file is gone or was overwritten', { key: object.key });
        return;
      }
      // The cause of an error of kind `input` is the file or its mapping, which the planner can correct.
      if (!(error instanceof LookaheadError) || error.kind !== 'input') throw error;
      log.warn('refused', { ...project, key: object.key, ...failureFields(error) });
      imported = { ...about, refusal: error };
    }
    await storeResults({ key: object.key, time }, imported, world);
  });
}

/**
 * Stores a result for each contact, who is notified of it by the next check. An event that is delivered again, even on
 * a later day, stores nothing twice.
 * @param object.time when the file was put into the inbox
 */
async function storeResults(
  { key, time }: { readonly key: string; readonly time: Temporal.Instant },
  imported: Imported,
  { store, clock, log, configuration, alarmAddress }: InboxImportDependencies,
): Promise<void> {
  const { project, file } = imported;
  const own = project === undefined ? [] : projectContacts(project, configuration);
  // A project without reports has no contacts: a refusal then goes to the alarm address, a new version to nobody.
  const others = 'refusal' in imported && alarmAddress !== undefined ? [alarmAddress] : [];
  const contacts = own.length > 0 ? own : others;
  if (contacts.length === 0) {
    log.warn('nobody to notify: no report is made for the project', { ...project, file });
  }
  const name = shortDigest(`${time.toString()} ${key}`);
  const stored = await objects.inboxResult.list(store, {}, utcDate(time));
  const { title, lines } = inboxNotice(imported);
  for (const to of contacts) {
    const contact = contactAddressDigest(to);
    if (stored.some((one) => one.name === name && one.contact === contact)) continue;
    const at = { date: utcDate(clock.now()), name, contact };
    await objects.inboxResult.create(store, at, { to, title, lines });
  }
}

function projectContacts(
  { region, projectId }: ProjectReference,
  { reports, projects }: Configuration,
): readonly string[] {
  const isIt = (one: Configuration['projects'][number]) =>
    one.region === region && one.projectId === projectId;
  const own = reports.filter((report) => projectsOfReport(report, projects).some(isIt));
  return [...new Set(own.map(({ contact }) => contact))];
}

type Imported = {
  readonly file: string;
  readonly project: ProjectReference | undefined;
  readonly place: string;
  readonly awsRegion: string;
} & ({ readonly result: ImportResult } | { readonly refusal: LookaheadError });

type InboxNotice = Pick<ContentOf<typeof objects.inboxResult>, 'title' | 'lines'>;

function inboxNotice(imported: Imported): InboxNotice {
  return 'result' in imported ? noticeOfResult(imported) : noticeOfRefusal(imported);
}

function noticeOfResult({ file, result }: Imported & { readonly result: ImportResult }): InboxNotice {
  const { name } = result.project;
  const { changes, problems } = result.report;
  const rejected = problems.filter(({ kind }) => kind === 'rejected').length;
  const news = [
    `${changes.added.length} added`,
    `${changes.removed.length} removed`,
    `${changes.moved.length} moved`,
    ...(rejected > 0 ? [`${countText(rejected, 'row')} left out`] : []),
  ].join(', ');
  return {
    title:
      result.outcome === 'unchanged'
        ? `${name}: ${file} is version ${result.version} already`
        : `${name}: ${file} is version ${result.version} (${news})`,
    lines: importReportLines(result).flatMap(noticeLines),
  };
}

/** Turns a line of the import report into a line of the mail: a list item if it is indented, none if it is empty. */
function noticeLines(line: string): InboxNotice['lines'] {
  if (line.trim() === '') return [];
  return [{ kind: line.startsWith('  ') ? 'item' : 'text', text: line.trim() }];
}

/** The message of an error without its remedy, because the mail begins with the remedy. */
function withoutRemedy({ message, remedy }: LookaheadError): string {
  return message.endsWith(remedy) ? message.slice(0, -remedy.length).trimEnd() : message;
}

function noticeOfRefusal({
  file,
  project,
  place,
  awsRegion,
  refusal,
}: Imported & { readonly refusal: LookaheadError }): InboxNotice {
  const to = ['--to', place, '--region', awsRegion];
  const reference = project && `${project.region}/${project.projectId}`;
  const command = (of: string) => commandText(['import', file, '--project', of, ...to, '--force']);
  return {
    title: `${reference ?? 'inbox'}: ${file} was not imported`,
    lines: [
      textLine(`What to do first: ${refusal.remedy}`),
      textLine(withoutRemedy(refusal)),
      textLine('Nothing was stored. The version before, if there is one, is still served.'),
      ...(refusal instanceof ImportRefusedError && reference !== undefined
        ? [{ kind: 'command', text: command(reference) } as const]
        : []),
    ],
  };
}

/** A file with this key cannot be imported: it has to be put at another key. */
class InboxKeyRefused extends InputError {
  override readonly name = 'InboxKeyRefused';
}

type InboxObject =
  | { readonly kind: 'file'; readonly file: string; readonly project: ProjectReference }
  | {
      readonly kind: 'refused';
      readonly file: string;
      /** Undefined if the key names no project. */
      readonly project: ProjectReference | undefined;
      readonly refusal: InboxKeyRefused;
    };

const inboxKeyForm = 'inbox/<region>/<project id>/<file>';
const putFileRemedy = `Put the file under ${inboxKeyForm}, where the region is one of ${regions.join(', ')}, and delete this one.`;

/** The console of S3 stores a folder as an empty object. */
function isFolderMarker({ key, size }: { readonly key: string; readonly size: number }): boolean {
  return key.endsWith('/') && size === 0;
}

function readInboxKey(key: string): InboxObject {
  const [, regionName = '', projectId = '', ...names] = key.split('/');
  const region = regions.find((each) => each === regionName);
  const project = region === undefined || !isStorableId(projectId) ? undefined : { region, projectId };
  const shown = shownOnOneLine(key);
  const [name = ''] = names;
  const refuse = (problem: string, remedy: string): InboxObject => ({
    kind: 'refused',
    file: names.length === 1 && name !== '' ? shownOnOneLine(name) : shown,
    project,
    refusal: new InboxKeyRefused(`${JSON.stringify(shown)} cannot be imported: ${problem}`, remedy),
  });
  if (names.length !== 1 || name === '') return refuse(`its key is not ${inboxKeyForm}`, putFileRemedy);
  if (region === undefined)
    return refuse(`${JSON.stringify(shownOnOneLine(regionName))} is not a region`, putFileRemedy);
  if (project === undefined) {
    return refuse(
      `${JSON.stringify(shownOnOneLine(projectId))} cannot be the id of a project`,
      putFileRemedy,
    );
  }
  const problem = keyProblem(key);
  return problem !== undefined
    ? refuse(
        `the archive cannot use its key: ${problem}`,
        'Give the file a name of letters, digits, spaces and hyphens, such as plan.xer, put it there again, and delete this one.',
      )
    : { kind: 'file', file: name, project };
}

const maxShown = 80;

function shownOnOneLine(text: string): string {
  const characters = [...oneLine(text.toWellFormed())];
  return characters.length > maxShown ? `${characters.slice(0, maxShown).join('')}…` : characters.join('');
}
