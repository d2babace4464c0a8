/** Reads dates, duration, status and pauses of a task from the columns of a table. */
import { addDaysToIsoDate } from '#base/day.ts';
import { conceptOfConfiguredWord, knownStatuses, parseStatusWord } from '#planning/contract/known-words.ts';
import type { Shift } from '#planning/contract/tasks-query.ts';
import type { ActivityDates, ActivityTimes, LocalDateTime, MinuteRange } from '#programme/programme.ts';
import { dayNumber, roundedToHundredths } from '#programme/readers/local-date-time.ts';
import { hasActualDateSuffix, noDateText, parseMonthWord } from '#programme/readers/table/written-date.ts';
import { endMinuteOf, minuteOfDateTime } from '#programme/readers/working-time.ts';
import { parseWrittenDuration, parseWrittenPercent } from '#programme/recognise/written-number.ts';
import type { ActivityToImport } from './import-report.ts';
import { resolveValue, ruleText } from './resolve-value.ts';
import { type DurationProperty, findDateColumns, type TableContext } from './table-dates.ts';
import { countTaskWorkingDays, type IsWorkingDay, nthWorkingDayFrom } from './task-days.ts';

export type TimesContext = TableContext & {
  readonly hoursPerDay: number;
  readonly daysPerWeek: number;
  readonly worksOn: IsWorkingDay | undefined;
  readonly shift: Shift | undefined;
  readonly dataDate: LocalDateTime | undefined;
};

/**
 * The dates, duration, status and pauses of a task. `duration` is in working days: 0 for a milestone, undefined if the
 * days from start to finish count. Values that the file of a planning tool gives for the activity itself take
 * precedence.
 */
export function readTaskTimes(row: ActivityToImport, context: TimesContext) {
  const { activity } = row;
  const isTable = context.mapping.dates !== 'current';
  const written = isTable ? tableDates(row, context) : { ...activity, progress: 0 };
  const { duration, ...days } = withDuration(row, written, context);
  const dates = isTable ? withFinishDay(days, written.progress, duration, context) : days;
  const status = activity.status ?? tableStatus(row, written.progress, context);
  const rest = { ...written, ...dates, status, duration };
  const pauses = isTable ? pausesBeforeRest(row, rest, context) : [];
  return { ...dates, duration, status, pauses: [...pauses, ...(activity.pauses ?? [])] };
}

/**
 * Reads the dates of a row. Actual dates take precedence. Progress is 1 with an actual finish, 0.5 with only an actual
 * start, else 0. Cells that are not dates are reported.
 */
function tableDates(row: ActivityToImport, { mapping, style, report }: TableContext) {
  const { fields, line } = row.activity;
  const columns = findDateColumns(mapping);
  const read = (column: string | undefined, side?: 'finish'): LocalDateTime | undefined => {
    const written = column === undefined ? undefined : fields.get(column);
    if (column === undefined || written === undefined || written === noDateText) return undefined;
    const date = style.readDate(written, side);
    if (date !== undefined) {
      report.countDate(column);
      return style.timed.has(column) ? date : date.slice(0, 10);
    }
    const serial = style.readSerial(written);
    // A word alone, such as TBC, means that there is no date yet.
    if (serial === undefined && (/\d/.test(written) || parseMonthWord(written) !== undefined))
      report.countDate(column, { line, text: written });
    const problem =
      serial === undefined
        ? `is not a date in the format ${columns.format ?? 'YYYY-MM-DD; name another one under dates: format'}`
        : 'is a number, and counts as the day that Excel shows for it';
    report.changedValue(row, column, written, problem);
    return serial;
  };
  const actualStart = read(columns.actualStart);
  const actualFinish = read(columns.actualFinish, 'finish');
  const isMarked = (column = '') => hasActualDateSuffix(fields.get(column) ?? '');
  const [start, finish] = [read(columns.start), read(columns.finish, 'finish')];
  const hasStarted = actualStart !== undefined || isMarked(columns.start);
  return {
    start: actualStart ?? start,
    finish: actualFinish ?? finish,
    progress: actualFinish !== undefined || isMarked(columns.finish) ? 1 : hasStarted ? 0.5 : 0,
    remainingStart: read(columns.remainingStart),
  };
}

