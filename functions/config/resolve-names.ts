/**
 * Resolves the names in a report's configuration to ids of one project. A name that matches no item, or several, is an
 * error: a report of the wrong work is worse than none.
 */
import { LookaheadError } from '#base/lookahead-error.ts';
import { firstNonBlank, oneLine } from '#base/text/one-line.ts';
import { type OwnFilter, ownFilters, type ReportFilters } from '#lookahead/tasks/select.ts';
import { idFilterRows } from '#planning/contract/filtered-ids.ts';
import { type IdFilters, idFilters } from '#planning/contract/tasks-query.ts';
import type { ReportConfiguration } from './configuration.ts';
import { nearest } from './nearest.ts';

/** The lists of a project that resolve names. An item may lack everything but its id. */
export type ProjectLists = {
  readonly users: readonly User[];
  readonly subcontractors: readonly Named[];
  readonly folders: readonly Folder[];
  readonly packages: readonly Coded[];
  readonly calendars: readonly Named[];
  readonly locations: readonly Named[];
};
export type ListName = keyof ProjectLists;

type Maybe = string | undefined;
type Named = { readonly id: string; readonly name?: Maybe };
type Coded = Named & { readonly code?: Maybe };
type Folder = Coded & { readonly path?: Maybe; readonly parentId?: Maybe };
type User = { readonly id: string; readonly displayName?: Maybe; readonly email?: Maybe };

type Audience = ReportConfiguration['audiences'][number];

type FilteredReport = { readonly filters: ReportConfiguration['filters'] };
type NamedReport = FilteredReport & { readonly audiences: ReportConfiguration['audiences'] };

function idFiltersOf({ filters }: FilteredReport) {
  return idFilters.flatMap((ids) => {
    const { list, setting } = idFilterRows[ids];
    const asked = filters[setting];
    return asked === undefined ? [] : [{ ids, list, setting, asked }];
  });
}

function ownFiltersOf({ filters }: FilteredReport): ReportFilters {
  return Object.fromEntries(ownFilters.map((name: OwnFilter) => [name, filters[name]]));
}

const audienceLists = {
  subcontractor: 'subcontractors',
  owner: 'users',
  assignee: 'users',
  location: 'locations',
  folder: 'folders',
} as const satisfies Record<Audience['each'], ListName>;

export function listsNeeded(report: NamedReport): readonly ListName[] {
  const filtered = idFiltersOf(report).map(({ list }) => list);
  const addressed = report.audiences.flatMap(({ each, to }) => (to ? [audienceLists[each]] : []));
  return [...new Set<ListName>([...filtered, ...addressed])].sort();
}

export type NameProblem = {
  readonly property: string;
  readonly list: ListName;
  readonly asked: string;
  readonly kind: 'none' | 'several';
  /** The nearest items of the list, or all that match, such as `Piling Ltd (id s-1)`. */
  readonly candidates: readonly string[];
};

export class UnresolvedNamesError extends LookaheadError {
  override readonly name = 'UnresolvedNamesError';

  constructor(where: Where, problems: readonly NameProblem[]) {
    const place = `Report ${where.report}, project ${where.project}`;
    super(`${place}: names in the configuration do not resolve`, {
      kind: 'input',
      remedy: 'Correct the names in the configuration, or use ids.',
      message: `${place}: ${problems.map(problemText).join(' ')}`,
    });
  }
}

export type Where = { readonly report: string; readonly project: string };

export type ResolvedNames = {
  readonly filters: ReportFilters;
  readonly filterNames: ReportFilters;
  /** Addresses by the id of the subcontractor, user, location or folder, in the order of the configuration. */
  readonly audiences: readonly {
    readonly each: Audience['each'];
    readonly to: ReadonlyMap<string, readonly string[]>;
    readonly everyoneFound: boolean;
  }[];
};

/**
 * An id matches first, then an exact name (or the code of a folder or package, the path of a folder, the address of a
 * person), then the same ignoring case and spaces.
 * @param lists those of `listsNeeded`; an absent one counts as empty
 * @throws UnresolvedNamesError for names that match nothing or several items
 */
