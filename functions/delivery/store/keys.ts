/**
 * The keys of the run store. State is the set of keys that exist; no other file builds or parses them.
 *
 * ```
 * dispatches/<dispatchId>/manifest-<n>.json              what is due; a second one adds reports that were configured later
 *                         settled.json                   nothing of the dispatch is left to do or to say
 *                         notices/<notice>/notice.json   a mail to a contact, and its mail/ as below
 * attempts/<dispatchId>/<project>_<report>/failed-<n>.json        why attempt n failed, and when the next one is made
 *                                          dead-letter-<n>.json   the function crashed on the job time and again
 *                                          failed-messages.json   messages of it that will never be accepted
 *                                          done.json              nothing of the report is left to do
 * issues/<project>/<report>/<window>/numbers/<n>.json
 * issues/<project>/<report>/<window>/<runId>/snapshot.json.gz
 *                                            issue.json
 *                                            <file name>.xlsx
 *                                            <digest>/<file name>.xlsx   where the one above was damaged
 *                                            mail/<message>/intent-<n>.json
 *                                                           sent.json
 *                                                           refused-<n>.json
 *                                                           failed.json
 *                                                           event-send.json
 *                                            skipped.json
 * outages/<service>/<slot>/failed-<project>.json     the planning service did not answer for this project
 *                         /probe.json                one job may ask it in this slot
 *                         /answered.json             it answered that job
 * requests/<date>/<dispatchId>/<time>/request.json   a request, one object each time it is made
 *                                     settled.json   as for a dispatch
 * schedules/<schedule>.json                          since when reconcile has known the schedule
 * send-events/<minute>.json                          SES has reported a message that was sent in that minute
 * test-runs/<test or preview>/<project>/<report>/<window>/<runId>/   as below issues/, and numbers/<n>.json
 * test-runs/<test or preview>/dispatches/<dispatchId>/manifest-1.json
 * ```
 *
 * Test runs have a prefix of their own, so that they are not numbered like issues, compared with, or counted as
 * delivered. Tests and previews have different prefixes, so that a test never sends the messages of a preview with
 * the same id.
 */
import { createHash } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import { type Window, windowKey } from '../../lookahead/dates/window.ts';
import { type DispatchId, dispatchIdSchema } from './dispatch-id.ts';
import { type RunId, runIdSchema } from './run-id.ts';

/** A run that makes no real issue: a test is sent to its caller's addresses only, a preview to nobody. */
export type TestRun = 'test' | 'preview';

/** Which run: the keys of project and report as configured, the window, the run's id. */
export type RunAddress = {
  readonly project: string;
  readonly report: string;
  readonly window: Window;
  readonly runId: RunId;
  readonly testRun?: TestRun | undefined;
};

const configuredKey = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** @throws RangeError when the key of the project or the report cannot be part of a run store key */
export function reportPrefix(report: { readonly project: string; readonly report: string }): string {
  for (const key of [report.project, report.report]) {
    if (configuredKey.test(key)) continue;
    throw new RangeError(
      `${JSON.stringify(key)} cannot be part of a run store key: use 1 to 40 lower-case letters, digits and hyphens.`,
    );
  }
  return `issues/${report.project}/${report.report}/`;
}

/** The prefix of all runs of a report for one window, and of their numbers. */
export function windowPrefix(run: RunAddress): string {
  const report = reportPrefix(run);
  const space = run.testRun === undefined ? report : report.replace(/^issues/, `test-runs/${run.testRun}`);
  return `${space}${windowKey(run.window)}/`;
}

/** Issues share the numbers of their window; a test run has numbers of its own. */
export function numbersPrefix(run: RunAddress): string {
  return `${run.testRun === undefined ? windowPrefix(run) : runPrefix(run)}numbers/`;
}

export function numberKey(run: RunAddress, number: number): string {
  return `${numbersPrefix(run)}${number}.json`;
}

/** The number of a key below `numbersPrefix`; undefined for any other file there. */
export function numberOfKey(key: string): number | undefined {
  const match = /\/numbers\/([1-9]\d{0,8})\.json$/.exec(key);
  return match ? Number(match[1]) : undefined;
}

/** The prefix of all objects of one run. */
export function runPrefix(run: RunAddress): string {
  return `${windowPrefix(run)}${run.runId}/`;
}

