/** The lists of a site, which grow when a task names a new item. The same text always names the same item. */
import { getOrInsert } from '#base/get-or-insert.ts';
import { calendarTypes } from '#planning/contract/known-words.ts';
import type { Region } from '#planning/contract/tasks-query.ts';
import { firmsByTrade } from './trains.ts';
import { familyNames, givenNames, textInWordsOfRegion } from './words.ts';

type Folder = Readonly<Record<'id' | 'code' | 'name' | 'path', string>> & { readonly parentId?: string };
export type SampleItemLists = ReturnType<typeof createSampleItemLists>;

export function createSampleItemLists(region: Region) {
  const users = growingList((_, number) => {
    const [given, family] = [
      givenNames[number % givenNames.length],
      familyNames[number % familyNames.length],
    ];
    const email = `${given}.${family}@example.com`.toLowerCase();
    return { id: `user-${number}`, displayName: `${given} ${family}`, email };
  });
  const subcontractors = growingList((name, number) => {
    return { id: `sub-${number}`, name: `${name} ${region === 'gb' ? 'Ltd' : 'Pty Ltd'}` };
  });
  const folders = growingList((path, number): Folder => {
    const [name = '', ...above] = path.split(' › ').reverse();
    if (above.length === 0) return { id: `folder-${number}`, code: `${number}`, name, path };
    const parent = folders.of(above.reverse().join(' › '));
    const code = `${parent.code}.${number}`;
    return { id: `folder-${code}`, code, name, path, parentId: parent.id };
  });
  const packages = growingList((name) => {
    const code = String(1100 + 100 * [...firmsByTrade.keys()].indexOf(name));
    return { id: `pkg-${code}`, code, name };
  });
  const locations = growingList((name, number) => {
    return { id: `loc-${number}`, name: textInWordsOfRegion(name, region), type: 'map' };
  });
  const calendars = growingList((type) => ({ id: `cal-${type}`, name: `${type} week`, type }));
  for (const type of calendarTypes) calendars.of(type);
  return { users, subcontractors, folders, packages, locations, calendars };
}

function growingList<Item>(make: (key: string, number: number) => Item) {
  const items = new Map<string, Item>();
  return {
    of: (key: string) => getOrInsert(items, key, () => make(key, items.size + 1)),
    all: (): readonly Item[] => [...items.values()],
  };
}
