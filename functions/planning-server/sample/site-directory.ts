/** The six lists of a project, and which entry of each a train of work refers to. */
import type { Region } from '../../planning/contract/tasks-query.ts';
import { people } from './people.ts';
import type { PlannedTrain } from './plan-trains.ts';
import { randomStream } from './random.ts';
import type {
  SampleCalendar,
  SampleFolder,
  SampleLocation,
  SamplePackage,
  SampleUser,
} from './sample-project.ts';
import { type Trade, trades } from './trades.ts';
import type { CalendarType, Discipline } from './work/work-train.ts';

type Firm = { readonly id: string; readonly name: string };

export type SiteDirectory = {
  readonly users: readonly SampleUser[];
  readonly subcontractors: readonly Firm[];
  readonly folders: readonly SampleFolder[];
  readonly packages: readonly SamplePackage[];
  readonly calendars: readonly SampleCalendar[];
  readonly locations: readonly SampleLocation[];
  readonly owner: (train: PlannedTrain) => SampleUser | undefined;
  readonly firm: (train: PlannedTrain, trade: Trade) => Firm | undefined;
  readonly supervisors: (firm: Firm) => readonly SampleUser[];
  readonly folder: (train: PlannedTrain) => SampleFolder | undefined;
  readonly package: (trade: Trade) => SamplePackage | undefined;
  readonly calendar: (type: CalendarType) => SampleCalendar;
  readonly location: (train: PlannedTrain) => SampleLocation | undefined;
  /** Where work belongs that is nobody's train. */
  readonly sundries: {
    readonly folder: SampleFolder | undefined;
    readonly location: SampleLocation | undefined;
  };
};

const disciplineCodes: readonly (readonly [Discipline, string])[] = [
  ['Substructure', 'SUB'],
  ['Superstructure', 'SUP'],
  ['Envelope', 'ENV'],
  ['Building services', 'SER'],
  ['Fit-out', 'FIT'],
  ['Commissioning', 'COM'],
  ['External works', 'EXT'],
  ['Site logistics', 'LOG'],
];
const calendars: Readonly<Record<CalendarType, SampleCalendar>> = {
  'five-day': { id: 'cal-5', name: 'Monday to Friday', type: 'five-day' },
  'six-day': { id: 'cal-6', name: 'Monday to Saturday', type: 'six-day' },
  'seven-day': { id: 'cal-7', name: 'Every day', type: 'seven-day' },
};
const sundriesFolder = 'Site management';
const siteWide = 'Site-wide';

export function siteDirectory(
  trains: readonly PlannedTrain[],
  { seed, region, words }: { seed: number; region: Region; words: (text: string) => string },
): SiteDirectory {
  const tradesUsed = listTrades(trains);
  const firms = listFirms(trains, region);
  const subcontractors = [...firms.values()];
  const staffCount = Math.min(60, 6 + Math.floor(trains.length / 25));
  const perFirm = trains.length > 200 ? 2 : 1;
  const users = people(staffCount + subcontractors.length * perFirm, randomStream(seed, 'people'));
  const folders = listFolders(trains);
  const packages = new Map(tradesUsed.map((trade) => [trade, packageOf(trade)]));
  const locations = listLocations(trains, words);
  return {
    users,
    subcontractors,
    folders: [...folders.values()],
    packages: [...packages.values()],
    calendars: Object.values(calendars),
    locations: [...locations.values()],
    owner: ({ blockAt, work }) => {
      const discipline = disciplineCodes.findIndex(([name]) => name === work.discipline);
      // Two of the staff share a discipline of a building, each with works of their own.
      return users[(blockAt * 3 + discipline * 2 + (work.code.charCodeAt(1) % 2)) % staffCount];
    },
    firm: ({ blockAt }, trade) => firms.get(firmName(trade, blockAt, region)),
    supervisors: (firm) => {
      const first = staffCount + subcontractors.indexOf(firm) * perFirm;
      return users.slice(first, first + perFirm);
    },
    folder: (train) => folders.get(folderPath(train)),
    package: (trade) => packages.get(trade),
    calendar: (type) => calendars[type],
    location: ({ place }) => locations.get(place.name),
    sundries: {
      folder: folders.get(`Site logistics › ${sundriesFolder}`),
      location: locations.get(siteWide),
    },
  };
}

