import { boxOf } from '../../lookahead/readiness/work-areas.ts';
import { normalizeWord } from '../../lookahead/text/clean-text.ts';
import type { ProbeContext } from '../reading/context.ts';
import {
  count,
  isRecord,
  type JsonRecord,
  kindOf,
  numberOf,
  part,
  recordsOf,
  tallyOf,
  tallyText,
  wordOf,
} from '../reading/json-shapes.ts';
import { everyTask, holdsIf, judgeEach, notSeen, questionsOf, type Row } from './judges.ts';

/** More than a quarter of a year's working days between two tasks is not a lag of a plan for the coming weeks. */
const maxLag = 65;
const maxCrew = 200;
/** A total over a task's days grows with them; a count a day does not. */
const maxGrowth = 3;

/** `whole 40, with a fraction 2, negative 3; up to 12`. */
function numbersText(numbers: readonly number[]): string {
  const kinds = [
    ['whole', numbers.filter(Number.isInteger).length],
    ['with a fraction', numbers.filter((number) => !Number.isInteger(number)).length],
    ['negative', numbers.filter((number) => number < 0).length],
  ] as const;
  const shown = kinds.filter(([, tally]) => tally > 0).map(([kind, tally]) => `${kind} ${tally}`);
  const largest = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
  return `${shown.join(', ')}; up to ${largest}`;
}

/** The entries of a list in each task, beside the task. */
async function entriesOf(context: ProbeContext, property: string) {
  return (await context.sample()).flatMap(({ raw }) =>
    recordsOf(raw[property]).map((entry) => ({ task: raw, entry })),
  );
}

async function workAreas(context: ProbeContext): Promise<readonly JsonRecord[]> {
  return (await context.sample()).map(({ raw }) => part(raw, 'workArea')).filter(isRecord);
}

function perDay(property: 'labour' | 'plant', what: string): Row {
  return {
    id: `quantity.${property}`,
    question: `What does the quantity of ${property} count?`,
    rule: `${what} on each day of the task`,
    async ask(context) {
      const entries = (await entriesOf(context, property)).flatMap(({ task, entry }) => {
        const quantity = numberOf(part(entry, 'quantity'));
        return quantity === undefined ? [] : [{ quantity, duration: numberOf(part(task, 'duration')) ?? 0 }];
      });
      const quantities = entries.map(({ quantity }) => quantity);
      if (quantities.length === 0) return notSeen(everyTask, 'no quantities');
      const short = mean(entries.filter(({ duration }) => duration > 0 && duration <= 2));
      const long = mean(entries.filter(({ duration }) => duration >= 5));
      const numbers = numbersText(quantities);
      const isOdd = quantities.some((quantity) => quantity > maxCrew || quantity < 0);
      if (short === undefined || long === undefined) {
        return isOdd
          ? holdsIf(false, everyTask, numbers)
          : notSeen(everyTask, `${numbers}; no short and long tasks to compare`);
      }
      const seen = `${numbers}; ${short.toFixed(1)} where short, ${long.toFixed(1)} where 5 days or more`;
      return holdsIf(!isOdd && long <= short * maxGrowth, everyTask, seen);
    },
  };
}

function mean(entries: readonly { readonly quantity: number }[]): number | undefined {
  if (entries.length === 0) return undefined;
  return entries.reduce((sum, { quantity }) => sum + quantity, 0) / entries.length;
}

/** How a material's quantity compares with its daily plan; undefined without both. */
function sumWord(material: JsonRecord): string | undefined {
  const quantity = numberOf(part(material, 'quantity'));
  const days = recordsOf(part(material, 'dailyPlanned')).flatMap(
    (day) => numberOf(part(day, 'quantity')) ?? [],
  );
  if (quantity === undefined || days.length < 2) return undefined;
  const sum = days.reduce((total, each) => total + each, 0);
  if (Math.abs(sum - quantity) <= Math.max(0.01, Math.abs(quantity) * 0.01)) return 'the sum';
  return sum < quantity ? 'more than the sum' : 'less than the sum';
}

export const amountQuestions = questionsOf('Amounts', [
  {
    id: 'lag.unit',
    question: 'What numbers does lag take?',
    rule: 'whole working days, signed',
    async ask(context) {
      const entries = await entriesOf(context, 'relatedTasks');
      const lags = entries.flatMap(({ entry }) => numberOf(part(entry, 'lag')) ?? []);
      return judgeEach(lags, {
        none: 'no lag',
        fits: (lag) => Number.isInteger(lag) && Math.abs(lag) <= maxLag,
        seen: () => numbersText(lags),
      });
    },
  },
  perDay('labour', 'people'),
  perDay('plant', 'machines'),
  {
    id: 'quantity.materials',
    question: "Is a material's quantity the sum of its daily plan?",
    rule: "the task's total",
    async ask(context) {
      const entries = await entriesOf(context, 'materials');
      const sums = entries.flatMap(({ entry }) => sumWord(entry) ?? []);
      return judgeEach(sums, {
        none: 'no material with a quantity and several planned days',
        fits: (word) => word !== 'less than the sum',
        seen: () => tallyText(tallyOf(sums)),
        tolerance: 0.2,
      });
    },
  },
  {
    id: 'progress.amount',
    question: 'Which sign has the amount of a delay?',
    rule: 'working days lost, above 0',
    async ask(context) {
      const delays = (await entriesOf(context, 'progress')).filter(
        ({ entry }) => normalizeWord(wordOf(part(entry, 'type'))) === 'delay',
      );
      const amounts = delays.flatMap(({ entry }) => numberOf(part(entry, 'amount')) ?? []);
      return judgeEach(amounts, {
        none: 'no delay with an amount',
        fits: (amount) => amount >= 0,
        seen: () => numbersText(amounts),
        tolerance: 0.5,
      });
    },
  },
  {
    id: 'work-area.geometry',
    question: 'What are the geometry and id of a work area?',
    rule: 'null',
    async ask(context) {
      const areas = await workAreas(context);
      const words = areas.map(({ geometry, id }) => {
        const shape = isRecord(geometry) ? `object ${wordOf(part(geometry, 'type'))}` : kindOf(geometry);
        return `geometry ${shape}, id ${kindOf(id)}`;
      });
      return judgeEach(areas, {
        none: 'no work areas',
        fits: ({ geometry, id }) => (geometry ?? id ?? null) === null,
        seen: () => tallyText(tallyOf(words)),
      });
    },
  },
  {
    id: 'work-area.bbox',
    question: 'What does the bbox of a work area hold?',
    rule: 'corners: 4 or 6 numbers',
    async ask(context) {
      const boxes = (await workAreas(context))
        .map(({ bbox }) => bbox)
        .filter((bbox) => bbox !== undefined && bbox !== null)
        .map((bbox) => (Array.isArray(bbox) ? bbox.flatMap((each) => numberOf(each) ?? []) : []));
      return judgeEach(boxes, {
        none: 'no bbox',
        fits: (corners) => boxOf(corners) !== undefined,
        seen: () => tallyText(tallyOf(boxes.map((corners) => count(corners.length, 'number')))),
      });
    },
  },
]);
