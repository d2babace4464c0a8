/**
 * Imports a file that was put under `inbox/` of the archive as the next version of its project, with the mapping of the
 * previous version, and notifies the contacts of the project's reports.
 */

import * as z from 'zod/mini';
import { keyProblem } from '#archive/object-key.ts';
import { InputError, LookaheadError } from '#base/lookahead-error.ts';
import { parseJson } from '#base/parse-json.ts';
import type { Chance } from '#base/system.ts';
import { oneLine } from '#base/text/one-line.ts';
import { commandText } from '#base/text/shell.ts';
import type { Configuration } from '#config/configuration.ts';
import { projectsOf } from '#config/projects-of.ts';
import { hoursOfLookBack } from '#delivery/limits.ts';
import { textLine } from '#delivery/notify/notice-text.ts';
import { sendNotice } from '#delivery/notify/notify-contact.ts';
import { failureFields, logged, type StepLog, withoutAddresses } from '#delivery/step-log.ts';
import { contactNotice, type DispatchId, dispatchIdAt } from '#delivery/store/names.ts';
import type { MailWorld } from '#delivery/world.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import type { NoticeLine } from '#mail/notice-layout.ts';
import { regions } from '#planning/contract/tasks-query.ts';
import { isStorableId, type ProjectReference } from '#planning-server/stores/store.ts';
import { importProgramme } from '#programme/import-programme.ts';
import { ImportRefused, type ImportResult, importReportText } from '#programme/import-result.ts';
import { checkFileSize } from '#programme/readers/read-programme.ts';
import { instant, parseEvent } from './parse-event.ts';
import { batchOf } from './sqs-batch.ts';

/**
 * EventBridge's event about a new object in S3. Files are imported in the order of `time`, because S3's `sequencer` only
 * orders the events of one key.
 */
const createdSchema = z.object({
  time: instant,
  detail: z.object({ object: z.object({ key: z.string(), size: z.number() }) }),
});

export type ImportWorld = MailWorld & {
  readonly configuration: Configuration;
  readonly chance: Chance;
  /** Where versions are stored, in the form of the import command: `s3://` and the bucket. */
  readonly place: string;
  readonly awsRegion: string;
  readonly alarmAddress?: string | undefined;
  readonly log: StepLog;
};

/** The file was removed meanwhile, or overwritten, which another event tells. */
class FileGone extends LookaheadError {
  override readonly name = 'FileGone';

  constructor(key: string) {
    super(`${key} is gone or was overwritten`, {
      kind: 'input',
      remedy: 'Put the file into the inbox again.',
    });
  }
}

/** The event is too old for reconcile to find a notice that could not be sent. */
class NoticePending extends LookaheadError {
  override readonly name = 'NoticePending';
}

/**
 * A batch is one message from SQS, about one file.
 * @throws what went wrong, so that the invocation fails, its alarm goes off, and the queue retries
 */
export async function importFiles(batch: unknown, world: ImportWorld): Promise<void> {
  for (const { body } of batchOf(batch)) await importFile(parseJson(body), world);
}

/**
 * @throws EventError for another event, NoticePending, and what the archive throws. A retry makes no second version and
 *   sends no mail twice
 */
async function importFile(event: unknown, world: ImportWorld): Promise<void> {
  const { store, log, clock } = world;
  await logged(log, 'failed', async () => {
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
      // An error of kind `input` lies in the file or its mapping, which the planner can correct.
      if (!(error instanceof LookaheadError) || error.kind !== 'input') throw error;
      log.warn('refused', { ...project, key: object.key, ...failureFields(error) });
      imported = { ...about, refusal: error };
    }
    const isOld = clock.now().since(time).total('hours') > hoursOfLookBack;
    await notifyContacts(dispatchIdAt(time, `inbox ${object.key}`), imported, { ...world, isOld });
  });
}

/**
 * @param dispatchId derived from the event, so that a repeated event is notified once
 * @param world.isOld whether reconcile would not find a notice that cannot be sent now
 */
