import { shortListText } from '#base/text/one-line.ts';
import { hoursText, type ShiftHours } from '#lookahead/dates/shift-hours.ts';
import { overlaps, type Window } from '#lookahead/dates/window.ts';
import { findIdsComparedByFilter, idFilterDefinitions } from '#planning/contract/id-filters.ts';
import type { Task } from '#planning/contract/resources.ts';
import { type IdFilterName, type Shift, shifts } from '#planning/contract/tasks-query.ts';
import type { Folders } from './folders.ts';
import type { InterpretedPull, InterpretedTask } from './read-task.ts';
import { isUnfinished, readStatus } from './status.ts';

/** Maximum number of values that the words of a filter name; the others are counted. */
const maxNamedValues = 4;

export type SelectionRules = {
  readonly shifts: readonly SheetShift[];
  readonly filters: ReportFilters;
  readonly includeOverdue: boolean;
};

type TasksByShift = ReadonlyMap<InterpretedTask, SheetShift>;

export type Selection = {
  readonly selected: TasksByShift;
  readonly withoutShift: readonly InterpretedTask[];
  /** Tasks of the window that the filters leave out. They are on site beside those of the report. */
  readonly filteredOut: TasksByShift;
};

export function isCarriedOver({ dates, status }: InterpretedTask, window: Window): boolean {
  return dates !== undefined && dates.finish < window.first && isUnfinished(status);
}

/**
 * Selects the tasks that overlap the window, those without dates and, with `includeOverdue`, unfinished ones that end
 * before it. The service has already selected by date, but the contract does not show what its `start` and `finish`
 * select. Selecting again here means that a service that returns more tasks changes nothing.
 * @param asked the window of the shifts' queries, which cannot have found a task outside it
 */
export function selectTasks(
  pull: InterpretedPull,
  window: Window,
  rules: SelectionRules,
  asked: Window = window,
): Selection {
  const matches = createFilterPredicate(rules.filters, pull.folders);
  const included = new Set(rules.shifts);
  const selected = new Map<InterpretedTask, SheetShift>();
  const withoutShift: InterpretedTask[] = [];
  const filteredOut = new Map<InterpretedTask, SheetShift>();
  for (const task of pull.tasks) {
    const { dates, answeredBy, ownShift } = task;
    const inWindow = overlaps(window, dates);
    const isOverdue = rules.includeOverdue && isCarriedOver(task, window);
    if (dates !== undefined && !inWindow && !isOverdue) continue;
    if (!matches(task.source)) {
      // The queries for the shifts apply the filters too, so only the task's own property tells its shift.
      if (inWindow) filteredOut.set(task, ownShift ?? 'none');
      continue;
    }
    const slot = sheetShiftOf({ answeredBy, ownShift, inWindow: overlaps(asked, dates) });
    if (included.has(slot)) selected.set(task, slot);
    else if (slot === 'none') withoutShift.push(task);
  }
  return { selected, withoutShift, filteredOut };
}

export const shiftsOrNone = [...shifts, 'none'] as const;
export type SheetShift = (typeof shiftsOrNone)[number];

export const shiftTitles: Readonly<Record<SheetShift, string>> = {
  day: 'Day',
  afternoon: 'Afternoon',
  night: 'Night',
  '24hr': '24 hr',
  none: 'No shift',
};

export function shiftName(shift: SheetShift): string {
  return shift === 'none' ? shiftTitles.none : `${shiftTitles[shift]} shift`;
}

/** `Night shift, 21:00–05:00`; only the name if there are no hours. */
export function shiftNameWithHours(shift: SheetShift, hours: ShiftHours | undefined): string {
  return hours === undefined ? shiftName(shift) : `${shiftName(shift)}, ${hoursText(hours)}`;
}

/**
 * The shift on whose sheet a task is: the one whose query returned it, never a guess from its times. If several queries
 * returned it, the task's own shift counts if it is one of them, else the first in the contract's order. If none did,
 * it is 'none' for a task in the window, because a shift's query should have found it; any other task, which no shift's
 * query looks for, has its own shift.
 */
export function sheetShiftOf(task: {
  readonly answeredBy: readonly Shift[];
  readonly ownShift: Shift | undefined;
  readonly inWindow: boolean;
}): SheetShift {
  const { answeredBy, ownShift, inWindow } = task;
  if (answeredBy.length === 0) return inWindow ? 'none' : (ownShift ?? 'none');
  if (ownShift !== undefined && answeredBy.includes(ownShift)) return ownShift;
  return shifts.find((shift) => answeredBy.includes(shift)) ?? 'none';
}

/** The properties of a task by which filters and audiences select it. */
export type SelectionProperties = Pick<
  Task,
  | 'subcontractor'
  | 'folder'
  | 'package'
  | 'location'
  | 'calendar'
  | 'owner'
  | 'assignedTo'
  | 'status'
  | 'keyTask'
