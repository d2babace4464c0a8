import { PlanningError } from '../planning/client/planning-error.ts';
import { accessChecks, wrongKeyChecks } from './checks/access.ts';
import { amountChecks } from './checks/amounts.ts';
import { dateChecks } from './checks/dates.ts';
import { filterChecks } from './checks/filters.ts';
import { listChecks } from './checks/lists.ts';
import { pagingChecks } from './checks/paging.ts';
import { shiftChecks } from './checks/shifts.ts';
import { taskChecks } from './checks/tasks.ts';
import { windowChecks } from './checks/windows.ts';
import { wordChecks } from './checks/words.ts';
import type { Check, Finding, ProbeReport, ProbeRow } from './finding.ts';
import { type ProjectOptions, probedProject } from './probed-project.ts';

/** In this order. Wrong keys come last, because a service may lock out their sender. */
const checks: readonly Check[] = [
  ...accessChecks,
  ...pagingChecks,
  ...taskChecks,
  ...windowChecks,
  ...shiftChecks,
  ...filterChecks,
  ...dateChecks,
  ...listChecks,
  ...wordChecks,
  ...amountChecks,
  ...wrongKeyChecks,
];

export type ProbeOptions = ProjectOptions & {
  readonly onQuestion?: (progress: {
    readonly question: string;
    readonly number: number;
    readonly of: number;
  }) => void;
};

/**
 * Sends one request after the other, and only reads. If the key is refused, or the service stops answering, the
 * remaining checks are not seen.
 * @throws PlanningInputError for an address that cannot be used
 */
export async function probeService(options: ProbeOptions): Promise<ProbeReport> {
  const { baseUrl, region, projectId, timeZone, now, onQuestion } = options;
  const project = probedProject(options);
  const rows: ProbeRow[] = [];
  /** The check that reported a failure first, by message: checks share readings. */
  const told = new Map<string, string>();
  let stopped: string | undefined;

  for (const [at, { find, ...check }] of checks.entries()) {
    if (stopped !== undefined) {
      rows.push({ ...check, seen: 'not asked', verdict: 'not seen' });
      continue;
    }
    onQuestion?.({ question: check.question, number: at + 1, of: checks.length });
    try {
      rows.push({ ...check, ...(await find(project)) });
    } catch (error) {
      if (!(error instanceof PlanningError)) throw error;
      rows.push({ ...check, ...failed(error, told.get(error.message)) });
      if (!told.has(error.message)) told.set(error.message, check.id);
      if (at === 0 || endsProbe(error)) stopped = error.message;
    }
  }
  const requests = project.reader.requests();
  return { baseUrl, region, projectId, timeZone, at: now.toString(), requests, stopped, rows };
}

function failed(error: PlanningError, toldBy: string | undefined): Finding {
  return toldBy === undefined
    ? { seen: error.message, verdict: 'differs' }
    : { seen: `could not be read: see ${toldBy}`, verdict: 'not seen' };
}

/** The service did not answer, or refuses this key. */
function endsProbe({ name, status }: PlanningError): boolean {
  switch (name) {
    case 'PlanningRefusedError':
      return status === 401;
    case 'PlanningUnavailableError':
      return status === undefined || status === 429;
    case 'PlanningConnectionError':
    case 'PlanningTimeoutError':
    case 'PlanningKeyError':
      return true;
    case 'PlanningContractError':
    case 'PlanningPagingError':
    case 'PlanningInputError':
      return false;
  }
}
