/** One line of JSON a step, with the run it belongs to and without anybody's name or address. */
import { sourceStack } from '../base/source-stack.ts';

export type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

export interface StepLog {
  info(message: string, fields: Fields): void;
  warn(message: string, fields: Fields): void;
  error(message: string, fields: Fields): void;
}

/** With the measurements that alarms and dashboards are made of. */
export interface Log extends StepLog {
  count(name: Counted, value: number): void;
  /** The time a step took: `PullMilliseconds`. */
  took(step: string, milliseconds: number): void;
  /** Writes what has been measured since the last time. */
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

/** Does the work of one invocation: what goes wrong is logged and thrown again, and what was measured is written. */
export async function logged<Value>(
  log: Pick<Log, 'error'> & Partial<Pick<Log, 'publish'>>,
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

/** An error as log fields: its name and its message; for an error not raised on purpose, also its stack. */
export function failureFields(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: 'unknown', reason: withoutAddresses(String(error)) };
  const own = error.name === 'TypeError' || error.name === 'Error' || error.name === 'RangeError';
  return {
    error: error.name,
    reason: withoutAddresses(error.message),
    ...(own && error.stack !== undefined ? { stack: withoutAddresses(sourceStack(error.stack)) } : {}),
  };
}

/** `s… at example.com`: whoever has the configuration knows which address it is. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}… at ${address.slice(at + 1)}`;
}

/** The text with these addresses masked. */
export function masked(text: string, addresses: readonly string[]): string {
  return addresses.reduce((left, address) => left.replaceAll(address, maskedAddress(address)), text);
}

const word = /[^\s"'<>(),;:]+/g;

/** E-mail addresses are people's: a log says that there was one, not which. */
export function withoutAddresses(text: string): string {
  // Word by word: an expression that looks for the @ would search the rest of a long word again from each letter.
  const redacted = text.replaceAll(word, (found) => (found.slice(1, -1).includes('@') ? '(address)' : found));
  return redacted.slice(0, 2_000);
}

/** Milliseconds between two lines about links of the same kind. */
const betweenLines = 60_000;

/**
 * Logs links that were not opened, at most one line a minute, so that whoever opens many cannot fill the log. `links` is
 * how many there were since the line before.
 * @returns to be called for each of them
 */
export function logLinks(
  message: string,
  { log, now }: { readonly log: StepLog; readonly now: () => { readonly epochMilliseconds: number } },
): () => void {
  let links = 0;
  let lastLine = Number.NEGATIVE_INFINITY;
  return () => {
    links += 1;
    const at = now().epochMilliseconds;
    if (at - lastLine < betweenLines) return;
    log.info(message, { links });
    links = 0;
    lastLine = at;
  };
}
