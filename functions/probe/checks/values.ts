import { parseDay } from '../../base/day.ts';
import { isDelay } from '../../lookahead/tasks/delay-entries.ts';
import type { Task } from '../../planning/contract/resources.ts';
import type { DateReader } from '../../planning/contract/wire-date.ts';
import {
  knownCalendarType,
  knownProgress,
  knownRelation,
  knownRelationType,
  knownShift,
  knownStatus,
} from '../../planning/contract/words.ts';
import { type Check, type Finding, holdsIf, notSeen, type Sighting, weigh, wordOf } from '../finding.ts';
import type { ProbedProject } from '../probed-project.ts';

/** What single tasks say: each value is a word that reports expect, or not. */
type ValueRow = Omit<Check, 'find'> & {
  readonly of: (task: Task, readDate: DateReader) => readonly (string | number | undefined)[];
  /** What makes a word expected; a word that it reads to undefined or false is not. */
  readonly expects: (word: string) => unknown;
  /** Share of values that may be unexpected. @default one in twenty */
  readonly tolerated?: number;
};

/** Days: a quarter of a year's working days is not a lag in a plan for the coming weeks. */
const maxLag = 65;

const words: readonly Omit<ValueRow, 'question'>[] = [
  {
    id: 'status',
    rule: 'backlog, planned, promised, in progress, complete and their kin',
    of: ({ status }) => [status],
    expects: knownStatus,
  },
  {
    id: 'shift',
    rule: 'day, afternoon, night, 24hr, All',
    of: ({ shift }) => [shift],
    expects: knownShift,
  },
  {
    id: 'calendar-type',
    rule: 'five-day, six-day, seven-day',
    of: ({ calendar }) => [calendar?.type],
    expects: knownCalendarType,
  },
  {
    id: 'progress-type',
    rule: 'delay, on schedule, improved',
    of: ({ progress = [] }) => progress.map(({ type }) => type),
    expects: knownProgress,
  },
  {
    id: 'relation',
    rule: 'predecessor, successor',
    of: ({ relatedTasks = [] }) => relatedTasks.map(({ relation }) => relation),
    expects: knownRelation,
  },
  {
    id: 'relation-type',
    rule: 'start-start, finish-start, finish-finish, start-finish',
    of: ({ relatedTasks = [] }) => relatedTasks.map(({ type }) => type),
    expects: knownRelationType,
  },
];

const rows: readonly ValueRow[] = [
  {
    id: 'dates.readable',
    question: 'Can the dates be read?',
    rule: 'dates, and date-times of ISO 8601',
    of: (task, readDate) =>
      datesIn(task).map((text) => (readDate(text).kind === 'unreadable' ? 'not readable' : 'readable')),
    expects: (word) => word === 'readable',
  },
  {
    id: 'dates.time-zone',
    question: "Are dates with an offset the same days in the project's time zone?",
    rule: 'the date as it is written; if not, --time-zone may be wrong',
    of: ({ start, finish }, readDate) =>
      [start, finish].flatMap((text = '') => {
        const date = readDate(text);
        if (date.kind !== 'date' || !/T.*(Z|[+-]\d{2}:?\d{2})$/i.test(text.trim())) return [];
        return date.day === parseDay(text.trim().slice(0, 10)) ? 'the same day' : 'another day';
      }),
    expects: (word) => word === 'the same day',
  },
  ...words.map(({ id, ...word }) => ({
    id: `words.${id}`,
    question: `Do we know the words of ${id.replace('-', ' ')}?`,
    ...word,
  })),
  {
    id: 'amounts.materials',
    question: "Is a material's quantity the sum of its daily plan?",
    rule: "the task's total",
    of: ({ materials = [] }) => materials.map(comparedWithDays),
    expects: (word) => word !== 'less than the sum',
    tolerated: 0.2,
  },
  {
    id: 'amounts.lag',
    question: 'What does lag count?',
    rule: 'working days, signed',
    of: ({ relatedTasks = [] }) => relatedTasks.map(({ lag }) => lag),
    expects: (lag) => Math.abs(Number(lag)) <= maxLag,
    tolerated: 0,
  },
  {
    id: 'amounts.delay',
    question: 'Which sign has the amount of a delay?',
    rule: 'working days lost, above 0',
    of: ({ progress = [] }) => progress.filter(isDelay).map(({ amount }) => amount),
    expects: (amount) => Number(amount) >= 0,
    tolerated: 0.5,
  },
  {
    id: 'amounts.work-area',
    question: 'How many numbers has the bbox of a work area?',
    rule: '4 or 6, which are corners',
    of: ({ workArea }) => [workArea?.bbox?.length],
    expects: (length) => length === '4' || length === '6',
    tolerated: 0,
  },
];

function datesIn({ start, finish, progress = [], materials = [] }: Task): readonly string[] {
  const daily = materials.flatMap(({ dailyPlanned = [], dailyActual = [] }) => [
    ...dailyPlanned,
    ...dailyActual,
  ]);
  return [start, finish, ...[...progress, ...daily].map(({ date }) => date)].flatMap((date) => date || []);
}

type Material = NonNullable<Task['materials']>[number];

function comparedWithDays({ quantity, dailyPlanned = [] }: Material): string | undefined {
  const days = dailyPlanned.flatMap((day) => day.quantity ?? []);
  if (quantity === undefined || days.length < 2) return undefined;
  const sum = days.reduce((total, each) => total + each, 0);
  if (Math.abs(sum - quantity) <= Math.max(0.01, Math.abs(quantity) * 0.01)) return 'the sum';
  return sum < quantity ? 'more than the sum' : 'less than the sum';
}

export const valueChecks = rows.map(
  ({ of, expects, tolerated, ...check }): Check => ({
    ...check,
    async find({ tasks }) {
      const { items, readDate } = await tasks();
      const sightings = items
        .flatMap((task) => of(task, readDate))
        .flatMap((value): Sighting[] => {
          const word = String(value ?? '').trim();
          const isExpected = expects(word);
          return word === '' ? [] : [[wordOf(word), isExpected !== undefined && isExpected !== false]];
        });
      return weigh(sightings, 'no such value', tolerated);
    },
  }),
);

/** Of long and short tasks, in means. */
const maxGrowth = 3;

/** A total grows with the duration of its task; what is needed per day does not. */
export function findPerDay(property: 'labour' | 'plant') {
  return async ({ tasks }: ProbedProject): Promise<Finding> => {
    const { items } = await tasks();
    const meanOf = (isMeant: (days: number) => boolean) => {
      const quantities = items
        .filter(({ duration = 0 }) => isMeant(duration))
        .flatMap((task) => task[property] ?? [])
        .flatMap(({ quantity }) => quantity ?? []);
      return quantities.reduce((sum, each) => sum + each, 0) / quantities.length;
    };
    const short = meanOf((days) => days > 0 && days <= 2);
    const long = meanOf((days) => days >= 5);
    if (Number.isNaN(short + long)) return notSeen('no short and long tasks with quantities');
    const means = `on average ${short.toFixed(1)} where short, ${long.toFixed(1)} where 5 days or more`;
    return holdsIf(long <= short * maxGrowth, means);
  };
}
