import type { PulledTask } from '#lookahead/tasks/read-task.ts';
import type { SheetShift } from '#lookahead/tasks/select-tasks.ts';
import { day } from './a-plan-input.ts';
import { aTask, pulled, pulledByNoShift, type TaskProperties } from './a-task.ts';

/** A task in short form: names instead of the objects that the service sends, and dates as `YYYY-MM-DD`. */
export type SiteTaskProperties = {
  readonly id?: string;
  readonly name?: string;
  readonly notes?: string;
  readonly shift?: SheetShift;
  readonly start?: string;
  /** By default, the start. */
  readonly finish?: string;
  readonly status?: string;
  readonly key?: boolean;
  readonly milestone?: boolean;
  /** Whether work is on Monday to Friday, as by default, or on every day. */
  readonly fiveDay?: boolean;
  readonly owner?: string;
  readonly folder?: string;
  readonly package?: string;
  readonly subcontractor?: string;
  readonly location?: string;
  /** Quantities by name. */
  readonly labour?: Readonly<Record<string, number>>;
  readonly plant?: Readonly<Record<string, number>>;
  /** Quantities by unit, if any, and name, all planned for the first day: `{ 'm³ concrete': 12, brackets: 340 }`. */
  readonly materials?: Readonly<Record<string, number>>;
  /** Predecessors with type and lag: `A1010 FS+1`. */
  readonly after?: readonly string[];
  /** Properties as the service sends them, which replace those above. */
  readonly source?: TaskProperties;
};

const named = (name: string | undefined) => (name === undefined ? undefined : { id: `id of ${name}`, name });

const user = (name: string | undefined) =>
  name === undefined
    ? undefined
    : {
        id: `id of ${name}`,
        displayName: name,
        email: `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@example.com`,
      };

function amounts(items: Readonly<Record<string, number>> = {}) {
  return Object.entries(items).map(([name, quantity]) => ({ name, quantity }));
}

function materialsOf(items: Readonly<Record<string, number>> = {}, start: string | undefined) {
  return Object.entries(items).map(([text, quantity]) => {
    const [, unit, name] = /^(?:(\S+) )?(.*)$/.exec(text) ?? [];
    return { name, unit, quantity, dailyPlanned: start ? [{ date: start, quantity }] : [] };
  });
}

const relationTypes: Readonly<Record<string, string>> = {
  FS: 'finish-start',
  SS: 'start-start',
  FF: 'finish-finish',
  SF: 'start-finish',
};

function predecessor(text: string) {
  const [label = text, code = 'FS'] = text.split(' ');
  const type = relationTypes[code.slice(0, 2)];
  return { id: `task-${label}`, name: label, relation: 'predecessor', type, lag: Number(code.slice(2) || 0) };
}

/** A task as the query of its shift returns it. Its id is `task-A1010` if people call it A1010. */
export function aSiteTask({ start, finish = start, ...given }: SiteTaskProperties = {}): PulledTask {
  const { id = 'A1010', shift = 'day', milestone = false, fiveDay = true } = given;
  const days = start === undefined || finish === undefined ? undefined : day(finish) - day(start) + 1;
  const task = aTask({
    id: `task-${id}`,
    externalId: id,
    name: given.name ?? 'Install guide wall, grid 4–9',
    notes: given.notes,
    start,
    finish,
    duration: milestone ? 0 : days,
    keyTask: given.key ?? false,
    shift: shift === 'none' ? undefined : shift,
    status: given.status ?? 'planned',
    calendar: fiveDay
      ? { id: 'five', name: 'Five days', type: 'five-day' }
      : { id: 'seven', name: 'Seven days', type: 'seven-day' },
    owner: user(given.owner),
    folder: named(given.folder),
    package: named(given.package),
    subcontractor: named(given.subcontractor),
    location: named(given.location),
    labour: amounts(given.labour),
    plant: amounts(given.plant).map((item) => ({ ...item, category: 'Lifting' })),
    materials: materialsOf(given.materials, start),
    relatedTasks: (given.after ?? []).map(predecessor),
    ...given.source,
  });
  return shift === 'none' ? pulledByNoShift(task) : pulled(task, shift);
}
