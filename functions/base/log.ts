/** Log lines say which run they belong to, and contain nobody's name or address. */

import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

export interface LogWithoutMetrics {
  info(message: string, fields: LogFields): void;
  warn(message: string, fields: LogFields): void;
  error(message: string, fields: LogFields): void;
}

/** A log that also records the metrics for alarms and dashboards. */
export interface Log extends LogWithoutMetrics {
  count(name: Counted, value: number): void;
  recordDuration(step: string, milliseconds: number): void;
  /** Writes the metrics recorded since the last call. */
  publish(): void;
}

type Counted =
  | 'ReportsDue'
  | 'ReportsSent'
  | 'ReportsFailed'
  | 'MessagesAmbiguous'
  | 'MessagesResent'
  | 'ManifestMissing'
  | 'NothingDue'
  | 'DueAdded'
  | 'ActionNeeded'
  | 'JobsPostponed'
  | 'RecordsFailed'
  | 'Tasks'
  | 'Bytes';

export async function withErrorsLogged<Value>(
  log: LogWithoutMetrics & { readonly publish?: () => void },
  failed: string,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    log.error(failed, failureFields(error));
    throw error;
  } finally {
    log.publish?.();
  }
}

/** The fields that describe an error; with its stack if it is a defect. */
export function failureFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: 'unknown', reason: withoutAddresses(String(error)) };
  const own = error.name === 'TypeError' || error.name === 'Error' || error.name === 'RangeError';
  return {
    error: error.name,
    reason: withoutAddresses(error.message),
    ...(own && error.stack !== undefined ? { stack: withoutAddresses(applySourceMaps(error.stack)) } : {}),
  };
}

/** `s… at example.com` for `sam@example.com`: somebody who has the configuration can tell which address it is. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}… at ${address.slice(at + 1)}`;
}

export function maskAddresses(text: string, addresses: readonly string[]): string {
  return addresses.reduce((left, address) => left.replaceAll(address, maskedAddress(address)), text);
}

const word = /[^\s"'<>(),;:]+/g;

/** Replaces e-mail addresses, which logs must not contain, with `(address)`. Keeps the first 2,000 characters. */
export function withoutAddresses(text: string): string {
  // Each word is tested by itself: a pattern that searches for the @ would start again at each letter of a long word.
  const redacted = text.replaceAll(word, (found) => (found.slice(1, -1).includes('@') ? '(address)' : found));
  return redacted.slice(0, 2_000);
}

/**
 * Applies source maps to a stack. They are read only when a defect is logged: Node's own flag reads them at every cold
 * start, which takes a fifth longer.
 * @param stack of an error; returned unchanged if there is no map
 */
export function applySourceMaps(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replaceAll(
    /(file:\/\/\S+?\.mjs):(\d+):(\d+)/g,
    (place, file: string, line: string, column: string) => {
      if (!maps.has(file)) maps.set(file, readSourceMap(file));
      const entry = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (entry === undefined || !('originalSource' in entry)) return place;
      const source = entry.originalSource.replace(/^.*?(?=functions\/|node_modules\/)/, '');
      return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    },
  );
}

function readSourceMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}
