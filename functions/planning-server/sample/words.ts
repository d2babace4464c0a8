/** The words of a site that `trains.ts` does not have: people, texts, odd tasks, and the Australian words. */
import type { Region } from '#planning/contract/tasks-query.ts';
import type { SiteCalendar } from './calendar.ts';
import { delayReasonsByDiscipline, parseNameLists } from './trains.ts';

/** 16 given and 17 family names have no common divisor, so that 272 people have different names. */
export const givenNames =
  'Aisha Dylan Priya Tom Mei Carlos Niamh Kofi Hannah Rahul Fiona Stefan Bronwyn Jack Yasmin Owen'.split(' ');
export const familyNames =
  'Adeyemi Clarke Singh Murphy Nguyen Walker Patel Kowalski Hughes Okafor Reid Costa Khan Bennett Rossi Evans Jones'.split(
    ' ',
  );

export const plantCategoryPatterns = {
  Lifting: /crane|hoist|Telehandler/i,
  Earthworks: /excavator|Dumper|lorry|roller|compactor|rig$/,
  Concrete: /Concrete|Screed/,
  Access: /MEWP|climber|lift$|tower$/,
};

export const sampleTaskNotes = [
  'Agree sequence at the Monday coordination meeting.',
  'Method statement under review.',
  'Deliveries through Gate 2 before 09:00.',
  'Working at height briefing needed.',
];
export const addedTaskNames = [
  'Remedial works after inspection',
  'Make good damage to finished work',
  'Additional fire stopping',
  'Additional brackets to revised drawing',
];
const delayReasons = [
  'Awaiting access',
  'Late delivery of materials',
  'Labour shortage',
  'Design query outstanding',
  'Preceding trade not complete',
  'Failed inspection, rework',
];
/** Reasons for a delay: those of any work, and those of each discipline that is named in the path. */
export function delayReasonsIn(folderPath = ''): readonly string[] {
  return [
    ...delayReasons,
    ...folderPath.split(' › ').flatMap((part) => delayReasonsByDiscipline.get(part) ?? []),
  ];
}
export const blockedTaskReasons = [
  'Awaiting access',
  'Design query outstanding',
  'Permit not issued',
  'Preceding trade not complete',
];
export const improvementReasons = ['Second gang brought in', 'Early release of area', 'Pour brought forward'];

/**
 * Tasks with odd dates and words, and tasks with hostile names. `on` and `during` take days after Monday: 0 is Monday.
 * @param monday day number of that Monday
 */
export function tasksWithOddData(calendar: SiteCalendar, monday: number) {
  const during = (first: number, last: number) => {
    return calendar.datesOf({ start: calendar.from(monday + first), finish: calendar.from(monday + last) });
  };
  const on = (day: number) => during(day, day).start;
  const crew = (quantity: number) => ({ labour: [{ id: 'lab-labourers', name: 'Labourers', quantity }] });
  const odd = [
    { name: 'Order long-lead switchgear', start: on(1), duration: 1 },
    { name: 'Close out query on slab openings with the structural engineer', finish: on(3), duration: 1 },
    { name: 'Agree hoarding move with the highway authority', status: 'backlog' },
    { name: 'Fix temporary handrails to loading ramp', start: on(3), finish: on(1), duration: 3, ...crew(3) },
    {
      name: 'Saturday lift of transformer to substation',
      ...during(5, 5),
      duration: 1,
      keyTask: true,
      ...crew(6),
    },
    {
      name: 'Gate security and fire watch',
      ...during(-7, 13),
      duration: 15,
      shift: 'All',
      status: 'started',
      ...crew(2),
    },
    {
      name: 'Client walk of show flat',
      start: `${on(2)}T10:00:00`,
      finish: `${on(2)}T12:30:00`,
      duration: 1,
    },
    {
      name: 'Trial panel for brickwork colour',
      ...during(2, 4),
      duration: 3,
      status: 'awaiting approval',
      ...crew(4),
    },
    {
      name: 'Move site cabins to phase two compound',
      start: 'week 48',
      finish: on(4),
      duration: 2,
      ...crew(4),
    },
    { ...during(0, 2), duration: 3 },
  ];
  const hostileNames = [
    '=HYPERLINK("http://example.com","Click for drawing")',
    '<b>Steel beams</b> & lintels, Söhne GmbH delivery',
    'تركيب الأبواب, Level 2 east',
    '🏗️ Crane inspection 👷‍♀️, TC1',
    `Make good and repaint all penetrations through fire compartment walls, ${'and all floors, '.repeat(9)}`.slice(
      0,
      200,
    ),
    'Snag list\r\nBcc: someone@example.com',
    '../../etc/passwd, check door schedule',
    "'; DROP TABLE tasks; -- door \\ frame\tsurvey",
  ];
  const hostile = hostileNames.map((name, index) => {
    return { name, ...during(index % 5, index % 5), duration: 1, ...crew(2) };
  });
  return { odd, hostile };
}

const australianWords = parseNameLists(`
Dryliners: Plasterboard fixers
Groundworkers: Civil labourers
Formwork carpenters: Formworkers
Joiners: Carpenters
Paviors: Paving layers
Banksman: Spotter
Slinger/signaller: Dogger
Mates: Trade assistants
Traffic marshals: Traffic controllers
Tipper lorry: Tipper truck
Muck away: Spoil removal
Type 1 sub-base: Crushed rock sub-base
MEWP: EWP
C32/40: S40
C40/50: S50
LTHW: heating water
carriageway: road pavement
flats: apartments
Dock Road: Wharf Road
Riverside walk: Foreshore walk
clerk of works: superintendent
`);
const british = new RegExp([...australianWords.keys()].join('|'), 'g');

export function textInWordsOfRegion(text: string, region: Region): string {
  return region === 'gb' ? text : text.replaceAll(british, (word) => australianWords.get(word)?.[0] ?? word);
}
