/** The duration of a task from the column of a table. */
import { dayNumber } from '../../readers/local-date-time.ts';
import type { ReportBuilder } from '../import-report.ts';
import type { Mapping } from '../mapping.ts';
import { resolveValue, ruleText } from '../resolve-value.ts';
import type { Row, TableDates, TableStyle } from './table-dates.ts';
import { writtenDuration } from './written-duration.ts';

type Context = {
  readonly dates: Pick<TableDates, 'start' | 'finish'>;
  readonly rule: Mapping['duration'];
  readonly style: TableStyle;
  readonly hoursPerDay: number;
  readonly daysPerWeek: number;
  readonly report: ReportBuilder;
};

/**
 * Working days; 0 is a milestone. What cannot be used, or does not fit the dates, is in the report.
 * @returns undefined where the days from start to finish count
 */
export function tableDuration({ id, activity }: Row, context: Context): number | undefined {
  const { rule, style, report, dates, hoursPerDay, daysPerWeek } = context;
  const written = resolveValue(activity, rule)?.value;
  if (rule === undefined || written === undefined) return undefined;
  const found = writtenDuration(written, {
    hoursPerDay,
    daysPerWeek,
    unit: style.durationUnit,
    decimal: style.decimalOf(written),
  });
  const days = calendarDays(dates);
  const problem = problemOf(written, found, { days, unit: style.durationUnit });
  if (problem !== undefined) {
    const example = JSON.stringify(written);
    report.problem(activity.line, 'changed', `Activity ${id}: ${ruleText(rule)} ${example} ${problem}.`, {
      group: `Duration (${ruleText(rule)}) ${problem}`,
      example,
    });
  }
  if (found === undefined) return undefined;
  if (found.days === 0) return (days ?? 1) > 1 ? undefined : 0;
  return found.elapsed ? undefined : found.days;
}

/** From start to finish, both included; undefined where one of them is missing. */
function calendarDays({ start, finish }: Context['dates']): number | undefined {
  return start === undefined || finish === undefined
    ? undefined
    : dayNumber(finish.slice(0, 10)) - dayNumber(start.slice(0, 10)) + 1;
}

const counted = 'the working days from start to finish count';

function problemOf(
  written: string,
  found: ReturnType<typeof writtenDuration>,
  { days, unit }: { readonly days: number | undefined; readonly unit: TableStyle['durationUnit'] },
): string | undefined {
  if (found === undefined) {
    return `is not a duration that can be read, such as "5 d", "40 hrs" or "2 wks" (decimal: in the mapping says what 1,200 is); ${counted}`;
  }
  if (found.days === 0)
    return (days ?? 1) > 1 ? `is nothing although the task takes several days; ${counted}` : undefined;
  if (found.elapsed) return `is elapsed time, by day and night without days off; ${counted}`;
  if (days !== undefined && days > 0 && found.days > days) {
    const longer = 'is longer than from start to finish, and is used as written';
    return /[a-z]/i.test(written) || unit !== 'days'
      ? longer
      : `${longer}; where it is in hours, say so in the mapping, such as duration: { column: Duration, unit: hours }`;
  }
  return undefined;
}
