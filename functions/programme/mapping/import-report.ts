import { getOrInsert } from '../../base/get-or-insert.ts';
import type { Collection } from '../../planning/contract/resources.ts';
import { type Activity, ProblemList, type SourceProblem } from '../programme.ts';

export type ChosenActivity = {
  readonly id: string;
  readonly name: string | undefined;
  readonly activity: Activity;
};

type Coverage = {
  readonly property: string;
  readonly answers: readonly { readonly rule: string; readonly tasks: number; readonly percent: number }[];
};

type FoundValue = {
  readonly property: string;
  readonly rule: string;
  readonly value: string;
  readonly line: number;
};
export type UnknownValue = FoundValue & { readonly tasks: number };

/** A column with so many dates that cannot be read that it is more often the mapping that is wrong than the cells. */
export type UnreadDates = {
  readonly column: string;
  readonly cells: number;
  readonly unread: readonly { readonly line: number; readonly text: string }[];
};

/** A column with more unread dates than this, of its cells, and at least so many, stops an import. */
const maxUnreadShare = 0.02;
const minUnread = 5;

export type MappingReport = {
  readonly problems: readonly SourceProblem[];
  readonly missingNames: readonly string[];
  readonly skipped: readonly {
    readonly type: string;
    readonly activities: number;
    readonly names: readonly string[];
  }[];
  readonly coverage: readonly Coverage[];
  readonly unknownValues: readonly UnknownValue[];
  readonly unreadDates: readonly UnreadDates[];
  readonly counts: Readonly<Record<Collection, number>>;
};

const maxNames = 5;

export class ReportBuilder extends ProblemList {
  readonly #missingNames: string[] = [];
  readonly #answers = new Map<string, Map<string, number>>();
  readonly #unknown = new Map<string, UnknownValue>();
  readonly #dates = new Map<string, { cells: number; readonly unread: UnreadDates['unread'][number][] }>();
  readonly #skipped = new Map<string, { activities: number; readonly names: string[] }>();

  /**
   * Reports a value that is used differently than written. @param of.problem completes a sentence after name and value
   */
  changedValue(
    { id, activity }: ChosenActivity,
    of: {
      readonly name: string;
      readonly value: string;
      readonly problem: string;
      readonly group?: string;
    },
  ): void {
    const { name, problem, group = name } = of;
    const example = JSON.stringify(of.value);
    const text = `Activity ${id}: ${name} ${example} ${problem}.`;
    this.changed(activity.line, text, { group: `${group} ${problem}`, example });
  }

  readDate(column: string, unread?: UnreadDates['unread'][number]): void {
    const known = getOrInsert(this.#dates, column, () => ({ cells: 0, unread: [] }));
    known.cells += 1;
    if (unread !== undefined) known.unread.push(unread);
  }

  /** @param text a sentence about a code, field or column that the mapping names and the file lacks */
  missingName(text: string): void {
    this.#missingNames.push(text);
  }

  answered(property: string, rule: string | undefined): void {
    const rules = getOrInsert(this.#answers, property, () => new Map());
    const name = rule ?? 'none';
    rules.set(name, (rules.get(name) ?? 0) + 1);
  }

  unknownValue(found: FoundValue): void {
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
      problems: this.problems.toSorted((left, right) => (left.line ?? 0) - (right.line ?? 0)),
      missingNames: this.#missingNames,
      skipped: [...this.#skipped].map(([type, found]) => ({ type, ...found })),
      coverage: [...this.#answers].map(([property, rules]) => ({
        property,
        answers: [...rules]
          .map(([rule, tasks]) => ({ rule, tasks, percent: percentOf(tasks, counts.tasks) }))
          .sort((left, right) => right.tasks - left.tasks),
      })),
      unreadDates: [...this.#dates].flatMap(([column, { cells, unread }]) =>
        unread.length >= minUnread && unread.length > cells * maxUnreadShare ? { column, cells, unread } : [],
      ),
      unknownValues: [...this.#unknown.values()].sort((left, right) => right.tasks - left.tasks),
      counts,
    };
  }
}

/** Whole per cent; 0 and 100 only if exact. */
export function percentOf(part: number, whole: number): number {
  if (whole === 0 || part === 0) return 0;
  if (part === whole) return 100;
  return Math.min(99, Math.max(1, Math.round((100 * part) / whole)));
}

/** `1 activity`, `2 activities`. @param plural an English word that ends in -ies or -s */
export function counted(count: number, plural: string): string {
  return `${count} ${count === 1 ? plural.replace(/ies$/, 'y').replace(/s$/, '') : plural}`;
}
