import type { Fields, Log } from '#base/log.ts';
import { printable } from '#base/text/one-line.ts';

export type LogFormat = 'text' | 'json';

export function createLineLog(
  format: LogFormat,
  to: { readonly write: (line: string) => unknown; readonly now: () => { toString(): string } },
): Log {
  const at = (level: string) => (message: string, fields: Fields) => {
    const time = to.now().toString();
    const line =
      format === 'json'
        ? JSON.stringify({ time, level, message, ...fields })
        : `${time} ${level.padEnd(5)} ${[message, ...Object.entries(fields).flatMap(fieldText)].join(' ')}`;
    to.write(`${printable(line)}\n`);
  };
  // The cloud's dashboards and alarms need metrics; here, the lines say the same.
  const metrics = { count: () => {}, took: () => {}, publish: () => {} };
  return { ...metrics, info: at('info'), warn: at('warn'), error: at('error') };
}

/** Only for programs: project, report and time say the same to people. */
const leftOut = new Set(['dispatchId', 'mode', 'request']);

function fieldText([name, value]: readonly [string, Fields[string]]): readonly string[] {
  if (value === undefined || leftOut.has(name)) return [];
  const text = String(value);
  return [`${name}=${/^[^\s"=]+$/.test(text) ? text : JSON.stringify(text)}`];
}
