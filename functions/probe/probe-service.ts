import { countText } from '#lookahead/text/quantity-text.ts';
import { PlanningError } from '#planning/client/planning-error.ts';
import { listingChecks } from './checks/listings.ts';
import { selectionChecks } from './checks/selection.ts';
import { valueChecks } from './checks/values.ts';
import {
  findingOfCondition,
  notSeenFinding,
  type ProbeFinding,
  type ProbeVerdict,
  seeEarlierCheckPrefix,
} from './finding.ts';
import {
  createProbedProjectReader,
  isErrorOfOneRequest,
  type ProbedProjectOptions,
} from './probed-project.ts';

export type ProbeOptions = ProbedProjectOptions & { readonly onStep?: (step: string) => void };

export type ProbeReport = Awaited<ReturnType<typeof probeService>>;

/** All checks. Each is about an open point of the contract that can change a report. */
const checks = [...listingChecks, ...selectionChecks, ...valueChecks];

/**
 * Runs all checks. Their requests only read, and are sent one after another. If a request of a check fails, the check
 * says so and the other checks go on. If the key is refused or the service stops answering, the remaining checks are
 * `not seen`.
 * @throws PlanningInputError for an address that cannot be used
 */
export async function probeService(options: ProbeOptions) {
  const { baseUrl, region, projectId, timeZone, now, onStep } = options;
  const project = createProbedProjectReader(options);
  const rows: ({ readonly id: string; readonly rule: string } & ProbeFinding)[] = [];
  let stopped: string | undefined;

  for (const [at, [id, rule, find]] of checks.entries()) {
    if (stopped !== undefined) {
      rows.push({ id, rule, seen: 'not asked', verdict: 'not seen' });
      continue;
    }
    onStep?.(`${at + 1} of ${checks.length}: ${rule}`);
    try {
      rows.push({ id, rule, ...(await find(project)) });
    } catch (error) {
      if (!(error instanceof PlanningError)) throw error;
      const seen = failureText(error);
      // Several checks use the same data, so they have the same failure.
      const told = rows.find((row) => row.seen === seen);
      rows.push({
        id,
        rule,
        ...(told ? notSeenFinding(`${seeEarlierCheckPrefix} ${told.id}`) : findingOfCondition(false, seen)),
      });
      // The first request has no parameters except dates, so the key or the project is wrong.
      const isAll = at === 0 && [401, 403, 404].includes(error.status ?? 0);
      if (isAll || !isErrorOfOneRequest(error)) stopped = error.message;
    }
  }
  const requests = project.requests();
  const planning = rows.find((row) => row.planning)?.planning;
  /** Settings for the project in lookahead.yaml; undefined if the data do not clearly need any. */
  const proposed = planning && { planning };
  return { baseUrl, region, projectId, timeZone, at: now.toString(), requests, stopped, rows, proposed };
}

/** The message without hints on lookahead.yaml, because a probe reads no configuration. */
function failureText({ message, remedy }: PlanningError): string {
  return remedy.includes('lookahead.yaml') ? message.replace(` ${remedy}`, '') : message;
}

const verdictMarks: Readonly<Record<ProbeVerdict, string>> = { holds: '✓', differs: '✗', 'not seen': '·' };

export function formatProbe({
  baseUrl,
  region,
  projectId,
  timeZone,
  at,
  requests,
  rows,
  proposed,
}: ProbeReport): string {
  const number = (verdict: ProbeVerdict) => rows.filter((row) => row.verdict === verdict).length;
  const isShown = ({ seen }: ProbeReport['rows'][number]) => !seen.startsWith(seeEarlierCheckPrefix);
  const groups = [...Map.groupBy(rows.filter(isShown), ({ id }) => id.split('.')[0]).values()];
  const failures = Map.groupBy(
    rows.filter((row) => !isShown(row)),
    ({ seen }) => seen,
  );
  const planning = Object.entries(proposed?.planning ?? {}).map((entry) => entry.join(': '));
  return [
    `${baseUrl}, project ${region}/${projectId} (${timeZone}), at ${at}, ${requests} requests`,
    ...groups.map((group) =>
      group
        .map(({ id, rule, seen, verdict }) => `${verdictMarks[verdict]} ${id}: ${rule}\n    ${seen}`)
        .join('\n'),
    ),
    ...Array.from(failures, ([seen, own]) => `· ${countText(own.length, 'other check')} ${seen}`),
    `${rows.length} checks: ${number('holds')} hold, ${number('differs')} differ, ${number('not seen')} not seen.`,
    ...(proposed
      ? [`Put this under the project in lookahead.yaml:\n    planning: { ${planning.join(', ')} }`]
      : []),
  ].join('\n\n');
}
