import type { ProbeReport, ProbeRow, ProposedPlanning, Verdict } from './finding.ts';

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
  const groups = [...Map.groupBy(rows, ({ id }) => id.split('.')[0]).values()];
  return [
    `${baseUrl}, project ${region}/${projectId} (${timeZone}), at ${at}, ${requests} requests`,
    ...groups.map((group) => group.map(rowText).join('\n')),
    `${rows.length} checks: ${number('holds')} hold, ${number('differs')} differ, ${number('not seen')} not seen.`,
    ...(proposed
      ? [`Put this under the project in lookahead.yaml:\n    ${planningLine(proposed.planning)}`]
      : []),
  ].join('\n\n');
}

function planningLine(planning: ProposedPlanning): string {
  return `planning: { ${Object.entries(planning)
    .map((entry) => entry.join(': '))
    .join(', ')} }`;
}

function rowText({ id, question, seen, rule, verdict }: ProbeRow): string {
  const lines = [`${marks[verdict]} ${id}: ${question}`, `    ${seen}`];
  if (verdict === 'differs') lines.push(`    Reports rely on: ${rule}.`);
  return lines.join('\n');
}
