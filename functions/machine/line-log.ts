import type { Log, LogFields } from '#base/log.ts';
import { escapeUnprintable } from '#base/text/one-line.ts';

export type LogFormat = 'text' | 'json';

export function createLineLog(
  format: LogFormat,
  to: { readonly write: (line: string) => unknown; readonly now: () => { toString(): string } },
): Log {
  const at = (level: string) => (message: string, fields: LogFields) => {
    const time = to.now().toString();
    const line =
      format === 'json'
        ? JSON.stringify({ time, level, message, ...fields })
        : `${time} ${level.padEnd(5)} ${[message, ...Object.entries(fields).flatMap(fieldText)].join(' ')}`;
    to.write(`${escapeUnprintable(line)}\n`);
  };
  // Metrics are for the dashboards and alarms of the cloud. On one machine, the log lines have the same facts.
  const metrics = { count: () => {}, recordDuration: () => {}, publish: () => {} };
  return { ...metrics, info: at('info'), warn: at('warn'), error: at('error') };
}

/** Fields that only programs need: people know the report from its project, key and time. */
const fieldsLeftOut = new Set(['dispatchId', 'mode', 'request']);

function fieldText([name, value]: readonly [string, LogFields[string]]): readonly string[] {
  if (value === undefined || fieldsLeftOut.has(name)) return [];
  const text = String(value);
  return [`${name}=${/^[^\s"=]+$/.test(text) ? text : JSON.stringify(text)}`];
}
