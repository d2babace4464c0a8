/** The six lists of a project, and which entry of each a train of work refers to. */
import type { Region } from '../../../planning/contract/tasks-query.ts';
import { randomStream } from '../model/random.ts';
import type {
  SampleCalendar,
  SampleFolder,
  SampleLocation,
  SamplePackage,
  SampleUser,
} from '../model/sample-project.ts';
import type { CalendarType } from '../model/working-days.ts';
import { disciplines, type Trade } from '../vocabulary/vocabulary.ts';
import type { Train } from './choose-trains.ts';
import { foldersOf } from './folders.ts';
import { people } from './people.ts';

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
