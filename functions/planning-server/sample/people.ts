import type { Random } from './random.ts';
import type { SampleUser } from './sample-project.ts';

const givenNames = [
  'Aisha',
  'Alan',
  'Amara',
  'Ben',
  'Bronwyn',
  'Carlos',
  'Chloe',
  'Daniel',
  'Deepa',
  'Dylan',
  'Ella',
  'Femi',
  'Fiona',
  'Gareth',
  'Grace',
  'Hamish',
  'Hannah',
  'Ian',
  'Ines',
  'Jack',
  'Jasmine',
  'Kofi',
  'Leah',
  'Liam',
  'Maria',
  'Mei',
  'Mohammed',
  'Nadia',
  'Niamh',
  'Oliver',
  'Owen',
  'Priya',
  'Rahul',
  'Rosa',
  'Sam',
  'Siobhan',
  'Stefan',
  'Tariq',
  'Tom',
  'Yasmin',
] as const;
const familyNames = [
  'Adeyemi',
  'Ahmed',
  'Allen',
  'Barker',
  'Bennett',
  'Brennan',
  'Campbell',
  'Chen',
  'Clarke',
  'Costa',
  'Davies',
  'Doyle',
  'Edwards',
  'Evans',
  'Fletcher',
  'Grant',
  'Hughes',
  'Iyer',
  'Jansen',
  'Jones',
  'Kaur',
  'Kelly',
  'Khan',
  'Kowalski',
  'Lewis',
  'Mackenzie',
  'Malik',
  'Martin',
  'Mensah',
  'Morgan',
  'Murphy',
  'Nguyen',
  'Novak',
  'Okafor',
  'Patel',
  'Pearce',
  'Reid',
  'Rossi',
  'Shah',
  'Silva',
  'Singh',
  'Taylor',
  'Thompson',
  'Walker',
  'Watts',
  'Wilson',
  'Wright',
  'Young',
] as const;

/** People with different names and addresses under example.com. */
export function people(count: number, random: Random): SampleUser[] {
  const taken = new Set<string>();
  const found: SampleUser[] = [];
  while (found.length < count) {
    const [given, family] = [random.pick(givenNames), random.pick(familyNames)];
    const displayName = `${given} ${family}`;
    if (taken.has(displayName)) continue;
    taken.add(displayName);
    found.push({
      id: `user-${String(found.length + 1).padStart(3, '0')}`,
      displayName,
      email: `${given}.${family}@example.com`.toLowerCase(),
    });
  }
  return found;
}
