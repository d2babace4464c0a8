import type { Region } from '../../planning/contract/tasks-query.ts';

/** What British site words are called on an Australian site. */
const australianWords: readonly (readonly [string, string])[] = [
  ['Dryliners', 'Plasterboard fixers'],
  ['Groundworkers', 'Civil labourers'],
  ['Formwork carpenters', 'Formworkers'],
  ['Joiners', 'Carpenters'],
  ['Paviors', 'Paving layers'],
  ['Banksman', 'Spotter'],
  ['Slinger/signallers', 'Doggers'],
  ['Mates', 'Trade assistants'],
  ['Traffic marshals', 'Traffic controllers'],
  ['Scaffold lifts', 'Scaffold bays'],
  ['Tipper lorry', 'Tipper truck'],
  ['Muck away', 'Spoil removal'],
  ['Type 1 sub-base', 'Crushed rock sub-base'],
  ['MEWP', 'EWP'],
  ['C32/40', 'S40'],
  ['C40/50', 'S50'],
  ['LTHW', 'heating water'],
  ['carriageway', 'road pavement'],
  ['swap skips', 'swap bins'],
  ['flats ', 'apartments '],
  ['Dock Road', 'Wharf Road'],
  ['riverside walk', 'foreshore walk'],
  ['lorries', 'trucks'],
  ['wardrobes', 'robes'],
  ['clerk of works', 'superintendent'],
];

/** Turns the catalogue's British words into the region's own. */
export function localWords(region: Region): (text: string) => string {
  if (region === 'gb') return (text) => text;
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const local = australianWords.reduce((so, [british, ours]) => so.replaceAll(british, ours), text);
    if (known.size < 20_000) known.set(text, local);
    return local;
  };
}
