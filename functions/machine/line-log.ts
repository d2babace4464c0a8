import { printable } from '../base/text/one-line.ts';
import type { Fields, Log } from '../delivery/step-log.ts';

export type LogFormat = 'text' | 'json';

/** A log of one line for each step, as text for people or as JSON for programs. */
export function createLineLog(
  format: LogFormat,
  to: { readonly write: (line: string) => unknown; readonly now: () => { toString(): string } },
): Log {
  const at = (level: string) => (message: string, fields: Fields) => {
    const time = to.now().toString();
    const line =
      format === 'json'
        ? JSON.stringify({ time, level, message, ...fields })
        : `${time} ${level.padEnd(5)} ${[message, ...Object.entries(fields).flatMap(textOf)].join(' ')}`;
    to.write(`${printable(line)}\n`);
  };
  // The log and the alarms of the cloud are made of metrics; here the lines say the same.
  const metrics = { count: () => {}, took: () => {}, publish: () => {} };
  return { ...metrics, info: at('info'), warn: at('warn'), error: at('error') };
}

/** They name what project, report and time name too; programs get them. */
const leftOut = new Set(['dispatchId', 'mode', 'request']);

/** `report=weekly`; a value with spaces is quoted. */
function textOf([name, value]: readonly [string, Fields[string]]): readonly string[] {
  if (value === undefined || leftOut.has(name)) return [];
  const text = String(value);
  return [`${name}=${/^[^\s"=]+$/.test(text) ? text : JSON.stringify(text)}`];
}
