import { getOrInsert } from '#base/get-or-insert.ts';
import type { Region } from '#planning/contract/tasks-query.ts';
import type {
  SampleCalendar,
  SampleFolder,
  SampleProject,
  SampleUser,
} from '#planning-server/sample/model/sample-project.ts';
import { disciplines, personNames, type Trade } from '#planning-server/sample/vocabulary/vocabulary.ts';
import type { Train } from './schedule-trains.ts';

export const calendars = {
  'five-day': { id: 'cal-5', name: 'Monday to Friday', type: 'five-day' },
  'six-day': { id: 'cal-6', name: 'Monday to Saturday', type: 'six-day' },
  'seven-day': { id: 'cal-7', name: 'Every day', type: 'seven-day' },
} as const satisfies Record<string, SampleCalendar>;

const separator = ' › ';

export type SiteDirectory = ReturnType<typeof siteDirectory>;

export function siteDirectory(options: {
  readonly region: Region;
  readonly words: (text: string) => string;
  readonly trains: number;
}) {
  const { region, words } = options;
  const staffCount = Math.min(60, 6 + Math.floor(options.trains / 25));
  const users = growingList((_: string, number) => newUser(number));
  const firms = growingList((name: string, number) => ({ id: `sub-${padded(number, 2)}`, name }));
  const folders = growingList((path: string): SampleFolder => {
    const end = path.lastIndexOf(separator);
    const parent = end < 0 ? undefined : folders.of(path.slice(0, end));
    const name = end < 0 ? path : path.slice(end + separator.length);
    const code = parent ? `${parent.code}-${folderCode(name)}` : folderCode(name);
    const id = `folder-${code.toLowerCase()}`;
    return { id, code, name, path, ...(parent ? { parentId: parent.id } : {}) };
  });
  const packages = growingList(({ code, name }: Trade) => ({ id: `pkg-${code}`, code, name }));
  const locations = growingList((name: string, number) => {
    return { id: `loc-${padded(number, 4)}`, name: words(name), type: 'map' };
  });
  return {
    lists: (): Omit<SampleProject['collections'], 'tasks'> => ({
      users: users.all(),
      subcontractors: firms.all(),
      folders: folders.all(),
      packages: packages.all(),
      calendars: Object.values(calendars),
      locations: locations.all(),
    }),
    /** Two of the staff share a discipline of a building, each with works of their own. */
    owner: ({ building, work }: Train) => {
      const first = building.index * 3 + disciplines.indexOf(work.discipline) * 2;
      return users.of(`staff ${(first + (work.code.charCodeAt(1) % 2)) % staffCount}`);
    },
    firm: ({ building }: Train, trade: Trade) =>
      firms.of(`${trade.firms[building.index % 2]} ${region === 'gb' ? 'Ltd' : 'Pty Ltd'}`),
    supervisor: ({ name }: { readonly name: string }, number: number) => users.of(`${name} ${number}`),
    folder: ({ building, work, place }: Train) => {
      const path = `${work.discipline.name} › ${work.folder ?? place.folder}`;
      return folders.of(building.name === '' ? path : `${building.name} › ${path}`);
    },
    package: (trade: Trade) => packages.of(trade),
    location: ({ place }: Train) => locations.of(place.name),
    siteWide: () => ({
      calendar: calendars['five-day'],
      owner: users.of('staff 0'),
      folder: folders.of('Site logistics › Site management'),
      location: locations.of('Site-wide'),
    }),
  };
}

function growingList<Key, Entry>(make: (key: Key, number: number) => Entry) {
  const entries = new Map<Key, Entry>();
  return {
    all: (): readonly Entry[] => [...entries.values()],
    of: (key: Key) => getOrInsert(entries, key, () => make(key, entries.size + 1)),
  };
}

/** An address under example.com. Names repeat after 240, more than a project has. */
function newUser(number: number): SampleUser {
  const { givenNames, familyNames } = personNames;
  const given = givenNames[(number * 17) % givenNames.length];
  const family = familyNames[(number * 29) % familyNames.length];
  const email = `${given}.${family}@example.com`.toLowerCase();
  return { id: `user-${padded(number, 3)}`, displayName: `${given} ${family}`, email };
}

function folderCode(name: string): string {
  const discipline = disciplines.find((each) => each.name === name);
  if (discipline) return discipline.code;
  const initials = name.replace('Block ', '').match(/\b[A-Z\d]\w?/gi) ?? [];
  return initials
    .map((word) => (/\d/.test(word) ? padded(Number(word), 2) : word.charAt(0)))
    .join('')
    .toUpperCase();
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}
