import { PlanningError } from '../planning/client/planning-error.ts';
import { listChecks, pageChecks } from './checks/listings.ts';
import { selectionChecks } from './checks/selection.ts';
import { valueChecks } from './checks/values.ts';
import type { Finding } from './finding.ts';
import { type Check, isOfOneRequest, type ProjectOptions, probedProject } from './probed-project.ts';

export type ProbeOptions = ProjectOptions & { readonly onStep?: (step: string) => void };

export type ProbeReport = Awaited<ReturnType<typeof probeService>>;

/** Each guards an open point of the contract whose answer can change a report. */
const checks = [...pageChecks, ...selectionChecks, ...listChecks, ...valueChecks];

/** Of the first request, which has no parameters but dates: the key or the project is wrong. */
const refusedAtAll: readonly (number | undefined)[] = [401, 403, 404];

/**
 * Sends one request after the other, and only reads. A check whose request fails says so, and the others go on. If the
 * key is refused, or the service stops answering, the remaining checks are not seen.
 * @throws PlanningInputError for an address that cannot be used
 */
export async function probeService(options: ProbeOptions) {
  const { baseUrl, region, projectId, timeZone, now, onStep } = options;
  const project = probedProject(options);
  const rows: (Omit<Check, 'find'> & Finding)[] = [];
  /** The check that reported a failure first, by message: checks share readings. */
  const told = new Map<string, string>();
  let stopped: string | undefined;

  for (const [at, { find, ...check }] of checks.entries()) {
    if (stopped !== undefined) {
      rows.push({ ...check, seen: 'not asked', verdict: 'not seen' });
      continue;
    }
    onStep?.(`${at + 1} of ${checks.length}: ${check.rule}`);
    try {
      rows.push({ ...check, ...(await find(project)) });
    } catch (error) {
      if (!(error instanceof PlanningError)) throw error;
      rows.push({ ...check, ...failed(error, told.get(error.message)) });
      if (!told.has(error.message)) told.set(error.message, check.id);
      if (!isOfOneRequest(error) || (at === 0 && refusedAtAll.includes(error.status)))
        stopped = error.message;
    }
  }
  const requests = project.requests();
  const planning = rows.find((row) => row.planning)?.planning;
  /** Lines for the project in lookahead.yaml; undefined if the data do not clearly ask for any. */
  const proposed = planning && { planning };
  return { baseUrl, region, projectId, timeZone, at: now.toString(), requests, stopped, rows, proposed };
}

function failed({ message, remedy }: PlanningError, toldBy: string | undefined): Finding {
  if (toldBy !== undefined) return { seen: `could not be read: see ${toldBy}`, verdict: 'not seen' };
  // A probe reads no configuration.
  return {
    seen: remedy.includes('lookahead.yaml') ? message.replace(` ${remedy}`, '') : message,
    verdict: 'differs',
  };
}
