/**
 * Where the register keeps what. State is the set of keys that exist; this file is the only one that spells
 * them.
 *
 * ```
 * runs/<occasion>/manifest.json
 * issues/<project>/<report>/<window>/numbers/<n>.json
 * issues/<project>/<report>/<window>/<occurrence>/snapshot.json.gz
 *                                                 issue.json
 *                                                 <file name>.xlsx
 *                                                 mail/<message>/intent-<n>.json
 *                                                                sent.json
 *                                                                refused-<n>.json
 *                                                                failed.json
 *                                                 skipped.json
 * ```
 */
import { type Window, windowKey } from '../lookahead/window.ts';
import { type Occurrence, occurrenceSchema } from './occurrence.ts';

/** Which run: the keys of project and report as configured, the window, the occurrence. */
export type RunAddress = {
  readonly project: string;
  readonly report: string;
  readonly window: Window;
  readonly occurrence: Occurrence;
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

function windowPrefix(run: Omit<RunAddress, 'occurrence'>): string {
  return `${reportPrefix(run)}${windowKey(run.window)}/`;
}

export function numbersPrefix(run: Omit<RunAddress, 'occurrence'>): string {
  return `${windowPrefix(run)}numbers/`;
}

export function numberKey(run: Omit<RunAddress, 'occurrence'>, number: number): string {
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

/** `occasion` is an occurrence's name: the reports due at one time share it. */
export function manifestKey(occasion: Occurrence): string {
  return `runs/${occasion}/manifest.json`;
}

/**
 * The run's name where a slash may not stand, as in a file name or a message tag:
 * `riverside__weekly__2026-11-23_2026-11-29__2026-11-20T14-00-00Z`. No part has two underscores in a row.
 */
export function runName(run: RunAddress): string {
  return [run.project, run.report, windowKey(run.window), run.occurrence].join('__');
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
