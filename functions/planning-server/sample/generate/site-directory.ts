/** The six lists of a project, and which entry of each a train of work refers to. */
import type { Region } from '../../../planning/contract/tasks-query.ts';
import { type Random, randomStream } from '../model/random.ts';
import type {
  SampleCalendar,
  SampleFolder,
  SampleLocation,
  SamplePackage,
  SampleUser,
} from '../model/sample-project.ts';
import type { CalendarType } from '../model/working-days.ts';
import { disciplines, personNames, type Trade } from '../vocabulary/vocabulary.ts';
import type { Train } from './choose-trains.ts';

type Firm = { readonly id: string; readonly name: string };

export type SiteDirectory = {
  readonly lists: {
    readonly users: readonly SampleUser[];
    readonly subcontractors: readonly Firm[];
    readonly folders: readonly SampleFolder[];
    readonly packages: readonly SamplePackage[];
    readonly calendars: readonly SampleCalendar[];
    readonly locations: readonly SampleLocation[];
  };
  readonly owner: (train: Train) => SampleUser | undefined;
  readonly firm: (train: Train, trade: Trade) => Firm | undefined;
  readonly supervisors: (firm: Firm) => readonly SampleUser[];
  readonly folder: (train: Train) => SampleFolder | undefined;
  readonly package: (trade: Trade) => SamplePackage | undefined;
  readonly calendar: (type: CalendarType) => SampleCalendar;
  readonly location: (train: Train) => SampleLocation | undefined;
  /** For work of the site as a whole, outside any train. */
  readonly siteWide: {
    readonly folder: SampleFolder | undefined;
    readonly location: SampleLocation | undefined;
  };
};

const calendars: Readonly<Record<CalendarType, SampleCalendar>> = {
  'five-day': { id: 'cal-5', name: 'Monday to Friday', type: 'five-day' },
  'six-day': { id: 'cal-6', name: 'Monday to Saturday', type: 'six-day' },
  'seven-day': { id: 'cal-7', name: 'Every day', type: 'seven-day' },
};
const siteWide = 'Site-wide';

export function siteDirectory(
  trains: readonly Train[],
  { seed, region, words }: { seed: number; region: Region; words: (text: string) => string },
): SiteDirectory {
  const firms = firmsOf(trains, region);
  const subcontractors = [...firms.values()];
  const staffCount = Math.min(60, 6 + Math.floor(trains.length / 25));
  const perFirm = trains.length > 200 ? 2 : 1;
  const users = people(staffCount + subcontractors.length * perFirm, randomStream(seed, 'people'));
  const folders = foldersOf(trains);
  const packages = packagesOf(trains);
  const locations = locationsOf(trains, words);
  return {
    lists: {
      users,
      subcontractors,
      folders: folders.all,
      packages: [...packages.values()],
      calendars: Object.values(calendars),
      locations: [...locations.values()],
    },
    owner: ({ building, work }) => {
      // Two of the staff share a discipline of a building, each with works of their own.
      const first = building.index * 3 + disciplines.indexOf(work.discipline) * 2;
      return users[(first + (work.code.charCodeAt(1) % 2)) % staffCount];
    },
    firm: (train, trade) => firms.get(firmName(train, trade, region)),
    supervisors: (firm) => {
      const first = staffCount + subcontractors.indexOf(firm) * perFirm;
      return users.slice(first, first + perFirm);
    },
    folder: folders.of,
    package: (trade) => packages.get(trade),
    calendar: (type) => calendars[type],
    location: ({ place }) => locations.get(place.name),
    siteWide: { folder: folders.siteManagement, location: locations.get(siteWide) },
  };
}

/** The train's own trade and those that single steps need. */
function tradesOf({ work, steps }: Train): Trade[] {
  return [work.trade, ...steps.flatMap(({ activity }) => activity.trade ?? [])];
}

/** By code. */
function packagesOf(trains: readonly Train[]): ReadonlyMap<Trade, SamplePackage> {
  const trades = [...new Set(trains.flatMap(tradesOf))];
  trades.sort((one, other) => (one.package.code < other.package.code ? -1 : 1));
  return new Map(trades.map((trade) => [trade, { id: `pkg-${trade.package.code}`, ...trade.package }]));
}

