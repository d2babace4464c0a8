/** `probe`: asks a real service, with a real key, what the open points of the contract are. */
import { formatProbe } from './probe/format-probe.ts';
import { type ProbeOptions, probeService } from './probe/probe-service.ts';

export type Screen = {
  /** `json` is the report as one JSON object, for machines. */
  readonly output: 'table' | 'json';
  /** Columns of the terminal. */
  readonly width: number;
  readonly write: (text: string) => void;
};

/**
 * Probes the service and writes what it found.
 * @returns the exit code: 0 when everything was asked, whatever the verdicts; 1 when the probe ended early
 * @throws ProbeInputError for a base address or a time zone that cannot be used
 */
export async function runProbe(options: ProbeOptions, { output, width, write }: Screen): Promise<0 | 1> {
  const report = await probeService(options);
  write(output === 'json' ? `${JSON.stringify(report, undefined, 2)}\n` : formatProbe(report, { width }));
  return report.stopped ? 1 : 0;
}
