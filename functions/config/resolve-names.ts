/**
 * Resolves the names in a report's configuration to ids of one project. A name that matches no item, or several, is an
 * error: a report of the wrong work is worse than none.
 */
import { LookaheadError } from '#base/lookahead-error.ts';
import { firstNonBlank, oneLine } from '#base/text/one-line.ts';
import { type LocalFilter, localFilters, type ReportFilters } from '#lookahead/tasks/select-tasks.ts';
import { idFilterDefinitions } from '#planning/contract/id-filters.ts';
import { type IdFilters, idFilterNames } from '#planning/contract/tasks-query.ts';
import type { ReportConfiguration } from './configuration.ts';
import { nearestCandidates } from './nearest.ts';

/** The lists of a project in which names are looked up. An item may have nothing but its id. */
export type NameLookupLists = {
  readonly users: readonly User[];
  readonly subcontractors: readonly ItemWithName[];
  readonly folders: readonly Folder[];
  readonly packages: readonly ItemWithCode[];
  readonly calendars: readonly ItemWithName[];
  readonly locations: readonly ItemWithName[];
};
export type NameLookupListName = keyof NameLookupLists;

type OptionalText = string | undefined;
type ItemWithName = { readonly id: string; readonly name?: OptionalText };
type ItemWithCode = ItemWithName & { readonly code?: OptionalText };
type Folder = ItemWithCode & { readonly path?: OptionalText; readonly parentId?: OptionalText };
type User = { readonly id: string; readonly displayName?: OptionalText; readonly email?: OptionalText };

type Audience = ReportConfiguration['audiences'][number];

type FilteredReport = { readonly filters: ReportConfiguration['filters'] };
type ReportWithNames = FilteredReport & { readonly audiences: ReportConfiguration['audiences'] };

function idFiltersOf({ filters }: FilteredReport) {
  return idFilterNames.flatMap((ids) => {
    const { list, setting } = idFilterDefinitions[ids];
    const asked = filters[setting];
    return asked === undefined ? [] : [{ ids, list, setting, asked }];
  });
}

function filtersWithoutIds({ filters }: FilteredReport): ReportFilters {
  return Object.fromEntries(localFilters.map((name: LocalFilter) => [name, filters[name]]));
}

const listOfAudience = {
  subcontractor: 'subcontractors',
  owner: 'users',
  assignee: 'users',
  location: 'locations',
  folder: 'folders',
} as const satisfies Record<Audience['each'], NameLookupListName>;

export function listsNeededToResolve(report: ReportWithNames): readonly NameLookupListName[] {
  const filtered = idFiltersOf(report).map(({ list }) => list);
  const addressed = report.audiences.flatMap(({ each, to }) => (to ? [listOfAudience[each]] : []));
  return [...new Set<NameLookupListName>([...filtered, ...addressed])].sort();
}

export type UnresolvedName = {
  readonly property: string;
  readonly list: NameLookupListName;
  readonly asked: string;
  readonly kind: 'none' | 'several';
  /** The nearest items of the list, or all items that match, such as `Piling Ltd (id s-1)`. */
  readonly candidates: readonly string[];
};

export class UnresolvedNamesError extends LookaheadError {
  override readonly name = 'UnresolvedNamesError';

  constructor(where: ReportAndProject, problems: readonly UnresolvedName[]) {
    const place = `Report ${where.report}, project ${where.project}`;
    super(`${place}: names in the configuration do not resolve`, {
      kind: 'input',
      remedy: 'Correct the names in the configuration, or use ids.',
      message: `${place}: ${problems.map(problemText).join(' ')}`,
    });
  }
}

export type ReportAndProject = { readonly report: string; readonly project: string };

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
 * Looks up each name. An id matches first, then an exact name (or the code of a folder or package, the path of a
 * folder, the address of a person), then the same without differences in case and spaces.
 * @param lists the lists that `listsNeededToResolve` names; an absent list counts as empty
 * @throws UnresolvedNamesError for names that match nothing or several items
 */