/** A duration as written in a row, and a function that reports a problem with it. */
function rowDuration(row: ActivityToImport, property: DurationProperty, context: TimesContext) {
  const { mapping, style, hoursPerDay, daysPerWeek, report } = context;
  const rule = mapping[property];
  const unit = style.units[property];
  const value = resolveValue(row.activity, rule)?.value;
  if (rule === undefined || value === undefined) return undefined;
  const name = `${property === 'duration' ? property : 'remaining duration'} (${ruleText(rule)})`;
  return {
    value,
    unit,
    found: parseWrittenDuration(value, { hoursPerDay, daysPerWeek, unit, decimal: style.decimalOf(value) }),
    changed: (problem: string) => report.changedValue(row, name, value, problem),
  };
}

/**
 * Computes a missing start or finish from the other one and the duration. A duration that does not fit the dates is
 * reported.
 */
function withDuration(
  row: ActivityToImport,
  { start, finish }: ActivityDates,
  context: TimesContext,
): ActivityDates & { readonly duration: number | undefined } {
  const { milestone, durationHours, durationKind } = row.activity;
  const { mapping, worksOn, report } = context;
  if (milestone) {
    const value = resolveValue(row.activity, mapping.duration)?.value ?? `${durationHours ?? 0} h`;
    if (!/^0(?!\S*[1-9])/.test(value))
      report.changedValue(row, 'the duration', value, 'is left out: a milestone has none');
    return { start, finish, duration: 0 };
  }
  if (durationKind !== undefined) report.countRuleAnswer('duration', `${durationKind} duration`);
  if (durationHours !== undefined)
    return { start, finish, duration: roundedToHundredths(durationHours / context.hoursPerDay) };
  const written = rowDuration(row, 'duration', context);
  const days = daysFromTo(start, finish);
  const problem = written && durationProblem(written, days);
  if (problem !== undefined) written?.changed(problem);
  const { found } = written ?? {};
  // A duration of 0 makes a milestone only if the task is on one day. Two different dates stay, even in the wrong
  // order.
  if (found?.days === 0) return { start, finish, duration: (days ?? 1) === 1 ? 0 : undefined };
  const duration = found && !found.elapsed ? roundedToHundredths(found.days) : undefined;
  const known = start ?? finish;
  if (found === undefined || days !== undefined || known === undefined) return { start, finish, duration };
  const [missing, count] =
    start === undefined ? (['start', -found.days] as const) : (['finish', found.days] as const);
  const other = nthWorkingDayFrom(known, count, found.elapsed ? undefined : worksOn);
  report.changedActivity(
    row,
    `its ${missing}, ${other}, is computed from the duration`,
    `Activities without a ${missing}: it is computed from the duration`,
    `${row.id} ${other}`,
  );
  return { start, finish, [missing]: other, duration };
}

function daysFromTo(start: LocalDateTime | undefined, finish: LocalDateTime | undefined): number | undefined {
  if (start === undefined || finish === undefined) return undefined;
  return dayNumber(finish.slice(0, 10)) - dayNumber(start.slice(0, 10)) + 1;
}

const workingDaysCountText = 'the working days from start to finish are used';