/** By name. */
function firmsOf(trains: readonly Train[], region: Region): ReadonlyMap<string, Firm> {
  const names = trains.flatMap((train) => tradesOf(train).map((trade) => firmName(train, trade, region)));
  const ordered = [...new Set(names)].sort();
  return new Map(
    ordered.map((name, index) => [name, { id: `sub-${String(index + 1).padStart(2, '0')}`, name }]),
  );
}

function firmName({ building }: Train, { firms: [even, odd] }: Trade, region: Region): string {
  return `${building.index % 2 === 0 ? even : odd} ${region === 'gb' ? 'Ltd' : 'Pty Ltd'}`;
}

function locationsOf(
  trains: readonly Train[],
  words: (text: string) => string,
): ReadonlyMap<string, SampleLocation> {
  const ordered = trains.toSorted(
    (one, other) =>
      one.building.index - other.building.index ||
      one.place.height - other.place.height ||
      (one.place.name < other.place.name ? -1 : 1),
  );
  const names = new Set([siteWide, ...ordered.map(({ place }) => place.name)]);
  return new Map(
    [...names].map((name, index) => [
      name,
      { id: `loc-${String(index + 1).padStart(4, '0')}`, name: words(name), type: 'map' },
    ]),
  );
}

/** People with different names and addresses under example.com. */
function people(count: number, random: Random): SampleUser[] {
  const found = new Map<string, SampleUser>();
  while (found.size < count) {
    const [given, family] = [random.pick(personNames.givenNames), random.pick(personNames.familyNames)];
    const displayName = `${given} ${family}`;
    if (found.has(displayName)) continue;
    found.set(displayName, {
      id: `user-${String(found.size + 1).padStart(3, '0')}`,
      displayName,
      email: `${given}.${family}@example.com`.toLowerCase(),
    });
  }
  return [...found.values()];
}

const siteManagement = 'Site logistics › Site management';

type Folders = {
  /** Parents before their children; each path once. */
  readonly all: readonly SampleFolder[];
  readonly of: (train: Train) => SampleFolder | undefined;
  readonly siteManagement: SampleFolder | undefined;
};

/** The folders of a project: building, discipline, then the part of the building or of the work. */
function foldersOf(trains: readonly Train[]): Folders {
  const ordered = trains.toSorted(
    (one, other) =>
      one.building.index - other.building.index ||
      disciplines.indexOf(one.work.discipline) - disciplines.indexOf(other.work.discipline) ||
      one.place.height - other.place.height ||
      (pathOf(one) < pathOf(other) ? -1 : 1),
  );
  const folders = new Map<string, SampleFolder>();
  for (const path of [...ordered.map(pathOf), siteManagement]) addWithParents(folders, path);
  return {
    all: [...folders.values()],
    of: (train) => folders.get(pathOf(train)),
    siteManagement: folders.get(siteManagement),
  };
}

function pathOf({ building, work, place }: Train): string {
  const path = [work.discipline.name, work.folder ?? place.folder];
  return (building.name === '' ? path : [building.name, ...path]).join(' › ');
}

function addWithParents(folders: Map<string, SampleFolder>, path: string): void {
  let parent: SampleFolder | undefined;
  for (const name of path.split(' › ')) {
    const above: SampleFolder | undefined = parent;
    const folder: SampleFolder =
      folders.get(above ? `${above.path} › ${name}` : name) ?? newFolder(name, above, folders);
    folders.set(folder.path, folder);
    parent = folder;
  }
}

function newFolder(
  name: string,
  parent: SampleFolder | undefined,
  folders: ReadonlyMap<string, SampleFolder>,
): SampleFolder {
  const id = `folder-${String(folders.size + 1).padStart(4, '0')}`;
  const discipline = disciplines.find((each) => each.name === name);
  if (!parent) {
    const code = discipline?.code ?? name.replace('Block ', '');
    return { id, code, name, path: name };
  }
  const siblings = [...folders.values()].filter(({ parentId }) => parentId === parent.id).length;
  const code = discipline?.code ?? String(siblings + 1).padStart(2, '0');
  return {
    id,
    code: `${parent.code}-${code}`,
    name,
    parentId: parent.id,
    path: `${parent.path} › ${name}`,
  };
}