/** Every trade that a train or one of its steps needs, in the order of their packages. */
function listTrades(trains: readonly PlannedTrain[]): Trade[] {
  const used = new Set(trains.flatMap(tradesOf));
  return allTrades().filter((trade) => used.has(trade));
}

function tradesOf({ work, steps }: PlannedTrain): Trade[] {
  return [work.trade, ...work.activities.slice(0, steps).flatMap(({ trade }) => trade ?? [])];
}

/** In the order of their package codes. */
function allTrades(): Trade[] {
  const isTrade = (name: string): name is Trade => Object.hasOwn(trades, name);
  return Object.keys(trades)
    .filter(isTrade)
    .sort((one, other) => (trades[one].package[0] < trades[other].package[0] ? -1 : 1));
}

function firmName(trade: Trade, blockAt: number, region: Region): string {
  const [first, second] = trades[trade].firms;
  return `${blockAt % 2 === 0 ? first : second} ${region === 'gb' ? 'Ltd' : 'Pty Ltd'}`;
}

function listFirms(trains: readonly PlannedTrain[], region: Region): Map<string, Firm> {
  const names = new Set(
    trains.flatMap((train) => tradesOf(train).map((trade) => firmName(trade, train.blockAt, region))),
  );
  const ordered = [...names].sort();
  return new Map(ordered.map((name, at) => [name, { id: `sub-${padded(at + 1, 2)}`, name }]));
}

function packageOf(trade: Trade): SamplePackage {
  const [code, name] = trades[trade].package;
  return { id: `pkg-${code}`, code, name };
}

function folderPath({ block, work, place }: PlannedTrain): string {
  const path = [work.discipline, work.folder ?? place.folder];
  return (block.name === '' ? path : [block.name, ...path]).join(' › ');
}

/** Parents before their children; each path once. */
function listFolders(trains: readonly PlannedTrain[]): Map<string, SampleFolder> {
  const rank = ({ work }: PlannedTrain) => disciplineCodes.findIndex(([name]) => name === work.discipline);
  const ordered = [...trains].sort(
    (one, other) =>
      one.blockAt - other.blockAt ||
      rank(one) - rank(other) ||
      one.place.height - other.place.height ||
      (folderPath(one) < folderPath(other) ? -1 : 1),
  );
  const folders = new Map<string, SampleFolder>();
  const paths = [...ordered.map(folderPath), `Site logistics › ${sundriesFolder}`];
  for (const path of paths) {
    let parent: SampleFolder | undefined;
    for (const [depth, name] of path.split(' › ').entries()) {
      const above: SampleFolder | undefined = parent;
      const here: string = above ? `${above.path} › ${name}` : name;
      parent = folders.get(here) ?? folderBelow(above, { name, depth, folders });
      folders.set(here, parent);
    }
  }
  return folders;
}

function folderBelow(
  parent: SampleFolder | undefined,
  { name, depth, folders }: { name: string; depth: number; folders: ReadonlyMap<string, SampleFolder> },
): SampleFolder {
  const discipline = disciplineCodes.find(([known]) => known === name)?.[1];
  const siblings = [...folders.values()].filter(({ parentId }) => parentId === parent?.id).length;
  const ownCode = discipline ?? (depth === 0 ? name.replace('Block ', '') : padded(siblings + 1, 2));
  const id = `folder-${padded(folders.size + 1, 4)}`;
  if (!parent) return { id, code: ownCode, name, path: name };
  return {
    id,
    code: `${parent.code}-${ownCode}`,
    name,
    parentId: parent.id,
    path: `${parent.path} › ${name}`,
  };
}

function listLocations(
  trains: readonly PlannedTrain[],
  words: (text: string) => string,
): Map<string, SampleLocation> {
  const ordered = [...trains].sort(
    (one, other) =>
      one.blockAt - other.blockAt ||
      one.place.height - other.place.height ||
      (one.place.name < other.place.name ? -1 : 1),
  );
  const names = new Set([siteWide, ...ordered.map(({ place }) => place.name)]);
  return new Map(
    [...names].map((name, at) => [name, { id: `loc-${padded(at + 1, 4)}`, name: words(name), type: 'map' }]),
  );
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}
