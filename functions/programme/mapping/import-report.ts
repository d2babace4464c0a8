/** The report of an import: everything of a file that was left out, changed or assumed. */
import { getOrInsert } from '../../base/get-or-insert.ts';
import type { Collection } from '../../planning/contract/resources.ts';
import type { Activity, ReportProblem, SourceProblem } from '../programme.ts';

/** An activity that becomes a task, with the id and the name that the mapping finds. */
export type ChosenActivity = {
  readonly id: string;
  readonly name: string | undefined;
  readonly activity: Activity;
};

/** Which rules gave a property its values. */
type Coverage = {
  readonly property: string;
  /** Tasks for each rule that answered, the most frequent first; `none` where no rule did. */
  readonly answers: readonly { readonly rule: string; readonly tasks: number; readonly percent: number }[];
};

/** A value that a rule was asked for and does not know. */
export type UnknownValue = {
  readonly property: string;
  readonly rule: string;
  readonly value: string;
  readonly tasks: number;
  /** The first line with it. */
  readonly line: number;
};

export type MappingReport = {
  /** Problems of the reader and of the mapping, in the order of the file. */
  readonly problems: readonly SourceProblem[];
  /** Names of the mapping that the file lacks, one sentence each. */
  readonly missingNames: readonly string[];
  /** Activities that are no tasks, by type. */
  readonly skipped: readonly {
    readonly type: string;
    readonly activities: number;
    /** The names of the first ones. */
    readonly names: readonly string[];
  }[];
  readonly coverage: readonly Coverage[];
  readonly unknownValues: readonly UnknownValue[];
  readonly counts: Readonly<Record<Collection, number>>;
};

const maxNames = 5;

/** Collects a report while tasks are made. */
export class ReportBuilder {
  readonly #problems: SourceProblem[];
  readonly #missingNames: string[] = [];
  readonly #answers = new Map<string, Map<string, number>>();
  readonly #unknown = new Map<string, UnknownValue>();
  readonly #skipped = new Map<string, { activities: number; readonly names: string[] }>();

  constructor(problems: readonly SourceProblem[]) {
    this.#problems = [...problems];
  }

  problem(...[line, kind, text, like]: Parameters<ReportProblem>): void {
    this.#problems.push({ line, kind, text, like });
  }

  /** A value that is used differently than written. @param of.problem completes a sentence after name and value */
  changedValue(
    { id, activity }: ChosenActivity,
    of: {
      readonly name: string;
      readonly value: string;
      readonly problem: string;
      /** The name under which activities with the same problem are listed together. @default name */
      readonly group?: string;
    },
  ): void {
    const { name, problem, group = name } = of;
    const example = JSON.stringify(of.value);
    const text = `Activity ${id}: ${name} ${example} ${problem}.`;
    this.problem(activity.line, 'changed', text, { group: `${group} ${problem}`, example });
  }

  /** @param text a sentence on a code, field or column that the mapping names and the file lacks */
  missingName(text: string): void {
    this.#missingNames.push(text);
  }

  /** @param rule undefined where no rule had a value */
  answered(property: string, rule: string | undefined): void {
    const rules = getOrInsert(this.#answers, property, () => new Map());
    const name = rule ?? 'none';
    rules.set(name, (rules.get(name) ?? 0) + 1);
  }

  unknownValue(found: Omit<UnknownValue, 'tasks'>): void {
    const key = JSON.stringify([found.property, found.rule, found.value]);
    const known = this.#unknown.get(key);
    this.#unknown.set(key, { ...(known ?? found), tasks: (known?.tasks ?? 0) + 1 });
  }

  skipped(type: string, name = ''): void {
    const known = getOrInsert(this.#skipped, type, () => ({ activities: 0, names: [] }));
    known.activities += 1;
    if (known.names.length < maxNames && name !== '') known.names.push(name);
  }

  finish(counts: MappingReport['counts']): MappingReport {
    return {
      problems: this.#problems.toSorted((left, right) => (left.line ?? 0) - (right.line ?? 0)),
      missingNames: this.#missingNames,
      skipped: [...this.#skipped].map(([type, found]) => ({ type, ...found })),
      coverage: [...this.#answers].map(([property, rules]) => ({
        property,
        answers: [...rules]
          .map(([rule, tasks]) => ({ rule, tasks, percent: percentOf(tasks, counts.tasks) }))
          .sort((left, right) => right.tasks - left.tasks),
      })),
      unknownValues: [...this.#unknown.values()].sort((left, right) => right.tasks - left.tasks),
      counts,
    };
  }
}

/** Whole per cent, and neither 0 nor 100 where that is not exact. */
export function percentOf(part: number, whole: number): number {
  if (whole === 0 || part === 0) return 0;
  if (part === whole) return 100;
  return Math.min(99, Math.max(1, Math.round((100 * part) / whole)));
}

/** `1 activity`, `2 activities`. @param plural an English word that ends in -ies or -s */
export function counted(count: number, plural: string): string {
  return `${count} ${count === 1 ? plural.replace(/ies$/, 'y').replace(/s$/, '') : plural}`;
}
