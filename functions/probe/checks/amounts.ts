import { boxOf } from '../../lookahead/readiness/shared-places.ts';
import { isDelay } from '../../lookahead/tasks/delay-entries.ts';
import type { Task } from '../../planning/contract/resources.ts';
import { numbersText, tallyText } from '../describe-values.ts';
import { type Check, type Finding, holdsIf, notSeen } from '../finding.ts';

/** Days: a quarter of a year's working days is not a lag in a plan for the coming weeks. */
const maxLag = 65;
const maxCrew = 200;
const maxGrowth = 3;

function amountCheck(
  id: string,
  texts: { readonly question: string; readonly rule: string },
  judge: (tasks: readonly Task[]) => Finding,
): Check {
  return {
    id: `amounts.${id}`,
    ...texts,
    find: async ({ tasks }) => judge((await tasks()).tasks.map(({ source }) => source)),
  };
}

function judgePerDay(tasks: readonly Task[], property: 'labour' | 'plant'): Finding {
  const quantities = (some: readonly Task[]) =>
    some.flatMap((task) => task[property] ?? []).flatMap(({ quantity }) => quantity ?? []);
  const all = quantities(tasks);
  if (all.length === 0) return notSeen('no quantities');
  const short = mean(quantities(tasks.filter(({ duration = 0 }) => duration > 0 && duration <= 2)));
  const long = mean(quantities(tasks.filter(({ duration = 0 }) => duration >= 5)));
  const isOdd = all.some((quantity) => quantity > maxCrew || quantity < 0);
  if (short === undefined || long === undefined) {
    return isOdd ? holdsIf(false, numbersText(all)) : notSeen('no short and long tasks to compare');
  }
  const means = `${short.toFixed(1)} where short, ${long.toFixed(1)} where 5 days or more`;
  return holdsIf(!isOdd && long <= short * maxGrowth, `${numbersText(all)}; ${means}`);
}

function mean(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

type Material = NonNullable<Task['materials']>[number];

function comparedWithDays({ quantity, dailyPlanned = [] }: Material): readonly string[] {
  const days = dailyPlanned.flatMap((day) => day.quantity ?? []);
  if (quantity === undefined || days.length < 2) return [];
  const sum = days.reduce((total, each) => total + each, 0);
  if (Math.abs(sum - quantity) <= Math.max(0.01, Math.abs(quantity) * 0.01)) return ['the sum'];
  return [sum < quantity ? 'more than the sum' : 'less than the sum'];
}

export const amountChecks: readonly Check[] = [
  amountCheck(
    'labour',
    { question: 'What does a quantity of labour count?', rule: 'people on each day of the task' },
    (tasks) => judgePerDay(tasks, 'labour'),
  ),
  amountCheck(
    'plant',
    { question: 'What does a quantity of plant count?', rule: 'machines on each day of the task' },
    (tasks) => judgePerDay(tasks, 'plant'),
  ),
  amountCheck(
    'materials',
    { question: "Is a material's quantity the sum of its daily plan?", rule: "the task's total" },
    (tasks) => {
      const compared = tasks.flatMap(({ materials = [] }) => materials.flatMap(comparedWithDays));
      if (compared.length === 0) return notSeen('no material with a quantity and several planned days');
      const less = compared.filter((word) => word === 'less than the sum').length;
      return holdsIf(less <= compared.length * 0.2, tallyText(compared));
    },
  ),
  amountCheck('lag', { question: 'What does lag count?', rule: 'working days, signed' }, (tasks) => {
    const lags = tasks.flatMap(({ relatedTasks = [] }) => relatedTasks.flatMap(({ lag }) => lag ?? []));
    if (lags.length === 0) return notSeen('no lag');
    return holdsIf(
      lags.every((lag) => Math.abs(lag) <= maxLag),
      numbersText(lags),
    );
  }),
  amountCheck(
    'delay',
    { question: 'Which sign has the amount of a delay?', rule: 'working days lost, above 0' },
    (tasks) => {
      const amounts = tasks.flatMap(({ progress = [] }) =>
        progress.filter(isDelay).flatMap(({ amount }) => amount ?? []),
      );
      if (amounts.length === 0) return notSeen('no delay with an amount');
      return holdsIf(
        amounts.filter((amount) => amount < 0).length * 2 <= amounts.length,
        numbersText(amounts),
      );
    },
  ),
  amountCheck(
    'work-area',
    { question: 'What does the bbox of a work area hold?', rule: 'corners: 4 or 6 numbers' },
    (tasks) => {
      const boxes = tasks.flatMap(({ workArea }) => (workArea?.bbox ? [workArea.bbox] : []));
      if (boxes.length === 0) return notSeen('no bbox');
      return holdsIf(
        boxes.every((box) => boxOf(box) !== undefined),
        tallyText(boxes.map(({ length }) => `${length} numbers`)),
      );
    },
  ),
];