async function notifyContacts(
  dispatchId: DispatchId,
  imported: Imported,
  world: ImportWorld & { readonly isOld: boolean },
): Promise<void> {
  const { configuration, chance, log, isOld } = world;
  const { project, file } = imported;
  const own = project === undefined ? [] : projectContacts(project, configuration);
  // A version of a project without reports is not a problem.
  const others = 'refusal' in imported && world.alarmAddress !== undefined ? [world.alarmAddress] : [];
  const contacts = own.length > 0 ? own : others;
  if (contacts.length === 0) {
    log.warn('nobody to tell: no report is made for the project', { ...project, file });
  }
  for (const contact of contacts) {
    const { outcome, reason } = await sendNotice(
      dispatchId,
      {
        kind: 'import',
        name: contactNotice('import', contact),
        contact,
        reports: [],
        text: { ...importNotice(imported), reason: own.length > 0 ? reasonOfContacts : reasonOfAlarms },
      },
      { ...world, owner: chance.id() },
    );
    if (outcome === 'refused') {
      log.error('a notice did not reach its contact', { reason: withoutAddresses(reason) });
    }
    if (outcome !== 'pending') continue;
    log.warn('a notice waits for the next check', { reason: withoutAddresses(reason) });
    if (isOld)
      throw new NoticePending(`A contact could not be notified of the import (${withoutAddresses(reason)})`, {
        kind: 'retryable',
        remedy: 'It is tried again automatically.',
      });
  }
}

function projectContacts(
  { region, projectId }: ProjectReference,
  { reports, projects }: Configuration,
): readonly string[] {
  const isIt = (one: Configuration['projects'][number]) =>
    one.region === region && one.projectId === projectId;
  const own = reports.filter((report) => projectsOf(report, projects).some(isIt));
  return [...new Set(own.map(({ contact }) => contact))];
}

const reasonOfContacts =
  'You get this mail because lookahead.yaml names you as the contact of a report of the project, and a file of it was put into the inbox.';
const reasonOfAlarms =
  'You get this mail because lookahead.yaml names you for the alarms of the stage, and a file that belongs to no report was put into the inbox.';

type Imported = {
  readonly file: string;
  readonly project: ProjectReference | undefined;
  readonly place: string;
  readonly awsRegion: string;
} & ({ readonly result: ImportResult } | { readonly refusal: LookaheadError });

type ImportNotice = { readonly title: string; readonly lines: readonly NoticeLine[] };

function importNotice(imported: Imported): ImportNotice {
  return 'result' in imported ? noticeOfResult(imported) : noticeOfRefusal(imported);
}

function noticeOfResult({ file, result }: Imported & { readonly result: ImportResult }): ImportNotice {
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
    lines: importReportText(result).flatMap(noticeLines),
  };
}

/** The report indents list entries. */
function noticeLines(line: string): readonly NoticeLine[] {
  if (line.trim() === '') return [];
  return [{ kind: line.startsWith('  ') ? 'item' : 'text', text: line.trim() }];
}

/** The mail begins with the remedy already. */
function withoutRemedy({ message, remedy }: LookaheadError): string {
  return message.endsWith(remedy) ? message.slice(0, -remedy.length).trimEnd() : message;
}

function noticeOfRefusal({
  file,
  project,
  place,
  awsRegion,
  refusal,
}: Imported & { readonly refusal: LookaheadError }): ImportNotice {
  const to = ['--to', place, '--region', awsRegion];
  const reference = project && `${project.region}/${project.projectId}`;
  const command = (of: string) => commandText(['import', file, '--project', of, ...to, '--force']);
  return {
    title: `${reference ?? 'inbox'}: ${file} was not imported`,
    lines: [
      textLine(`What to do first: ${refusal.remedy}`),
      textLine(withoutRemedy(refusal)),
      textLine('Nothing was stored. The version before, if there is one, is still served.'),
      ...(refusal instanceof ImportRefused && reference !== undefined
        ? [{ kind: 'command', text: command(reference) } as const]
        : []),
    ],
  };
}

/** No import can use the key; only another key helps. */
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

const place = 'inbox/<region>/<project id>/<file>';
const putIt = `Put the file under ${place}, where the region is one of ${regions.join(', ')}, and delete this one.`;

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
  if (names.length !== 1 || name === '') return refuse(`its key is not ${place}`, putIt);
  if (region === undefined)
    return refuse(`${JSON.stringify(shownOnOneLine(regionName))} is not a region`, putIt);
  if (project === undefined) {
    return refuse(`${JSON.stringify(shownOnOneLine(projectId))} cannot be the id of a project`, putIt);
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
