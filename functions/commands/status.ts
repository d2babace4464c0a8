import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { readLatestAnswers } from '#answers/latest-answers.ts';
import { latestAnswersObject, submissionObject } from '#answers/objects.ts';
import { readSubmissions } from '#answers/submissions.ts';
import { createDirectoryStore } from '#archive/directory.ts';
import { ArchiveError } from '#archive/object-store.ts';
import { formatDay } from '#base/day.ts';
import { quotedTextUnlessSecret } from '#base/text/looks-like-key.ts';
import { nearestCandidates } from '#config/nearest.ts';
import { isCheckMissingOrFailed, readLastCheck } from '#machine/last-check.ts';
import { mailStopOrResumeText, readAllMailStopsAndResumes } from '#runs/messages/stoppable-mailer.ts';
import { toStoredMeasures } from '#runs/store/issue.ts';
import { isScheduledRun } from '#runs/store/names.ts';
import { readContactMailsSince, reportsOfFactsText } from '#watch/contact-history.ts';
import { localTimeText } from '#watch/contacts/facts.ts';
import {
  isArrivalUnconfirmed,
  latestDispatchDate,
  type ReportHistory,
  type ReportHistoryEntry,
  readReportHistory,
} from '#watch/report-history.ts';
import { cloudSendAgainFormatter, machineSendAgainFormatter } from '#watch/send-again-command.ts';
import { archiveOptions, areReportsMailedFromFolder, openReportArchive } from './archive-place.ts';
import { badInputError, unfinishedCommandError } from './failure.ts';
import { flagOption, optionWords, parseOptions, parseSinceDate } from './options.ts';
import { formatStatusLines } from './status-text.ts';
import { readMailStopNotice } from './stop.ts';
import type { Terminal } from './terminal.ts';

const schema = z.object({
  ...archiveOptions,
  reports: z.array(z.string()),
  project: z._default(z.array(z.string()), []),
  since: z.optional(z.string()),
  late: flagOption,
});

/** Maximum width in columns, and the width of a terminal that does not give its own. */
const width = 100;
/**
 * Maximum number of reports for which all recipients are listed. If there are more, only the recipients who did not get
 * their message are listed, unless the reports were named.
 */
const maxInFull = 20;

/**
 * Prints what was due and who got it, from the archive.
 * @throws BadInput, and RunFailed if a part of the archive could not be read
 */
export async function statusCommand(words: unknown, terminal: Terminal): Promise<void> {
  const options = parseOptions(schema, words);
  const now = Temporal.Now.instant();
  const dateOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(Temporal.Now.timeZoneId()).toPlainDate();
  const since = parseSinceDate(options.since, dateOf(now));
  const archive = await openReportArchive(options);
  const { name, store, region, stage = '<stage>' } = archive;
  const query = { since, projects: options.project, reports: options.reports };
  const log = await readReportHistory(store, query, now);
  checkKnown(options, log);
  const reports = log.reports.filter((report) => !options.late || isMissing(report));
  const sendAgain =
    region === undefined
      ? machineSendAgainFormatter(optionWords({ send: await areReportsMailedFromFolder(name), out: name }))
      : cloudSendAgainFormatter({ name: `lookahead-${stage}-report`, region });
  const commandOf = (report: ReportHistoryEntry) => (isLeftToPerson(report) ? sendAgain(report) : undefined);
  const stop = await readMailStopNotice(archive);
  if (stop) terminal.print([`${stop.text}\n`], { mail: 'stopped', ...stop.json });
  const stops = await readAllMailStopsAndResumes(store);
  for (const [place, resumed] of stops.entries()) {
    const stopped = stops[place - 1];
    if (stopped?.became !== 'stopped' || resumed?.became !== 'resumed') continue;
    if (Temporal.PlainDate.compare(dateOf(resumed.at), since) < 0) continue;
    const text = `All mail was ${mailStopOrResumeText(stopped)}, and ${mailStopOrResumeText(resumed)}.\n`;
    terminal.print([text], { mail: 'resumed', stopped, resumed });
  }
  if (region === undefined) await noteMissingCheck(name, now, terminal);
  for (const report of reports) {
    terminal.print([], { ...historyEntryForJson(report), sendAgain: commandOf(report) ?? null });
  }
  const detail = reports.length <= maxInFull || options.reports.length > 0 ? 'in full' : 'what went wrong';
  const columns = Math.min(process.stdout.columns ?? width, width);
  const shown = { since, only: options.late ? 'late' : 'all', detail, width: columns } as const;
  const commands = options.late ? reports.flatMap((report) => commandOf(report) ?? []) : [];
  const added = region === undefined ? '. Add --config if the configuration is not lookahead.yaml' : '';
  terminal.print([
    ...formatStatusLines(reports, shown),
    commands.length > 0 &&
      `\nOnce the cause is fixed, this sends what is missing, and nothing twice${added}:`,
    ...commands,
  ]);
  const unreadable = [...log.unreadable];
  for (const mail of await readContactMailsSince(store, query)) {
    if ('unreadable' in mail) unreadable.push(mail.unreadable);
    else {
      const { at, to, outcome, subject, facts } = mail;
      const time = localTimeText({ at, timeZone: Temporal.Now.timeZoneId() });
      const reports = reportsOfFactsText(facts);
      const what = reports === '' ? subject : `${subject} (${reports})`;
      const line = `${outcome === 'sent' ? 'notified' : outcome} ${to} ${time}: ${what}`;
      terminal.print([line], { told: to, at, outcome, subject, facts });
    }
  }
  if (log.known.reports.size === 0) {
    const latest = await latestDispatchDate(store);
    terminal.print([latest && `The latest report is from ${latest}: --since ${latest} shows it.`]);
  }
  // The first week of a window may begin up to a week before its report day.
  const from = since.subtract({ days: 7 }).toString();
  const isRecent = ({ first }: { readonly first: string }) => first >= from;
  const damaged: string[] = [];
  const onDamaged = (sentence: string) => void damaged.push(sentence);
  await readSubmissions(store, (await submissionObject.list(store, {})).filter(isRecent), onDamaged);
  await readLatestAnswers(store, (await latestAnswersObject.list(store, {})).filter(isRecent), onDamaged);
  unreadable.push(...damaged.sort());
  if (unreadable.length === 0) return;
  for (const reason of unreadable) terminal.warn(reason);
  throw unfinishedCommandError('curable', 'Not all of the archive could be read.');
}

