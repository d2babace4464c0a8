import { boxOf } from '../../lookahead/readiness/shared-places.ts';
import { readShift } from '../../lookahead/tasks/read-task.ts';
import { readStatus } from '../../lookahead/tasks/status.ts';
import { normalizeWord } from '../../lookahead/text/clean-text.ts';
import type { ProbeContext } from '../reading/context.ts';
import {
  count,
  isRecord,
  type JsonRecord,
  listText,
  numberOf,
  numbersAt,
  tallyText,
  valuesAt,
  wordOf,
} from '../reading/describe-answer.ts';
import { checksOf, everyTask, holdsIf, judge, notSeen, type Row, survey } from './judges.ts';

const oneOf = (...words: readonly string[]) => {
  const keys = new Set(words.map(normalizeWord));
  return (word: string) => keys.has(normalizeWord(word));
};

/** Which words a property takes, and whether our rules know them. */
const words: readonly {
  readonly id: string;
  readonly what?: string;
  readonly rule: string;
  readonly knows: (word: string) => boolean;
  /** The value that the contract shows. */
  readonly seen?: string;
  /** Where in a task the words are. */
  readonly path: string;
  /** A list whose items have a type of the same words. */
  readonly list?: 'calendars';
}[] = [
  {
    id: 'status',
    seen: 'planned',
    path: 'status',
    rule: 'backlog, planned, promised, in progress, complete and their kin',
    knows: (word) => readStatus(word).kind !== 'other',
  },
  {
    id: 'shift',
    path: 'shift',
    rule: 'day, afternoon, night, 24hr, All',
    knows: (word) => readShift(word) !== undefined,
  },
  {
    id: 'calendar-type',
    seen: 'five-day',
    what: 'calendar type',
    path: 'calendar.type',
    list: 'calendars',
    rule: 'five-day, six-day, seven-day',
    // Wider than what counts working days: a seven-day week is known, and works every day like an unknown one.
    knows: (word) => /^(five|six|seven|[567])days?(week)?$/.test(normalizeWord(word)),
  },
  {
    id: 'progress-type',
    seen: 'delay',
    what: 'progress type',
    path: 'progress.type',
    rule: 'delay, on schedule, improved',
    knows: oneOf('delay', 'on schedule', 'improved'),
  },
  {
    id: 'relation',
    seen: 'predecessor',
    path: 'relatedTasks.relation',
    rule: 'predecessor, successor',
    knows: oneOf('predecessor', 'successor'),
  },
  {
    id: 'relation-type',
    seen: 'start-start',
    what: "a related task's type",
    path: 'relatedTasks.type',
    rule: 'start-start, finish-start, finish-finish, start-finish',
    knows: oneOf('start-start', 'finish-start', 'finish-finish', 'start-finish'),
  },
];

export const wordChecks = checksOf(
  { theme: 'Words', asked: everyTask, source: 'ours' },
  words.map(
    ({ id, what = id, seen, rule, knows, path, list }): Row => ({
      id: `words.${id}`,
      rows: seen === undefined ? [] : [`${path}=${seen}`],
      question: `Which words does ${what} take?`,
      rule,
      async ask(context) {
        const listed = list ? valuesAt((await context.list(list)).items, 'type') : [];
        const given = [...listed, ...valuesAt(await context.items(), path)].map(wordOf);
        const distinct = new Set(given);
        const unknown = [...distinct].filter((word) => !knows(word));
        const tally = tallyText(given) || 'none';
        const text = unknown.length > 0 ? `${tally}; not known: ${listText(unknown)}` : tally;
        return judge(text, { for: distinct.size, against: unknown.length });
      },
    }),
  ),
);

/** Maximum lag in days: a quarter of a year's working days is not a lag in a plan for the coming weeks. */
const maxLag = 65;
const maxCrew = 200;
/** A total over a task's days grows with them; a count a day does not. */
const maxGrowth = 3;

/** `whole 40, with a fraction 2, negative 3; up to 12`. */
function numbersText(numbers: readonly number[]): string {
  const tally = (kind: string, matches: (number: number) => boolean) => {
    const { length } = numbers.filter(matches);
    return length > 0 ? [`${kind} ${length}`] : [];
  };
  const kinds = [
    ...tally('whole', Number.isInteger),
    ...tally('with a fraction', (number) => !Number.isInteger(number)),
    ...tally('negative', (number) => number < 0),
  ];
  return `${kinds.join(', ')}; up to ${numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0)}`;
}