/** @param days number of days from start to finish */
function durationProblem(
  { value, unit, found }: NonNullable<ReturnType<typeof rowDuration>>,
  days: number | undefined,
): string | undefined {
  if (found === undefined)
    return `is not a duration such as "5 d", "40 hrs" or "2 wks" (decimal: in the mapping says what 1,200 means); ${workingDaysCountText}`;
  if (found.days === 0) {
    if ((days ?? 1) === 1) return undefined;
    return `is zero although the task ${(days ?? 1) > 1 ? 'takes several days' : 'has two dates'}; ${workingDaysCountText}`;
  }
  if (found.elapsed) return `is elapsed time, by day and night without days off; ${workingDaysCountText}`;
  if (days === undefined || days <= 0 || found.days <= days) return undefined;
  const longer = 'is longer than from start to finish, and is used as written';
  return /[a-z]/i.test(value) || unit !== 'days'
    ? longer
    : `${longer}; if it is in hours, add unit: hours to duration in the mapping`;
}

/**
 * Moves a finish at 00:00 to the working day before if the duration needs no more days or, without a duration, if the
 * task has another shift than `day` or its finish is on a day off. Any other finish at 00:00, and an actual one, stays
 * on its own day, because no calendar shows that the day before is worked up to 24:00.
 */
function withFinishDay(
  { start, finish }: ActivityDates,
  progress: number,
  duration: number | undefined,
  { worksOn, shift }: TimesContext,
): ActivityDates {
  if (!finish?.endsWith('T00:00')) return { start, finish };
  const date = finish.slice(0, 10);
  const before = progress === 1 ? undefined : nthWorkingDayFrom(addDaysToIsoDate(date, -1), -1, worksOn);
  if (start === undefined || before === undefined) return { start, finish: date };
  const isLateShift = shift !== undefined && shift !== 'day';
  const needed =
    duration ?? (isLateShift || worksOn?.(dayNumber(date)) === false ? 0 : Number.POSITIVE_INFINITY);
  const days = { start: start.slice(0, 10), finish: before };
  return { start, finish: needed <= countTaskWorkingDays(days, worksOn) ? before : date };
}

/**
 * The status of a row. A known word takes precedence over progress: the planner wrote it, and words such as blocked say
 * more than a percentage. An unknown word is reported, and used only if there is nothing else.
 * @param byDates share done according to the actual dates
 */
function tableStatus(row: ActivityToImport, byDates: number, context: TableContext): string | undefined {
  const { mapping, report } = context;
  const share = shareDone(row, context);
  const found = resolveValue(row.activity, mapping.status);
  const word = found && statusOfValue(found.value, mapping);
  if (found === undefined || word === undefined) {
    const progress = statusByProgress(row, share, byDates, context);
    const noted = statusOfNote(row, context);
    if (found !== undefined && noted === undefined) report.unknownValue('status', found, row.activity.line);
    const rule = noted === undefined ? progress?.rule : 'notes';
    if (mapping.status !== undefined || rule !== undefined) report.countRuleAnswer('status', rule);
    return noted ?? progress?.word ?? found?.value;
  }
  report.countRuleAnswer('status', found.rule);
  const contradicted = (other: string, shown: string) => {
    const example = `${JSON.stringify(found.value)} with ${shown}`;
    report.changedActivity(
      row,
      `its status and ${other} contradict each other (${example}); the status counts`,
      `Status and ${other} contradict each other; the status counts`,
      example,
    );
  };
  if (share !== undefined && contradicts(word, share)) {
    contradicted('percent complete', `${Math.round(share * 100)} %`);
  }
  if (byDates === 1 && contradicts(word, 1)) contradicted('actual finish', 'an actual finish');
  else if (byDates > 0 && isStatusBeforeStart(word)) contradicted('actual start', 'an actual start');
  return word;
}