/**
 * Warns if `start` cannot write to the archive or no longer checks it: when it last checked it and, if this process can
 * find out, why it cannot write.
 */
async function noteMissingCheck(folder: string, now: Temporal.Instant, terminal: Terminal): Promise<void> {
  const last = await readLastCheck(folder);
  if (last === undefined) return;
  const failure = await createDirectoryStore(folder)
    .tryToWrite()
    .catch((error: unknown) => error);
  // If this user may not write there, that says nothing about the user of `start`.
  const own = failure instanceof ArchiveError && failure.code !== 'EACCES' ? failure.message : undefined;
  if (own === undefined && !isCheckMissingOrFailed(last, now)) return;
  const problem = own ?? last.problem ?? 'It does not run, or its log says why it cannot check.';
  terminal.warn(`\`start\` last checked ${folder} at ${last.at}. ${problem}`);
}

/** Whether nobody retries the report until a person acts. A request is repeated by its caller. */
function isLeftToPerson({ state, runId }: ReportHistoryEntry): boolean {
  return state === 'not delivered' && isScheduledRun(runId);
}

/**
 * Whether a recipient did not get a report that was due. A report in its first attempt does not count as missing yet.
 */
function isMissing({ state, reason, messages }: ReportHistoryEntry): boolean {
  if (state === 'waiting') return reason !== '';
  const isOpen = state === 'late' || state === 'not delivered';
  return isOpen || messages.some(({ recipients }) => recipients.some(isArrivalUnconfirmed));
}

/**
 * Checks that the reports and the project exist: a misspelt key must not look like 'nothing was due'. @throws BadInput
 */
function checkKnown({ reports, project }: z.infer<typeof schema>, { known }: ReportHistory): void {
  if (known.reports.size === 0) return;
  const wrong = [
    ...unknownKeyLines('report', reports, known.reports),
    ...unknownKeyLines('project', project, known.projects),
  ];
  if (wrong.length > 0) {
    throw badInputError(
      'Nothing with that name was due',
      'Look further back with --since.',
      [...wrong, 'Use --since for earlier ones.'].join('\n'),
    );
  }
}

function unknownKeyLines(
  what: string,
  asked: readonly string[],
  known: ReadonlySet<string>,
): readonly string[] {
  return asked
    .filter((key) => !known.has(key))
    .map((key) => {
      const [near] = nearestCandidates(key, [...known]);
      const meant = near === undefined ? `Due were ${[...known].join(', ')}.` : `Did you mean ${near}?`;
      return `${what}: no ${what} ${quotedTextUnlessSecret(key)} was due in that time. ${meant}`;
    });
}

export function historyEntryForJson({ source, ...log }: ReportHistoryEntry) {
  const { read, programme } = source ?? {};
  const { window, reportDay, sentAt = null, until = null, issue = null } = log;
  return {
    ...log,
    window: { first: formatDay(window.first), last: formatDay(window.last) },
    reportDay: formatDay(reportDay),
    readAt: read?.instant ?? null,
    programme: programme
      ? {
          version: programme.label,
          dataDate: programme.dataDate ?? null,
          importedAt: programme.imported?.instant ?? null,
        }
      : null,
    sentAt,
    until,
    issue,
    measures: log.measures.flatMap(({ audience, measures: of }) => {
      const measures = toStoredMeasures(of);
      return measures === undefined ? [] : [{ audience, measures }];
    }),
    messages: log.messages.map(({ messageId, recipients, ...message }) => ({
      ...message,
      messageId: messageId ?? null,
      recipients: recipients.map((recipient) => ({ ...recipient, at: recipient.at ?? null })),
    })),
  };
}
