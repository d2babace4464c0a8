import { boxOf } from '../lookahead/readiness/work-areas.ts';
import { normalizeWord } from '../lookahead/text/clean-text.ts';
import type { ProbeContext } from './context.ts';
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
} from './json-shapes.ts';
import { differs, holds, judge, notSeen, type Question } from './question.ts';

const theme = 'Amounts';
const asked = 'every task read';

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

async function itemsAt(context: ProbeContext, property: string): Promise<readonly JsonRecord[]> {
  return (await context.sample()).flatMap(({ raw }) => recordsOf(raw[property]));
}

async function workAreas(context: ProbeContext): Promise<readonly JsonRecord[]> {
  return (await context.sample()).map(({ raw }) => part(raw, 'workArea')).filter(isRecord);
}

/** More than a quarter of a year's working days between two tasks is no lag of a plan for the coming weeks. */
const longestLag = 65;
const largestCrew = 200;

function perDayQuestion(property: 'labour' | 'plant', what: string): Question {
  return {
    id: `quantity.${property}`,
    theme,
    question: `What does the quantity of ${property} count?`,
    rule: `${what} on each day of the task`,
    async ask(context) {
      const tasks = await context.sample();
      const entries = tasks.flatMap(({ raw }) =>
        recordsOf(raw[property]).flatMap((entry) => {
          const quantity = numberOf(part(entry, 'quantity'));
          return quantity === undefined ? [] : [{ quantity, duration: numberOf(part(raw, 'duration')) ?? 0 }];
        }),
      );
      if (entries.length === 0) return notSeen(asked, 'no quantities');
      // A total over the task's days grows with them; a count a day does not.
      const short = mean(entries.filter(({ duration }) => duration > 0 && duration <= 2));
      const long = mean(entries.filter(({ duration }) => duration >= 5));
      const grows = short !== undefined && long !== undefined && long > short * 3;
      const numbers = numbersText(entries.map(({ quantity }) => quantity));
      const compared =
        short === undefined || long === undefined
          ? ''
          : `; ${short.toFixed(1)} where short, ${long.toFixed(1)} where 5 days or more`;
      const large = entries.some(({ quantity }) => quantity > largestCrew || quantity < 0);
      const seen = `${numbers}${compared}`;
      if (grows || large) return differs(asked, seen);
      return compared === ''
        ? notSeen(asked, `${numbers}; no short and long tasks to compare`)
        : holds(asked, seen);
    },
  };
}

function mean(entries: readonly { readonly quantity: number }[]): number | undefined {
  if (entries.length === 0) return undefined;
  return entries.reduce((sum, { quantity }) => sum + quantity, 0) / entries.length;
}

export const amountQuestions: readonly Question[] = [
  {
    id: 'lag.unit',
    theme,
    question: 'What numbers does lag take?',
    rule: 'whole working days, signed',
    async ask(context) {
      const lags = (await itemsAt(context, 'relatedTasks')).flatMap(({ lag }) => numberOf(lag) ?? []);
      if (lags.length === 0) return notSeen(asked, 'no lag');
      const odd = lags.filter((lag) => !Number.isInteger(lag) || Math.abs(lag) > longestLag).length;
      return judge(asked, numbersText(lags), { for: lags.length - odd, against: odd });
    },
  },
  perDayQuestion('labour', 'people'),
  perDayQuestion('plant', 'machines'),
  {
    id: 'quantity.materials',
    theme,
    question: "Is a material's quantity the sum of its daily plan?",
    rule: "the task's total",
    async ask(context) {
      const sums = (await itemsAt(context, 'materials')).flatMap((material) => {
        const quantity = numberOf(part(material, 'quantity'));
        const days = recordsOf(part(material, 'dailyPlanned')).flatMap(
          (day) => numberOf(part(day, 'quantity')) ?? [],
        );
        if (quantity === undefined || days.length < 2) return [];
        const sum = days.reduce((total, each) => total + each, 0);
        const near = Math.abs(sum - quantity) <= Math.max(0.01, Math.abs(quantity) * 0.01);
        return [near ? 'the sum' : sum < quantity ? 'more than the sum' : 'less than the sum'];
      });
      if (sums.length === 0) return notSeen(asked, 'no material with a quantity and several planned days');
      const less = sums.filter((kind) => kind === 'less than the sum').length;
      const seen = tallyText(tallyOf(sums));
      return less > sums.length * 0.2 ? differs(asked, seen) : holds(asked, seen);
    },
  },
  {
    id: 'progress.amount',
    theme,
    question: 'Which sign has the amount of a delay?',
    rule: 'working days lost, above 0',
    async ask(context) {
      const delays = (await itemsAt(context, 'progress')).filter(
        ({ type }) => normalizeWord(wordOf(type)) === 'delay',
      );
      const amounts = delays.flatMap(({ amount }) => numberOf(amount) ?? []);
      if (amounts.length === 0) return notSeen(asked, 'no delay with an amount');
      const below = amounts.filter((amount) => amount < 0).length;
      return below > amounts.length / 2
        ? differs(asked, numbersText(amounts))
        : holds(asked, numbersText(amounts));
    },
  },
  {
    id: 'work-area.geometry',
    theme,
    question: 'What are the geometry and id of a work area?',
    rule: 'null',
    async ask(context) {
      const areas = await workAreas(context);
      if (areas.length === 0) return notSeen(asked, 'no work areas');
      const shapes = areas.map(({ geometry, id }) => {
        const shape = isRecord(geometry) ? `object ${wordOf(part(geometry, 'type'))}` : kindOf(geometry);
        return `geometry ${shape}, id ${kindOf(id)}`;
      });
      const departures = areas.filter(({ geometry, id }) => (geometry ?? id ?? null) !== null).length;
      const tally = { for: areas.length, against: departures };
      return judge(asked, tallyText(tallyOf(shapes)), tally);
    },
  },
  {
    id: 'work-area.bbox',
    theme,
    question: 'What does the bbox of a work area hold?',
    rule: 'corners: 4 or 6 numbers',
    async ask(context) {
      const boxes = (await workAreas(context))
        .map(({ bbox }) => bbox)
        .filter((bbox) => bbox !== undefined && bbox !== null);
      if (boxes.length === 0) return notSeen(asked, 'no bbox');
      const numbers = boxes.map((bbox) =>
        Array.isArray(bbox) ? bbox.flatMap((each) => numberOf(each) ?? []) : [],
      );
      const wrong = numbers.filter((corners) => boxOf(corners) === undefined).length;
      const seen = tallyText(tallyOf(numbers.map((corners) => count(corners.length, 'number'))));
      return judge(asked, seen, { for: boxes.length - wrong, against: wrong });
    },
  },
];
