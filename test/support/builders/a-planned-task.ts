import { addDays, type Day, parseDay } from '../../../functions/lookahead/dates/day.ts';
import type { Mark } from '../../../functions/lookahead/tasks/bar.ts';
import type { PlannedTask } from '../../../functions/lookahead/tasks/planned-task.ts';
import type { Person } from '../../../functions/lookahead/tasks/read-pull.ts';
import type { Relation } from '../../../functions/lookahead/tasks/relations.ts';
import type { ShiftSlot } from '../../../functions/lookahead/tasks/shift.ts';
import type { StatusKind } from '../../../functions/lookahead/tasks/status.ts';
import { type Task, taskSchema } from '../../../functions/planning/contract/resources.ts';

const letters: Readonly<Record<StatusKind, string>> = {
  backlog: 'L',
  planned: 'P',
  promised: 'R',
  started: 'S',
  complete: 'C',
  delayed: 'D',
  blocked: 'B',
  cancelled: 'X',
  other: '?',
};

/** A date that a test writes as text. */
export function aDay(text: string): Day {
  const day = parseDay(text);
  if (day === undefined) throw new Error(`${text} is no date.`);
  return day;
}

export type PlannedTaskWords = {
  readonly id?: string;
  readonly name?: string;
  readonly notes?: string;
  readonly shift?: ShiftSlot;
  readonly start?: string;
  readonly finish?: string;
  readonly status?: StatusKind;
  readonly statusText?: string;
  readonly key?: boolean;
  readonly milestone?: boolean;
  readonly marks?: readonly Mark[];
  readonly fiveDay?: boolean;
  readonly owner?: string;
  readonly folder?: string;
  readonly package?: string;
  readonly subcontractor?: string;
  readonly location?: string;
  readonly labour?: Readonly<Record<string, number>>;
  readonly plant?: Readonly<Record<string, number>>;
  readonly resourcesLine?: string;
  readonly after?: readonly string[];
  readonly slipDays?: number;
  readonly findings?: number;
  readonly source?: Readonly<Record<string, unknown>>;
};

const named = (name: string | undefined) => (name === undefined ? undefined : { id: `id of ${name}`, name });

function person(name: string | undefined): Person | undefined {
  if (name === undefined) return undefined;
  return {
    id: `id of ${name}`,
    name,
    email: `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@example.com`,
  };
}

function relation(text: string): Relation {
  const [label = text, type = 'FS'] = text.split(' ');
  const lag = Number(type.slice(2) || 0);
  return { id: label, label, name: undefined, direction: 'predecessor', type: type.slice(0, 2), lag, text };
}

function slip(days: number | undefined, start: Day | undefined, finish: Day | undefined) {
  if (days === undefined) return undefined;
  const text = days === 0 ? 'on plan' : days > 0 ? `+${days} behind` : `${days} ahead`;
  return {
    days,
    firstStart: start === undefined ? undefined : addDays(start, -days),
    firstFinish: finish === undefined ? undefined : addDays(finish, -days),
    text,
  };
}

/** A task as the plan sees it; what the words leave out is believable or absent. */
export function aPlannedTask(words: PlannedTaskWords = {}): PlannedTask {
  const id = words.id ?? 'A1010';
  const start = words.start === undefined ? undefined : aDay(words.start);
  const finish = words.finish === undefined ? start : aDay(words.finish);
  const kind = words.status ?? 'planned';
  const labour = Object.entries(words.labour ?? {}).map(([name, quantity]) => ({
    name,
    category: undefined,
    quantity,
  }));
  const plant = Object.entries(words.plant ?? {}).map(([name, quantity]) => ({
    name,
    category: 'Lifting',
    quantity,
  }));
  const source: Task = taskSchema.parse({
    id: `task-${id}`,
    externalId: id,
    name: words.name,
    notes: words.notes,
    start: words.start,
    finish: words.finish ?? words.start,
    keyTask: words.key ?? false,
    shift: words.shift === 'none' ? undefined : (words.shift ?? 'day'),
    status: words.statusText ?? kind,
    labour,
    plant,
    ...words.source,
  });
  return {
    id: source.id,
    ref: id,
    name: words.name ?? 'Install guide wall, grid 4–9',
    notes: words.notes ?? '',
    shift: words.shift ?? 'day',
    dates: start === undefined || finish === undefined ? undefined : { start, finish },
    duration: start === undefined || finish === undefined ? undefined : finish - start + 1,
    key: words.key ?? false,
    milestone: words.milestone ?? false,
    status: { kind, text: words.statusText ?? kind, letter: letters[kind] },
    marks: words.marks ?? [],
    worksOn:
      (words.fiveDay ?? true)
        ? [false, true, true, true, true, true, false, false]
        : [false, true, true, true, true, true, true, true],
    owner: person(words.owner),
    assignees: [],
    calendar: named((words.fiveDay ?? true) ? 'Five days' : 'Seven days'),
    folder: named(words.folder),
    package: named(words.package),
    parent: undefined,
    subcontractor: named(words.subcontractor),
    location: named(words.location),
    labour,
    plant,
    people: labour.reduce((sum, need) => sum + need.quantity, 0),
    relations: (words.after ?? []).map(relation),
    resourcesLine:
      words.resourcesLine ?? [...labour, ...plant].map((need) => `${need.quantity} ${need.name}`).join(' · '),
    slip: slip(words.slipDays, start, finish),
    findings: words.findings ?? 0,
    source,
  };
}
