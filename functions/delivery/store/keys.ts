/**
 * Where the register keeps what. State is the set of keys that exist; this file is the only one that spells
 * them.
 *
 * ```
 * runs/<occasion>/manifest.json
 *                 causes/<project>/<report>/<time>.json      why an attempt failed, each once
 *                 failed/<project>_<report>.json             given up: retries used up
 *                 pass-<n>.json                              reconcile's nth look has been taken
 *                 notices/<notice>/notice.json               what a contact is told, and mail/ as below
 * issues/<project>/<report>/<window>/numbers/<n>.json
 * issues/<project>/<report>/<window>/<occurrence>/snapshot.json.gz
 *                                                 issue.json
 *                                                 <file name>.xlsx
 *                                                 mail/<message>/intent-<n>.json
 *                                                                sent.json
 *                                                                refused-<n>.json
 *                                                                failed.json
 *                                                                event-send.json
 *                                                 skipped.json
 * requests/<date>/<occasion>/<time>/request.json    what a person or a program asked for, each time anew
 *                                   pass-<n>.json   as an occasion's
 * schedules/<schedule>.json                         since when a schedule is watched
 * trials/<test or preview>/<project>/<report>/<window>/<occurrence>/   as an issue's, and numbers/<n>.json
 * trials/<test or preview>/runs/<occasion>/manifest.json
 * ```
 *
 * Trials are apart from issues, so that none is numbered among them, compared with, or taken for done; and the
 * two kinds are apart from each other, so that a preview's messages are never sent by a test of the same name.
 */
import { type Window, windowKey } from '../../lookahead/dates/window.ts';
import { type Occasion, occasionSchema } from '../dispatch/dispatch-id.ts';
import { type Occurrence, occurrenceSchema } from '../dispatch/run-id.ts';

/** A run that is no issue: sent to its caller alone, or not sent at all. */
export type Trial = 'test' | 'preview';

/** Which run: the keys of project and report as configured, the window, the occurrence. */
export type RunAddress = {
  readonly project: string;
  readonly report: string;
  readonly window: Window;
  readonly occurrence: Occurrence;
  readonly trial?: Trial | undefined;
};

const configuredKey = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** @throws RangeError when the project's or the report's key cannot stand in a register key. */
export function reportPrefix(report: { readonly project: string; readonly report: string }): string {
  for (const key of [report.project, report.report]) {
    if (configuredKey.test(key)) continue;
    throw new RangeError(
      `${JSON.stringify(key)} cannot stand in a register key: use 1 to 40 lower-case letters, digits and hyphens.`,
    );
  }
  return `issues/${report.project}/${report.report}/`;
}

function windowPrefix(run: RunAddress): string {
  const report = reportPrefix(run);
  const space = run.trial === undefined ? report : report.replace(/^issues/, `trials/${run.trial}`);
  return `${space}${windowKey(run.window)}/`;
}

/** Issues share the numbers of their window; a trial keeps its own to itself. */
export function numbersPrefix(run: RunAddress): string {
  return `${run.trial === undefined ? windowPrefix(run) : runPrefix(run)}numbers/`;
}

export function numberKey(run: RunAddress, number: number): string {
  return `${numbersPrefix(run)}${number}.json`;
}

/** The number of a key below `numbersPrefix`; undefined for any other file that lies there. */
export function numberOfKey(key: string): number | undefined {
  const match = /\/numbers\/([1-9]\d{0,8})\.json$/.exec(key);
  return match ? Number(match[1]) : undefined;
}

