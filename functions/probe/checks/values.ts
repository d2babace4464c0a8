import { parseDay } from '#base/day.ts';
import { isDelay } from '#lookahead/tasks/delay-entries.ts';
import {
  parseCalendarType,
  parseProgressTrend,
  parseRelationDirection,
  parseRelationType,
  parseShiftWord,
  parseStatusWord,
} from '#planning/contract/known-words.ts';
import type { Task } from '#planning/contract/resources.ts';
import type { WireDateReader } from '#planning/contract/wire-date.ts';
import { findingOfCondition, findingOfValues, notSeenFinding, wordUnlessPersonal } from '#probe/finding.ts';
import type { ProbeCheck } from '#probe/probed-project.ts';

/** A check of the single values of tasks: whether each is a word that our reports know. */
type ValueRow = readonly [
  id: string,
  rule: string,
  valuesOf: (task: Task, readDate: WireDateReader) => readonly (string | number | undefined)[],
  /** Returns undefined or false for a word that is not expected. */
  meaningOf: (word: string) => unknown,
  /** Share of values that may be unexpected. @default one in twenty */
  tolerated?: number,
];

/** Maximum plausible lag: the working days of three months. In a plan of the coming weeks, more means another unit. */
const maxLagDays = 65;

const valueRows: readonly ValueRow[] = [
  [
    'dates.time-zone',
    "dates with an offset are days of the project's time zone, or --time-zone is wrong",
    ({ start, finish }, readDate) => {
      const [first, last] = [readDate(start), readDate(finish)];
      // Start and finish at the same hour are midnight in another zone: work does not end at the hour at which it
      // begins.
      const isElsewhere = first.kind === 'date' && last.kind === 'date' && first.timeMs === last.timeMs;
      return [start, finish].flatMap((text = '') => {
        const date = readDate(text);
        if (date.kind !== 'date' || !/T.*(Z|[+-]\d{2}:?\d{2})$/i.test(text.trim())) return [];
        if (date.midnight) return 'midnight';
        if (isElsewhere) return 'midnight of another zone';
        return date.day === parseDay(text.trim().slice(0, 10)) ? 'the same day' : 'another day';
      });
    },
    (word) => word === 'midnight' || word === 'the same day',
  ],
  [
    'words.status',
    'a status is backlog, planned, promised, in progress, complete or a similar word',
    ({ status }) => [status],
    parseStatusWord,
  ],
  ['words.shift', 'a shift is day, afternoon, night, 24hr or All', ({ shift }) => [shift], parseShiftWord],
  [
    'words.calendar-type',
    'a calendar is five-day, six-day or seven-day',
    ({ calendar }) => [calendar?.type],
    parseCalendarType,
  ],
  [
    'words.progress-type',
    'progress is delay, on schedule or improved',
    ({ progress = [] }) => progress.map(({ type }) => type),
    parseProgressTrend,
  ],
  [
    'words.relation',
    'a relation is predecessor or successor',
    ({ relatedTasks = [] }) => relatedTasks.map(({ relation }) => relation),
    parseRelationDirection,
  ],
  [
    'words.relation-type',
    'a type of relation is start-start, finish-start, finish-finish or start-finish',
    ({ relatedTasks = [] }) => relatedTasks.map(({ type }) => type),
    parseRelationType,
  ],
  [
    'amounts.materials',
    "a material's quantity is the task's total, the sum of its daily plan",
    ({ materials = [] }) => materials.map(comparedWithDailySum),
    (word) => word !== 'less than the sum',
    0.2,
  ],
  [
    'amounts.lag',
    'lag counts working days, signed',
    ({ relatedTasks = [] }) => relatedTasks.map(({ lag }) => lag),
    (lag) => Math.abs(Number(lag)) <= maxLagDays,
    0,
  ],
  [
    'amounts.delay',
    'the amount of a delay is working days lost, above 0',
    ({ progress = [] }) => progress.filter(isDelay).map(({ amount }) => amount),
    (amount) => Number(amount) >= 0,
    0.5,
  ],
  [
    'amounts.work-area',
    'the bbox of a work area has 4 or 6 numbers, which are corners',
    ({ workArea }) => [workArea?.bbox?.length],
    (length) => length === '4' || length === '6',
    0,
  ],
];

type Material = NonNullable<Task['materials']>[number];

function comparedWithDailySum({ quantity, dailyPlanned = [] }: Material): string | undefined {
  const days = dailyPlanned.flatMap((day) => day.quantity ?? []);
  if (quantity === undefined || days.length < 2) return undefined;
  const sum = days.reduce((total, each) => total + each, 0);
  if (Math.abs(sum - quantity) <= Math.max(0.01, Math.abs(quantity) * 0.01)) return 'the sum';
  return sum < quantity ? 'more than the sum' : 'less than the sum';
}

/**
 * If the mean quantity of long tasks is more than this many times that of short ones, the quantities are totals and not
 * per day.
 */
const maxMeanRatio = 3;

export const valueChecks: readonly ProbeCheck[] = [
  [
    'dates.midnight',
    'a finish at 00:00 includes that day, unless the duration says not',
    async ({ durations }) => (await durations()).midnight,
  ],
  [
    'dates.duration',
    'duration counts working days by the type of the calendar, the finish included',
    async ({ durations }) => (await durations()).unit,
  ],
  ...(['labour', 'plant'] as const).map(
    (property): ProbeCheck => [
      `amounts.${property}`,
      `a quantity of ${property} is needed on each day of the task`,
      /** A total grows with the duration of the task, but an amount for each day does not. */
      async ({ tasks }) => {
        const { items } = await tasks();
        const meanOf = (isMeant: (days: number) => boolean) => {
          const quantities = items
            .flatMap((task) => (isMeant(task.duration ?? 0) ? (task[property] ?? []) : []))
            .flatMap(({ quantity }) => quantity ?? []);
          return quantities.reduce((sum, each) => sum + each, 0) / quantities.length;
        };
        const short = meanOf((days) => days > 0 && days <= 2);
        const long = meanOf((days) => days >= 5);
        if (Number.isNaN(short + long)) return notSeenFinding();
        const means = `on average ${short.toFixed(1)} where short, ${long.toFixed(1)} where 5 days or more`;
        return findingOfCondition(long <= short * maxMeanRatio, means);
      },
    ],
  ),
  ...valueRows.map(
    ([id, rule, valuesOf, meaningOf, tolerated]): ProbeCheck => [
      id,
      rule,
      async ({ tasks }) => {
        const { items, readDate } = await tasks();
        const words = items
          .flatMap((task) => valuesOf(task, readDate))
          .map((value) => String(value ?? '').trim());
        return findingOfValues(
          words.filter(Boolean).map((word) => [wordUnlessPersonal(word), Boolean(meaningOf(word))]),
          tolerated,
        );
      },
    ],
  ),
];