export function snapshotKey(prefix: string): string {
  return `${prefix}snapshot.json.gz`;
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

/** Where a workbook goes whose own key holds something else: the same for the same bytes, and with the same name. */
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

export function sentKey(messageAt: string): string {
  return `${messageAt}sent.json`;
}

export function failedKey(messageAt: string): string {
  return `${messageAt}failed.json`;
}

/** The highest intent among a message's keys; 0 where there is none. */
export function latestIntent(messageAt: string, keys: Iterable<string>): number {
  let latest = 0;
  for (const key of keys) {
    const match = /^intent-([1-9]\d{0,5})\.json$/.exec(key.slice(messageAt.length));
    if (key.startsWith(messageAt) && match) latest = Math.max(latest, Number(match[1]));
  }
  return latest;
}

/** The prefix of all objects of one dispatch that do not belong to one report's run. */
function dispatchPrefix(dispatchId: DispatchId): string {
  return `dispatches/${dispatchId}/`;
}

/** @param number 1 for what was due at first */
export function manifestKey(dispatchId: DispatchId, number: number, testRun?: TestRun | undefined): string {
  return `${testRun === undefined ? '' : `test-runs/${testRun}/`}${dispatchPrefix(dispatchId)}manifest-${number}.json`;
}

export function settledKey(dispatchId: DispatchId): string {
  return `${dispatchPrefix(dispatchId)}settled.json`;
}

/** The prefix of all dispatches by schedules on one day, `YYYY-MM-DD` in UTC. */
export function scheduledPrefix(date: string): string {
  return `dispatches/${date}T`;
}

/** The dispatch of a manifest's key; undefined for other keys. */
export function dispatchIdOfManifest(key: string): DispatchId | undefined {
  const [, name] = /^dispatches\/([^/]+)\/manifest-1\.json$/.exec(key) ?? [];
  return dispatchIdSchema.safeParse(name).data;
}

/** One report of a dispatch. */
export type ReportOfDispatch = {
  readonly dispatchId: DispatchId;
  readonly project: string;
  readonly report: string;
};

/** The prefix of what became of the attempts of all reports of a dispatch. */
export function attemptsPrefix(dispatchId: DispatchId): string {
  return `attempts/${dispatchId}/`;
}

/** The same of one report. Neither key contains an underscore. */
export function reportAttemptsPrefix({ dispatchId, project, report }: ReportOfDispatch): string {
  return `${attemptsPrefix(dispatchId)}${project}_${report}/`;
}

export function failedAttemptKey(of: ReportOfDispatch, attempt: number): string {
  return `${reportAttemptsPrefix(of)}failed-${attempt}.json`;
}

export function deadLetterKey(of: ReportOfDispatch, number: number): string {
  return `${reportAttemptsPrefix(of)}dead-letter-${number}.json`;
}

export function doneKey(of: ReportOfDispatch): string {
  return `${reportAttemptsPrefix(of)}done.json`;
}

/** Written before `doneKey`, if at all. */
export function failedMessagesKey(of: ReportOfDispatch): string {
  return `${reportAttemptsPrefix(of)}failed-messages.json`;
}

/** What a key below `attemptsPrefix` says; undefined for any other key. `number` is 0 where there is one of a kind. */
export function attemptOfKey(key: string):
  | {
      readonly project: string;
      readonly report: string;
      readonly kind: 'failed' | 'dead-letter' | 'failed-messages' | 'done';
      readonly number: number;
    }
  | undefined {
  const [, project = '', report = '', numbered, number, single] =
    /^attempts\/[^/]+\/([^/_]+)_([^/_]+)\/(?:(failed|dead-letter)-([1-9]\d{0,5})|(done|failed-messages))\.json$/.exec(
      key,
    ) ?? [];
  if (single === 'done' || single === 'failed-messages') return { project, report, kind: single, number: 0 };
  if (numbered !== 'failed' && numbered !== 'dead-letter') return undefined;
  return { project, report, kind: numbered, number: Number(number) };
}

/** The prefix of what is known of one planning service. @param service a digest of its address */
export function outagesPrefix(service: string): string {
  return `outages/${service}/`;
}

/** @param slot its start, as a run id */
export function outageKey(
  at: { readonly service: string; readonly slot: string },
  what: 'probe' | 'answered' | { readonly failed: string },
): string {
  const name = typeof what === 'string' ? what : `failed-${what.failed}`;
  return `${outagesPrefix(at.service)}${at.slot}/${name}.json`;
}

/** The prefix of all requests of one day, `YYYY-MM-DD` in UTC. */
export function requestsPrefix(date: string): string {
  return `requests/${date}/`;
}

/** One time that a request was made. `time` has the form of a scheduled run's id. */
export type RequestTime = { readonly dispatchId: DispatchId; readonly time: string };

function requestPrefix({ dispatchId, time }: RequestTime): string {
  return `${requestsPrefix(time.slice(0, 10))}${dispatchId}/${time}/`;
}

export function requestKey(request: RequestTime): string {
  return `${requestPrefix(request)}request.json`;
}

export function settledRequestKey(request: RequestTime): string {
  return `${requestPrefix(request)}settled.json`;
}

/** The request that a `request.json` belongs to; undefined for other keys. */
export function savedRequestOfKey(key: string): RequestTime | undefined {
  const [, name, time = ''] = /^requests\/[^/]+\/([^/]+)\/([^/]+)\/request\.json$/.exec(key) ?? [];
  const dispatchId = dispatchIdSchema.safeParse(name);
  return dispatchId.success ? { dispatchId: dispatchId.data, time } : undefined;
}

/** The prefix of all notices of a dispatch. */
export function noticesPrefix(dispatchId: DispatchId): string {
  return `${dispatchPrefix(dispatchId)}notices/`;
}

export function noticePrefix(dispatchId: DispatchId, notice: string): string {
  return `${noticesPrefix(dispatchId)}${notice}/`;
}

/** The notice of a `notice.json`; undefined for other keys. */
export function noticeNameOfKey(key: string): string | undefined {
  return /\/notices\/([^/]+)\/notice\.json$/.exec(key)?.[1];
}

export function noticeKey(noticeAt: string): string {
  return `${noticeAt}notice.json`;
}

/** The id of a notice's one message. */
export const noticeMessage = 'contact';

/**
 * A notice: one for each contact, dispatch and kind.
 * @param until tells apart what a contact is told of several deadlines; undefined where there is one such notice only
 */
export function contactNotice(kind: string, contact: string, until?: string | undefined): string {
  return `${kind}_${shortDigest(contact + (until ?? ''))}`;
}

/** Eight hex digits for what must not appear in a key, such as an address. */
export function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

export function watchedKey(schedule: string): string {
  return `schedules/${schedule}.json`;
}

/** The prefix of the minutes in which messages were sent that SES has reported. */
export const sendMinutesPrefix = 'send-events/';

/** The minute of a send; of two keys, the later minute is the greater one. */
export function sendMinuteKey(at: Temporal.Instant): string {
  return `${sendMinutesPrefix}${at.toString({ smallestUnit: 'minute' }).replaceAll(':', '-')}.json`;
}

/** SES's own record that it accepted the message. */
export function sendEventKey(messageAt: string): string {
  return `${messageAt}event-send.json`;
}

/**
 * The run's name where a slash is not allowed, as in a file name or a message tag:
 * `riverside__weekly__2026-11-23_2026-11-29__2026-11-20T14-00-00Z`. No part has two underscores in a row.
 */
export function runName(run: RunAddress): string {
  const testRun = run.testRun === undefined ? [] : [run.testRun];
  return [...testRun, run.project, run.report, windowKey(run.window), run.runId].join('__');
}

/** As `runName`, for a notice. `notice` has no two underscores in a row. */
export function noticeName(dispatchId: DispatchId, notice: string): string {
  return ['notice', dispatchId, notice].join('__');
}

const nameOfRun =
  /^(?:(test|preview)__)?([a-z0-9][a-z0-9-]{0,39})__([a-z0-9][a-z0-9-]{0,39})__(\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d)__(.+)$/;
const nameOfNotice = /^notice__([^/]+?)__((?:[a-z0-9-]|_(?!_))+)$/;

/** The prefix of the run or the notice of that name; undefined for a name that none can have. */
export function prefixOfName(name: string): string | undefined {
  const [, dispatchIdText, notice = ''] = nameOfNotice.exec(name) ?? [];
  const dispatchId = dispatchIdSchema.safeParse(dispatchIdText);
  if (dispatchId.success) return noticePrefix(dispatchId.data, notice);
  const [, testRun, project, report, window, runIdText] = nameOfRun.exec(name) ?? [];
  const runId = runIdSchema.safeParse(runIdText);
  if (!runId.success) return undefined;
  return `${testRun === undefined ? 'issues' : `test-runs/${testRun}`}/${project}/${report}/${window}/${runId.data}/`;
}

/** The run that an `issue.json` belongs to: the window's part of its key, and its prefix; undefined for other keys. */
export function issueOfKey(
  key: string,
): { readonly windowPart: string; readonly prefix: string; readonly runId: RunId } | undefined {
  const match = /^(issues\/[^/]+\/[^/]+\/(\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d)\/([^/]+)\/)issue\.json$/.exec(key);
  if (!match) return undefined;
  const [, prefix = '', windowPart = '', name = ''] = match;
  const runId = runIdSchema.safeParse(name);
  return runId.success ? { windowPart, prefix, runId: runId.data } : undefined;
}