/** Everything of one run lies below it. */
export function runPrefix(run: RunAddress): string {
  return `${windowPrefix(run)}${run.occurrence}/`;
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

/** Everything of one occasion that is not of one report's run lies below it. */
function occasionPrefix(occasion: Occasion): string {
  return `runs/${occasion}/`;
}

export function manifestKey(occasion: Occasion, trial?: Trial | undefined): string {
  return `${trial === undefined ? '' : `trials/${trial}/`}${occasionPrefix(occasion)}manifest.json`;
}

/** What schedules made due at times of one day, `YYYY-MM-DD` in UTC, lies below it. */
export function scheduledPrefix(date: string): string {
  return `runs/${date}T`;
}

/** The occasion that a manifest of a schedule or a request is of; undefined for other keys. */
export function occasionOfManifest(key: string): Occasion | undefined {
  const [, name] = /^runs\/([^/]+)\/manifest\.json$/.exec(key) ?? [];
  return occasionSchema.safeParse(name).data;
}

type OfOccasion = { readonly occasion: Occasion; readonly project: string; readonly report: string };

export function causesPrefix({ occasion, project, report }: OfOccasion): string {
  return `${occasionPrefix(occasion)}causes/${project}/${report}/`;
}

export function givenUpPrefix(occasion: Occasion): string {
  return `${occasionPrefix(occasion)}failed/`;
}

export function givenUpKey({ occasion, project, report }: OfOccasion): string {
  return `${givenUpPrefix(occasion)}${project}_${report}.json`;
}

export function passKey(occasion: Occasion, pass: number): string {
  return `${occasionPrefix(occasion)}pass-${pass}.json`;
}

/** What was asked for on one day, `YYYY-MM-DD` in UTC, lies below it. */
export function requestsPrefix(date: string): string {
  return `requests/${date}/`;
}

/** One time that something was asked for. `time` is spelled as an occurrence's is. */
export type Asking = { readonly occasion: Occasion; readonly time: string };

function askingPrefix({ occasion, time }: Asking): string {
  return `${requestsPrefix(time.slice(0, 10))}${occasion}/${time}/`;
}

export function requestKey(asking: Asking): string {
  return `${askingPrefix(asking)}request.json`;
}

export function requestPassKey(asking: Asking, pass: number): string {
  return `${askingPrefix(asking)}pass-${pass}.json`;
}

/** The asking that a `request.json` is of; undefined for other keys. */
export function askingOfKey(key: string): Asking | undefined {
  const [, name, time = ''] = /^requests\/[^/]+\/([^/]+)\/([^/]+)\/request\.json$/.exec(key) ?? [];
  const occasion = occasionSchema.safeParse(name);
  return occasion.success ? { occasion: occasion.data, time } : undefined;
}

export function noticePrefix(occasion: Occasion, notice: string): string {
  return `${occasionPrefix(occasion)}notices/${notice}/`;
}

export function watchedKey(schedule: string): string {
  return `schedules/${schedule}.json`;
}

/** SES's own record that it took the message. */
export function sendEventKey(messageAt: string): string {
  return `${messageAt}event-send.json`;
}

/**
 * The run's name where a slash may not stand, as in a file name or a message tag:
 * `riverside__weekly__2026-11-23_2026-11-29__2026-11-20T14-00-00Z`. No part has two underscores in a row.
 */
export function runName(run: RunAddress): string {
  const trial = run.trial === undefined ? [] : [run.trial];
  return [...trial, run.project, run.report, windowKey(run.window), run.occurrence].join('__');
}

/** As `runName`, for what a contact is told. `notice` has no two underscores in a row. */
export function noticeName(occasion: Occasion, notice: string): string {
  return ['notice', occasion, notice].join('__');
}

const nameOfRun =
  /^(?:(test|preview)__)?([a-z0-9][a-z0-9-]{0,39})__([a-z0-9][a-z0-9-]{0,39})__(\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d)__(.+)$/;
const nameOfNotice = /^notice__([^/]+?)__((?:[a-z0-9-]|_(?!_))+)$/;

/** The prefix of the run or the notice that has the name; undefined for a name that none can have. */
export function prefixOfName(name: string): string | undefined {
  const [, occasionText, notice = ''] = nameOfNotice.exec(name) ?? [];
  const occasion = occasionSchema.safeParse(occasionText);
  if (occasion.success) return noticePrefix(occasion.data, notice);
  const [, trial, project, report, window, occurrenceText] = nameOfRun.exec(name) ?? [];
  const occurrence = occurrenceSchema.safeParse(occurrenceText);
  if (!occurrence.success) return undefined;
  return `${trial === undefined ? 'issues' : `trials/${trial}`}/${project}/${report}/${window}/${occurrence.data}/`;
}

/** The run that an `issue.json` belongs to: the window's part of its key and its prefix; undefined for others. */
export function issueOfKey(
  key: string,
): { readonly windowPart: string; readonly prefix: string; readonly occurrence: Occurrence } | undefined {
  const match = /^(issues\/[^/]+\/[^/]+\/(\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d)\/([^/]+)\/)issue\.json$/.exec(key);
  if (!match) return undefined;
  const [, prefix = '', windowPart = '', name = ''] = match;
  const occurrence = occurrenceSchema.safeParse(name);
  return occurrence.success ? { windowPart, prefix, occurrence: occurrence.data } : undefined;
}
