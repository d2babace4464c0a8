import { addDays, parseDay } from '../../base/day.ts';
import { countWorkingDays } from '../../lookahead/dates/working-days.ts';
import type { Task } from '../../planning/contract/resources.ts';
import { count, tallyText } from '../describe-values.ts';
import { type Check, holdsIf, notSeen, usualOddities } from '../finding.ts';
import { type DatedTask, datedTasks, type ProbedProject } from '../probed-project.ts';

const outerDates = ({ start, finish }: Task) => [start, finish].flatMap((date) => date || []);
const innerDates = ({ progress = [], materials = [] }: Task) =>
  [
    ...progress,
    ...materials.flatMap(({ dailyPlanned = [], dailyActual = [] }) => [...dailyPlanned, ...dailyActual]),
  ].flatMap(({ date }) => date || []);

const withoutLast = ({ worksOn, dates }: DatedTask) =>
  countWorkingDays(worksOn, dates.start, addDays(dates.finish, -1));

/** Possible units of a duration, from start to finish; ours first. */
const durationUnits: Readonly<Record<string, (task: DatedTask) => number>> = {
  'working days': ({ worksOn, dates }) => countWorkingDays(worksOn, dates.start, dates.finish),
  'working days without the last': withoutLast,
  'calendar days': ({ dates: { start, finish } }) => finish - start + 1,
  'hours, 8 a working day': ({ worksOn, dates }) => 8 * countWorkingDays(worksOn, dates.start, dates.finish),
  'minutes, 480 a working day': ({ worksOn, dates }) =>
    480 * countWorkingDays(worksOn, dates.start, dates.finish),
};
/** Holidays and durations set by hand are part of any real plan. */
const oddDurations = 0.2;

async function measuredTasks({ tasks }: ProbedProject) {
  return datedTasks((await tasks()).tasks).flatMap((task) => {
    const { duration = 0, calendar } = task.source;
    return duration > 0 && calendar?.type ? [{ ...task, duration }] : [];
  });
}

/** The first and the last day count in part if the service says when work begins and ends. */
function fitsWorkingDays(duration: number, days: number, { startTime, finishTime }: Task): boolean {
  return (startTime ?? finishTime) === undefined
    ? duration === days
    : duration > days - 2 && duration <= days;
}

export const dateChecks: readonly Check[] = [
  {
    id: 'dates.readable',
    question: 'Can the dates be read?',
    rule: 'dates, and date-times of ISO 8601',
    async find(project) {
      const { tasks, readDate } = await project.tasks();
      const texts = tasks.flatMap(({ source }) => [...outerDates(source), ...innerDates(source)]);
      if (texts.length === 0) return notSeen('no dates');
      const unreadable = texts.filter((text) => readDate(text).kind === 'unreadable').length;
      return holdsIf(
        unreadable <= texts.length * usualOddities,
        `${unreadable} of ${count(texts.length, 'date')} cannot be read`,
      );
    },
  },
  {
    id: 'dates.time-zone',
    question: "Are they the same days in the project's time zone?",
    rule: 'the date as it is written; if not, timeZone in lookahead.yaml may be wrong',
    async find(project) {
      const { tasks, readDate } = await project.tasks();
      const withOffset = tasks
        .flatMap(({ source }) => outerDates(source))
        .filter((text) => /T.*(Z|[+-]\d{2}:?\d{2})$/i.test(text.trim()));
      if (withOffset.length === 0) return notSeen('dates come without an offset');
      const moved = withOffset.filter((text) => {
        const date = readDate(text);
        return date.kind === 'date' && date.day !== parseDay(text.trim().slice(0, 10));
      }).length;
      return holdsIf(
        moved <= withOffset.length * usualOddities,
        `${moved} of ${count(withOffset.length, 'date')} with an offset fall on another day`,
      );
    },
  },
  {
    id: 'dates.midnight',
    question: 'Does a finish at 00:00 include that day?',
    rule: 'it does, unless the duration says not',
    async find(project) {
      const { readDate } = await project.tasks();
      const fits = (await measuredTasks(project)).flatMap(({ duration, source, dates, worksOn }) => {
        const finish = readDate(source.finish);
        if (finish.kind !== 'date' || !finish.midnight || finish.day <= dates.start) return [];
        const included = countWorkingDays(worksOn, dates.start, finish.day) === duration;
        const excluded = countWorkingDays(worksOn, dates.start, addDays(finish.day, -1)) === duration;
        if (included === excluded) return ['undecided'];
        return [included ? 'included' : 'not included'];
      });
      const decided = fits.filter((fit) => fit !== 'undecided');
      if (decided.length === 0) return notSeen(tallyText(fits) || 'no such finish');
      const included = decided.filter((fit) => fit === 'included').length;
      return holdsIf(included * 2 >= decided.length, tallyText(fits));
    },
  },
  {
    id: 'dates.duration',
    question: 'Does duration count working days, the finish included?',
    rule: 'it does, by the type of the calendar; if not, set planning in lookahead.yaml',
    async find(project) {
      const measured = await measuredTasks(project);
      if (measured.length === 0) return notSeen('no duration beside both dates and a calendar');
      const fits = Object.entries(durationUnits).map(([unit, daysOf], at) => ({
        unit,
        fit: measured.filter((task) =>
          at === 0
            ? fitsWorkingDays(task.duration, daysOf(task), task.source)
            : task.duration === daysOf(task),
        ).length,
      }));
      const [ours = { unit: '', fit: 0 }] = fits;
      const best = fits.reduce((one, other) => (other.fit > one.fit ? other : one));
      const seen = `${ours.unit} fit ${ours.fit} of ${measured.length}`;
      if (best !== ours) return holdsIf(false, `${seen}; ${best.unit} fit ${best.fit}`);
      return holdsIf(ours.fit >= measured.length * (1 - oddDurations), seen);
    },
  },
];