export function resolveNames(
  report: ReportWithNames,
  lists: Partial<NameLookupLists>,
  where: ReportAndProject,
): ResolvedNames {
  const problems: UnresolvedName[] = [];
  const resolve = (asked: string, list: NameLookupListName, property: string): string | undefined => {
    const found = matchName(asked, listEntries(list, lists));
    if (found.kind === 'one') return found.id;
    problems.push({ property, list, asked, kind: found.kind, candidates: found.candidates });
    return undefined;
  };
  const own = filtersWithoutIds(report);
  const byIds: IdFilters = Object.fromEntries(
    idFiltersOf(report).map(({ setting, asked, list, ids }) => {
      const found = asked.flatMap((name) => resolve(name, list, `filters.${setting}`) ?? []);
      return [ids, [...new Set(found)]];
    }),
  );
  const audiences = report.audiences.map(({ each, to, everyoneFound = false }, index) => {
    const addresses = new Map<string, readonly string[]>();
    for (const [name, own] of Object.entries(to ?? {})) {
      const id = resolve(name, listOfAudience[each], `audiences[${index}].to`);
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

export function filtersAsConfigured(report: FilteredReport): ReportFilters {
  const asked = idFiltersOf(report).map(({ ids, asked: names }) => [ids, names] as const);
  return { ...filtersWithoutIds(report), ...Object.fromEntries(asked) };
}

function namesOfIds(filters: IdFilters, lists: Partial<NameLookupLists>): IdFilters {
  return Object.fromEntries(
    idFilterNames.flatMap((ids) => {
      const found = filters[ids];
      if (!found) return [];
      const labels = new Map(
        listEntries(idFilterDefinitions[ids].list, lists).map(({ id, label }) => [id, label]),
      );
      return [[ids, found.map((id) => labels.get(id) ?? id)]];
    }),
  );
}

type NamedEntry = { readonly id: string; readonly label: string; readonly names: readonly string[] };

function listEntries(list: NameLookupListName, lists: Partial<NameLookupLists>): readonly NamedEntry[] {
  switch (list) {
    case 'users':
      return (lists.users ?? []).map(({ id, displayName, email }) => namedEntry(id, [displayName, email]));
    case 'folders':
      return (lists.folders ?? []).map(({ id, name, code, path }) => namedEntry(id, [path, name, code]));
    case 'packages':
      return (lists.packages ?? []).map(({ id, name, code }) => namedEntry(id, [name, code]));
    case 'subcontractors':
    case 'calendars':
    case 'locations':
      return (lists[list] ?? []).map(({ id, name }) => namedEntry(id, [name]));
  }
}

function namedEntry(id: string, texts: readonly OptionalText[]): NamedEntry {
  const names = texts.flatMap((text) => (text && oneLine(text) !== '' ? [text] : []));
  return { id, label: firstNonBlank(...names, id), names };
}

type NameMatch =
  | { readonly kind: 'one'; readonly id: string }
  | { readonly kind: 'none' | 'several'; readonly candidates: readonly string[] };

function matchName(asked: string, entries: readonly NamedEntry[]): NameMatch {
  const byId = entries.find(({ id }) => id === asked);
  if (byId) return { kind: 'one', id: byId.id };
  const exact = entries.filter(({ names }) => names.includes(asked));
  const loose = entries.filter(({ names }) =>
    names.some((text) => normalizedName(text) === normalizedName(asked)),
  );
  const matches = exact.length > 0 ? exact : loose;
  const [only] = matches;
  if (only && new Set(matches.map(({ id }) => id)).size === 1) return { kind: 'one', id: only.id };
  if (only) return { kind: 'several', candidates: matches.map(entryText) };
  const near = nearestCandidates(
    asked,
    entries.flatMap(({ names }) => names),
    3,
  );
  const candidates = entries.filter(({ names }) => names.some((text) => near.includes(text)));
  return { kind: 'none', candidates: candidates.slice(0, 3).map(entryText) };
}

function normalizedName(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');
}

function entryText({ id, label }: NamedEntry): string {
  return label === id ? `id ${quotedItemName(id)}` : `${quotedItemName(label)} (id ${quotedItemName(id)})`;
}

function problemText({ property, list, asked, kind, candidates }: UnresolvedName): string {
  const named = `${property}: ${JSON.stringify(asked)}`;
  if (kind === 'several') {
    return `${named} matches ${candidates.length} ${list}: ${candidates.join(', ')}. Use the id.`;
  }
  return candidates.length === 0
    ? `${named} matches none of the project's ${list}. Check the name, or use the id.`
    : `${named} matches none of the project's ${list}. The nearest are ${candidates.join(', ')}.`;
}

/** A name on one line, of at most 120 characters: names come from the service and may contain line breaks. */
function quotedItemName(text: string): string {
  return oneLine(text).slice(0, 120);
}
