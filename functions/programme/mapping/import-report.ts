import { getOrInsert } from '#base/get-or-insert.ts';
import type { CollectionName } from '#planning/contract/resources.ts';
import { type Activity, ProblemList, type SourceProblem } from '#programme/programme.ts';

export type ActivityToImport = {
  readonly id: string;
  readonly name: string | undefined;
  readonly activity: Activity;
};

/**
 * Maximum share of a column's dates that may be unreadable; a larger share of at least `minUnread` dates stops an
 * import.
 */
const maxUnreadShare = 0.02;
const minUnread = 5;

export type MappingReport = ReturnType<MappingReportBuilder['finish']>;

type UnreadDate = { readonly line: number; readonly text: string };

const maxNames = 5;

export class MappingReportBuilder extends ProblemList {
  readonly #missingNames: string[] = [];
  readonly #answers = new Map<string, Map<string, number>>();
  readonly #unknown = new Map<
    string,
    {
      readonly property: string;
      readonly rule: string;
      readonly value: string;
      readonly line: number;
      tasks: number;
    }
  >();
  readonly #dates = new Map<string, { cells: number; readonly unread: UnreadDate[] }>();
  readonly #skipped = new Map<string, { activities: number; readonly names: string[] }>();

  /**
   * Reports something unusual about an activity.
   * @param problem completes a sentence that begins with its id
   * @param group text for several activities with the problem, if `problem` has values of this activity
   */
  changedActivity(
    { id, activity }: ActivityToImport,
    problem: string,
    group = `For each of these activities: ${problem}`,
    example = id,
  ): void {
    this.changed(activity.line, `Activity ${id}: ${problem}.`, { group, example });
  }

  /**
   * Reports a value that is used, but not as written.
   * @param problem completes a sentence after name and value
   */
  changedValue(row: ActivityToImport, name: string, value: string, problem: string): void {
    const example = JSON.stringify(value);
    this.changedActivity(row, `${name} ${example} ${problem}`, `${name} ${problem}`, example);
  }

  /** @param problem completes a sentence that begins with the row of a table */
  reportRow(kind: SourceProblem['kind'], { line }: Activity, name: string, problem: string): void {
    const example = JSON.stringify(name);
    this[kind](line, `The row ${example} ${problem}.`, { group: `Each of these rows ${problem}`, example });
  }

  countDate(column: string, unread?: UnreadDate): void {
    const known = getOrInsert(this.#dates, column, () => ({ cells: 0, unread: [] }));
    known.cells += 1;
    if (unread !== undefined) known.unread.push(unread);
  }

  /** @param text a sentence about a code, field or column that the mapping names and the file lacks */
  missingName(text: string): void {
    this.#missingNames.push(text);
  }

  countRuleAnswer(property: string, rule = 'none'): void {
    const rules = getOrInsert(this.#answers, property, () => new Map<string, number>());
    rules.set(rule, (rules.get(rule) ?? 0) + 1);
  }

  unknownValue(
    property: string,
    { rule, value }: { readonly rule: string; readonly value: string },
    line: number,
  ): void {
    const key = JSON.stringify([property, rule, value]);
    getOrInsert(this.#unknown, key, () => ({ property, rule, value, line, tasks: 0 })).tasks += 1;
  }

  countSkipped(type: string, name = ''): void {
    const known = getOrInsert(this.#skipped, type, () => ({ activities: 0, names: [] }));
    known.activities += 1;
    if (known.names.length < maxNames && name !== '') known.names.push(name);
  }

  finish(counts: Readonly<Record<CollectionName, number>>) {
    return {
      problems: this.problems.toSorted((left, right) => (left.line ?? 0) - (right.line ?? 0)),
      missingNames: this.#missingNames,
      skipped: Array.from(this.#skipped, ([type, found]) => ({ type, ...found })),
      coverage: Array.from(this.#answers, ([property, rules]) => ({
        property,
        answers: Array.from(rules, ([rule, tasks]) => ({
          rule,
          tasks,
          percent: percentOf(tasks, counts.tasks),
        })).sort((left, right) => right.tasks - left.tasks),
      })),
      /** Columns with so many unreadable dates that probably the mapping, not the cells, is wrong. */
      unreadDates: Array.from(this.#dates, ([column, found]) => ({ column, ...found })).filter(
        ({ cells, unread }) => unread.length >= minUnread && unread.length > cells * maxUnreadShare,
      ),
      unknownValues: [...this.#unknown.values()].sort((left, right) => right.tasks - left.tasks),
      counts,
    };
  }
}

/** A share as a whole percentage: 0 only for nothing, 100 only for all. */
export function percentOf(part: number, whole: number): number {
  if (whole === 0 || part === 0) return 0;
  if (part === whole) return 100;
  return Math.min(99, Math.max(1, Math.round((100 * part) / whole)));
}

/** `1 activity`, `2 activities`. @param plural an English word that ends in -ies or -s */
export function pluralCountText(count: number, plural: string): string {
  return `${count} ${count === 1 ? plural.replace(/ies$/, 'y').replace(/s$/, '') : plural}`;
}