>;

export type TaskPredicate = (task: SelectionProperties) => boolean;

type FilterRow = {
  /** By default, a task must name one of the ids. */
  readonly matches?: (wanted: ReadonlySet<string>, folders: Folders) => TaskPredicate;
  readonly words: (names: string, count: number) => string;
};

function filterTextWithNoun(one: string): FilterRow['words'] {
  return (names, count) => `${count === 1 ? one : `${one}s`} ${names}`;
}

/**
 * For each filter, which tasks it selects, and how the list on a sheet words it; the rows are in the order of that
 * list. A filter of the contract without a row does not compile. The filters from `ownerDomains` on have no parameter
 * in the contract: they select among the tasks that were read.
 */
const filters = {
  subcontractorIds: { words: (names) => names },
  folderIds: {
    matches: (wanted, folders) => {
      const isWithin = folders.within(wanted);
      return ({ folder }) => folder !== undefined && isWithin(folder);
    },
    words: filterTextWithNoun('folder'),
  },
  packageIds: { words: filterTextWithNoun('package') },
  locationIds: { words: filterTextWithNoun('location') },
  calendarIds: { words: filterTextWithNoun('calendar') },
  ownerIds: { words: (names) => `tasks owned by ${names}` },
  assignedToIds: { words: (names) => `tasks assigned to ${names}` },
  ownerDomains: {
    matches:
      (wanted) =>
      ({ owner }) =>
        wanted.has(owner?.email?.split('@').at(-1)?.trim().toLowerCase() ?? ''),
    words: (names) => `tasks owned by people at ${names}`,
  },
  statuses: {
    matches:
      (wanted) =>
      ({ status }) =>
        wanted.has(readStatus(status).kind),
    words: (names) => `status ${names}`,
  },
  keyTasks: { matches: () => (task) => task.keyTask === true, words: () => 'key tasks' },
} satisfies Readonly<Record<IdFilterName, FilterRow>> & Readonly<Record<string, FilterRow>>;
type ReportFilter = keyof typeof filters;
/**
 * The values of one filter are alternatives; different filters must all match; one without values matches every task.
 */
export type ReportFilters = { readonly [Filter in ReportFilter]?: readonly string[] | undefined };
const filterNames = Object.keys(filters).filter((name): name is ReportFilter => name in filters);

function isIdFilter(name: ReportFilter): name is IdFilterName {
  return name in idFilterDefinitions;
}

/** Filters that are not sent to the planning service. Their names are those of the configuration. */
export type LocalFilter = Exclude<ReportFilter, IdFilterName>;
export const localFilters = filterNames.filter((name): name is LocalFilter => !isIdFilter(name));

function testOf(name: ReportFilter, wanted: ReadonlySet<string>, folders: Folders): TaskPredicate {
  const row: FilterRow = filters[name];
  if (row.matches) return row.matches(wanted, folders);
  return (task) => isIdFilter(name) && findIdsComparedByFilter(task, name).some((id) => wanted.has(id));
}

/** Returns a test of whether a task passes all filters. */
export function createFilterPredicate(wanted: ReportFilters, folders: Folders): TaskPredicate {
  const conditions = filterNames.flatMap((name) => {
    const values = new Set(wanted[name]);
    return values.size === 0 ? [] : [testOf(name, values, folders)];
  });
  return (task) => conditions.every((matches) => matches(task));
}

export function reportFilterTexts(names: ReportFilters): readonly string[] {
  return filterNames.flatMap((filter) => {
    const own = names[filter] ?? [];
    return own.length === 0 ? [] : [filters[filter].words(shortListText(own, maxNamedValues), own.length)];
  });
}

const audienceFilters = {
  subcontractor: 'subcontractorIds',
  owner: 'ownerIds',
  assignee: 'assignedToIds',
  location: 'locationIds',
  folder: 'folderIds',
} as const satisfies Readonly<Record<string, IdFilterName>>;
type AudienceKind = keyof typeof audienceFilters;

export const audienceKinds = Object.keys(audienceFilters).filter(
  (kind): kind is AudienceKind => kind in audienceFilters,
);

export type Audience =
  | { readonly kind: 'everyone' }
  | { readonly kind: AudienceKind; readonly id: string; readonly name: string };

export function createAudiencePredicate(audience: Audience, folders: Folders): TaskPredicate {
  if (audience.kind === 'everyone') return () => true;
  return testOf(audienceFilters[audience.kind], new Set([audience.id]), folders);
}

export function audienceText(audience: Audience): string | undefined {
  if (audience.kind === 'everyone') return undefined;
  return filters[audienceFilters[audience.kind]].words(audience.name, 1);
}
