import { countText } from '#lookahead/text/quantity-text.ts';
import { seeOther, type Verdict } from './finding.ts';
import type { ProbeReport } from './probe-service.ts';

const marks: Readonly<Record<Verdict, string>> = { holds: '✓', differs: '✗', 'not seen': '·' };

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
  const number = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
  const isShown = ({ seen }: ProbeReport['rows'][number]) => !seen.startsWith(seeOther);
  const groups = [...Map.groupBy(rows.filter(isShown), ({ id }) => id.split('.')[0]).values()];
  const failures = Map.groupBy(
    rows.filter((row) => !isShown(row)),
    ({ seen }) => seen,
  );
  const planning = Object.entries(proposed?.planning ?? {}).map((entry) => entry.join(': '));
  return [
    `${baseUrl}, project ${region}/${projectId} (${timeZone}), at ${at}, ${requests} requests`,
    ...groups.map((group) =>
      group.map(({ id, rule, seen, verdict }) => `${marks[verdict]} ${id}: ${rule}\n    ${seen}`).join('\n'),
    ),
    ...Array.from(failures, ([seen, own]) => `· ${countText(own.length, 'other check')} ${seen}`),
    `${rows.length} checks: ${number('holds')} hold, ${number('differs')} differ, ${number('not seen')} not seen.`,
    ...(proposed
      ? [`Put this under the project in lookahead.yaml:\n    planning: { ${planning.join(', ')} }`]
      : []),
  ].join('\n\n');
}
