/** Where a person changes an address that a message was sent to. */
import type { Configuration } from '../../config/configuration.ts';
import type { FailedRecipient } from '../log/failed-recipients.ts';

/**
 * `reports[2].to in lookahead.yaml`; the planning service, for an address that was taken from there; undefined where
 * neither has it: it was corrected meanwhile, or a request named it.
 */
export function whereConfigured(
  { address, report: key, audience }: Pick<FailedRecipient, 'address' | 'report' | 'audience'>,
  { reports }: Pick<Configuration, 'reports'>,
): string | undefined {
  const index = reports.findIndex((report) => report.key === key);
  const report = reports[index];
  if (report === undefined) return undefined;
  const isIt = (other: string) => other.toLowerCase() === address.toLowerCase();
  const inFile = (path: string) => `reports[${index}].${path} in lookahead.yaml`;
  if (audience.kind === 'everyone') {
    const field = (['to', 'cc'] as const).find((name) => report[name].some(isIt));
    return field && inFile(field);
  }
  for (const [position, { each, to = {} }] of report.audiences.entries()) {
    if (each !== audience.kind) continue;
    const entry = Object.entries(to).find(([, addresses]) => addresses.some(isIt));
    if (entry) return inFile(`audiences[${position}].to (${entry[0]})`);
  }
  return `the planning service (${audience.kind} ${audience.name})`;
}
