import { LookaheadError } from '#base/lookahead-error.ts';
import { shortListText } from '#base/text/one-line.ts';
import { defaultStaleAfterDays } from '#config/project.ts';
import type { TaskChanges } from '#planning-server/versions/compare-tasks.ts';
import type { ProjectReference } from '#planning-server/versions/version.ts';
import { type MappingReport, pluralCountText } from './mapping/import-report.ts';
import type { SourceProblem } from './programme.ts';

/** Maximum number of entries shown of a list; `--json` and the manifest have all. */
const shownEntries = 20;
/** Maximum number of examples shown for records with the same problem. */
const shownExamples = 5;

export type ImportResult = {
  /**
   * `unchanged`: the newest version has this file and mapping, or an earlier try of this import stored it. `refused`:
   * only in `ImportRefusedError`; nothing was stored.
   */
  readonly outcome: 'imported' | 'unchanged' | 'dry run' | 'refused';
  readonly project: ProjectReference & { readonly name: string; readonly timeZone: string };
  readonly version?: number;
  readonly previous: number | undefined;
  readonly refusal: string | undefined;
  readonly report: MappingReport & {
    /** Local date, or date and time, up to which progress is known; null if unknown. */
    readonly dataDate: string | null;
    /** Whole days since the data date, in the project's time zone; negative if it lies ahead, null without one. */
    readonly dataDateAge: number | null;
    readonly changes: TaskChanges;
  };
};

/**
 * The file can be read, but looks like the wrong one, or many of its dates cannot be read. Nothing was stored, and the
 * last version is still served.
 */
export class ImportRefusedError extends LookaheadError {
  override readonly name = 'ImportRefusedError';
  readonly result: ImportResult;

  constructor(problem: string, result: ImportResult) {
    super(problem, {
      kind: 'input',
      remedy:
        result.report.unreadDates.length > 0
          ? 'Correct the dates, or write their format under dates in the mapping. --force imports the file without them.'
          : 'If it is the right file, import it with --force.',
    });
    this.result = result;
  }
}

export function importReportLines(result: ImportResult): readonly string[] {
  const { project, version, previous, outcome, refusal, report } = result;
  const { skipped, dataDate } = report;
  const { added, removed, moved, changed: other } = report.changes;
  const { rejected = [], changed = [] } = Object.groupBy(report.problems, ({ kind }) => kind);
  const lastLines = {
    imported: `Imported as version ${version}.`,
    unchanged: `Version ${version} already has this file: no new version was made.${version === previous ? '' : ` Version ${previous} is newer.`}`,
    refused: 'Refused: nothing was stored.',
    'dry run': `Dry run: nothing was stored${refusal === undefined ? '' : `. Without --force, the file would be refused: ${refusal}`}.`,
  };
  return [
    ...report.missingNames,
    `${project.name} (${project.region}/${project.projectId}), ${project.timeZone}, ${dataDate === null ? 'no data date' : `data date ${dataDate.replace('T', ' ')}`}`,
    ...ageLines(report.dataDateAge),
    `Found: ${countsText(report.counts)}`,
    ...skipped.map(({ type, activities, names }) => {
      const more = activities > names.length ? ' and others' : '';
      const which = names.length === 0 ? '' : `: ${names.join(', ')}${more}`;
      return `Skipped: ${pluralCountText(activities, 'activities')} of type ${type}${which}`;
    }),
    ...section(
      'Rules that gave the values, by share of all tasks:',
      report.coverage.map(
        ({ property, answers }) =>
          `${property}: ${answers.map(({ rule, tasks, percent }) => `${rule} ${percent}% (${tasks})`).join(', ')}`,
      ),
    ),
    ...section(
      'Values that no rule covers:',
      report.unknownValues.map(
        ({ property, rule, value, tasks, line }) =>
          `${property}, ${rule}: ${JSON.stringify(value)}, ${pluralCountText(tasks, 'tasks')}, first in line ${line}`,
      ),
    ),
    ...section(`Left out (${rejected.length}):`, problemLines(rejected)),
    ...section(`Used, but not as written (${changed.length}):`, problemLines(changed)),
    '',
    ...(previous === undefined
      ? [`No version to compare with: ${pluralCountText(added.length, 'tasks')} added.`]
      : [
          `Compared with version ${previous}: ${added.length} added, ${removed.length} removed, ${moved.length} moved, ${other.length} changed in other ways`,
          ...section('Added:', idLines(added)),
          ...section('Removed:', idLines(removed.map(({ id }) => id))),
          ...section('Moved:', changeLines(moved)),
          ...section('Changed in other ways:', changeLines(other)),
        ]),
    lastLines[outcome],
  ];
}

/** `12 tasks, 3 locations, …` */
export function countsText(counts: MappingReport['counts']): string {
  return Object.entries(counts)
    .map(([name, count]) => pluralCountText(count, name))
    .reverse()
    .join(', ');
}

function ageLines(days: number | null) {
  if (days === null) return [];
  if (days < 0)
    return [`The data date is ${pluralCountText(-days, 'days')} ahead: check it in the planning tool.`];
  if (days <= defaultStaleAfterDays) return [];
  return [
    `The data date is ${pluralCountText(days, 'days')} old. Reports warn after ${defaultStaleAfterDays} days, or the number in staleAfter.`,
  ];
}

function section(title: string, lines: readonly string[]) {
  if (lines.length === 0) return [];
  const more = lines.length - shownEntries;
  const first = lines.slice(0, shownEntries);
  if (more > 0) first.push(`… and ${more} more; --json lists all`);
  return ['', title, ...first.map((line) => `  ${line}`)];
}

function idLines(ids: readonly string[]) {
  return ids.length === 0 ? [] : [shortListText(ids, shownEntries)];
}

function problemLines(problems: readonly SourceProblem[]) {
  const groups = Map.groupBy(problems, (problem) => problem.like?.group ?? problem);
  return [...groups].map(([group, same]) => {
    const [first] = same;
    if (typeof group !== 'string' || same.length === 1)
      return first?.line === undefined ? (first?.text ?? '') : `line ${first.line}: ${first.text}`;
    const examples = same.map(({ line, like }) => `line ${line} ${like?.example ?? ''}`.trim());
    const all = same.length > shownExamples ? '; --json lists all' : '';
    return `${group} (${same.length}): ${shortListText(examples, shownExamples, '; ')}${all}`;
  });
}

function changeLines(tasks: TaskChanges['moved']) {
  return tasks.map(({ id, name, what }) => `${id} ${name}: ${what.join(', ')}`);
}