/** The status in the first words of a note, such as `ON HOLD – crane`, if it is blocked or cancelled. */
function statusOfNote(row: ActivityToImport, { mapping, report }: TableContext) {
  const [value = ''] = resolveValue(row.activity, mapping.notes)?.value.split(/\s*[-–—:;,.(]/) ?? [];
  const status = parseStatusWord(value);
  if (status !== 'blocked' && status !== 'cancelled') return undefined;
  report.changedValue(row, 'the note', value, `gives its status: ${status}`);
  return status;
}

function statusOfValue(value: string, { words }: TableContext['mapping']) {
  const share = parsePercentStatus(value);
  const known = conceptOfConfiguredWord(words, knownStatuses, value) ?? parseStatusWord(value);
  return known ?? (share === undefined ? undefined : statusOfShare(share));
}

/** The share done, if a status is in per cent. A single digit is a code, not per cent. */
export function parsePercentStatus(value: string): number | undefined {
  return /^[1-9]$/.test(value) ? undefined : parseWrittenPercent(value, 100);
}

function statusOfShare(share: number) {
  if (share >= 1) return 'complete';
  return share > 0 ? 'started' : 'planned';
}

function shareDone(row: ActivityToImport, { mapping, style, report }: TableContext): number | undefined {
  const found = resolveValue(row.activity, mapping.percentComplete);
  const share = found && parseWrittenPercent(found.value, style.percentScale);
  if (found && share === undefined) {
    const problem = 'is not a percentage from 0 to 100, and is left out';
    report.changedValue(row, `percent complete (${found.rule})`, found.value, problem);
  }
  return share;
}

function statusByProgress(
  row: ActivityToImport,
  share: number | undefined,
  byDates: number,
  { mapping, style, report }: TableContext,
) {
  const { percentComplete: rule } = mapping;
  if (rule !== undefined && share !== undefined) {
    if (share >= byDates) return { word: statusOfShare(share), rule: ruleText(rule) };
    const shown = `${Math.round(share * 100)} %`;
    if (share === 0 || byDates === 1)
      report.changedValue(row, ruleText(rule), shown, 'is left out: the actual dates say more');
  }
  if (byDates > 0) return { word: statusOfShare(byDates), rule: 'actual dates' };
  return style.tracksProgress ? { word: 'planned', rule: 'no progress' } : undefined;
}

const isStatusBeforeStart = (word: string) => ['planned', 'backlog', 'promised'].includes(word);

function contradicts(word: string, share: number): boolean {
  if (word === 'complete') return share < 1;
  if (isStatusBeforeStart(word)) return share > 0;
  return share >= 1 && word !== 'cancelled';
}

const startedStatuses: ReadonlySet<string> = new Set(['started', 'in progress']);
const endedStatuses: ReadonlySet<string> = new Set(['complete', 'cancelled']);

/**
 * The time without work in a started task. It ends when the remaining work begins: at the remaining start, or n working
 * days before the finish if n days remain. It begins at the data date; without one, n working days after the start if n
 * days are done.
 */
function pausesBeforeRest(
  row: ActivityToImport,
  {
    start,
    finish,
    remainingStart,
    progress,
    status = '',
    duration,
  }: ActivityTimes & {
    readonly progress: number;
    readonly status: string | undefined;
    readonly duration: number | undefined;
  },
  context: TimesContext,
): readonly MinuteRange[] {
  const { dataDate, worksOn, report } = context;
  const written = rowDuration(row, 'remainingDuration', context);
  const isWork = written?.found?.elapsed === false;
  if (!isWork) written?.changed('is not a remaining duration in working time, and is left out');
  const remaining = isWork ? written.found?.days : undefined;
  if (!startedStatuses.has(status) && (progress !== 0.5 || endedStatuses.has(status))) return [];
  if (start === undefined || finish === undefined) return [];
  const restDay = remaining === undefined ? undefined : nthWorkingDayFrom(finish, -remaining, worksOn);
  const rest = remainingStart ?? restDay;
  const done = duration === undefined || remaining === undefined ? 0 : duration - remaining;
  const from = dataDate ?? (done > 0 ? nthWorkingDayFrom(start, done, worksOn) : undefined);
  if (rest !== undefined && from === undefined) {
    const problem =
      'its remaining start or duration needs a data date: give it by dataDate in the mapping, or --data-date';
    report.changedActivity(row, problem);
  }
  const pause = { from: endMinuteOf(from), to: minuteOfDateTime(rest) };
  return pause.from < pause.to ? [pause] : [];
}
