/**
 * The keys of the run store. Its state is the set of keys that exist. Only this file, `dispatch-keys.ts` and
 * `archive-keys.ts` build and parse them.
 *
 * ```
 * dispatches/<dispatchId>/manifest-<n>.json              what is due; later ones add reports configured later
 *                         settled.json                   nothing is left to do
 *                         notices/<notice>/notice.json   a mail to a contact, and its mail/ as below
 *                                          dropped.json  not sent: no longer true
 * attempts/<dispatchId>/<project>_<report>/failed-<n>.json        why attempt n failed, and when the next one begins
 *                                          dead-letter-<n>.json   the function crashed each time
 *                                          failed-messages.json   messages that will never be accepted
 *                                          data-problem.json      an old programme, or tasks that could not be read
 *                                          done.json              nothing is left to do
 * issues/<project>/<report>/<window>/numbers/<n>.json
 * issues/<project>/<report>/<window>/<runId>/snapshot.json.gz
 *                                            plan-record.json.gz        what later issues measure this one by
 *                                            pages/<message>.json.gz    the week page of the message
 *                                            issue.json
 *                                            <file name>.xlsx
 *                                            <digest>/<file name>.xlsx   replaces a damaged one
 *                                            mail/<message>/intent-<n>.json
 *                                                           part-<n>-<m>.json   intent n: some recipients have it
 *                                                           sent.json
 *                                                           refused-<n>.json
 *                                                           failed.json
 *                                                           event-send.json
 *                                                           events/<recipient>-<event>.json   what became of it there
 *                                            skipped.json
 * closings/<time>/<project>_<report>/<runId>/closing.json   when the answers to an issue close
 *                                            told.json      its contact was notified of them
 * answers/<project>/<report>/<window>/<message>/<SHA-256>.json        what a cut answered, each time that it is sent
 * answer-names/<project>/<report>/<window>/<message>/<SHA-256>.json   its name and notes, which are removed first
 * failed-recipients/<date>/<dispatchId>/<name>/failed.json   a message will not reach a recipient, or drew a complaint
 *                                              told.json     the contact was notified
 * failing-addresses/<address>/<date>.json            an address failed, and its contact was notified
 * first-planned/<project>/<number>.json.gz           the dates first planned for each task; the highest number has all
 * looked/<number>-<time>.json                        the first check of a day, and the first thing that was open then
 * mailed.json                                        messages are mailed; without it, they are files
 * outages/<service>/<slot>/failed-<project>.json     the planning service did not answer for this project
 *                         /probe.json                one job may ask it in this slot
 *                         /answered.json             it answered that job
 * refused-fields/<service>/<date>.json               fields of a query that the planning service refused that day
 * requests/<date>/<dispatchId>/<time>/request.json   a request, each time it is made
 *                                     by-hand.json   the same, made at the command line
 *                                     settled.json   as for a dispatch
 * restored/<number>-<time>.json                      the folder was restored from a backup, and up to when that is whole
 * schedules/watched/<schedule>/<time>.json           since when reconcile has known the schedule
 * schedules/pauses/<number>-<time>-<off or on>.json  the schedules were first seen off, or on again
 * data-problems/<project>/<digest>-<contact>.json    the contact was notified of such a problem
 * stops/<number>.json                                a person stopped or resumed all mail; the highest number counts
 * test-runs/<test or preview>/<project>/<report>/<window>/<runId>/   as below issues/, and numbers/<n>.json
 * test-runs/<test or preview>/dispatches/<dispatchId>/manifest-1.json
 * ```
 *
 * Test runs have their own prefix, so that they are not numbered like issues, compared with, or counted as delivered. Tests
 * and previews have different ones, so that a test never sends the messages of a preview with the same id.
 */
import { shortDigest } from '#base/digest.ts';
import { type Window, windowKey } from '#lookahead/dates/window.ts';
import { noticePrefix, type ReportKeys, type TestRun } from './dispatch-keys.ts';
import { type DispatchId, dispatchIdSchema, type RunId, runIdSchema } from './run-id.ts';

export type RunAddress = ReportKeys & {
  readonly window: Window;
  readonly runId: RunId;
  readonly testRun?: TestRun | undefined;
};

const configuredKey = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** @throws RangeError for keys that cannot be part of a run store key */
export function reportPrefix(report: ReportKeys): string {
  for (const key of [report.project, report.report]) {
    if (configuredKey.test(key)) continue;
    throw new RangeError(
      `${JSON.stringify(key)} cannot be part of a run store key: use 1 to 40 lower-case letters, digits and hyphens.`,
    );
  }
  return `issues/${report.project}/${report.report}/`;
}

export function windowPrefix(run: RunAddress): string {
  const report = reportPrefix(run);
  const space = run.testRun === undefined ? report : report.replace(/^issues/, `test-runs/${run.testRun}`);
  return `${space}${windowKey(run.window)}/`;
}

/** Issues share the numbers of their window; each test run has its own. */
export function numbersPrefix(run: RunAddress): string {
  return `${run.testRun === undefined ? windowPrefix(run) : runPrefix(run)}numbers/`;
}

