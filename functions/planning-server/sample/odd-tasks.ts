/** Tasks as no planner would wish for and every service has: dates that are not there, names that bite. */
import type { SampleTask } from './sample-project.ts';
import { dateOf } from './working-days.ts';

/** What makes a task odd, over the properties that all of them share; dates are days from the anchor Monday. */
type Oddity = Partial<Omit<SampleTask, 'start' | 'finish'>> & {
  readonly from?: number | string | undefined;
  readonly to?: number | string | undefined;
  readonly people?: number;
};

const oddities: readonly Oddity[] = [
  { name: 'Order long-lead switchgear', from: 1, duration: 1 },
  { name: 'Close out query on slab openings with the structural engineer', to: 3, duration: 1 },
  { name: 'Agree hoarding move with the highway authority', status: 'backlog' },
  { name: 'Fix temporary handrails to loading ramp', from: 3, to: 1, duration: 3, people: 3 },
  {
    name: 'Saturday lift of transformer to substation',
    from: 5,
    to: 5,
    duration: 1,
    keyTask: true,
    people: 6,
  },
  {
    name: 'Gate security and fire watch',
    from: -7,
    to: 13,
    duration: 15,
    shift: 'All',
    status: 'started',
    people: 2,
  },
  { name: 'Client walk of show flat', from: 'T10:00:00', to: 'T12:30:00', duration: 1 },
  { name: 'Trial panel for brickwork colour', from: 2, to: 4, duration: 3, status: 'on hold', people: 4 },
  { name: 'Move site cabins to phase two compound', from: 'week 48', to: 4, duration: 2, people: 4 },
  { from: 0, to: 2, duration: 3 },
];

const longName =
  'Make good, seal and repaint all penetrations through fire compartment walls and floors on every level of the building, including plant rooms, risers, lobbies, corridors, stairs and lift motor rooms, A to Z.';

const hostileNames: readonly string[] = [
  '=HYPERLINK("http://example.com","Click for drawing")',
  '<b>Steel beams</b> & lintels, Söhne GmbH delivery',
  'تركيب الأبواب, Level 2 east',
  '🏗️ Crane inspection 👷‍♀️, TC1',
  longName.slice(0, 200),
  'Snag list\r\nBcc: someone@example.com',
  '../../etc/passwd, check door schedule',
  "'; DROP TABLE tasks; -- door \\ frame\tsurvey",
];

/** A few tasks with odd dates and words, and fewer with hostile names: about one in ten of a small project. */
export function oddTaskCount(tasks: number): { readonly odd: number; readonly hostile: number } {
  return {
    odd: Math.min(oddities.length, Math.floor(tasks / 16)),
    hostile: Math.min(hostileNames.length, Math.floor(tasks / 25)),
  };
}

/**
 * @param shared what every task has: calendar, owner, folder, location, …
 * @param place.first position of the first of them; `idOf` gives the id for a position
 */
export function oddTasks(
  counts: { readonly odd: number; readonly hostile: number },
  shared: Partial<SampleTask>,
  place: { readonly first: number; readonly monday: number; readonly idOf: (at: number) => string },
): SampleTask[] {
  const { first, monday, idOf } = place;
  const hostile = hostileNames.map(
    (name, at): Oddity => ({ name, from: at % 5, to: at % 5, duration: 1, people: 2 }),
  );
  const chosen = [...oddities.slice(0, counts.odd), ...hostile.slice(0, counts.hostile)];
  return chosen.map(({ from, to, name, people, ...rest }, at) => ({
    id: idOf(first + at),
    externalId: `X${1000 + (at + 1) * 10}`,
    ...(name === undefined ? {} : { name }),
    ...dates({ from, to }, monday),
    keyTask: false,
    shift: 'day',
    status: 'planned',
    ...shared,
    ...rest,
    ...(people ? { labour: [{ id: 'lab-labourers', name: 'Labourers', quantity: people }] } : {}),
  }));
}

function dates(
  { from, to }: Pick<Oddity, 'from' | 'to'>,
  monday: number,
): Pick<SampleTask, 'start' | 'finish'> {
  const text = (value: number | string) => {
    if (typeof value === 'number') return dateOf(monday + value);
    return value.startsWith('T') ? `${dateOf(monday + 2)}${value}` : value;
  };
  return {
    ...(from === undefined ? {} : { start: text(from) }),
    ...(to === undefined ? {} : { finish: text(to) }),
  };
}