export function resolveNames(report: NamedReport, lists: Partial<ProjectLists>, where: Where): ResolvedNames {
  const problems: NameProblem[] = [];
  const resolve = (asked: string, list: ListName, property: string): string | undefined => {
    const found = find(asked, listEntries(list, lists));
    if (found.kind === 'one') return found.id;
    problems.push({ property, list, asked, kind: found.kind, candidates: found.candidates });
    return undefined;
  };
  const own = ownFiltersOf(report);
  const byIds: IdFilters = Object.fromEntries(
    idFiltersOf(report).map(({ setting, asked, list, ids }) => {
      const found = asked.flatMap((name) => resolve(name, list, `filters.${setting}`) ?? []);
      return [ids, [...new Set(found)]];
    }),
  );
  const audiences = report.audiences.map(({ each, to, everyoneFound = false }, index) => {
    const addresses = new Map<string, readonly string[]>();
    for (const [name, own] of Object.entries(to ?? {})) {
      const id = resolve(name, audienceLists[each], `audiences[${index}].to`);
      if (id !== undefined) addresses.set(id, [...new Set([...(addresses.get(id) ?? []), ...own])]);
    }
    return { each, to: addresses, everyoneFound };
  });
  if (problems.length > 0) throw new UnresolvedNamesError(where, problems);
  return {
    filters: { ...own, ...byIds },
    filterNames: { ...own, ...namesOfIds(byIds, lists) },
    audiences,
  };
}

export function configuredNames(report: FilteredReport): ReportFilters {
  const asked = idFiltersOf(report).map(({ ids, asked: names }) => [ids, names] as const);
  return { ...ownFiltersOf(report), ...Object.fromEntries(asked) };
}

function namesOfIds(filters: IdFilters, lists: Partial<ProjectLists>): IdFilters {
  return Object.fromEntries(
    idFilters.flatMap((ids) => {
      const found = filters[ids];
      if (!found) return [];
      const labels = new Map(listEntries(idFilterRows[ids].list, lists).map(({ id, label }) => [id, label]));
      return [[ids, found.map((id) => labels.get(id) ?? id)]];
    }),
  );
}

type Entry = { readonly id: string; readonly label: string; readonly called: readonly string[] };

function listEntries(list: ListName, lists: Partial<ProjectLists>): readonly Entry[] {
  switch (list) {
    case 'users':
      return (lists.users ?? []).map(({ id, displayName, email }) => entry(id, [displayName, email]));
    case 'folders':
      return (lists.folders ?? []).map(({ id, name, code, path }) => entry(id, [path, name, code]));
    case 'packages':
      return (lists.packages ?? []).map(({ id, name, code }) => entry(id, [name, code]));
    case 'subcontractors':
    case 'calendars':
    case 'locations':
      return (lists[list] ?? []).map(({ id, name }) => entry(id, [name]));
  }
}

function entry(id: string, texts: readonly Maybe[]): Entry {
  const called = texts.flatMap((text) => (text && oneLine(text) !== '' ? [text] : []));
  return { id, label: firstNonBlank(...called, id), called };
}

type Found =
  | { readonly kind: 'one'; readonly id: string }
  | { readonly kind: 'none' | 'several'; readonly candidates: readonly string[] };

function find(asked: string, entries: readonly Entry[]): Found {
  const byId = entries.find(({ id }) => id === asked);
  if (byId) return { kind: 'one', id: byId.id };
  const exact = entries.filter(({ called }) => called.includes(asked));
  const loose = entries.filter(({ called }) => called.some((text) => folded(text) === folded(asked)));
  const matches = exact.length > 0 ? exact : loose;
  const [only] = matches;
  if (only && new Set(matches.map(({ id }) => id)).size === 1) return { kind: 'one', id: only.id };
  if (only) return { kind: 'several', candidates: matches.map(described) };
  const near = nearest(
    asked,
    entries.flatMap(({ called }) => called),
    3,
  );
  const candidates = entries.filter(({ called }) => called.some((text) => near.includes(text)));
  return { kind: 'none', candidates: candidates.slice(0, 3).map(described) };
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');
}

function described({ id, label }: Entry): string {
  return label === id ? `id ${quotedItemName(id)}` : `${quotedItemName(label)} (id ${quotedItemName(id)})`;
}

function problemText({ property, list, asked, kind, candidates }: NameProblem): string {
  const named = `${property}: ${JSON.stringify(asked)}`;
  if (kind === 'several') {
    return `${named} matches ${candidates.length} ${list}: ${candidates.join(', ')}. Use the id.`;
  }
  return candidates.length === 0
    ? `${named} matches none of the project's ${list}. Check the name, or use the id.`
    : `${named} matches none of the project's ${list}. The nearest are ${candidates.join(', ')}.`;
}

/** Names come from the service, so they may contain line breaks. */
function quotedItemName(text: string): string {
  return oneLine(text).slice(0, 120);
}