export function numberKey(run: RunAddress, number: number): string {
  return `${numbersPrefix(run)}${number}.json`;
}

export function numberOfKey(key: string): number | undefined {
  const match = /\/numbers\/([1-9]\d{0,8})\.json$/.exec(key);
  return match ? Number(match[1]) : undefined;
}

export function runPrefix(run: RunAddress): string {
  return `${windowPrefix(run)}${run.runId}/`;
}

export function snapshotKey(prefix: string): string {
  return `${prefix}snapshot.json.gz`;
}

export function planRecordKey(prefix: string): string {
  return `${prefix}plan-record.json.gz`;
}

export function issueKey(prefix: string): string {
  return `${prefix}issue.json`;
}

export function skippedKey(prefix: string): string {
  return `${prefix}skipped.json`;
}

export function workbookKey(prefix: string, fileName: string): string {
  return `${prefix}${fileName}`;
}

/** The key for a workbook if its own key holds other bytes: the same for the same bytes, with the same file name. */
export function replacementWorkbookKey(
  prefix: string,
  workbook: { readonly fileName: string; readonly sha256: string },
): string {
  return `${prefix}${workbook.sha256.slice(0, 16)}/${workbook.fileName}`;
}

export function messagePrefix(prefix: string, message: string): string {
  return `${prefix}mail/${message}/`;
}

export function intentKey(messageAt: string, intent: number): string {
  return `${messageAt}intent-${intent}.json`;
}

export function refusedKey(messageAt: string, intent: number): string {
  return `${messageAt}refused-${intent}.json`;
}

export function sentPartKey(messageAt: string, intent: number, part: number): string {
  return `${messageAt}part-${intent}-${part}.json`;
}

export function isSentPart(messageAt: string, key: string): boolean {
  return key.startsWith(messageAt) && /^part-\d+-\d+\.json$/.test(key.slice(messageAt.length));
}

export function sentKey(messageAt: string): string {
  return `${messageAt}sent.json`;
}

export function failedKey(messageAt: string): string {
  return `${messageAt}failed.json`;
}

export function latestIntent(messageAt: string, keys: Iterable<string>): number {
  let latest = 0;
  for (const key of keys) {
    const match = /^intent-([1-9]\d{0,5})\.json$/.exec(key.slice(messageAt.length));
    if (key.startsWith(messageAt) && match) latest = Math.max(latest, Number(match[1]));
  }
  return latest;
}

/** Exists if the messages are mailed, not written to files. */
export const mailedKey = 'mailed.json';

export function sendEventKey(messageAt: string): string {
  return `${messageAt}event-send.json`;
}

export function recipientEventKey(
  messageAt: string,
  { address, event }: { readonly address: string; readonly event: string },
): string {
  return `${messageAt}events/${shortDigest(address.toLowerCase())}-${event}.json`;
}

/** Whether the event says that a recipient will not get the message. */
export function isRefusalOfRecipient(key: string): boolean {
  return /\/events\/[0-9a-f]{8}-(?:bounced|undelivered|rejected)\.json$/.test(key);
}

/**
 * The run's name for file names and message tags, which cannot contain a slash:
 * `riverside__weekly__2026-11-23_2026-11-29__2026-11-20T14-00-00Z`. No part has two underscores in a row.
 */
export function runName(run: RunAddress): string {
  const testRun = run.testRun === undefined ? [] : [run.testRun];
  return [...testRun, run.project, run.report, windowKey(run.window), run.runId].join('__');
}

export function noticeName(dispatchId: DispatchId, notice: string): string {
  return ['notice', dispatchId, notice].join('__');
}

const nameOfRun =
  /^(?:(test|preview)__)?([a-z0-9][a-z0-9-]{0,39})__([a-z0-9][a-z0-9-]{0,39})__(\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d)__(.+)$/;
const nameOfNotice = /^notice__([^/]+?)__((?:[a-z0-9-]|_(?!_))+)$/;

/** The prefix of the run or notice with that name; undefined if none can have it. */
export function prefixOfName(name: string): string | undefined {
  const [, dispatchIdText, notice = ''] = nameOfNotice.exec(name) ?? [];
  const dispatchId = dispatchIdSchema.safeParse(dispatchIdText).data;
  if (dispatchId) return noticePrefix(dispatchId, notice);
  const [, testRun, project, report, window, runIdText] = nameOfRun.exec(name) ?? [];
  const runId = runIdSchema.safeParse(runIdText).data;
  if (runId === undefined) return undefined;
  return `${testRun === undefined ? 'issues' : `test-runs/${testRun}`}/${project}/${report}/${window}/${runId}/`;
}

/** Reads the key of an `issue.json`; `windowPart` is the window in it. Undefined for other keys. */
export function issueOfKey(
  key: string,
): { readonly windowPart: string; readonly prefix: string; readonly runId: RunId } | undefined {
  const match = /^(issues\/[^/]+\/[^/]+\/(\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d)\/([^/]+)\/)issue\.json$/.exec(key);
  if (!match) return undefined;
  const [, prefix = '', windowPart = '', name = ''] = match;
  const runId = runIdSchema.safeParse(name).data;
  return runId && { windowPart, prefix, runId };
}
