/** Parses five cron fields. It accepts only what means the same here, in cron, and in EventBridge Scheduler. */
import { CronPattern } from 'croner';
import { countText } from '#lookahead/text/quantity-text.ts';

/** The values of each field; undefined means every value. */
export type CronFields = {
  readonly minutes: readonly number[];
  readonly hours: readonly number[] | undefined;
  readonly days: readonly (number | 'last')[] | undefined;
  readonly months: readonly number[] | undefined;
  readonly weekdays: readonly WeekdayChoice[] | undefined;
};

/** 0 is Sunday; `nth` is 1 to 5, the last, or every one of the month. */
type WeekdayChoice = { readonly weekday: number; readonly nth: number | 'last' | 'every' };

type CronReading =
  | { readonly kind: 'fields'; readonly fields: CronFields; readonly pattern: string }
  /** `problem` says what is wrong and what to do. */
  | { readonly kind: 'wrong'; readonly problem: string };

const example = 'Write minute, hour, day of month, month and day of week, such as "0 14 * * FRI".';
const allowedCronCharacters = /^[0-9A-Za-z*,/#?-]+$/;

export function readCron(text: string): CronReading {
  const parts = text.trim().split(/\s+/);
  const [minute, hour, day, month, weekday] = parts;
  if (minute === undefined || !hour || !day || !month || !weekday || parts.length !== 5) {
    return wrong(`has ${countText(parts.length, 'field')}, and a schedule has 5. ${example}`);
  }
  const unsupported = parts.find(
    (part) => !allowedCronCharacters.test(part) || /W/i.test(part.replaceAll(/WED/gi, '')),
  );
  if (unsupported !== undefined)
    return wrong(`has ${JSON.stringify(unsupported)}, which is not supported. ${example}`);
  if ([minute, hour, month].some((part) => part.includes('?'))) {
    return wrong('has a ? outside the day fields. Write * there; ? is for day of month or day of week.');
  }
  if (minute.includes('*')) {
    return wrong(
      'would send a report every few minutes. Give the minute as a number, such as "0 14 * * FRI".',
    );
  }
  const pattern = [minute, hour, withStarForQuestionMark(day), month, withStarForQuestionMark(weekday)].join(
    ' ',
  );
  let parsed: CronPattern;
  try {
    parsed = new CronPattern(pattern, 'UTC', { mode: '5-part' });
  } catch (error) {
    return wrong(`is not a valid schedule (${error instanceof Error ? cronProblem(error) : ''}). ${example}`);
  }
  if (!parsed.starDOM && !parsed.starDOW) {
    return wrong(
      'restricts both the day of month and the day of week, which cron and EventBridge read differently. Set one of the two to *, or make two reports.',
    );
  }
  return { kind: 'fields', fields: cronFields(parsed), pattern };
}

/** Says what croner's error means. croner counts days and months from 0 in its errors: 31 is the 32nd. */
function cronProblem({ message }: Error): string {
  return message
    .replace(/^CronPattern: /, '')
    .replace(/(?<=^Invalid value for (?:day|month): )-?\d+$/, (value) => String(Number(value) + 1));
}

function cronFields(pattern: CronPattern): CronFields {
  return {
    minutes: flaggedNumbers(pattern.minute, 0),
    hours: unlessAll(flaggedNumbers(pattern.hour, 0), 24),
    days: pattern.starDOM
      ? undefined
      : [...flaggedNumbers(pattern.day, 1), ...(pattern.lastDayOfMonth ? (['last'] as const) : [])],
    months: unlessAll(flaggedNumbers(pattern.month, 1), 12),
    weekdays: pattern.starDOW ? undefined : weekdayChoices(pattern),
  };
}

/**
 * Reads croner's weekdays. Each has a bit for each of the five weeks of a month (together 31), and 32 for the last one.
 */
function weekdayChoices(pattern: CronPattern): readonly WeekdayChoice[] {
  return pattern.dayOfWeek
    .slice(0, 7)
    .flatMap((bits, weekday) => weeksOfMonth(bits).map((nth): WeekdayChoice => ({ weekday, nth })));
}

function weeksOfMonth(bits: number): readonly WeekdayChoice['nth'][] {
  if ((bits & 31) === 31) return ['every'];
  const weeks = [1, 2, 3, 4, 5].filter((nth) => (bits & (1 << (nth - 1))) !== 0);
  return (bits & 32) === 0 ? weeks : [...weeks, 'last'];
}

const weekdayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/**
 * Writes expressions for EventBridge Scheduler, such as `cron(0 14 ? * FRI *)`: six fields, one of the two day fields
 * is `?`, and weekdays are counted from Sunday as 1. Ranges and steps are written as lists, so that both dialects agree. `L`
 * and `#` must be alone in their field, so `15,L` becomes two expressions.
 */
export function eventBridgeExpressions(fields: CronFields): readonly string[] {
  const { minutes, hours, days, months, weekdays } = fields;
  const expression = (day: string, weekday: string) =>
    `cron(${minutes.join(',')} ${hours?.join(',') ?? '*'} ${day} ${months?.join(',') ?? '*'} ${weekday} *)`;
  if (days !== undefined) {
    const numbers = days.filter((day) => day !== 'last');
    return [...asCommaList(numbers), ...(days.includes('last') ? ['L'] : [])].map((day) =>
      expression(day, '?'),
    );
  }
  if (weekdays !== undefined) {
    const every = weekdays.filter(({ nth }) => nth === 'every').map(eventBridgeWeekday);
    const single = weekdays.filter(({ nth }) => nth !== 'every').map(eventBridgeWeekday);
    return [...asCommaList(every), ...single].map((weekday) => expression('?', weekday));
  }
  return [expression('*', '?')];
}

function asCommaList(values: readonly (string | number)[]): readonly string[] {
  return values.length === 0 ? [] : [values.join(',')];
}

function eventBridgeWeekday({ weekday, nth }: WeekdayChoice): string {
  if (nth === 'every') return weekdayNames[weekday] ?? '';
  return nth === 'last' ? `${weekday + 1}L` : `${weekday + 1}#${nth}`;
}

function withStarForQuestionMark(field: string): string {
  return field === '?' ? '*' : field;
}

function flaggedNumbers(flags: readonly number[], first: number): readonly number[] {
  return flags.flatMap((flag, index) => (flag === 0 ? [] : [index + first]));
}

function unlessAll(values: readonly number[], all: number): readonly number[] | undefined {
  return values.length === all ? undefined : values;
}

function wrong(problem: string): CronReading {
  return { kind: 'wrong', problem };
}
