/** Log lines with the run they belong to, and without anybody's name or address. */
import { sourceStack } from './source-stack.ts';

export type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

export interface StepLog {
  info(message: string, fields: Fields): void;
  warn(message: string, fields: Fields): void;
  error(message: string, fields: Fields): void;
}

/** With the metrics of alarms and dashboards. */
export interface Log extends StepLog {
  count(name: Counted, value: number): void;
  took(step: string, milliseconds: number): void;
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

export async function logged<Value>(
  log: StepLog & { readonly publish?: () => void },
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

/** Includes the stack of an error that was not raised on purpose. */
export function failureFields(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: 'unknown', reason: withoutAddresses(String(error)) };
  const own = error.name === 'TypeError' || error.name === 'Error' || error.name === 'RangeError';
  return {
    error: error.name,
    reason: withoutAddresses(error.message),
    ...(own && error.stack !== undefined ? { stack: withoutAddresses(sourceStack(error.stack)) } : {}),
  };
}

/** `s… at example.com`: whoever has the configuration can tell which address it is. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}… at ${address.slice(at + 1)}`;
}

export function masked(text: string, addresses: readonly string[]): string {
  return addresses.reduce((left, address) => left.replaceAll(address, maskedAddress(address)), text);
}

const word = /[^\s"'<>(),;:]+/g;

/** Logs must not contain people's e-mail addresses. */
export function withoutAddresses(text: string): string {
  // Word by word: a pattern that looks for the @ would search a long word again from each letter.
  const redacted = text.replaceAll(word, (found) => (found.slice(1, -1).includes('@') ? '(address)' : found));
  return redacted.slice(0, 2_000);
}

/** Milliseconds between two lines of one kind. */
const minTimeBetweenLines = 60_000;

type LinkLog = { readonly log: StepLog; readonly now: () => { readonly epochMilliseconds: number } };

/** The log lines about links, the same on Lambda and in `start`. */
export function linkLog(to: LinkLog) {
  const { log } = to;
  return {
    opened: (folder: string) => log.info('link opened', { folder }),
    gone: (folder: string) => log.warn('link to an object that was removed', { folder }),
    refused: logLinks('links refused', to),
    postponed: logLinks('links not opened: too many at once', to),
    notStored: (error: Error) => log.error('an answer was not stored', failureFields(error)),
  };
}

/**
 * Logs at most one line a minute about links that were not opened, so that nobody can fill the log by opening many.
 * `links` counts them since the previous line.
 */
export function logLinks(message: string, { log, now }: LinkLog): () => void {
  let links = 0;
  let lastLine = Number.NEGATIVE_INFINITY;
  return () => {
    links += 1;
    const at = now().epochMilliseconds;
    if (at - lastLine < minTimeBetweenLines) return;
    log.info(message, { links });
    links = 0;
    lastLine = at;
  };
}