async function recordsAt({ items }: ProbeContext, path: string): Promise<readonly JsonRecord[]> {
  return valuesAt(await items(), path).filter(isRecord);
}

function perDay(property: 'labour' | 'plant', what: string): Row {
  return {
    id: `quantity.${property}`,
    question: `What does the quantity of ${property} count?`,
    rule: `${what} on each day of the task`,
    async ask({ items }) {
      const tasks = await items();
      const quantities = numbersAt(tasks, `${property}.quantity`);
      if (quantities.length === 0) return notSeen('no quantities');
      const meanWhere = (matches: (duration: number) => boolean) =>
        mean(
          numbersAt(
            tasks.filter(({ duration }) => matches(numberOf(duration) ?? 0)),
            `${property}.quantity`,
          ),
        );
      const short = meanWhere((duration) => duration > 0 && duration <= 2);
      const long = meanWhere((duration) => duration >= 5);
      const numbers = numbersText(quantities);
      const isOdd = quantities.some((quantity) => quantity > maxCrew || quantity < 0);
      if (short === undefined || long === undefined) {
        return isOdd ? holdsIf(false, numbers) : notSeen(`${numbers}; no short and long tasks to compare`);
      }
      const means = `${short.toFixed(1)} where short, ${long.toFixed(1)} where 5 days or more`;
      return holdsIf(!isOdd && long <= short * maxGrowth, `${numbers}; ${means}`);
    },
  };
}

function mean(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

/** How a material's quantity compares with its daily plan; nothing without both. */
function sumWord(material: JsonRecord): readonly string[] {
  const quantity = numberOf(material['quantity']);
  const days = numbersAt([material], 'dailyPlanned.quantity');
  if (quantity === undefined || days.length < 2) return [];
  const sum = days.reduce((total, each) => total + each, 0);
  if (Math.abs(sum - quantity) <= Math.max(0.01, Math.abs(quantity) * 0.01)) return ['the sum'];
  return [sum < quantity ? 'more than the sum' : 'less than the sum'];
}

export const amountChecks = checksOf({ theme: 'Amounts', asked: everyTask, source: 'ours' }, [
  survey({
    id: 'lag.unit',
    question: 'What numbers does lag take?',
    rule: 'working days, signed',
    values: async ({ items }) => numbersAt(await items(), 'relatedTasks.lag'),
    fits: (lag) => Math.abs(lag) <= maxLag,
    seen: numbersText,
    none: 'no lag',
  }),
  perDay('labour', 'people'),
  perDay('plant', 'machines'),
  survey({
    id: 'quantity.materials',
    question: "Is a material's quantity the sum of its daily plan?",
    rule: "the task's total",
    values: async (context) => (await recordsAt(context, 'materials')).flatMap(sumWord),
    fits: (word) => word !== 'less than the sum',
    seen: tallyText,
    none: 'no material with a quantity and several planned days',
    tolerance: 0.2,
  }),
  survey({
    id: 'progress.amount',
    question: 'Which sign has the amount of a delay?',
    rule: 'working days lost, above 0',
    values: async (context) =>
      (await recordsAt(context, 'progress'))
        .filter(({ type }) => normalizeWord(wordOf(type)) === 'delay')
        .flatMap(({ amount }) => numberOf(amount) ?? []),
    fits: (amount) => amount >= 0,
    seen: numbersText,
    none: 'no delay with an amount',
    tolerance: 0.5,
  }),
  survey({
    id: 'work-area.bbox',
    question: 'What does the bbox of a work area hold?',
    rule: 'corners: 4 or 6 numbers',
    values: async (context) =>
      (await recordsAt(context, 'workArea'))
        .filter(({ bbox }) => (bbox ?? null) !== null)
        .map((area) => (Array.isArray(area['bbox']) ? numbersAt([area], 'bbox') : [])),
    fits: (corners) => boxOf(corners) !== undefined,
    seen: (boxes) => tallyText(boxes.map((corners) => count(corners.length, 'number'))),
    none: 'no bbox',
  }),
]);
