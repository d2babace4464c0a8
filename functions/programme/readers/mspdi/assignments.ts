import type { Assignment } from '../../programme.ts';
import type { XmlRecord } from '../xml-records.ts';
import { hoursOf } from './durations.ts';
import { type Outline, shownTask } from './outline.ts';
import { type WorkRun, workRuns } from './pauses.ts';
import type { ReportProblem } from './report-problem.ts';

const resourceTypes = ['material', 'work', 'cost'] as const;
/** The `ResourceUID` of work that nobody is assigned to. */
const nobody = '-65535';

/** What is read of an assignment: a file has several for each task, so that they are kept as small as can be. */
export type WrittenAssignment = {
  readonly line: number;
  readonly task: string;
  readonly resource: string | undefined;
  readonly hours: number | undefined;
  readonly runs: readonly WorkRun[];
};

export function writtenAssignment(record: XmlRecord): WrittenAssignment {
  return {
    line: record.line,
    task: record.text('TaskUID') ?? '',
    resource: record.text('ResourceUID'),
    // An hour of Work stands for one unit of a material.
    hours: hoursOf(record.text('Work')),
    runs: workRuns(record.all('TimephasedData')),
  };
}

/** Who and what works on each task, by the task's `UID`. */
export function mspdiAssignments(
  {
    resources,
    assignments,
  }: { readonly resources: readonly XmlRecord[]; readonly assignments: readonly WrittenAssignment[] },
  outline: Outline,
  report: ReportProblem,
): ReadonlyMap<string, readonly Assignment[]> {
  const byUid = new Map(resources.map((resource) => [resource.text('UID') ?? '', resource]));
  const found = new Map<string, Assignment[]>();
  for (const { line, task, resource: resourceKey, hours } of assignments) {
    if (resourceKey === undefined || resourceKey === nobody) continue;
    const summary = outline.summaries.get(task);
    const resource = byUid.get(resourceKey);
    if (summary !== undefined) {
      const who = resource?.text('Name') ?? `resource ${resourceKey}`;
      report(line, 'changed', `${shownTask(summary)} is a summary task; its work by ${who} is left out.`);
    }
    if (!outline.tasks.has(task)) continue;
    const type = typeOf(resource);
    const assignment: Assignment = {
      resourceKey,
      name: resource?.text('Name') ?? `Resource ${resourceKey}`,
      resourceType: type,
      quantity: type === 'cost' ? undefined : hours,
      unit: resource?.text('MaterialLabel'),
    };
    const its = found.get(task);
    if (its) its.push(assignment);
    else found.set(task, [assignment]);
  }
  return found;
}

function typeOf(resource: XmlRecord | undefined): (typeof resourceTypes)[number] {
  if (resource?.flag('IsCostResource')) return 'cost';
  return resourceTypes[resource?.number('Type') ?? 1] ?? 'work';
}
